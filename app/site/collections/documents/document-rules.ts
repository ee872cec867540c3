import type { EntryWithdrawal } from '#app/cms/define/define-section.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { kindOf, type DocumentKind } from './document-kinds.ts'
import type { DocumentContent } from './document-schema.ts'
import { isPlayed } from './file-type.ts'
import { filmsOf, isCaptions, repeatedCaptions } from './films.ts'
import { firstDayOf, lastDayOf, periodLabel, type FinancialPeriod } from './financial-period.ts'
import { keptUntil, siteDayOf, withPublished } from './published-files.ts'

/**
 * Rules for a change of a document, beside what its fields say: its period, its kind of file, and what must not change
 * once it is public.
 */
export function issuesOfDocument(next: unknown, before: unknown): { path: string; message: string }[] {
  const document = next as DocumentContent
  const published = before as DocumentContent | undefined
  return [
    ...issuesOfPeriod(document, published),
    ...issuesOfFile(document),
    ...issuesOfCaptions(document),
    ...issuesOfLanguages(document, published),
    ...(published ? issuesOfPublished(document, published) : []),
  ]
}

/** What the regulations ask for as a document is read and searched, so a recording is only one more form of it. */
function issuesOfFile({ kind, fileUrl }: DocumentContent) {
  const { label, mayBeRecording = false } = kindOf(kind)
  if (mayBeRecording || !fileUrl.startsWith('/') || !isPlayed(fileUrl)) return []
  const message = `The file of the ${label.toLowerCase()} must be a PDF. Add the recording below, as a further file`
  return [{ path: 'fileUrl', message }]
}

/** Nothing would show them. */
function issuesOfCaptions(document: DocumentContent) {
  const message = 'Captions belong to a film of this document (MP4). Add the film as well'
  return document.files.flatMap((file, at) =>
    isCaptions(file) && filmsOf(document).length === 0 ? [{ path: `files.${at}.fileUrl`, message }] : [],
  )
}

/** Only what a change adds: what was public before must not prevent a withdrawal. */
function issuesOfLanguages(document: DocumentContent, published: DocumentContent | undefined) {
  const known = published ? repeatedCaptions(published) : []
  return repeatedCaptions(document)
    .filter(({ film, language }) => !known.some((one) => one.film === film && one.language === language))
    .map(({ at, film, language }) => ({
      path: `files.${at}.language`,
      message: `The film “${film}” has captions in this language (${language}) already. Enter another language, or remove one of the files`,
    }))
}

function issuesOfPeriod(document: DocumentContent, before: DocumentContent | undefined) {
  const { kind, financialYear, period, eventDay, date } = document
  const { label, period: wanted } = kindOf(kind)
  const issues: { path: string; message: string }[] = []
  if ((wanted === 'year' || wanted === 'quarter') && financialYear === '')
    issues.push({ path: 'financialYear', message: `Enter the financial year of the ${label.toLowerCase()}` })
  if (wanted === 'year' && period !== 'year')
    issues.push({ path: 'period', message: `Choose the whole year for the ${label.toLowerCase()}` })
  if (wanted === 'event' && eventDay === '')
    issues.push({ path: 'eventDay', message: 'Enter the day of the event that it is about' })
  if (financialYear !== '' && date < firstDayOf(financialYear, period))
    issues.push({ path: 'date', message: 'The date is before the first day of the period. Correct one of them' })
  // A document of an earlier release may have such a date.
  else if (isBeforeEnd(document) && !(before && isBeforeEnd(before) && before.date === date))
    issues.push({ path: 'date', message: beforeEndMessage(label, { financialYear, period }) })
  return issues
}

/** No such document can exist before its period is over. */
function isBeforeEnd({ kind, financialYear, period, date }: DocumentContent) {
  const { period: wanted, mayBeBeforeEnd = false } = kindOf(kind)
  const isOnPeriod = (wanted === 'year' || wanted === 'quarter') && !mayBeBeforeEnd
  return isOnPeriod && financialYear !== '' && date < lastDayOf(financialYear, period)
}

/** Why a document on a period cannot have been disclosed before the period was over, and what to correct. */
export function beforeEndMessage(label: string, { financialYear, period }: FinancialPeriod): string {
  const end = formatDay(lastDayOf(financialYear, period))
  return `${periodLabel(financialYear, period)} ends on ${end}, so the ${label.toLowerCase()} cannot be disclosed before. Correct the date or the period`
}

function issuesOfPublished(next: DocumentContent, before: DocumentContent) {
  if (before.published.length === 0) return []
  const issues: { path: string; message: string }[] = []
  if (next.visibility === 'hidden' && before.visibility !== 'hidden')
    issues.push({ path: 'visibility', message: 'It has been public. Withdraw it instead, with the reason' })
  if (next.address !== before.address)
    issues.push({ path: 'address', message: 'It has been public, and its address stays for ever' })
  if (yearsOf(kindOf(next.kind)) < yearsOf(kindOf(before.kind)))
    issues.push({
      path: 'kind',
      message: `It was public as “${kindOf(before.kind).label}”, which is kept longer. Choose a kind that is kept at least as long`,
    })
  return issues
}

function yearsOf({ keepYears }: DocumentKind) {
  return keepYears === 'always' ? Infinity : keepYears
}

/** Records at its publication since when each file is public, and since when it is withdrawn. */
export function completeDocument(next: unknown, before: unknown, now: Date): DocumentContent {
  const document = next as DocumentContent
  const published = before as DocumentContent | undefined
  const isWithdrawn = document.withdrawnBecause !== ''
  const known = published?.published ?? []
  const current = [
    { fileUrl: document.fileUrl, name: '' },
    ...document.files.map(({ fileUrl, title: name }) => ({ fileUrl, name })),
  ]
  return {
    ...document,
    withdrawnOn: isWithdrawn ? published?.withdrawnOn || siteDayOf(now) : '',
    // The files of a hidden or withdrawn document are not public.
    published: document.visibility === 'hidden' || isWithdrawn ? known : withPublished(known, current, now),
  }
}

/** Why a document must not be deleted: its files were public, and their period is not over. */
export function documentKeptBecause(content: unknown, now: Date): string | undefined {
  const { title, kind, published } = content as DocumentContent
  const until = keptUntil(kindOf(kind), published)
  if (until === undefined || (until !== 'always' && siteDayOf(now) >= until)) return undefined
  const period = until === 'always' ? 'is kept for ever' : `has to be kept until ${formatDay(until)}`
  return `“${title}” was public and ${period}, so it cannot be deleted. Withdraw it instead: enter the reason in its form.`
}

/** How a public document is taken from visitors while it has to be kept. */
export const documentWithdrawal: EntryWithdrawal = {
  reasonOf: (content) => (content as DocumentContent).withdrawnBecause,
  withdraw: (content, reason) => ({ ...(content as DocumentContent), withdrawnBecause: reason }),
  noteBefore(content) {
    const { title, kind, visibility } = content as DocumentContent
    if (visibility === 'hidden') return undefined
    const { keepYears } = kindOf(kind)
    const rest = keepYears === 'always' ? 'can never be deleted' : `cannot be deleted for ${keepYears} years`
    return `“${title}” ${rest} after this. It can be withdrawn, with a reason that visitors read.`
  },
}

/** False for a document that is hidden, or was withdrawn. */
export function isPublicDocument({
  visibility,
  withdrawnBecause,
}: Pick<DocumentContent, 'visibility' | 'withdrawnBecause'>): boolean {
  return visibility === 'listed' && withdrawnBecause === ''
}
