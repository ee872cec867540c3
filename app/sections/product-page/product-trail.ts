import type { Crumb } from '#app/ui/page/breadcrumb.tsx'

/** What stands between the home page and a product in the breadcrumb. */
export const PRODUCT_TRAIL: Crumb[] = [{ label: 'Products', to: '/products' }]
