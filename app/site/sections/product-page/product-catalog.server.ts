import { defineService, type ContentReader } from '#app/cms/define/content-reader.ts'
import { pipeCoating } from '#app/site/sections/pipe-coating/pipe-coating.ts'
import { powerCables } from '#app/site/sections/power-cables/power-cables.ts'
import { productPath } from '#app/site/sections/product-parts/product-address.ts'
import type { ProductChoice } from '#app/site/sections/product-parts/product-choice.ts'
import type { Product } from '#app/site/sections/product-parts/product-list.ts'
import { fibreCables } from '#app/site/sections/fibre-cables/fibre-cables.ts'
import { productPages, type ProductPage } from './product-page.ts'

/** One of the three ranges of products, each a section of the home page and of the products page. */
interface ProductFamily {
  /** Fragment of the section on /products. */
  id: string
  name: string
  products: readonly Product[]
}

/** The sections that list products. */
export const PRODUCT_LISTS = [powerCables, pipeCoating, fibreCables]

/** The products of a site, read from its content. */
export const productCatalog = defineService((content: ContentReader) => {
  /** Computed once for each version of the content. */
  let names: Set<string> | undefined
  content.subscribe(() => {
    names = undefined
  })

  /** The families whose content could be read, in the order of the page. */
  function productFamilies(): ProductFamily[] {
    return [
      { id: 'power-cables', name: 'Power cables', shown: content.find(powerCables) },
      { id: 'pipe-coating', name: 'Pipe coating', shown: content.find(pipeCoating) },
      { id: 'optical-fibre-cables', name: 'Optical fibre cables', shown: content.find(fibreCables) },
    ].flatMap(({ id, name, shown }) => (shown ? [{ id, name, products: shown.value.products }] : []))
  }

  /** The card with this slug, else with this `_id`, and its family. */
  function findProduct(key: string): { product: Product; family: ProductFamily } | undefined {
    const all = productFamilies().flatMap((family) => family.products.map((product) => ({ product, family })))
    return all.find(({ product }) => product.slug === key) ?? all.find(({ product }) => product._id === key)
  }

  /** Content of a product's own page; undefined if it has none, or if its file has never been readable. */
  function findProductPage(address: string): ProductPage | undefined {
    const section = productPages.find(({ page }) => page === `/products/${address}`)
    return section && content.find(section)?.value
  }

  /**
   * True if `/products/{address}` is the address of a product, by its slug or its `_id`, or may be one: while a list of
   * products cannot be read, no address can be excluded. Cheap even for many addresses.
   */
  function hasProduct(address: string): boolean {
    if (!PRODUCT_LISTS.every((section) => content.find(section))) return true
    names ??= new Set([
      ...productPages.map(({ page }) => page.slice('/products/'.length)),
      ...productFamilies().flatMap((family) => family.products.flatMap(({ slug, _id }) => [slug, _id])),
    ])
    return names.has(address)
  }

  /**
   * The products at these addresses as cards: as on the home page, or made from the product's own page. An address
   * whose product no longer exists is skipped.
   */
  function productCards(addresses: readonly string[]): Product[] {
    return addresses.flatMap((address) => {
      const card = findProduct(address)?.product ?? cardOfPage(address)
      return card ? [card] : []
    })
  }

  /** Address of every product's page, each once: the products' own pages, then the other cards. */
  function productAddresses(): string[] {
    const ownPages = productPages.filter((section) => content.find(section)).map(({ page }) => page)
    const cards = productFamilies().flatMap((family) => family.products.map(productPath))
    return [...new Set([...ownPages, ...cards])]
  }

  /** Every product that others can refer to: products with their own page, then the other cards. */
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
})
