import type { Product } from './product.ts'

/** Address of a product's page: by its slug, else by its `_id`. Apart from the schema, which no visitor's browser needs. */
export function productPath({ slug, _id }: Pick<Product, 'slug' | '_id'>) {
  return `/products/${slug || _id}`
}
