import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import {
  id,
  imageAlt,
  line,
  list,
  optionalImageFile,
  optionalLine,
  optionalLink,
  optionalSlug,
  optionalText,
  uniqueBy,
} from '#app/cms/define/fields.ts'

/** A product for a card, a row or a tile: a power cable compound, a pipe coating, an optical fibre cable. */
export const product = z.strictObject({
  _id: id(),
  slug: optionalSlug(),
  title: line('Title'),
  description: optionalText('Description'),
  image: optionalImageFile('Image'),
  imageAlt: imageAlt(),
})
export type Product = z.output<typeof product>

/** Number of products of each section that the home page shows: the first ones. The page /products shows all. */
export const PRODUCTS_SHOWN = 6

/** The products of one section. `_id` and `slug` are each unique. */
export function productList() {
  return list('Products', product).check(uniqueBy('slug', 'Address'))
}

/** The optical fibre cables. */
export const products = defineSection({
  id: 'products',
  label: 'Fiber Cable',
  icon: 'fibre',
  editor: 'site/sections/products/products-editor.tsx',
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
