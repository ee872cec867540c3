import { adminLoader } from '#app/cms/guard.server.ts'
import { isEntryKey } from '#app/cms/define/define-collection.ts'
import { fileAt } from '#app/cms/media/media-address.ts'
import { formatTime } from '#app/cms/platform/format/time.ts'
import type { HistoryEntry } from '#app/cms/content/history/history-entry.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { documents } from './documents.ts'
import type { DocumentVersion } from './document-versions.tsx'

/** The loader of the form of a document: every file that it ever had, the newest first. */
export const documentVersionsLoader = adminLoader('editor', async ({ request }) => {
  const key = new URL(request.url).pathname.split('/')[3] ?? ''
  return { versions: isEntryKey(key) ? await versionsOf(key) : [] }
})

async function versionsOf(key: string): Promise<DocumentVersion[]> {
  const { content, auth, media } = currentSite()
  const section = documents.entry(key)
  const value = content.find(section)?.value
  if (!value || value.published.length === 0) return []
  const edits = await content.history(section)
  const main = value.published.findLast(({ name }) => name === '')
  return value.published
    .map((version): DocumentVersion => {
      const { fileUrl, since, name } = version
      const file = fileAt(fileUrl)
      const stored = file === undefined ? undefined : media.forStaff.documents.find(file)
      const edit = editOf(since, edits)
      return {
        ...{ fileUrl, name, since, when: formatTime(since) },
        who: edit && auth.accounts.nameOf(edit.author),
        isOurs: file !== undefined,
        bytes: stored?.bytes,
        sha256: file === undefined ? undefined : media.hashes.find(file),
        isCurrent: name === '' ? version === main : value.files.some((one) => one.fileUrl === fileUrl),
      }
    })
    .toReversed()
}

/** The time between the moment that is recorded with a file and the record of its edit in the history (ms). */
const MAX_SAVE_MS = 60_000

/** The edit that made a file public. Undefined for one that was public before the history of the document. */
function editOf(since: string, edits: readonly HistoryEntry[]): HistoryEntry | undefined {
  const begun = Date.parse(since)
  const edit = edits.findLast(({ time }) => Date.parse(time) >= begun)
  return edit && Date.parse(edit.time) - begun < MAX_SAVE_MS ? edit : undefined
}
