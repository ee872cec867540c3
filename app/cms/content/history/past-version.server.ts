import { parseContentFile } from '#app/cms/content/format/content-file.ts'
import { HistoryEntryDamaged } from '#app/cms/content/store/errors.ts'
import type { PastState } from '#app/cms/content/store/store.types.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { versionOf } from '#app/cms/storage/storage.ts'
import type { ContentHistory } from './content-history.server.ts'

/** The earlier version of a section that a history entry records. Rejects with HistoryEntryNotFound. */
export async function readPastVersion(
  history: Pick<ContentHistory, 'text'>,
  section: SectionDefinition,
  entryId: string,
): Promise<PastState> {
  try {
    const text = await history.text(section.id, entryId)
    // The entry did not exist.
    if (section.entry && text === '') return { version: versionOf(text), value: undefined, issues: [] }
    const parsed = parseContentFile(section, text)
    if ('fault' in parsed) return { version: versionOf(text), value: parsed.written, issues: parsed.issues }
    return { version: parsed.file.version, value: parsed.file.value, issues: [] }
  } catch (error) {
    if (!(error instanceof HistoryEntryDamaged)) throw error
    return { version: '', value: undefined, issues: [{ path: '', message: error.message }] }
  }
}
