import type { FollowedPages } from '#app/cms/define/define-site.ts'
import { gradePath } from '#app/site/addresses/grade-address.ts'
import { PRODUCTS } from '#app/site/addresses/product-address.ts'
import { grades } from '#app/site/collections/grades/grades.ts'
import { productPages } from '#app/site/sections/product-page/product-page.ts'

/**
 * The pages of the changed grades, hidden ones among them, by the keys of the grades. Their product pages have the
 * addresses of after the change: a product page that moves takes its grades along, and has one redirect for all.
 */
export const gradePaths: FollowedPages = {
  paths(read, { changed, after }) {
    const ids = new Set(changed)
    const paths = new Map<string, string>()
    for (const id of ids) {
      if (!id.startsWith(grades.idPrefix)) continue
      const key = id.slice(grades.idPrefix.length)
      const grade = read(grades.entry(key))
      if (!grade) continue
      const page = productPages.addressOf(grade.product, after(productPages.entry(grade.product)))
      paths.set(key, gradePath(`${PRODUCTS}/${page}`, grades.addressOf(key, grade)))
    }
    return paths
  },
  instead: '',
}
