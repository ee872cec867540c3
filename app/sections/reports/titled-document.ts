import { z } from 'zod'
import { id, line, list } from '#app/schema/fields.ts'
import { uniqueBy } from '#app/sections/unique-by.ts'
import { documentUrl } from './document-url.ts'

/** Documents with a title each, in the order of the page. One that is uploaded is kept in the `folder` of the uploads. */
export function titledDocuments(label: string, { folder = 'documents' } = {}) {
  const document = z.strictObject({
    _id: id(),
    title: line('Title', 200),
    fileUrl: documentUrl('File', { folder }),
  })
  return list(label, document).check(uniqueBy('_id', '_id'))
}
export type TitledDocument = z.output<ReturnType<typeof titledDocuments>>[number]
