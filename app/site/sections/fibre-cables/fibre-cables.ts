import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { line, optionalLine, optionalLink } from '#app/cms/define/fields.ts'
import { product, productList } from '#app/site/sections/product-page/product-list.ts'

/** The optical fibre cables. */
export const fibreCables = defineSection({
  id: 'products',
  label: 'Fiber Cable',
  icon: 'branches',
  editor: 'site/sections/product-catalog/product-list-editor.tsx',
  file: 'home/products.yaml',
  schema: z.strictObject({
    title: line('Title'),
    buttonText: optionalLine('Button text', 60),
    buttonLink: optionalLink('Button link'),
    products: productList(),
  }),
  messages: { updated: 'Product updated successfully.', failed: 'Failed to update product.' },
  page: '/#optical-fibre-cables',
  api: { path: 'products', kind: 'list', key: 'products', item: product, keeps: 'all' },
})
export type FibreCables = ContentOf<typeof fibreCables>
