import { z } from 'zod'
import { defineSection } from '#app/cms/define/define-section.ts'
import { id, line, list, text } from '#app/cms/define/fields.ts'

export const bread = z.strictObject({
  _id: id(),
  name: line('Name', 60),
  description: text('Description', 300),
  price: line('Price', 20),
})
export type Bread = z.output<typeof bread>

/** What the shop bakes, in the order of its page. Staff edit bread by bread. */
export const breads = defineSection({
  id: 'breads',
  label: 'Breads',
  icon: 'range',
  file: 'breads.yaml',
  schema: z.strictObject({ breads: list('Breads', bread) }),
  page: '/#breads',
  list: {
    field: 'breads',
    form: bread,
    views: 'breads/bread-list.tsx',
    fields: 'breads/bread-fields.tsx',
    noun: 'bread',
    editsIn: 'dialog',
  },
  api: { path: 'breads', kind: 'list', key: 'breads', item: bread },
})
