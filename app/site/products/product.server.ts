import { resolveImages } from '#app/media/library/used-files.server.ts'
import type { RelatedProductsContent } from '#app/sections/product-page/product-page-view.tsx'
import { productsOverview } from '#app/sections/products-overview/products-overview.ts'
import { productPath } from '#app/sections/products/product-path.ts'
import { site } from '#app/sections/site/site.ts'
import { renderMarkdown } from '#app/ui/render-markdown.ts'
import { currentSite } from '#app/site.server.ts'

/**
 * What `/products/{address}` shows: the page of the product's own, else the general one made from its card; undefined
 * where there is no such product.
 */
export function readProduct(address: string) {
  // The host answers by the same question, without asking here.
  if (!currentSite().products.hasProduct(address)) return undefined
  const shown = readOwnPage(address) ?? readGeneralPage(address)
  const email = currentSite().content.find(site)?.value.contacts.registeredOffice.email
  return shown && { ...shown, email, images: resolveImages(shown, currentSite().media.library) }
}

function readOwnPage(address: string) {
  const page = currentSite().products.findProductPage(address)
  if (!page) return undefined
  const { body, related, relatedTitle, ...product } = page
  const family = currentSite().products.findProduct(address)?.family
  return {
    kind: 'own' as const,
    product,
    summary: product.summary,
    description: renderMarkdown(body),
    related: {
      label: family?.name ?? 'Products',
      allPath: allPath(family),
      title: relatedTitle,
      products: currentSite().products.productCards(related),
    } satisfies RelatedProductsContent,
  }
}

function readGeneralPage(address: string) {
  const found = currentSite().products.findProduct(address)
  if (!found) return undefined
  const { product, family } = found
  return {
    kind: 'general' as const,
    /** Differs from the one asked for where that is the `_id` of a product with a slug. */
    path: productPath(product),
    product,
    summary: product.description || `${product.title}: ${family.name}`,
    steps: currentSite().content.find(productsOverview)?.value.steps ?? [],
    related: {
      label: family.name,
      allPath: allPath(family),
      title: 'In the same range',
      products: neighbours(family.products, product),
    } satisfies RelatedProductsContent,
  }
}

function allPath(family: { id: string } | undefined) {
  return family ? `/products#${family.id}` : '/products'
}

/** Up to three products that follow `product` in the list, which goes round. */
function neighbours<Item>(products: readonly Item[], product: Item): Item[] {
  const index = products.indexOf(product)
  return [...products.slice(index + 1), ...products.slice(0, index)].slice(0, RELATED_COUNT)
}

const RELATED_COUNT = 3
