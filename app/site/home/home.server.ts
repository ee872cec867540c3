import { resolveImages } from '#app/media/library/used-files.server.ts'
import type { ContentOf, SectionDefinition } from '#app/schema/define-section.ts'
import { clientsSection } from '#app/sections/clients/clients.ts'
import { globalExpansion } from '#app/sections/global-expansion/global-expansion.ts'
import { globalPresence } from '#app/sections/global-presence/global-presence.ts'
import { heroSlides } from '#app/sections/hero-slides/hero-slides.ts'
import { newsSection } from '#app/sections/news-section/news-section.ts'
import { pipeCoating } from '#app/sections/pipe-coating/pipe-coating.ts'
import { powerCables } from '#app/sections/power-cables/power-cables.ts'
import { productRange } from '#app/sections/product-range/product-range.ts'
import { products } from '#app/sections/products/products.ts'
import { qualityControl } from '#app/sections/quality-control/quality-control.ts'
import { site } from '#app/sections/site/site.ts'
import { stats } from '#app/sections/stats/stats.ts'
import { currentSite } from '#app/site.server.ts'

/** All that the home page shows, from memory. A section whose file never could be read is undefined. */
export function readHome() {
  const content = {
    heroSlides: find(heroSlides),
    globalExpansion: find(globalExpansion),
    productRange: find(productRange),
    stats: find(stats),
    powerCables: find(powerCables),
    pipeCoating: find(pipeCoating),
    products: find(products),
    qualityControl: find(qualityControl),
    clients: find(clientsSection),
    news: find(newsSection),
    globalPresence: find(globalPresence),
  }
  const about = find(site)
  return {
    title: about ? `${about.companyName}: ${about.tagline}` : 'Home',
    description: about ? about.footer.about || about.tagline : '',
    content,
    images: resolveImages(content, currentSite().media.library),
  }
}

function find<Section extends SectionDefinition>(section: Section): ContentOf<Section> | undefined {
  return currentSite().content.find(section)?.value
}
