import { z } from 'zod'
import { defineSection } from '#app/cms/define/define-section.ts'
import { imageAlt, imageFile, line, list } from '#app/cms/define/fields.ts'

const supplier = z.strictObject({ image: imageFile('Image'), alt: imageAlt() })

const schema = z.strictObject({ title: line('Title'), suppliers: list('Suppliers', supplier) })
export type Suppliers = z.output<typeof schema>

/** The logos of the farms and mills that the house buys from. */
export const suppliers = defineSection({
  id: 'suppliers',
  label: 'Suppliers',
  icon: 'logos',
  editor: 'home/suppliers-editor.tsx',
  file: 'home/suppliers.yaml',
  schema,
  // The first format called them partners.
  format: {
    version: 2,
    migrate: ({ partners, ...content }) => (partners === undefined ? content : { ...content, suppliers: partners }),
  },
  lifecycle: { checkChange: (next, before) => (before === undefined ? [] : withoutSuppliers(next as Suppliers)) },
  messages: { updated: 'Suppliers updated', failed: 'Failed to update the suppliers' },
  page: '/team#suppliers',
  api: {
    path: 'suppliers',
    kind: 'record',
    alias: 'update',
    upload: { from: 'logos', to: 'image', each: 'suppliers' },
  },
})

function withoutSuppliers({ suppliers: left }: Suppliers) {
  return left.length > 0 ? [] : [{ path: 'suppliers', message: 'Name at least one supplier' }]
}
