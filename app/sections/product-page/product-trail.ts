import type { Crumb } from '#app/ui/breadcrumb.tsx'

/** What stands between the home page and a product in the breadcrumb. */
export const PRODUCT_TRAIL: Crumb[] = [{ label: 'Products', to: '/products' }]
