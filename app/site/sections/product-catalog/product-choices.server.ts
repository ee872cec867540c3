import { compareWords } from '#app/cms/define/define-collection.ts'
import { adminAddress } from '#app/cms/define/admin-address.ts'
import { PRODUCT_LISTS, productCatalog } from './product-catalog.server.ts'
import { adminLoader } from '#app/cms/guard.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { listHref } from '#app/cms/platform/http/list-query.ts'
import { STATES } from '#app/site/collections/properties/grade-choices.ts'
import { grades } from '#app/site/collections/grades/grades.ts'
import { productPages } from '#app/site/sections/product-page/product-page.ts'

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
    pageGrades: gradesOfPage(params['key']),
    products: service(productCatalog).productChoices(),
    cardLists: PRODUCT_LISTS.map((list) => {
      const products = content.find(list)?.value.products ?? []
      const cards = products.filter(({ page, slug }) => (page ?? slug) === params['key'])
      return { id: list.id, label: list.label, href: adminAddress(list), cards: cards.map(({ title }) => title) }
    }),
  }
})

/** The grades of a product page, published ones, in the order of its table. Undefined for a page that does not exist yet. */
function gradesOfPage(page: string | undefined) {
  const { content } = currentSite()
  if (page === undefined || !content.entryKeys(productPages).includes(page)) return undefined
  const own = content.entryKeys(grades).flatMap((key) => {
    const section = grades.entry(key)
    const value = content.find(section)?.value
    return value?.product === page ? [{ section, value }] : []
  })
  return {
    grades: own
      .toSorted((a, b) => a.value.position - b.value.position || compareWords(a.value.title, b.value.title))
      .map(({ section, value: { title, state } }) => ({
        ...{ title, href: adminAddress(section) },
        note: state === 'regular' ? '' : STATES[state],
      })),
    listHref: listHref(`/admin/${grades.id}`, { product: page }),
  }
}
