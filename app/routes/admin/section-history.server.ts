import type { TypedResponse } from '@remix-run/node'
import type { SectionDefinition } from '#app/content/define-section.ts'
import { ContentWriteFailed, HistoryEntryNotFound, InvalidContent, VersionConflict } from '#app/content/errors.ts'
import type { HistoryEntry } from '#app/content/store.types.ts'
import { flashRedirect } from '#app/http/flash.server.ts'
import { siteContent } from '#app/sections/site-content.server.ts'
import { formatTime } from '#app/ui/admin/format.ts'
import type { Edit } from '#app/ui/admin/history-list.tsx'
import type { PostedEdit } from './posted-edit.server.ts'

const SHOWN_EDITS = 8

/**
 * The latest edits of a section, newest first, each with the entry that brings the state after it back; `before` names the
 * one for the state before them all.
 */
export async function latestEdits(section: SectionDefinition): Promise<{ edits: Edit[]; before: string | undefined }> {
  const entries = (await siteContent.history(section)).slice(0, SHOWN_EDITS)
  // An entry keeps what its edit replaced: the state after an edit is kept by the next, newer one.
  const edits = entries.map((entry, index) => ({ restore: entries[index - 1]?.id, ...describe(entry) }))
  return { edits, before: entries.at(-1)?.id }
}

/** An edit of any section, as the dashboard lists it. */
export interface SectionEdit extends Omit<Edit, 'restore'> {
  section: Pick<SectionDefinition, 'id' | 'label'>
}

/** The newest edits over all sections. */
export async function latestEditsOf(sections: readonly SectionDefinition[], count: number): Promise<SectionEdit[]> {
  const all = await Promise.all(
    sections.map(async (section) => (await siteContent.history(section)).map((entry) => ({ section, entry }))),
  )
  return all
    .flat()
    .sort((a, b) => b.entry.time.localeCompare(a.entry.time))
    .slice(0, count)
    .map(({ section: { id, label }, entry }) => ({ section: { id, label }, ...describe(entry) }))
}

/**
 * Brings an earlier state of a section back and returns to `page` with a message, success or not. Taken back is only what
 * still stands: an edit that someone has built on since is left alone.
 */
export async function restoreEdit(section: SectionDefinition, posted: PostedEdit, author: string, page: string) {
  const entry = (await siteContent.history(section)).find(({ id }) => id === posted.entry)
  return orFlash(page, async () => {
    if (!entry) throw new HistoryEntryNotFound(posted.entry ?? '')
    const expectedVersion = posted.version || entry.replacedBy
    const { historyEntry } = await siteContent.restore(section, entry.id, { author, expectedVersion })
    return flashRedirect(page, {
      kind: 'success',
      message: 'The earlier version is back',
      ...(historyEntry !== undefined && { undo: { section: section.id, entry: historyEntry } }),
    })
  })
}

/** Makes an edit that has no form to come back to: what went wrong is said on `page`. */
export async function orFlash(page: string, edit: () => Promise<TypedResponse<never>>) {
  try {
    return await edit()
  } catch (error) {
    if (!isExpected(error)) throw error
    return flashRedirect(page, { kind: 'failure', message: error.message })
  }
}

/** True for what can go wrong with an edit without a fault of ours: its message is meant for the administrator. */
function isExpected(error: unknown): error is Error {
  return [VersionConflict, InvalidContent, ContentWriteFailed, HistoryEntryNotFound].some(
    (kind) => error instanceof kind,
  )
}

function describe({ time, author, reason }: HistoryEntry) {
  return { time, when: formatTime(time), author, reason }
}
