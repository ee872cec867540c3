import { adminAddress } from '#app/cms/define/admin-address.ts'
import { PRODUCT_LISTS, productCatalog } from './product-catalog.server.ts'
import { adminLoader } from '#app/cms/guard.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** The loader of the fields that refer to products: every product that has a page. */
export const productChoicesLoader = adminLoader('editor', () => ({
  products: currentSite().service(productCatalog).productChoices(),
}))

/**
 * The loader of the form of a product page: also the cards that lead to the page, by the list that has them. Visitors
 * find a page without a card by search engines and by the pages beside it alone.
 */
export const productPageLoader = adminLoader('editor', ({ params }) => {
  const { content, service } = currentSite()
  return {
    products: service(productCatalog).productChoices(),
    cardLists: PRODUCT_LISTS.map((list) => {
      const products = content.find(list)?.value.products ?? []
      const cards = products.filter(({ page, slug }) => (page ?? slug) === params['key'])
      return { id: list.id, label: list.label, href: adminAddress(list), cards: cards.map(({ title }) => title) }
    }),
  }
})
