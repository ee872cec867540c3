import { z } from 'zod'
import { flag, id, line, optionalDay, slug } from '#app/cms/define/fields.ts'
import { firstPublic, secondsOf, siteDayOf } from '#app/site/collections/documents/published-files.ts'
import type { YearlyDocument } from './yearly-document.ts'

/**
 * A file that is or was public as an annual report. The server records it when it becomes public, and keeps it when the
 * report is deleted from the list: its file has to be kept, and its address says what was there.
 */
export const publishedReport = z.strictObject({
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

interface ReportsContent {
  reports: YearlyDocument[]
  published: PublishedReport[]
}

/** Records at their publication which files are public, and which reports were deleted from the list. */
export function completeReports(
  next: unknown,
  before: unknown,
  now: Date,
  { isUndo }: { isUndo: boolean },
): ReportsContent {
  const { reports } = next as ReportsContent
  const published = [...((before as ReportsContent | undefined)?.published ?? [])]
  for (const report of reports) {
    // One that follows another file again is recorded again, so that the last one is always the current file.
    if (published.findLast((one) => one.report === report._id)?.fileUrl === report.fileUrl) continue
    const { year, title, fileUrl } = report
    published.push({
      ...{ report: report._id, address: addressFor(report, published), year, title, fileUrl },
      ...{ since: secondsOf(now), removedOn: '', isUndone: false },
    })
  }
  const listed = new Map(reports.map((report) => [report._id, report]))
  return {
    reports,
    published: published.map((one) => {
      const report = listed.get(one.report)
      if (report) return { ...one, year: report.year, title: report.title, removedOn: '', isUndone: false }
      return one.removedOn === '' ? { ...one, removedOn: siteDayOf(now), isUndone: isUndo } : one
    }),
  }
}

/** The fixed address of a report: the one that it has, or a new one by its year. */
function addressFor({ _id, year }: YearlyDocument, published: readonly PublishedReport[]): string {
  const known = published.find(({ report }) => report === _id)
  if (known) return known.address
  const words = `annual-report-${year}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  const isTaken = (address: string) => published.some((one) => one.address === address)
  let address = words
  for (let number = 2; isTaken(address); number += 1) address = `${words}-${number}`
  return address
}
