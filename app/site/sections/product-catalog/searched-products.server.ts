import type { SiteReader } from '#app/cms/define/content-reader.ts'
import type { SearchedThing } from '#app/cms/search/search-entry.ts'
import { proseOf } from '#app/cms/search/texts-of-content.ts'
import { textsOfMarkdown } from '#app/cms/ui/render-markdown.ts'
import { PRODUCTS } from '#app/site/addresses/product-address.ts'
import { productPages } from '#app/site/sections/product-page/product-page.ts'
import { pagesOf } from '#app/cms/define/collection-pages.ts'
import { productCatalog } from './product-catalog.server.ts'

/** What is found by another name, by an address, or on another page. */
const LEFT_OUT = ['body', 'columns', 'grades', 'related', 'relatedTitle', 'imageAlt']

/** What visitors find of the products: their pages, without the grades, and the cards that have no such page. */
export function* searchedProducts(site: SiteReader): Iterable<SearchedThing> {
  const catalog = site.service(productCatalog)
  const pages = new Map(
    pagesOf(site, productPages)
      .listed()
      .map((page) => [page.href, page.value]),
  )
  for (const href of catalog.productAddresses()) {
    const page = pages.get(href)
    const card = catalog.findProduct(href.slice(PRODUCTS.length + 1))
    const [title, place] = [page?.title ?? card?.product.title ?? '', card?.family.name ?? '']
    const description = card?.product.description ?? ''
    yield {
      id: href,
      basis: [page, title, place, description],
      entry: () => ({
        ...{ title, place, href, date: '' },
        texts: [
          ...(page ? [...proseOf(productPages.entry('any'), page, ...LEFT_OUT), ...textsOfMarkdown(page.body)] : []),
          description,
        ].filter((text) => text !== title),
      }),
    }
  }
}
