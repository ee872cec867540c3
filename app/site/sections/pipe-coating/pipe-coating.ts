import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { line, optionalLine, optionalLink } from '#app/cms/define/fields.ts'
import { productList } from '#app/site/sections/product-page/product-list.ts'

export const pipeCoating = defineSection({
  id: 'pipe-coating',
  label: 'Pipe Coating',
  icon: 'tube',
  editor: 'site/sections/product-catalog/product-list-editor.tsx',
  file: 'home/pipe-coating.yaml',
  schema: z.strictObject({
    title: line('Title'),
    buttonText: optionalLine('Button text', 60),
    buttonLink: optionalLink('Button link'),
    products: productList(),
  }),
  messages: { updated: 'Pipe Coating section updated successfully!' },
  page: '/#pipe-coating',
  api: { path: 'pipecoating', kind: 'record' },
})
export type PipeCoating = ContentOf<typeof pipeCoating>
