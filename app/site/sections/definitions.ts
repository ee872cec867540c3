import type { z } from 'zod'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { about } from './about/about.ts'
import { careers } from './careers/careers.ts'
import { certifications } from './certifications/certifications.ts'
import { clientsSection } from './clients/clients.ts'
import { contactContent } from './contact-content/contact-content.ts'
import { drhp } from './drhp/drhp.ts'
import { gallery } from './gallery/gallery.ts'
import { globalExpansion } from './global-expansion/global-expansion.ts'
import { globalPresence } from './global-presence/global-presence.ts'
import { heroSlides } from './hero-slides/hero-slides.ts'
import { industryReport } from './industry-report/industry-report.ts'
import { financials, governance, investors, management } from './investors/investors.ts'
import { newsSection } from './news-section/news-section.ts'
import { news } from './news/news.ts'
import { pipeCoating } from './pipe-coating/pipe-coating.ts'
import { powerCables } from './power-cables/power-cables.ts'
import { productPages } from './product-page/product-page.ts'
import { productRange } from './product-range/product-range.ts'
import { productsOverview } from './products-overview/products-overview.ts'
import { products } from './products/products.ts'
import { qualityControl } from './quality-control/quality-control.ts'
import { reports } from './reports/reports.ts'
import { services } from './services/services.ts'
import { site } from './site/site.ts'
import { stats } from './stats/stats.ts'

/** Every section of the site, in the order in which staff see them. Add a new section here. */
export const sections: SectionDefinition<z.ZodObject>[] = [
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
  reports,

  investors,
  financials,
  management,
  governance,
  industryReport,
  drhp,

  about,
  certifications,
  productsOverview,
  services,
  news,
  gallery,
  careers,
  contactContent,

  ...productPages,

  site,
]

/** The section with this id; undefined if there is none. */
export function findSection(id: string | undefined): SectionDefinition<z.ZodObject> | undefined {
  return sections.find((section) => section.id === id)
}
