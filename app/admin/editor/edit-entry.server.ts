import type { z } from 'zod'
import {
  editEntries,
  editEntry,
  entriesOf,
  type EditBy,
  type Entry,
  type EntryList,
} from '#app/content/store/edit-entry.ts'
import { asRecord } from '#app/content/compare/content-words.ts'
import type { SectionDefinition } from '#app/schema/define-section.ts'
import type { UnreadableSection } from '#app/admin/shell/admin-page.tsx'
import { flashExpectedErrors } from '#app/admin/history/section-history.server.ts'
import { currentSite } from '#app/site.server.ts'
import { viewOfBrokenFile } from './broken-file.server.ts'
import { editPart } from './merge-conflict.server.ts'
import type { PostedEdit } from './posted-edit.server.ts'
import { savedRedirect, saveEdit } from './save-edit.server.ts'

/**
 * The content of a section for a page that edits a part of it, and what is wrong with its file. Throws the page that shows what
 * is wrong (503) if the file could never be read.
 */
export function contentToEdit<Section extends SectionDefinition>(section: Section) {
  const { content } = currentSite()
  const broken = viewOfBrokenFile(section)
  const snapshot = content.find(section)
  if (snapshot) return { ...snapshot, broken }
  const { id, label } = section
  const unreadable = { id, label, broken }
  throw Response.json({ unreadable } satisfies UnreadableSection, { status: 503 })
}

/** A list that staff edit entry by entry, on a page of its own. */
export interface EditedList extends EntryList {
  /** Parses the form of one entry. */
  entryForm: z.ZodObject<{ _id: z.ZodType<string> }>
  /** Address of the page, to which every edit returns. */
  page: string
  /** Shown where the entry to delete does not exist. */
  missingMessage: string
}

/** Who edits, and what the history and the message say of it. */
type By = Pick<EditBy, 'author' | 'reason'>

/**
 * Saves a posted entry by its `_id`: in its place, or as a new one if the list does not have it. Responds as saveEdit does: only
 * edits of the same entry conflict.
 */
export function saveEntry(edited: EditedList, posted: PostedEdit, by: By) {
  return saveEdit({
    posted,
    schema: edited.entryForm,
    failedMessage: edited.section.messages.failed,
    select: selectEntry(edited, posted.content.get('_id')),
    save: async (entry, expectedVersion, merged) => {
      const { content } = currentSite()
      const { historyEntry } = await editEntry(content, edited, entry._id, { ...by, expectedVersion }, () => entry)
      return savedRedirect(edited.page, { message: by.reason, historyEntry, merged })
    },
  })
}

/** Deletes an entry, also over later edits of other entries. Redirects to the page, which shows the result. */
export async function deleteEntry(edited: EditedList, { version }: PostedEdit, id: string, by: By) {
  const { content, flash } = currentSite()
  const select = selectEntry(edited, id)
  if (!select(contentToEdit(edited.section).value)) {
    return flash.flashRedirect(edited.page, { kind: 'failure', message: edited.missingMessage })
  }
  return editListPart(edited.page, {
    version,
    select,
    by,
    edit: (editBy) => editEntry(content, edited, id, editBy, () => undefined),
  })
}

/** Moves an entry to the index that `toIndex` makes of its own, also over later edits that leave the order as it was. */
export function moveEntry(
  edited: EditedList,
  { version }: PostedEdit,
  id: FormDataEntryValue | null,
  toIndex: (from: number) => number,
  by: By,
) {
  const { content } = currentSite()
  const idsOf = (value: unknown) => entriesOf(asRecord(value), edited.list).map(({ _id }) => _id)
  const move = (entries: readonly Entry[]) => {
    const from = entries.findIndex(({ _id }) => _id === id)
    const moved = entries[from]
    return moved ? entries.toSpliced(from, 1).toSpliced(Math.max(0, toIndex(from)), 0, moved) : entries
  }
  return editListPart(edited.page, {
    version,
    select: idsOf,
    by,
    edit: (editBy) => editEntries(content, edited, editBy, move),
  })
}

interface PartEdit {
  version: string
  /** Takes what the edit depends on out of the section's content. */
  select: (content: unknown) => unknown
  by: By
  edit: (by: EditBy) => ReturnType<typeof editEntries>
}

function editListPart(page: string, { version, select, by, edit }: PartEdit) {
  return flashExpectedErrors(page, () =>
    editPart({
      version,
      select,
      edit: async (expectedVersion) => {
        const { historyEntry } = await edit({ ...by, expectedVersion })
        return savedRedirect(page, { message: by.reason, historyEntry })
      },
    }),
  )
}

/** Finds an entry in the content of its section, so that edits of different entries do not conflict. */
function selectEntry({ list }: EditedList, id: FormDataEntryValue | null) {
  return (content: unknown) => entriesOf(asRecord(content), list).find(({ _id }) => _id === id)
}
