import { z } from 'zod'
import { line, optionalLine, restricted } from '#app/cms/define/fields.ts'
import { timeField } from '#app/cms/platform/site-time.ts'
import type { DocumentKind } from './document-kinds.ts'

/** The moment when a file was first public: ISO 8601, UTC, with seconds. */
export function firstPublic() {
  return restricted(line('First public', 30), isMoment, 'a moment such as 2026-08-06T04:30:00Z')
}

function isMoment(text: string) {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) && !Number.isNaN(Date.parse(text))
}

/** A file of a document that is or was public. The server records it at the moment when it becomes public. */
export const publishedFile = z.strictObject({
  fileUrl: line('File', 500),
  since: firstPublic(),
  /** Empty for the main file; the title of a further file. */
  name: optionalLine('Further file', 200),
})
export type PublishedFile = z.output<typeof publishedFile>

/** The most files that a document can have had. */
export const MAX_PUBLISHED_FILES = 500

/**
 * The recorded files with those of `current` that were not public before. A main file that follows another one again is
 * recorded again, so that the last one is always the current file.
 */
export function withPublished(
  known: readonly PublishedFile[],
  current: readonly Omit<PublishedFile, 'since'>[],
  now: Date,
): PublishedFile[] {
  const lastMain = known.findLast(({ name }) => name === '')
  const isKnown = ({ fileUrl, name }: Omit<PublishedFile, 'since'>) =>
    name === '' ? lastMain?.fileUrl === fileUrl : known.some((file) => file.fileUrl === fileUrl && file.name === name)
  const added = current.filter((file) => !isKnown(file)).map((file) => ({ ...file, since: secondsOf(now) }))
  return [...known, ...added]
}

/** A moment in ISO 8601, UTC, without milliseconds. */
export function secondsOf(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`
}

/** The day of a moment in the time zone of the site, YYYY-MM-DD. */
export function siteDayOf(moment: Date): string {
  return timeField(moment.toISOString()).slice(0, 10)
}

/**
 * The first day on which files of this kind need not be kept any more, YYYY-MM-DD: the period counts from the last one
 * that became public. `always` for a kind that is never deleted, undefined if no file was public.
 */
export function keptUntil(
  { keepYears }: Pick<DocumentKind, 'keepYears'>,
  files: readonly Pick<PublishedFile, 'since'>[],
): string | undefined {
  const last = files.map(({ since }) => since).reduce((a, b) => (a > b ? a : b), '')
  if (last === '') return undefined
  if (keepYears === 'always') return 'always'
  const day = new Date(siteDayOf(new Date(last)))
  day.setUTCFullYear(day.getUTCFullYear() + keepYears)
  return day.toISOString().slice(0, 10)
}
