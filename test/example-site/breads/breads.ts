import { z } from 'zod'
import { defineCollection } from '#app/cms/define/define-collection.ts'
import { line, text } from '#app/cms/define/fields.ts'

/** What the shop bakes, in the order of its page. */
export const breads = defineCollection({
  id: 'breads',
  label: 'Breads',
  names: { noun: 'bread', title: ({ name }) => name },
  icon: 'range',
  form: { module: 'breads/bread-fields.tsx', opensIn: 'dialog' },
  files: 'breads/*.yaml',
  schema: z.strictObject({
    name: line('Name', 60),
    description: text('Description', 300),
    price: line('Price', 20),
  }),
  pages: { shownOn: '/#breads' },
  order: 'manual',
  list: { columns: [{ label: 'Price', value: ({ price }) => price }] },
  api: { path: 'breads', kind: 'entries', omits: ['address', 'visibility'] },
})
