import { z } from 'zod'
import { documentUrl, id, line, list } from '#app/cms/define/fields.ts'

/** Documents with a title each, in the order of the page. An uploaded file is stored in the `folder` of the uploads. */
export function titledDocuments(label: string, { folder = 'documents' } = {}) {
  const document = z.strictObject({
    _id: id(),
    title: line('Title', 200),
    fileUrl: documentUrl('File', { folder }),
  })
  return list(label, document)
}
export type TitledDocument = z.output<ReturnType<typeof titledDocuments>>[number]

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
  return list(label, yearlyDocument)
}
