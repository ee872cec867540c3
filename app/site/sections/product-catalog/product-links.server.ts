import type { SiteReader } from '#app/cms/define/content-reader.ts'
import type { Section } from '#app/cms/define/define-site.ts'
import { PRODUCTS, productPath } from '#app/site/addresses/product-address.ts'
import { PRODUCT_LISTS, productCatalog } from './product-catalog.server.ts'
import { productPages } from '#app/site/sections/product-page/product-page.ts'

/** The product pages to which a section leads by its cards, or a product page by its related products. */
export function productLinks({ content, service }: SiteReader, { id, entry }: Section): string[] {
  const list = PRODUCT_LISTS.find((one) => one.id === id)
  if (list) return (service(productCatalog).findList(list)?.products ?? []).map(productPath)
  if (entry?.collection !== productPages.id) return []
  const related = content.find(productPages.entry(entry.key))?.value.related ?? []
  return related.map((address) => `${PRODUCTS}/${address}`)
}
