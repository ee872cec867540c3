import { productCatalog } from '#app/site/sections/product-page/product-catalog.server.ts'
import { adminLoader } from '#app/cms/guard.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** The loader of the fields that refer to products: every product that has a page. */
export const productChoicesLoader = adminLoader('editor', () => ({
  products: currentSite().service(productCatalog).productChoices(),
}))
