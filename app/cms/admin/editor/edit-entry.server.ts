import { parseWithZod } from '@conform-to/zod/v4'
import type { TypedResponse } from '@remix-run/node'
import { z } from 'zod'
import { entriesOf, withEntry, type Entry, type EntryList } from '#app/cms/content/store/edit-entry.ts'
import { asRecord } from '#app/cms/content/compare/content-words.ts'
import { ContentUnavailable } from '#app/cms/content/store/errors.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { flashExpectedErrors } from '#app/cms/admin/history/section-history.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { viewOfBrokenFile } from './broken-file.server.ts'
import type { BrokenFileView } from './broken-file.tsx'
import { editPart } from './merge-conflict.server.ts'
import type { PostedEdit } from './posted-edit.server.ts'
import { refuse, savedRedirect, saveEdit } from './save-edit.server.ts'

/**
 * The content of a section whose list is edited entry by entry, and the errors of its file. If the file was never
 * valid, the list is empty: the first save replaces the file.
 */
export function contentToEdit<Schema extends z.ZodType>(section: SectionDefinition<Schema>) {
  const { content } = currentSite()
  const broken = viewOfBrokenFile(section)
  const snapshot = content.find(section)
  if (snapshot) return { ...snapshot, broken }
  const unusable = content.brokenFile(section)
  if (!broken || !unusable) throw new ContentUnavailable(section.id)
  return {
    value: emptyContent(section),
    version: unusable.version,
    broken: { ...broken, startsFrom: 'empty-list' } satisfies BrokenFileView,
  }
}

/** The content of a section of lists without any entries. Throws if the section has other fields that are required. */
export function emptyContent<Schema extends z.ZodType>({ schema }: SectionDefinition<Schema>): z.output<Schema> {
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const lists = names.map((name): [string, unknown] => [name, []])
  return schema.parse(Object.fromEntries(lists))
}

/** A list that staff edit entry by entry, on a page of its own. */
export interface EditedList extends EntryList {
  /** Parses the form of one entry. */
  entryForm: z.ZodObject<{ _id: z.ZodType<string> }>
  /** Address of the page that every edit redirects to. */
  page: string
  /** Shown if the entry to delete does not exist. */
  missingMessage: string
}

/** What the edits of a list change: the published content or a draft. */
export interface ListTarget {
  /** Address of the page that every edit redirects to. */
  page: string
  /** Shown above the reasons if nothing could be saved. */
  failedMessage: string
  /** Why this person may not edit; undefined if they may. */
  refusal: string | undefined
  /** The content that is edited. */
  current: () => { value: unknown }
  /** See {@link mergeConflict}: its option `baseOf`. */
  baseOf?: (version: string) => Promise<{ value: unknown } | undefined>
  /** Saves changed entries, with `version` as the expected version. Rejects like `update` of the store. */
  edit: (version: string, change: ChangeEntries, reason: string) => Promise<ListEditDone>
}

interface ListEditDone {
  message: string
  undo?: string | undefined
  /** Address to redirect to instead of the page of the target. */
  page?: string | undefined
}

export type ChangeEntries = (entries: readonly Entry[]) => readonly Entry[]

/**
 * Saves a posted entry: replaces the one with the same `_id`, or adds a new one if the list has none. Responds like
 * {@link saveEdit}, but only edits of the same entry conflict. Responds with 403 and what was typed if the person may
 * not edit the list.
 */
export async function saveEntry(edited: EditedList, target: ListTarget, posted: PostedEdit, reason: string) {
  const { page, failedMessage, refusal, baseOf } = target
  if (refusal !== undefined) {
    const result = parseWithZod(posted.content, { schema: edited.entryForm }).reply()
    return refuse(403, { result, version: posted.version, failure: { message: failedMessage, detail: refusal } })
  }
  return saveEdit({
    posted,
    schema: edited.entryForm,
    failedMessage,
    select: selectEntry(edited, posted.content.get('_id')),
    baseOf,
    save: async (entry, version, merged) => {
      const change: ChangeEntries = (entries) => withEntry(entries, edited, entry._id, () => entry)
      const { message, undo, page: next = page } = await target.edit(version, change, reason)
      return savedRedirect(next, { message, historyEntry: undo, merged })
    },
  })
}

/**
 * Deletes an entry, even if other entries were edited since `version`. Redirects to the page, which shows the result.
 */
export async function deleteEntry(
  edited: EditedList,
  target: ListTarget,
  { version }: PostedEdit,
  id: string,
  reason: string,
) {
  const select = selectEntry(edited, id)
  if (!select(target.current().value)) {
    return currentSite().flash.flashRedirect(target.page, { kind: 'failure', message: edited.missingMessage })
  }
  return editListPart(target, {
    version,
    select,
    change: (entries) => withEntry(entries, edited, id, () => undefined),
    reason,
  })
}

/**
 * Moves an entry to the index that `toIndex` returns for its current one, even if entries were edited since `version`,
 * unless the order has changed.
 */
export function moveEntry(
  edited: EditedList,
  target: ListTarget,
  { version }: PostedEdit,
  { id, toIndex, reason }: { id: FormDataEntryValue | null; toIndex: (from: number) => number; reason: string },
) {
  const idsOf = (value: unknown) => entriesOf(asRecord(value), edited.list).map(({ _id }) => _id)
  const change: ChangeEntries = (entries) => {
    const from = entries.findIndex(({ _id }) => _id === id)
    const moved = entries[from]
    return moved ? entries.toSpliced(from, 1).toSpliced(Math.max(0, toIndex(from)), 0, moved) : entries
  }
  return editListPart(target, { version, select: idsOf, change, reason })
}

interface ListPartEdit {
  version: string
  /** Selects the part of the section's content that the edit depends on. */
  select: (content: unknown) => unknown
  change: ChangeEntries
  reason: string
}

async function editListPart(target: ListTarget, edit: ListPartEdit): Promise<TypedResponse<never>> {
  const { page, refusal, baseOf } = target
  if (refusal !== undefined) return currentSite().flash.flashRedirect(page, { kind: 'failure', message: refusal })
  const { version, select, change, reason } = edit
  return flashExpectedErrors(page, () =>
    editPart({
      version,
      select,
      baseOf,
      edit: async (expectedVersion) => {
        const { message, undo } = await target.edit(expectedVersion, change, reason)
        return savedRedirect(page, { message, historyEntry: undo })
      },
    }),
  )
}

/** Finds an entry in the content of its section, so that edits of different entries do not conflict. */
function selectEntry({ list }: EditedList, id: FormDataEntryValue | null) {
  return (content: unknown) => entriesOf(asRecord(content), list).find(({ _id }) => _id === id)
}
