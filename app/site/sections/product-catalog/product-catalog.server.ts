import { pagesOf } from '#app/cms/define/collection-pages.ts'
import { createSiteReader, defineService, type ContentReader } from '#app/cms/define/content-reader.ts'
import { leaveOut } from '#app/site/sections/shared/leave-out.ts'
import { pipeCoating } from '#app/site/sections/pipe-coating/pipe-coating.ts'
import { powerCables } from '#app/site/sections/power-cables/power-cables.ts'
import { productPath, PRODUCTS } from '#app/site/addresses/product-address.ts'
import type { ProductChoice } from './product-choice.ts'
import type { Product, StoredProduct } from '#app/site/sections/product-page/product-list.ts'
import { fibreCables } from '#app/site/sections/fibre-cables/fibre-cables.ts'
import { productPages, type ProductPage } from '#app/site/sections/product-page/product-page.ts'
import { shownProduct } from '#app/site/sections/product-page/shown-product.server.ts'

/** One of the three ranges of products, each a section of the home page and of the products page. */
interface ProductFamily {
  /** Fragment of the section on /products. */
  id: string
  name: string
  products: readonly Product[]
}

interface Card {
  product: Product
  family: ProductFamily
}

/** Computed once for each version of the content. */
interface ProductIndex {
  families: ProductFamily[]
  /** The cards by the last part of the address of the page that they lead to. */
  byAddress: Map<string, Card>
  /** The cards by their own slugs, and by their `_id`. */
  bySlug: Map<string, Card>
  byId: Map<string, Card>
}

/** The sections that list products. */
export const PRODUCT_LISTS = [powerCables, pipeCoating, fibreCables]

/** The products of a site, read from its content. */
export const productCatalog = defineService((content: ContentReader) => {
  const reader = createSiteReader(content)
  let index: ProductIndex | undefined
  content.subscribe(() => {
    index = undefined
  })
  const current = () => (index ??= indexOf(content))

  /** The families whose content could be read, in the order of the page. */
  function productFamilies(): ProductFamily[] {
    return current().families
  }

  /** A section that lists products, as visitors see it: each product leads to its page. */
  function findList<List extends (typeof PRODUCT_LISTS)[number]>(section: List) {
    const list = content.find(section)?.value
    return list && withShownProducts(list, content)
  }

  /** The card that leads to this address, else the one with this slug or `_id`, and its family. */
  function findProduct(key: string): Card | undefined {
    const { byAddress, bySlug, byId } = current()
    return byAddress.get(key) ?? bySlug.get(key) ?? byId.get(key)
  }

  /** The page with the grades at an address; undefined if there is none, or if its file has never been readable. */
  function findProductPage(address: string): { key: string; page: ProductPage } | undefined {
    const found = pagesOf(reader, productPages).at(address)
    if (found === undefined || found === 'unreadable') return undefined
    return { key: found.key, page: leaveOut(found.value, 'address', 'visibility') }
  }

  /**
   * True if `/products/{address}` is the address of a product, by its slug or its `_id`, or may be one: while a list of
   * products cannot be read, no address can be excluded. Cheap even for many addresses.
   */
  function hasProduct(address: string): boolean {
    return (
      pagesOf(reader, productPages).at(address) !== undefined ||
      findProduct(address) !== undefined ||
      !PRODUCT_LISTS.every((section) => content.find(section))
    )
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

  /** Address of every product's page, each once: the listed pages with grades, then those of the other cards. */
  function productAddresses(): string[] {
    const pages = pagesOf(reader, productPages)
    const listed = pages.listed().flatMap(({ href }) => href ?? [])
    // An unlisted page is in no list, also if a card leads to it.
    const unlisted = new Set(pages.addresses().map((address) => `${PRODUCTS}/${address}`))
    const cards = productFamilies().flatMap((family) => family.products.map(productPath))
    return [...new Set([...listed, ...cards.filter((path) => !unlisted.has(path))])]
  }

  /** Every product that others can refer to: those with a page of grades, then the other cards. */
  function productChoices(): ProductChoice[] {
    return productAddresses().flatMap((path) => {
      const address = path.slice(PRODUCTS.length + 1)
      const title = findProductPage(address)?.page.title ?? findProduct(address)?.product.title
      return title === undefined ? [] : [{ address, title }]
    })
  }

  function cardOfPage(address: string): Product | undefined {
    const found = findProductPage(address)
    if (!found) return undefined
    const { title, lead, image, imageAlt } = found.page
    return { _id: address, slug: address, title, description: lead, image, imageAlt }
  }

  return {
    productFamilies,
    findList,
    findProduct,
    findProductPage,
    hasProduct,
    productCards,
    productAddresses,
    productChoices,
  }
})

function indexOf(content: ContentReader): ProductIndex {
  const index: ProductIndex = { families: [], byAddress: new Map(), bySlug: new Map(), byId: new Map() }
  const lists = [
    { id: 'power-cables', name: 'Cable compounds', list: content.find(powerCables) },
    { id: 'pipe-coating', name: 'Pipe coating compounds', list: content.find(pipeCoating) },
    { id: 'optical-fibre-cables', name: 'Optical fibre cables', list: content.find(fibreCables) },
  ]
  for (const { id, name, list } of lists) {
    if (!list) continue
    const products: Product[] = []
    const family = { id, name, products }
    index.families.push(family)
    for (const stored of list.value.products) {
      const product = shownProduct(stored, (section) => content.find(section)?.value)
      const card = { product, family }
      products.push(product)
      addFirst(index.byAddress, productPath(product).slice(PRODUCTS.length + 1), card)
      if (stored.slug !== '') addFirst(index.bySlug, stored.slug, card)
      addFirst(index.byId, stored._id, card)
    }
  }
  return index
}

type ListOfProducts = Record<'products', readonly StoredProduct[]>

function withShownProducts<List extends ListOfProducts>(list: List, content: ContentReader) {
  const products = list.products.map((product) => shownProduct(product, (section) => content.find(section)?.value))
  return { ...list, products }
}

/** Of two cards with one name, the first one has it. */
function addFirst(cards: Map<string, Card>, name: string, card: Card) {
  if (!cards.has(name)) cards.set(name, card)
}
