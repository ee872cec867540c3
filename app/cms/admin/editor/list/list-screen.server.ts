import { entryChoices } from '#app/cms/admin/editor/entry-choices.server.ts'
import { randomUUID } from 'node:crypto'
import { data } from '@remix-run/node'
import type { z } from 'zod'
import {
  entryForm,
  entryMove,
  entryRemoval,
  type ContentChange,
} from '#app/cms/editing/server/content-change.server.ts'
import { editContent } from '#app/cms/editing/server/edit-content.server.ts'
import { readPostedEdit, type PostedEdit } from '#app/cms/editing/server/posted-edit.server.ts'
import { loadPresence } from '#app/cms/admin/presence/presence.server.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import type { HistoryEntry } from '#app/cms/content/history/history-entry.ts'
import { entriesOf } from '#app/cms/content/store/edit-entry.ts'
import { contentIntents, isSavingIntent } from '#app/cms/editing/form/content-intents.ts'
import type { EditedEntry, LastChange } from '#app/cms/editing/entries/entry-views.tsx'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { usedFiles } from '#app/cms/media/library/used-files.server.ts'
import type { EntryScreens, SectionDefinition } from '#app/cms/define/define-section.ts'
import { fieldLabels, imageWidths, uploadFolders } from '#app/cms/define/walk-schema.ts'
import { formatTime } from '#app/cms/platform/format/time.ts'
import { longLists } from '#app/cms/define/list-length.ts'
import { focusPoints } from '#app/cms/media/focus/focus-points.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { listEditPlace, listToEdit } from './list-content.server.ts'

interface Asked {
  request: Request
  user: User
}

/** What every screen of a list knows about it. */
function viewOfList({ id, label, page, messages, list }: ListSection) {
  const { form, noun, editsIn, indexFor } = list
  return {
    id,
    label,
    page,
    failedMessage: messages.failed,
    labels: fieldLabels(form),
    noun,
    editsIn,
    /** True if staff choose the order of the entries. */
    isOrderedByStaff: indexFor === undefined,
  }
}

/**
 * The entries in their order, or those of their draft; the files that they use, when each was last changed, and an
 * `_id` for one to be added.
 */
export const listLoader = adminLoader('editor', async (asked) => {
  const section = requireList(asked.request)
  const { field, form } = section.list
  const { value, version, broken, place } = listToEdit(section, asked)
  const { auth, content, media } = currentSite()
  const entry = addressedEntry(section, asked.request).editId
  return {
    list: viewOfList(section),
    entries: entriesOf(value, field),
    version,
    broken,
    tooLong: longLists(section.schema, value).map(({ message }) => message),
    place,
    ...usedFiles(value, media.forStaff),
    folders: uploadFolders(form),
    widths: imageWidths(form),
    setsFocus: currentSite().definition.sections.includes(focusPoints),
    entryChoices: entryChoices(form),
    changes: lastChanges(await content.history(section), field, auth.accounts.nameOf),
    newId: randomUUID(),
    presence: loadPresence(
      // Others cannot open a new entry.
      { section: section.id, release: place.release?.id, entry: entry === NEW ? undefined : (entry ?? undefined) },
      asked.user.id,
    ),
  }
})

/**
 * Moves the entry `_id` by one (`intent=up` or `down`) or to a place counted from 0 (`intent=move`, `to`), or does what
 * {@link editContent} does with the draft of the list. If rows are edited in the table, also saves the entry of `?edit=`
 * (`new`: adds the posted one), or deletes that of `?delete=`.
 */
export const listAction = adminAction('editor', editList, { intents: contentIntents })

async function editList(asked: Asked) {
  const section = requireList(asked.request)
  const { list, preprocess } = section
  const posted = await readPostedEdit(asked, list.form, preprocess)
  const { editId, deleteId } = addressedEntry(section, asked.request)
  const place = listEditPlace(section, asked)
  if (posted.intent === contentIntents.delete) {
    // Discards the draft.
    if (editId === null && deleteId === null) return editContent(place, posted, undefined)
    if (deleteId === null) throw unknownIntent()
    return editContent(place, posted, entryRemoval(list, deleteId))
  }
  if (editId !== null && savesEntry(posted)) return editContent(place, posted, entryChange(list, posted, editId))
  return editContent(place, posted, moveChange(list, posted))
}

/** The `_id` and the index of an entry to be added. */
export const newEntryLoader = adminLoader('editor', (asked) => {
  const section = requireList(asked.request)
  const { value, version, place } = listToEdit(section, asked)
  const entry: EditedEntry = { _id: randomUUID() }
  return { list: viewOfList(section), entry, index: entriesOf(value, section.list.field).length, version, place }
})

