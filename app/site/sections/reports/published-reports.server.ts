import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { keyOfId, visibilityOf } from '#app/cms/define/define-collection.ts'
import { defineSection } from '#app/cms/define/define-section.ts'
import type { DerivedContent } from '#app/cms/define/derived-content.ts'
import { flag, id, line, optionalDay, slug } from '#app/cms/define/fields.ts'
import { firstPublic, secondsOf, siteDayOf } from '#app/site/collections/documents/published-files.ts'
import { reports, type Report } from './reports.ts'

/**
 * A file that is or was public as an annual report. The server records it when it becomes public, and keeps it when the
 * report is deleted from the list: its file has to be kept, and its address says what was there.
 */
const publishedReport = z.strictObject({
  /** `_id` of the report. */
  report: id(),
  /** Last part of the fixed address of the report, from its first year. It never changes. */
  address: slug('Address'),
  year: line('Year', 20),
  title: line('Title', 200),
  fileUrl: line('File', 500),
  /** When this file became public. */
  since: firstPublic(),
  /** The day on which the report was deleted from the list. */
  removedOn: optionalDay('Removed on'),
  /** True if it is not in the list because the edit or the release that had added it was undone. */
  isUndone: flag('Undone'),
})
export type PublishedReport = z.output<typeof publishedReport>

/** Every file that was public as an annual report, also of reports that were deleted. */
export const publishedReports = defineSection({
  id: 'published-reports',
  label: 'Published reports',
  icon: 'report',
  file: 'investors/published-reports.yaml',
  isOptional: true,
  schema: z.strictObject({
    // Without a limit: what was public has to be kept, however much it becomes.
    published: z.array(publishedReport).meta({ title: 'Files that were public' }).default([]),
  }),
  page: '/investors#reports',
})

/** Keeps the record of the reports that were public, with each change of them. */
export const derivedReports: DerivedContent = {
  section: publishedReports,
  derive({ before, after, entryKeys, changed, isUndo, time }) {
    const keys = changed.flatMap((id) => keyOfId(reports, id) ?? [])
    if (keys.length === 0) return undefined
    const listed = [...new Set([...entryKeys(reports), ...keys])].sort().flatMap((key): Report[] => {
      const report = after(reports.entry(key))
      return report && visibilityOf(report) !== 'hidden' ? [{ ...report, _id: key }] : []
    })
    const record = (published: readonly PublishedReport[]) => withReports(published, listed, time, isUndo)
    const known = before(publishedReports)?.published ?? []
    if (isDeepStrictEqual(record(known), known)) return undefined
    return {
      reason: 'Public files of the annual reports recorded',
      change: (current) => ({ published: record((current as { published: PublishedReport[] }).published) }),
    }
  },
}

/** The record after the reports of the list have changed. */
function withReports(
  before: readonly PublishedReport[],
  reports: readonly Report[],
  now: Date,
  isUndo: boolean,
): PublishedReport[] {
  const published = [...before]
  const listed = new Map(reports.map((report) => [report._id, report]))
  const lastOf = (id: string) => published.findLast(({ report }) => report === id)
  // Another report has the address of one that was deleted and is back.
  const isHeld = (address: string, id: string) =>
    reports.some(({ _id }) => {
      const last = _id === id ? undefined : lastOf(_id)
      return last?.address === address && last.removedOn === ''
    })
  for (const report of reports) {
    const last = lastOf(report._id)
    const known = last && !isHeld(last.address, report._id) ? last.address : undefined
    // One that follows another file again is recorded again, so that the last one is always the current file.
    if (known !== undefined && last?.fileUrl === report.fileUrl) continue
    const { _id, year, title, fileUrl } = report
    published.push({
      ...{ report: _id, address: known ?? newAddress(year, published, listed), year, title, fileUrl },
      ...{ since: secondsOf(now), removedOn: '', isUndone: false },
    })
  }
  return published.map((one) => {
    const report = listed.get(one.report)
    if (report) return { ...one, year: report.year, title: report.title, removedOn: '', isUndone: false }
    return one.removedOn === '' ? { ...one, removedOn: siteDayOf(now), isUndone: isUndo } : one
  })
}

/**
 * A fixed address by the year. A report that was deleted from the list leaves its address to the one that is added for
 * the same year later, so that the address leads to the report of the year again.
 */
function newAddress(year: string, published: readonly PublishedReport[], listed: ReadonlyMap<string, unknown>): string {
  const words = `annual-report-${year}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  const isTaken = (address: string) =>
    published.some((one) => one.address === address && (listed.has(one.report) || one.year !== year))
  let address = words
  for (let number = 2; isTaken(address); number += 1) address = `${words}-${number}`
  return address
}
