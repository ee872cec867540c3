import { adminAddress } from '#app/cms/define/admin-address.ts'
import { adminLoader } from '#app/cms/guard.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { productPages } from '#app/site/sections/product-page/product-page.ts'

/** The loader of the fields that choose a product page: every page that exists, in the order of the collection. */
export const productPageChoicesLoader = adminLoader('editor', () => {
  const { content, sections } = currentSite()
  return {
    pages: sections.entriesOf(productPages).flatMap((section) => {
      const { key } = section.entry ?? {}
      const value = key === undefined ? undefined : content.find(productPages.entry(key))?.value
      if (key === undefined || !value) return []
      return [{ key, title: value.title, address: productPages.addressOf(key, value), href: adminAddress(section) }]
    }),
  }
})
