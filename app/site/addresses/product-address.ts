import type { Crumb } from '#app/site/ui/page/breadcrumb.tsx'

// Not in a schema's file, so that public pages and editors need no zod.

/** Address of the page of all products. The page of each is one level below it. */
export const PRODUCTS = '/products'

/** Address of a product's page: by its slug, or by its `_id` if it has none. */
export function productPath({ slug, _id }: { slug: string; _id: string }) {
  return `${PRODUCTS}/${slug || _id}`
}

/** The pages between the home page and a product in the breadcrumb. */
export const PRODUCT_TRAIL: Crumb[] = [{ label: 'Products', to: '/products' }]
