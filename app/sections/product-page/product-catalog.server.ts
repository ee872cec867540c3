import type { ContentStore } from '#app/content/store/store.types.ts'
import { pipeCoating } from '#app/sections/pipe-coating/pipe-coating.ts'
import { powerCables } from '#app/sections/power-cables/power-cables.ts'
import { productPath } from '#app/sections/products/product-address.ts'
import type { ProductChoice } from '#app/sections/products/product-choices.tsx'
import type { Product } from '#app/sections/products/products.ts'
import { products } from '#app/sections/products/products.ts'
import { productPages, type ProductPage } from './product-page.ts'

/** One of the three ranges of products, each a section of the home page and of the products page. */
export interface ProductFamily {
  /** Fragment of the section on /products. */
  id: string
  name: string
  products: readonly Product[]
}

/** The sections that list products. */
const LISTS = [powerCables, pipeCoating, products]

export type ProductCatalog = ReturnType<typeof openProductCatalog>

/** The products of a site, read from its content. */
export function openProductCatalog(content: Pick<ContentStore, 'find' | 'subscribe'>) {
  /** Read from content once for each of its versions. */
  let names: Set<string> | undefined
  content.subscribe(() => {
    names = undefined
  })

  /** The families whose content could be read, in the order of the page. */
  function productFamilies(): ProductFamily[] {
    return [
      { id: 'power-cables', name: 'Power cables', shown: content.find(powerCables) },
      { id: 'pipe-coating', name: 'Pipe coating', shown: content.find(pipeCoating) },
      { id: 'optical-fibre-cables', name: 'Optical fibre cables', shown: content.find(products) },
    ].flatMap(({ id, name, shown }) => (shown ? [{ id, name, products: shown.value.products }] : []))
  }

  /** The card with that slug, else with that `_id`, and its family. */
  function findProduct(key: string): { product: Product; family: ProductFamily } | undefined {
    const all = productFamilies().flatMap((family) => family.products.map((product) => ({ product, family })))
    return all.find(({ product }) => product.slug === key) ?? all.find(({ product }) => product._id === key)
  }

  /** Content of the page a product has of its own; undefined where it has none, or its file never could be read. */
  function findProductPage(address: string): ProductPage | undefined {
    const section = productPages.find(({ page }) => page === `/products/${address}`)
    return section && content.find(section)?.value
  }

  /**
   * True where `/products/{address}` is a product's, by its slug or its `_id`, or may be one: as long as a list of products
   * cannot be read, no address is known to have none. Costs little, however many are asked for.
   */
  function hasProduct(address: string): boolean {
    if (!LISTS.every((section) => content.find(section))) return true
    names ??= new Set([
      ...productPages.map(({ page }) => page.slice('/products/'.length)),
      ...productFamilies().flatMap((family) => family.products.flatMap(({ slug, _id }) => [slug, _id])),
    ])
    return names.has(address)
  }

  /**
   * The products at these addresses as cards: as the home page shows them, or made from the page of their own. One that is
   * no longer there is left out.
   */
  function productCards(addresses: readonly string[]): Product[] {
    return addresses.flatMap((address) => {
      const card = findProduct(address)?.product ?? cardOfPage(address)
      return card ? [card] : []
    })
  }

  /** Address of every product's page, each once: the pages of their own, then the other cards. */
  function productAddresses(): string[] {
    const ownPages = productPages.filter((section) => content.find(section)).map(({ page }) => page)
    const cards = productFamilies().flatMap((family) => family.products.map(productPath))
    return [...new Set([...ownPages, ...cards])]
  }

  /** Every product that others can refer to: those with a page of their own, then the other cards. */
  function productChoices(): ProductChoice[] {
    return productAddresses().flatMap((path) => {
      const address = path.slice('/products/'.length)
      const title = findProductPage(address)?.title ?? findProduct(address)?.product.title
      return title === undefined ? [] : [{ address, title }]
    })
  }

  function cardOfPage(address: string): Product | undefined {
    const page = findProductPage(address)
    if (!page) return undefined
    const { title, lead, image, imageAlt } = page
    return { _id: address, slug: address, title, description: lead, image, imageAlt }
  }

  return {
    productFamilies,
    findProduct,
    findProductPage,
    hasProduct,
    productCards,
    productAddresses,
    productChoices,
  }
}
