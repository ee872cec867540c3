import { isDay } from '#app/cms/define/calendar-day.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { redirect } from '@remix-run/node'
import { askedWith } from '#app/cms/platform/http/confirmation.server.ts'
import { historyIntents } from './history-intents.ts'
import { hasRole } from '#app/cms/people/roles.ts'
import { readChoices } from '#app/cms/content/compare/resolve-collision.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import type { HistoryEntry } from '#app/cms/content/history/history-entry.ts'
import type { PastState } from '#app/cms/content/store/store.types.ts'
import { readSmallForm, textOf } from '#app/cms/platform/http/read-form.server.ts'
import { documentsIn, resolveImages } from '#app/cms/media/library/used-files.server.ts'
import { schemaLabels } from '#app/cms/content/compare/schema-labels.ts'
import { listDifferences, type Difference } from '#app/cms/content/compare/content-differences.ts'
import { markWords, type MarkBudget } from '#app/cms/content/compare/mark-words.ts'
import type { ShownDifference, ShownValue } from './difference-list.tsx'
import {
  describeEdit,
  historyHref,
  issueTexts,
  findRemovedSection,
  findRestoreEntry,
  requireKnownSection,
  restoreEdit,
  textsHref,
} from '#app/cms/editing/server/section-history.server.ts'
import { draftToReplace, restoreAsDraft, undoEdit, undoQuestion } from '#app/cms/editing/server/undo-edit.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

/**
 * One edit of a section and what it changed. With `?against=now`: the differences between the current version and the
 * version that the edit led to, or with `&side=before` the version before it. Throws 404 if the history does not have
 * the edit.
 */
export const differenceLoader = adminLoader('editor', async ({ request, params, user }) => {
  const removed = await findRemovedSection(params['section'])
  if (removed !== undefined) throw redirect(textsHref(removed, params['entry'] ?? ''))
  const section = requireKnownSection(params['section'])
  const entries = await currentSite().content.history(section)
  const at = entries.findIndex(({ id }) => id === params['entry'])
  const entry = entries[at]
  if (!entry) throw new Response('This version is no longer in the history.', { status: 404 })
  const query = new URL(request.url).searchParams
  const side = query.get('side') === 'before' ? 'before' : 'after'
  const isAgainstNow = query.get('against') === 'now'
  const holder = side === 'before' ? entry : findRestoreEntry(entry.replacedBy, entries.slice(0, at), section)

  const now = nowOf(section)
  const past = (from: HistoryEntry | undefined) => from && currentSite().content.past(section, from.id)
  const afterEdit = async () => (now?.version === entry.replacedBy ? now : past(holder))
  const [before, after] = isAgainstNow
    ? [now, side === 'before' ? await past(entry) : await afterEdit()]
    : [await past(entry), await afterEdit()]
  const isComparable = before?.value !== undefined && after?.value !== undefined
  const differences = isComparable
    ? listDifferences(before.value, after.value, { fieldLabels: schemaLabels(section.schema), withEntryFields: true })
    : []
  const { shown, hidden } = shownDifferences(differences)
  const [newer, older] = [entries[at - 1], entries[at + 1]]
  return {
    section: { id: section.id, label: section.label },
    edit: describeEdit(entry),
    newer: newer && describeEdit(newer),
    older: older && describeEdit(older),
    side,
    isAgainstNow,
    isAfterNow: now?.version === entry.replacedBy,
    mayPublish: hasRole(user.role, 'publisher') && !currentSite().approvals.isNeeded(section),
    undo: query.get('undo') === 'choose' ? await undoQuestion(section, entry.id) : undefined,
    draft: isAgainstNow ? draftToReplace(section) : undefined,
    isConfirmingDraft: query.get('confirm') === 'draft',
    /** Why a side cannot be shown; empty if both can. */
    problems: isComparable ? [] : problemsOf(before, after, { isAgainstNow }),
    count: differences.length,
    shown,
    hidden,
    restore: isAgainstNow && holder ? restoreOf(section, holder, after, now) : undefined,
    images: resolveImages(shown, currentSite().media.forStaff.library),
    documents: documentsIn(shown, currentSite().media.forStaff.documents),
  }
})

/**
 * Undoes the edit and keeps later ones (`intent=undo`), restores a version of the section (`restore`, if `version` is
 * still the current one), or saves it as a draft (`restore-draft`).
 */
export const differenceAction = adminAction('editor', async ({ request, params, user: sender }) => {
  const section = requireKnownSection(params['section'])
  const { fields, form } = await readSmallForm(request)
  const user = askedWith(sender, request, form)
  const { pathname, search } = new URL(request.url)
  const page = historyHref(section.id)
  if (fields['intent'] === historyIntents.undo) {
    const choices = readChoices(Object.entries(fields))
    return undoEdit(section, { entry: params['entry'], seen: textOf(fields['version']), choices }, user, {
      page,
      failedPage: pathname,
    })
  }
  if (fields['intent'] === historyIntents.restoreDraft) {
    const version = { entry: textOf(fields['entry']), replaces: textOf(fields['replaces']) || undefined }
    return restoreAsDraft(section, version, user, pathname + withConfirm(search))
  }
  if (fields['intent'] !== historyIntents.restore) throw unknownIntent()
  if (!hasRole(user.role, 'publisher')) throw new Response(ONLY_PUBLISHERS, { status: 403 })
  const posted = { entry: textOf(fields['entry']), version: textOf(fields['version']) }
  return restoreEdit(section, posted, user, page, pathname + search)
})

