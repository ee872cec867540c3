import type { Product } from './product-list.ts'

// Not in a schema's file, so that public pages and editors need no zod.

/** Address of a product's page: by its slug, or by its `_id` if it has none. */
export function productPath({ slug, _id }: Pick<Product, 'slug' | '_id'>) {
  return `/products/${slug || _id}`
}

/** Last parts of the addresses of the products that have their own page, in the order of the navigation. */
export const OWN_PAGE_ADDRESSES = [
  'hffr-compound',
  'pvc-compound',
  'pe-compound',
  'xlpe-compound',
  'pipe-coating',
  'adhesive',
  'cable-filling',
] as const
