import { visibilityOf } from '#app/cms/define/define-collection.ts'
import type { ReadContent } from '#app/cms/define/derived-content.ts'
import { leaveOut } from '#app/site/sections/shared/leave-out.ts'
import type { Product, StoredProduct } from './product-list.ts'
import { productPages } from './product-page.ts'

/**
 * A product as visitors see it: its slug is the address of its page with grades, if that is shown. Without a choice, it is
 * the page whose key is the slug: then the card follows when that page gets another address.
 */
export function shownProduct(product: StoredProduct, read: ReadContent): Product {
  return { ...leaveOut(product, 'page'), slug: addressOfPage(product.page ?? product.slug, read) ?? product.slug }
}

/** The last part of the address of a product page; undefined if there is none with this key, or it is hidden. */
function addressOfPage(key: string, read: ReadContent): string | undefined {
  if (key === '') return undefined
  const content = read(productPages.entry(key))
  return content && visibilityOf(content) !== 'hidden' ? productPages.addressOf(key, content) : undefined
}
