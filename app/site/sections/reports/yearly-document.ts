import { z } from 'zod'
import { documentUrl, id, line, list, optionalDay, yearLine } from '#app/cms/define/fields.ts'
import { financialYearFrom, isFinancialYear } from '#app/site/collections/documents/financial-period.ts'

/** An annual report. `year` as it is shown: 2024-25, or 2025. */
export const yearlyDocument = z.strictObject({
  _id: id(),
  year: yearLine('Year', 20),
  title: line('Title', 200),
  fileUrl: documentUrl('File', { folder: 'reports' }),
  /** The day on which it was disclosed. Empty: the day on which it was first on this website. */
  date: optionalDay('Date of disclosure'),
})
export type YearlyDocument = z.output<typeof yearlyDocument>

/** Annual reports of several years, newest first. */
export function yearlyDocuments(label: string) {
  return list(label, yearlyDocument)
}

/** The financial year of a report: `2024-25` is one, `2025` the one that ends in it. Empty for other texts. */
export function financialYearOfReport(year: string): string {
  if (isFinancialYear(year)) return year
  const [, end] = /^((?:19|20)\d\d)$/.exec(year) ?? []
  return end === undefined ? '' : financialYearFrom(Number(end) - 1)
}
