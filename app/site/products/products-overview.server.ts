import { resolveImages } from '#app/media/library/used-files.server.ts'
import { pipeCoating } from '#app/sections/pipe-coating/pipe-coating.ts'
import { powerCables } from '#app/sections/power-cables/power-cables.ts'
import type { GuideBuild } from '#app/sections/products-overview/products-overview-page.tsx'
import { productsOverview, type Build } from '#app/sections/products-overview/products-overview.ts'
import { productPath } from '#app/sections/products/product-path.ts'
import { products } from '#app/sections/products/products.ts'
import { site } from '#app/sections/site/site.ts'
import { currentSite } from '#app/site.server.ts'

/** All that /products shows. A section whose file never could be read is undefined, and the rest of the page stands. */
export function readProductsOverview() {
  const content = {
    overview: currentSite().content.find(productsOverview)?.value,
    powerCables: withoutWayToThisPage(currentSite().content.find(powerCables)?.value),
    pipeCoating: withoutWayToThisPage(currentSite().content.find(pipeCoating)?.value),
    products: currentSite().content.find(products)?.value,
  }
  return {
    content,
    email: currentSite().content.find(site)?.value.contacts.registeredOffice.email,
    families: currentSite()
      .products.productFamilies()
      .map(({ id, name, products: { length } }) => ({ id, name, productCount: length })),
    builds: (content.overview?.builds ?? []).map(toGuideBuild),
    images: resolveImages(content, currentSite().media.library),
  }
}

/** On the home page a section's button leads here. */
function withoutWayToThisPage<Content extends { buttonLink: string }>(content: Content | undefined) {
  return content?.buttonLink === '/products' ? { ...content, buttonLink: '' } : content
}

function toGuideBuild({ layers, ...build }: Build): GuideBuild {
  return {
    ...build,
    layers: layers.map(({ products: addresses, ...layer }, index) => ({
      ...layer,
      number: index + 1,
      products: currentSite()
        .products.productCards(addresses)
        .map((card) => ({ title: card.title, path: productPath(card) })),
    })),
  }
}
