import type { Author } from '#app/cms/platform/author.server.ts'
import { adminAddress } from '#app/cms/define/admin-address.ts'
import type { TypedResponse } from '@remix-run/node'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { HistoryEntryNotFound, InvalidContent } from '#app/cms/content/store/errors.ts'
import { requireExpected } from '#app/cms/platform/http/error-responses.server.ts'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import type { EditSummary, HistoryEntry } from '#app/cms/content/history/history-entry.ts'
import type { ContentIssue } from '#app/cms/content/store/store.types.ts'
import { listRemovedSections } from '#app/cms/content/history/removed-sections.server.ts'
import { schemaLabels, labelOfPath } from '#app/cms/content/compare/schema-labels.ts'
import { enumerate } from '#app/cms/platform/format/words.ts'
import { formatTime, formatTimeInSentence } from '#app/cms/platform/format/time.ts'
import type { PostedEdit } from './posted-edit.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

const SHOWN_EDITS = 8

/** A past edit, as staff read it. */
export interface Edit {
  /** Id of its history entry. */
  id: string
  /** Address of the page that shows what it changed. */
  href: string
  /** ISO 8601. */
  time: string
  /** The time as staff read it. */
  when: string
  /** The same within a sentence. */
  at: string
  author: string
  /** Name of the second person, if the section needed approval. */
  approver: string | undefined
  reason: string
  /** What was edited: the first few fields, with their values if there are two or three, or else the reason. */
  what: string
  /** Number of fields and list entries that it changed; undefined if unknown. */
  changes: number | undefined
  /** Labels of the first few of these. */
  fields: readonly string[]
  /** The value before and after, of an edit that changed one value. */
  values: { before: string; after: string } | undefined
}

export interface RestorableEdit extends Edit {
  /** The entry that restores the version after this edit; undefined if that is current, or not in the history. */
  restore: string | undefined
}

/** A section by its id, whether it has an editor or not. Throws 404 if there is none. */
export function requireKnownSection(id: string | undefined): SectionDefinition {
  const section = currentSite().sections.resolve(id)
  if (!section) throw new Response('There is no such section.', { status: 404 })
  return section
}

/**
 * The id of a section that this version of the website does not have, but whose history is stored. Undefined for a
 * section that the site has. Throws 404 if there is neither.
 */
export async function findRemovedSection(id: string | undefined): Promise<string | undefined> {
  const { storage, sections } = currentSite()
  if (sections.resolve(id)) return undefined
  if (id !== undefined && (await listRemovedSections(storage, sections)).includes(id)) return id
  throw new Response('There is no such section.', { status: 404 })
}

/** A section that has a history, whether the site has the section or not. Throws 404 if there is none. */
export async function requireSectionWithHistory(id: string | undefined): Promise<{ id: string; label: string }> {
  const removed = await findRemovedSection(id)
  if (removed !== undefined) return { id: removed, label: removed }
  const { id: known, label } = requireKnownSection(id)
  return { id: known, label }
}

/** Address of the page with the texts of the file before and after an edit. */
export function textsHref(section: string, entry: string) {
  return `${historyHref(section)}/${entry}/texts`
}

/**
 * The latest edits of a section, newest first, each with the history entry that restores the state after it; `before`
 * is the entry that restores the state before all of them.
 */
export async function latestEdits(section: SectionDefinition) {
  const entries = await currentSite().content.history(section, SHOWN_EDITS)
  const edits: RestorableEdit[] = entries.map((entry, index) => ({
    restore: findRestoreEntry(entry.replacedBy, entries.slice(0, index), section)?.id,
    ...describeEdit(entry),
  }))
  return { edits, before: entries.at(-1)?.id }
}

/**
 * The history entry whose snapshot equals the result of an edit. Undefined if that result is the current version, or is
 * no longer in the history.
 */
export function findRestoreEntry(version: string, newer: readonly HistoryEntry[], section: SectionDefinition) {
  if (currentSite().content.find(section)?.version === version) return undefined
  return newer.findLast((entry) => entry.version === version)
}

/** An edit of any section, as the dashboard and the history list it. */
interface SectionEdit extends Edit {
  section: Pick<SectionDefinition, 'id' | 'label'>
  /** Address of the editor of that section. */
  sectionHref: string
}

/** Every edit of these sections in the history, newest first. The store reads its lists from disk only once. */
export async function allEntries(
  of: readonly SectionDefinition[],
): Promise<{ section: SectionDefinition; entry: HistoryEntry }[]> {
  const all = await Promise.all(
    of.map(async (section) => (await currentSite().content.history(section)).map((entry) => ({ section, entry }))),
  )
  // Compares texts: times in ISO 8601 sort alphabetically.
  return all.flat().sort((a, b) => (a.entry.time < b.entry.time ? 1 : a.entry.time > b.entry.time ? -1 : 0))
}

/** The newest edits of these sections together, newest first. */
export async function latestEditsOf(of: readonly SectionDefinition[], count: number): Promise<SectionEdit[]> {
  const sections = new Map(of.map((section) => [section.id, section]))
  const edits = await currentSite().content.latestEdits(of, count)
  return edits.flatMap((entry) => {
    const section = sections.get(entry.section)
    return section ? describeSectionEdit({ section, entry }) : []
  })
}