/**
 * Adds an entry. The form contains its `_id`: if it is sent again, after Back, it edits the entry that it has added.
 */
export const newEntryAction = adminAction('editor', (asked) => editEntryForm(asked, NEW), { intents: contentIntents })

/**
 * One entry. For a deleted entry, responds with 404 and only its `_id`, so that the page can still show what was typed.
 */
export const entryLoader = adminLoader('editor', ({ params, ...asked }) => {
  const section = requireList(asked.request)
  const { value, version, place } = listToEdit(section, asked)
  const entryId = params['entryId'] ?? ''
  const entries = entriesOf(value, section.list.field)
  const found = entries.findIndex(({ _id }) => _id === entryId)
  const stored = entries[found]
  const isDeleted = stored === undefined
  const entry: EditedEntry = stored ?? { _id: entryId }
  const index = isDeleted ? entries.length : found
  const presence = loadPresence({ section: section.id, release: place.release?.id, entry: entryId }, asked.user.id)
  return data(
    { list: viewOfList(section), entry, index, isDeleted, version, place, presence },
    { status: isDeleted ? 404 : 200 },
  )
})

/** Saves an entry, or deletes it (`intent=delete`). A deleted entry is added again. */
export const entryAction = adminAction(
  'editor',
  ({ params, ...asked }) => editEntryForm(asked, params['entryId'] ?? ''),
  {
    intents: contentIntents,
  },
)

async function editEntryForm(asked: Asked, id: string) {
  const section = requireList(asked.request)
  const { list, preprocess } = section
  const posted = await readPostedEdit(asked, list.form, preprocess)
  const place = listEditPlace(section, asked)
  if (posted.intent === contentIntents.delete && id !== NEW) return editContent(place, posted, entryRemoval(list, id))
  if (posted.intent === undefined || savesEntry(posted))
    return editContent(place, posted, entryChange(list, posted, id))
  throw unknownIntent()
}

const NEW = 'new'

/** True for the buttons of an entry's form. */
function savesEntry({ intent, content }: PostedEdit) {
  return isSavingIntent(intent) || (intent === undefined && content.has('__intent__'))
}

/** The change that a form makes to the entry with this `_id`, or to the new one whose `_id` it contains. */
function entryChange(list: EntryScreens, { content }: PostedEdit, id: string) {
  if (id === NEW) return entryForm(list, content.get('_id'), 'added')
  content.set('_id', id)
  return entryForm(list, id, 'updated')
}

/** The move that a button of the list asks for; undefined for another intent. */
function moveChange(list: EntryScreens, { intent, content }: PostedEdit): ContentChange | undefined {
  const id = content.get('_id')
  const to = content.get('to')
  if (list.indexFor) return undefined
  if (intent === contentIntents.up) return entryMove(list, id, (from) => from - 1)
  if (intent === contentIntents.down) return entryMove(list, id, (from) => from + 1)
  if (intent !== contentIntents.move || typeof to !== 'string' || !/^\d{1,6}$/.test(to)) return undefined
  return entryMove(list, id, () => Number(to))
}

/** The entry whose row the address opens (`new`: one to be added) or asks to delete; null if there is none. */
function addressedEntry({ list }: ListSection, request: Request) {
  const query = new URL(request.url).searchParams
  const isInRow = list.editsIn === 'row'
  return { editId: isInRow ? query.get('edit') : null, deleteId: isInRow ? query.get('delete') : null }
}

type ListSection = SectionDefinition<z.ZodObject> & { list: EntryScreens }

/** The section whose list has this address. Each list has a route of its own, so there is no route parameter. */
function requireList(request: Request): ListSection {
  const section = currentSite().sections.resolve(new URL(request.url).pathname.split('/')[2])
  if (!section || !hasEntryScreens(section)) throw new Response('There is no such section.', { status: 404 })
  return section
}

function hasEntryScreens(section: SectionDefinition<z.ZodObject>): section is ListSection {
  return section.list !== undefined
}

/**
 * Time and author of the last change of each entry of a list, by `_id`, as far as the history contains them. `history`
 * has the newest edit first. The search stops at an edit that does not record which entries it changed. Reads no
 * snapshots. `nameOf` returns the name of an author.
 */
export function lastChanges(
  history: readonly HistoryEntry[],
  list: string,
  nameOf: (author: string) => string,
): Record<string, LastChange> {
  const changes = new Map<string, LastChange>()
  for (const { summary, time, author } of history) {
    if (!summary?.changed) break
    for (const place of summary.changed) {
      if (place.list !== list || changes.has(place.id)) continue
      changes.set(place.id, { time, when: formatTime(time), author: nameOf(author) })
    }
  }
  return Object.fromEntries(changes)
}