const ONLY_PUBLISHERS = 'With your role you can restore a version as a draft. Only a publisher can publish it.'

function withConfirm(search: string) {
  const query = new URLSearchParams(search)
  query.set('confirm', 'draft')
  return `?${query.toString()}`
}

function nowOf(section: SectionDefinition): PastState | undefined {
  const snapshot = currentSite().content.find(section)
  return snapshot && { ...snapshot, issues: [] }
}

/** A restore with this version is refused if the section can be read by then. */
const NO_VERSION = 'none'

/** What the button that restores a version needs, or why the version cannot be restored. */
function restoreOf(
  section: SectionDefinition,
  holder: HistoryEntry,
  state: PastState | undefined,
  now: PastState | undefined,
) {
  const obstacles = issueTexts(section, state?.issues ?? [])
  // A section that cannot be read has no current version that a restore could overwrite.
  return { entry: holder.id, version: now?.version ?? NO_VERSION, hasNow: now !== undefined, obstacles }
}

function problemsOf(before: PastState | undefined, after: PastState | undefined, { isAgainstNow = false }) {
  const [left, right] = isAgainstNow
    ? ['The current version', 'This version']
    : ['The version before this edit', 'The version after this edit']
  return [problemOf(left, before), problemOf(right, after)].flatMap((problem) => problem ?? [])
}

function problemOf(what = '', state: PastState | undefined) {
  if (!state) return `${what} is not in the history, or cannot be read.`
  const reason = state.issues.map(({ message }) => message).join('; ')
  return state.value === undefined ? `${what} cannot be read: ${reason}` : undefined
}

/** The most differences of one section on a page. A reader cannot review more. */
const MAX_OF_SECTION = 200
/** The most differences of a page with several sections. */
const MAX_ON_PAGE = 400
/** The most characters of a text that are shown. No field holds more today. */
const MAX_TEXT_LENGTH = 20_000
/** Limits the marking of words to about a tenth of a second for a whole page. */
const MARK_STEPS = 3_000_000

/** What a page may still show of differences. Several lists of one page share it. */
export interface PageBudget extends MarkBudget {
  differences: number
}

export function pageBudget(): PageBudget {
  return { differences: MAX_ON_PAGE, steps: MARK_STEPS }
}

/**
 * Prepares differences for the page: at most 200, and no more than are left for the page, with the differing words
 * marked. `hidden` is the number of the others.
 */
export function shownDifferences(
  differences: readonly Difference[],
  budget = pageBudget(),
): { shown: ShownDifference[]; hidden: number } {
  const shown = differences.slice(0, Math.min(MAX_OF_SECTION, budget.differences)).map((difference) => ({
    label: difference.label,
    kind: difference.kind,
    ...sidesOf(difference, budget),
  }))
  budget.differences -= shown.length
  return { shown, hidden: differences.length - shown.length }
}

function sidesOf(difference: Difference, budget: MarkBudget): Pick<ShownDifference, 'before' | 'after'> {
  const { kind, mine, theirs, fields } = difference
  if (kind === 'entry') {
    const value: ShownValue = fields
      ? { kind: 'entry', fields: fields.slice(0, MAX_OF_SECTION).map(fieldOfEntry) }
      : plainText(mine ?? theirs)
    return mine === undefined ? { before: undefined, after: value } : { before: value, after: undefined }
  }
  if (kind === 'image' || kind === 'file') {
    return { before: { kind, file: mine ?? '' }, after: { kind, file: theirs ?? '' } }
  }
  if (kind === 'order') return { before: plainText(mine), after: plainText(theirs) }
  const marks = markWords(readable(mine), readable(theirs), budget)
  return { before: { kind: 'text', marks: marks.mine }, after: { kind: 'text', marks: marks.theirs } }
}

/** A field of an entry that only one side has. A list in it is shown by the titles of its entries. */
function fieldOfEntry({ label, kind, theirs }: Difference): { label: string; value: ShownValue } {
  const value: ShownValue = kind === 'image' || kind === 'file' ? { kind, file: theirs ?? '' } : plainText(theirs)
  return { label, value }
}

function plainText(text: string | undefined): ShownValue {
  return { kind: 'text', marks: text ? [{ kind: 'same', text: readable(text) }] : [] }
}

/** A day as it is shown elsewhere; a very long text only in part. */
function readable(text = '') {
  if (isDay(text)) return formatDay(text)
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text
}
