import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/schema/define-section.ts'
import { line, optionalLine, optionalLink } from '#app/schema/fields.ts'
import { product, productList } from './product.ts'

/** The optical fibre cables. */
export const products = defineSection({
  id: 'products',
  label: 'Fiber Cable',
  file: 'home/products.yaml',
  schema: z.strictObject({
    title: line('Title'),
    buttonText: optionalLine('Button text', 60),
    buttonLink: optionalLink('Button link'),
    products: productList(),
  }),
  messages: { updated: 'Product updated successfully.', failed: 'Failed to update product.' },
  page: '/#optical-fibre-cables',
  api: { path: 'products', kind: 'collection', key: 'products', item: product, keeps: 'all' },
})
export type Products = ContentOf<typeof products>
