import { asRecord, idOf, listAt, partAt, titleOf } from '#app/content/compare/content-words.ts'
import { HistoryEntryNotFound } from '#app/content/store/errors.ts'
import type { HistoryEntry } from '#app/content/store/store.types.ts'
import { adminAction, adminLoader } from '#app/guard.server.ts'
import { unknownIntent } from '#app/http/http-error.ts'
import { pageOf, readPage } from '#app/http/list-address.ts'
import { readSmallForm } from '#app/http/read-form.server.ts'
import { collectFileRefs } from '#app/media/library/collect-file-refs.ts'
import type { SectionDefinition } from '#app/schema/define-section.ts'
import { currentSite } from '#app/site.server.ts'
import { PAGE_SIZE, type Edit } from './history-list.tsx'
import {
  describeEdit,
  flashExpectedErrors,
  historyHref,
  missingFilesNote,
  requireKnownSection,
  restoreEdit,
  undoOn,
  withIssuesInWords,
} from './section-history.server.ts'

/** One page of a section's edits, the entry that holds the version before them all, and what was deleted from its lists. */
export const sectionHistoryLoader = adminLoader('editor', async ({ request, params }) => {
  const section = requireKnownSection(params['section'])
  const entries = await currentSite().content.history(section)
  const { page, pageCount, items } = pageOf(entries, readPage(new URL(request.url).searchParams), PAGE_SIZE)
  const oldest = page === pageCount ? entries.at(-1) : undefined
  return {
    section: { id: section.id, label: section.label },
    page,
    total: entries.length,
    edits: items.map(describeEdit),
    oldest: oldest && describeEdit(oldest),
    deleted: page === 1 ? deletedEntries(section, entries) : [],
  }
})

/** Restores an earlier version (`intent=restore`), or a deleted entry (`bring-back`). */
export const sectionHistoryAction = adminAction('publisher', async ({ request, params, user }) => {
  const section = requireKnownSection(params['section'])
  const { fields } = await readSmallForm(request)
  const textOf = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
  const entry = textOf('entry')
  if (fields['intent'] === 'bring-back') {
    return restoreDeletedEntry(section, { entry, list: textOf('list'), id: textOf('id') }, user.id)
  }
  if (fields['intent'] !== 'restore') throw unknownIntent()
  return restoreEdit(section, { entry, version: textOf('version') }, user.id, historyHref(section.id))
})

/** An entry that is no longer in its list, and the edit that deleted it. */
export interface DeletedEntry {
  /** Path of the list in the content. */
  list: string
  id: string
  title: string
  edit: Edit
}

/** Older ones are restored with an earlier version. */
const SHOWN = 50

/**
 * The entries of a section's lists that an edit deleted and no later one restored, the latest first, at most 50. Reads no text
 * of the history: the summary of each edit names what it deleted.
 */
function deletedEntries(section: SectionDefinition, history: readonly HistoryEntry[]): DeletedEntry[] {
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

/** Which deleted entry is meant: by the edit that removed it. */
interface DeletedEntryRef {
  entry: string
  list: string
  id: string
}

/**
 * Restores one entry at its former place in the current version, or at the end of a list that has become shorter. Redirects to
 * the section's history, which shows the result.
 */
async function restoreDeletedEntry(section: SectionDefinition, ref: DeletedEntryRef, author: string) {
  const page = historyHref(section.id)
  return flashExpectedErrors(page, async () => {
    const { entry, at, title } = await findDeleted(section, ref)
    let obstacle: string | undefined
    const { historyEntry } = await withIssuesInWords(section, () =>
      currentSite().content.update(section, {
        author,
        reason: `“${title}” restored`,
        change: (content) => {
          const now = listAt(content, ref.list)
          if (now.some((other) => idOf(other) === ref.id)) obstacle = 'is already in the list'
          else if (!hasList(content, ref.list)) obstacle = 'cannot be restored: its list no longer exists'
          if (obstacle !== undefined) return content
          return withList(content, ref.list.split('.'), now.toSpliced(at, 0, entry))
        },
      }),
    )
    if (obstacle !== undefined)
      return currentSite().flash.flashRedirect(page, { kind: 'failure', message: `“${title}” ${obstacle}.` })
    const named = collectFileRefs(entry)
    const missing = (await currentSite().files.bringBackFilesOf(section)).filter((file) => named.has(file))
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

/** The content with another list at a path that leads to one. */
function withList(content: unknown, [key, ...rest]: string[], list: unknown[]): unknown {
  return key === undefined ? list : { ...asRecord(content), [key]: withList(asRecord(content)[key], rest, list) }
}
