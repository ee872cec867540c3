import { asRecord, idOf, listAt, partAt, titleOf } from '#app/cms/content/compare/content-words.ts'
import type { HistoryEntry } from '#app/cms/content/history/history-entry.ts'
import { HistoryEntryNotFound } from '#app/cms/content/store/errors.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { changesAddress } from '#app/cms/editing/server/draft-ref.server.ts'
import { changeDraft, draftForm } from '#app/cms/editing/server/save-draft.server.ts'
import {
  describeEdit,
  type Edit,
  flashExpectedErrors,
  historyHref,
  missingFilesNote,
  undoOn,
  withIssueTexts,
} from '#app/cms/editing/server/section-history.server.ts'
import { publishesAtOnce } from '#app/cms/editing/server/undo-edit.server.ts'
import { collectFileRefs } from '#app/cms/media/library/collect-file-refs.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** An entry that is no longer in its list, and the edit that deleted it. */
export interface DeletedEntry {
  /** Path of the list in the content. */
  list: string
  id: string
  title: string
  edit: Edit
}

/** The most deleted entries in the list. Older ones can be restored with an earlier version. */
const SHOWN = 50

/**
 * The entries of a section's lists that an edit deleted and no later one restored, the latest first, at most 50. Reads
 * no snapshots of the history: the summary of each edit names what it deleted.
 */
export function deletedEntries(section: SectionDefinition, history: readonly HistoryEntry[]): DeletedEntry[] {
  const content = currentSite().content.find(section)?.value
  const seen = new Set<string>()
  const idsIn = new Map<string, Set<string | undefined>>()
  const deleted: DeletedEntry[] = []
  for (const entry of history) {
    for (const { list, id, title } of entry.summary?.removed ?? []) {
      const key = `${list} ${id}`
      const present = idsIn.get(list) ?? new Set(listAt(content, list).map(idOf))
      idsIn.set(list, present)
      if (seen.has(key) || present.has(id)) continue
      seen.add(key)
      deleted.push({ list, id, title, edit: describeEdit(entry) })
      if (deleted.length === SHOWN) return deleted
    }
  }
  return deleted
}

/** Identifies a deleted entry; `entry` is the history entry of the edit that deleted it. */
interface DeletedEntryRef {
  entry: string
  list: string
  id: string
}

/**
 * Restores one entry at its former place in the current version, or at the end of a list that has become shorter.
 * Redirects to the section's history, which shows the result, or to the draft that it has become.
 */
export async function restoreDeletedEntry(section: SectionDefinition, ref: DeletedEntryRef, user: User) {
  const page = historyHref(section.id)
  return flashExpectedErrors(page, async () => {
    const { entry, at, title } = await findDeleted(section, ref)
    let obstacle: string | undefined
    const change = <Content>(content: Content): Content => {
      const now = listAt(content, ref.list)
      if (now.some((other) => idOf(other) === ref.id)) obstacle = 'is already in the list'
      else if (!hasList(content, ref.list)) obstacle = 'cannot be restored: its list no longer exists'
      if (obstacle !== undefined) return content
      return withList(content, ref.list.split('.'), now.toSpliced(at, 0, entry)) as Content
    }
    const draft = { section, release: undefined }
    const isPublic = publishesAtOnce(section, user)
    const { historyEntry } = await withIssueTexts(section, async () => {
      if (isPublic)
        return currentSite().content.update(section, { author: user, reason: `“${title}” restored`, change })
      await changeDraft(draft, draftForm(draft).version, user, change)
      return { historyEntry: undefined }
    })
    if (obstacle !== undefined)
      return currentSite().flash.flashRedirect(page, { kind: 'failure', message: `“${title}” ${obstacle}.` })
    const named = collectFileRefs(entry)
    const missing = (await currentSite().files.bringBackFilesOf(section)).filter((file) => named.has(file))
    if (!isPublic) {
      const message = `“${title}” is in the draft again. It is not published yet.`
      return currentSite().flash.flashRedirect(changesAddress(draft), { kind: 'success', message })
    }
    return currentSite().flash.flashRedirect(page, {
      kind: 'success',
      message: `“${title}” was restored${missingFilesNote(missing)}`,
      ...undoOn(page, historyEntry),
    })
  })
}

async function findDeleted(section: SectionDefinition, { entry, list, id }: DeletedEntryRef) {
  const { value } = await currentSite().content.past(section, entry)
  const before = listAt(value, list)
  const at = before.findIndex((candidate) => idOf(candidate) === id)
  if (at === -1) throw new HistoryEntryNotFound(entry)
  return { entry: before[at], at, title: titleOf(before[at]) ?? id }
}

function hasList(content: unknown, path: string) {
  return Array.isArray(partAt(content, path))
}

/** A copy of the content with another list at a path that leads to a list. */
function withList(content: unknown, [key, ...rest]: string[], list: unknown[]): unknown {
  return key === undefined ? list : { ...asRecord(content), [key]: withList(asRecord(content)[key], rest, list) }
}
