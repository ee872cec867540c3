import { z } from 'zod'
import {
  id,
  imageAlt,
  line,
  list,
  optionalImageFile,
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
  image: optionalImageFile('Image', { width: 835 }),
  imageAlt: imageAlt(),
})
export type Product = z.output<typeof product>

/** Number of products of each section that the home page shows: the first ones. The page /products shows all. */
export const PRODUCTS_SHOWN = 6

/** The products of one section. `_id` and `slug` are each unique. */
export function productList() {
  return list('Products', product).check(uniqueBy('slug', 'Address'))
}