export function describeSectionEdit({ section, entry }: Awaited<ReturnType<typeof allEntries>>[number]): SectionEdit {
  const { id, label } = section
  return { section: { id, label }, sectionHref: adminAddress(section), ...describeEdit(entry) }
}

/** An edit as staff read it, with the name of its author and the page that shows what it changed. */
export function describeEdit({ id, section, time, author, approvedBy, reason, summary }: HistoryEntry): Edit {
  const href = `${historyHref(section)}/${id}`
  const { changes, fields = [], values, each } = summary ?? {}
  return {
    id,
    href,
    time,
    when: formatTime(time),
    at: formatTimeInSentence(time),
    author: currentSite().auth.accounts.nameOf(author),
    approver: approvedBy === undefined ? undefined : currentSite().auth.accounts.nameOf(approvedBy),
    reason,
    what: whatEdited(reason, { fields, changes, each }),
    changes,
    fields,
    values,
  }
}

/** The end of the reason of a save by a section's editor. Such a reason names only the section. */
const EDITED = ' edited'

export function reasonOfEdit(label: string) {
  return label + EDITED
}

function whatEdited(
  reason: string,
  { fields, changes = 0, each }: Pick<Edit, 'fields' | 'changes'> & Pick<EditSummary, 'each'>,
) {
  if (!reason.endsWith(EDITED) || fields.length === 0) return reason
  if (each) return fields.map((field, at) => `${field}: ${each[at]?.before} → ${each[at]?.after}`).join('; ')
  const rest = changes - fields.length
  return rest > 0 ? `${fields.join(', ')} and ${rest} more` : enumerate(fields)
}

/** Address of the page with all edits of a section. */
export function historyHref(sectionId: string) {
  return `/admin/history/${sectionId}`
}

/**
 * Restores an earlier version of a section and redirects to `page` with a message, or to `failedPage` if it failed.
 * Fails if someone has edited the section since `version`.
 */
export async function restoreEdit(
  section: SectionDefinition,
  posted: Pick<PostedEdit, 'entry' | 'version'>,
  author: Author,
  page: string,
  failedPage = page,
) {
  const entry = (await currentSite().content.history(section)).find(({ id }) => id === posted.entry)
  return flashExpectedErrors(failedPage, async () => {
    if (!entry) throw new HistoryEntryNotFound(posted.entry ?? '')
    const expectedVersion = posted.version || entry.replacedBy
    const { historyEntry } = await withIssueTexts(section, () =>
      currentSite().content.restore(section, entry.id, { author, expectedVersion }),
    )
    const message =
      historyEntry === undefined ? 'This is already the current version' : 'The earlier version was restored'
    return currentSite().flash.flashRedirect(page, {
      kind: 'success',
      message: message + missingFilesNote(await currentSite().files.bringBackFilesOf(section)),
      ...undoOn(undoAddress(section, page), historyEntry),
    })
  })
}

/**
 * The part of a message about a restored version that names files missing even in the trash; empty if there are none.
 */
export function missingFilesNote(missing: readonly string[]) {
  return missing.length === 0 ? '' : `, but some of its files are missing: ${enumerate(missing, SHOWN_MISSING)}`
}

const SHOWN_MISSING = 3

/**
 * The undo button of a message: it posts to `page`, an address of the administrator area. The button that undoes an undo
 * is called “Redo”.
 */
export function undoOn(page: string, historyEntry: string | undefined, { isRedo = false } = {}) {
  if (historyEntry === undefined) return {}
  return { undo: { address: page, entry: historyEntry, ...(isRedo && { isRedo }) } }
}

/** Where the edit of a section is undone after a restore that leads to `page`: there, unless that is a list of entries. */
export function undoAddress(section: SectionDefinition, page: string): string {
  return section.entry && page === `/admin/${section.entry.collection}` ? adminAddress(section) : page
}

/**
 * Makes an edit that has no form of its own. If an expected error occurs, redirects to `page`, which shows its message.
 */
export async function flashExpectedErrors(page: string, edit: () => Promise<TypedResponse<never>>) {
  try {
    return await edit()
  } catch (error) {
    const { message } = requireExpected(error)
    return currentSite().flash.flashRedirect(page, { kind: 'failure', message })
  }
}

/** An earlier version does not match the current schema of the section; the message names the fields. */
export class NoLongerFits extends ExpectedError {
  override name = 'NoLongerFits'
  constructor(message: string, options?: ErrorOptions) {
    super(422, message, options)
  }
}

/**
 * Runs `edit`, which restores old content. If the schema rejects that content, the error names the fields by their
 * labels.
 */
export async function withIssueTexts<Result>(section: SectionDefinition, edit: () => Promise<Result>) {
  try {
    return await edit()
  } catch (error) {
    if (!(error instanceof InvalidContent)) throw error
    const words = issueTexts(section, error.issues).join('; ')
    throw new NoLongerFits(
      `Nothing was changed, because this version does not match the current fields of “${section.label}”. ${words}`,
      {
        cause: error,
      },
    )
  }
}

/** The issues with the labels of their fields: `Members › 1 › Title: Enter title`. */
export function issueTexts(section: SectionDefinition, issues: readonly ContentIssue[]): string[] {
  const fieldLabels = schemaLabels(section.schema)
  return issues.map(({ path, message }) => (path === '' ? message : `${labelOfPath(fieldLabels, path)}: ${message}`))
}
