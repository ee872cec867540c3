import { z } from 'zod'
import { defineCollection } from '#app/cms/define/define-collection.ts'
import { documentUrl, line, optionalDay, yearLine } from '#app/cms/define/fields.ts'
import type { RowOf } from '#app/cms/define/listed-rows.ts'
import { beforeEndMessage } from '#app/site/collections/documents/document-rules.ts'
import { financialYearFrom, isFinancialYear, lastDayOf } from '#app/site/collections/documents/financial-period.ts'

/** The company's annual reports, newest first. */
export const reports = defineCollection({
  id: 'reports',
  label: 'Investor Reports',
  names: { noun: 'report', title: ({ year, title }) => `${title} ${year}` },
  icon: 'report',
  form: { module: 'site/sections/reports/report-fields.tsx', opensIn: 'row' },
  files: 'investors/reports/*.yaml',
  schema: z.strictObject({
    /** As it is shown: 2024-25, or 2025. */
    year: yearLine('Year', 20),
    title: line('Title', 200),
    fileUrl: z.string({ error: 'Choose a PDF' }).pipe(documentUrl('File', { folder: 'reports' })),
    /** The day on which it was disclosed. Empty: the day on which it was first on this website. */
    date: optionalDay('Date of disclosure'),
  }),
  pages: { shownOn: '/investors#reports' },
  order: { by: ({ year }) => year, newestFirst: true },
  list: {
    columns: [
      { label: 'Year', value: ({ year }) => year, isRowHeader: true },
      { label: 'Title', value: ({ title }) => title, file: ({ fileUrl }) => fileUrl },
    ],
  },
  lifecycle: { checkChange: dateBeforeEnd },
  api: {
    path: 'reports',
    kind: 'entries',
    upload: { from: 'file', to: 'fileUrl' },
    keeps: ['fileUrl', 'date'],
    omits: ['address', 'visibility'],
  },
})
export type Report = RowOf<typeof reports>

/** The financial year of a report: `2024-25` is one, `2025` the one that ends in it. Empty for other texts. */
export function financialYearOfReport(year: string): string {
  if (isFinancialYear(year)) return year
  const [, end] = /^((?:19|20)\d\d)$/.exec(year) ?? []
  return end === undefined ? '' : financialYearFrom(Number(end) - 1)
}

/** No annual report can be disclosed before its year is over. One of an earlier release may have such a date. */
function dateBeforeEnd(next: unknown, before: unknown) {
  const { year, date } = next as Report
  const known = before as Report | undefined
  const financialYear = financialYearOfReport(year)
  if ((known?.year === year && known.date === date) || date === '' || financialYear === '') return []
  if (date >= lastDayOf(financialYear, 'year')) return []
  return [{ path: 'date', message: beforeEndMessage('annual report', { financialYear, period: 'year' }) }]
}
