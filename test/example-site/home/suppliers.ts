import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { imageAlt, imageFile, line, list } from '#app/cms/define/fields.ts'

const supplier = z.strictObject({ image: imageFile('Image'), alt: imageAlt() })

/** The logos of the farms and mills that the house buys from. */
export const suppliers = defineSection({
  id: 'suppliers',
  label: 'Suppliers',
  icon: 'logos',
  editor: 'home/suppliers-editor.tsx',
  file: 'home/suppliers.yaml',
  schema: z.strictObject({ title: line('Title'), suppliers: list('Suppliers', supplier) }),
  messages: { updated: 'Suppliers updated', failed: 'Failed to update the suppliers' },
  page: '/team#suppliers',
  api: { path: 'suppliers', kind: 'record' },
})
export type Suppliers = ContentOf<typeof suppliers>
