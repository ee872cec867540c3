import { z } from 'zod'
import {
  id,
  imageAlt,
  line,
  list,
  optionalImageFile,
  optionalSlug,
  optionalText,
  reference,
  uniqueBy,
} from '#app/cms/define/fields.ts'
import { productPages } from './product-page.ts'

/** A product for a card, a row or a tile: a power cable compound, a pipe coating, an optical fibre cable. */
export const product = z.strictObject({
  _id: id(),
  slug: optionalSlug(),
  title: line('Title'),
  description: optionalText('Description'),
  image: optionalImageFile('Image', { width: 835 }),
  imageAlt: imageAlt(),
  /** The product page that it leads to. None: the one at its address, or else a general page made from it. */
  page: reference('Product page', productPages).optional(),
})
export type StoredProduct = z.output<typeof product>

/** A product as visitors see it: its slug is that of the page that it leads to. */
export type Product = Omit<StoredProduct, 'page'>

/** Number of products of each section that the home page shows: the first ones. The page /products shows all. */
export const PRODUCTS_SHOWN = 6

/** The products of one section. `_id` and `slug` are each unique. */
export function productList() {
  return list('Products', product).check(uniqueBy('slug', 'Address'))
}
