import { z } from 'zod'
import { documentUrl, id, line, list } from '#app/cms/define/fields.ts'

/** Documents of a page that are not in the register, with a title each, in the order of the page. */
export function titledDocuments(label: string) {
  return list(label, z.strictObject({ _id: id(), title: line('Title', 200), fileUrl: documentUrl('File') }))
}
export type TitledDocument = z.output<ReturnType<typeof titledDocuments>>[number]
