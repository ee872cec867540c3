import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/schema/define-section.ts'
import { line, optionalLine, optionalLink } from '#app/schema/fields.ts'
import { productList } from '#app/sections/products/products.ts'

export const pipeCoating = defineSection({
  id: 'pipe-coating',
  label: 'Pipe Coating',
  file: 'home/pipe-coating.yaml',
  schema: z.strictObject({
    title: line('Title'),
    buttonText: optionalLine('Button text', 60),
    buttonLink: optionalLink('Button link'),
    products: productList(),
  }),
  messages: {
    updated: 'Pipe Coating section updated successfully!',
    failed: 'Failed to update Pipe Coating',
  },
  page: '/#pipe-coating',
  api: { path: 'pipecoating', kind: 'record' },
})
export type PipeCoating = ContentOf<typeof pipeCoating>
