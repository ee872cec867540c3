import { z } from 'zod'
import { defineSection, type ContentOf, type Entry } from '#app/cms/define/define-section.ts'
import { list } from '#app/cms/define/fields.ts'
import { beforeEndMessage } from '#app/site/collections/documents/document-rules.ts'
import { lastDayOf } from '#app/site/collections/documents/financial-period.ts'
import { MAX_PUBLISHED_FILES } from '#app/site/collections/documents/published-files.ts'
import { financialYearOfReport, yearlyDocument, yearlyDocuments, type YearlyDocument } from './yearly-document.ts'
import { completeReports, publishedReport } from './published-reports.ts'

/** A report as its form sends it: if there is no file yet, the message says what to choose. */
export const reportForm = yearlyDocument.extend({
  fileUrl: z.string({ error: 'Choose a PDF' }).pipe(yearlyDocument.shape.fileUrl),
})

/** The company's annual reports, newest first. */
export const reports = defineSection({
  id: 'reports',
  label: 'Investor Reports',
  icon: 'report',
  file: 'investors/reports.yaml',
  schema: z.strictObject({
    reports: yearlyDocuments('Reports'),
    /** Set by the server. */
    published: list('Files that were public', publishedReport, { max: MAX_PUBLISHED_FILES }).default([]),
  }),
  checkChange: datesBeforeEnd,
  complete: completeReports,
  messages: { updated: 'Reports updated successfully!', failed: 'Failed to update reports' },
  page: '/investors#reports',
  list: {
    field: 'reports',
    form: reportForm,
    views: 'site/sections/reports/report-list.tsx',
    noun: 'report',
    editsIn: 'row',
    indexFor: indexByYear,
  },
  api: {
    path: 'reports',
    kind: 'list',
    key: 'reports',
    item: yearlyDocument,
    upload: { from: 'file', to: 'fileUrl' },
    keeps: ['fileUrl', 'date'],
  },
})
export type Reports = ContentOf<typeof reports>

/** Newest first by year. A report whose year has not changed keeps its place. */
function indexByYear(others: readonly Entry[], next: Entry, stored: Entry | undefined) {
  if (stored && yearOf(stored) === yearOf(next)) return undefined
  const older = others.findIndex((other) => yearOf(other).localeCompare(yearOf(next), 'en', { numeric: true }) < 0)
  return older === -1 ? others.length : older
}

function yearOf(report: Entry) {
  return String(report['year'])
}

interface WithReports {
  reports: YearlyDocument[]
}

/** No annual report can be disclosed before its year is over. One of an earlier release may have such a date. */
function datesBeforeEnd(next: unknown, before: unknown) {
  const known = new Map((before as WithReports | undefined)?.reports.map((report) => [report._id, report]))
  return (next as WithReports).reports.flatMap((report, at) => {
    const financialYear = financialYearOfReport(report.year)
    const { year, date } = known.get(report._id) ?? {}
    const isKept = year === report.year && date === report.date
    if (isKept || report.date === '' || financialYear === '') return []
    if (report.date >= lastDayOf(financialYear, 'year')) return []
    return [
      { path: `reports.${at}.date`, message: beforeEndMessage('annual report', { financialYear, period: 'year' }) },
    ]
  })
}
