import { z } from 'zod'
import { id, line, list } from '#app/schema/fields.ts'
import { uniqueBy } from '#app/sections/unique-by.ts'
import { documentUrl } from './document-url.ts'

/** A document that appears once a year. `year` as it is shown: 2024-25, or 2025. */
export const yearlyDocument = z.strictObject({
  _id: id(),
  year: line('Year', 20),
  title: line('Title', 200),
  fileUrl: documentUrl('File', { folder: 'reports' }),
})
export type YearlyDocument = z.output<typeof yearlyDocument>

/** Documents of several years, newest first. */
export function yearlyDocuments(label: string) {
  return list(label, yearlyDocument).check(uniqueBy('_id', '_id'))
}
