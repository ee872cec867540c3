import type { SectionDefinition } from '#app/content/define-section.ts'
import { clientsSection } from './clients/clients.ts'
import { globalExpansion } from './global-expansion/global-expansion.ts'
import { globalPresence } from './global-presence/global-presence.ts'
import { heroSlides } from './hero-slides/hero-slides.ts'
import { newsSection } from './news-section/news-section.ts'
import { pipeCoating } from './pipe-coating/pipe-coating.ts'
import { powerCables } from './power-cables/power-cables.ts'
import { productRange } from './product-range/product-range.ts'
import { products } from './products/products.ts'
import { qualityControl } from './quality-control/quality-control.ts'
import { site } from './site/site.ts'
import { stats } from './stats/stats.ts'

/** Every section of the site's content, in the order of the home page. A new section joins by its line here. */
export const sections: SectionDefinition[] = [
  heroSlides,
  globalExpansion,
  productRange,
  stats,
  powerCables,
  pipeCoating,
  products,
  qualityControl,
  clientsSection,
  newsSection,
  globalPresence,
  site,
]
