import type { FollowedPages } from '#app/cms/define/define-site.ts'
import { productPath, PRODUCTS } from '#app/site/addresses/product-address.ts'
import { PRODUCT_LISTS } from './product-catalog.server.ts'
import { shownProduct } from '#app/site/sections/product-page/shown-product.server.ts'

/** The pages to which the cards of products lead, by the ids of the products. */
export const productPaths: FollowedPages = {
  paths(read) {
    const lists = PRODUCT_LISTS.map((section) => read(section)?.products)
    // A list that cannot be read has not lost its products.
    if (!lists.every((list) => list !== undefined)) return undefined
    return new Map(
      lists.flatMap((list) => list.map((product) => [product._id, productPath(shownProduct(product, read))])),
    )
  },
  instead: PRODUCTS,
}
