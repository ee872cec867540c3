import type { ComponentType } from 'react'
import type { z } from 'zod'
import type { SectionDefinition } from '#app/schema/define-section.ts'
import { productRange } from '#app/sections/product-range/product-range.ts'
import { ProductRangeEditor } from '#app/sections/product-range/product-range-editor.tsx'
import { stats } from '#app/sections/stats/stats.ts'
import { StatsEditor } from '#app/sections/stats/stats-editor.tsx'
import { powerCables } from '#app/sections/power-cables/power-cables.ts'
import { PowerCablesEditor, PipeCoatingEditor, ProductsEditor } from '#app/sections/products/products-editor.tsx'
import { pipeCoating } from '#app/sections/pipe-coating/pipe-coating.ts'
import { products } from '#app/sections/products/products.ts'
import { qualityControl } from '#app/sections/quality-control/quality-control.ts'
import { QualityControlEditor } from '#app/sections/quality-control/quality-control-editor.tsx'
import { clientsSection } from '#app/sections/clients/clients.ts'
import { ClientsEditor } from '#app/sections/clients/clients-editor.tsx'
import { newsSection } from '#app/sections/news-section/news-section.ts'
import { NewsSectionEditor } from '#app/sections/news-section/news-section-editor.tsx'
import { globalPresence } from '#app/sections/global-presence/global-presence.ts'
import { GlobalPresenceEditor } from '#app/sections/global-presence/global-presence-editor.tsx'
import { investors, financials, management, governance } from '#app/sections/investors/investors.ts'
import {
  InvestorsEditor,
  FinancialsEditor,
  ManagementEditor,
  GovernanceEditor,
} from '#app/sections/investors/investors-editor.tsx'
import { industryReport } from '#app/sections/industry-report/industry-report.ts'
import { IndustryReportEditor } from '#app/sections/industry-report/industry-report-editor.tsx'
import { drhp } from '#app/sections/drhp/drhp.ts'
import { DrhpEditor } from '#app/sections/drhp/drhp-editor.tsx'
import { about } from '#app/sections/about/about.ts'
import { AboutEditor } from '#app/sections/about/about-editor.tsx'
import { certifications } from '#app/sections/certifications/certifications.ts'
import { CertificationsEditor } from '#app/sections/certifications/certifications-editor.tsx'
import { services } from '#app/sections/services/services.ts'
import { ServicesEditor } from '#app/sections/services/services-editor.tsx'
import { news } from '#app/sections/news/news.ts'
import { NewsEditor } from '#app/sections/news/news-editor.tsx'
import { gallery } from '#app/sections/gallery/gallery.ts'
import { GalleryEditor } from '#app/sections/gallery/gallery-editor.tsx'
import { careers } from '#app/sections/careers/careers.ts'
import { CareersEditor } from '#app/sections/careers/careers-editor.tsx'
import { contactContent } from '#app/sections/contact-content/contact-content.ts'
import { ContactContentEditor } from '#app/sections/contact-content/contact-content-editor.tsx'
import { site } from '#app/sections/site/site.ts'
import { SiteEditor } from '#app/sections/site/site-editor.tsx'
import { globalExpansion } from '#app/sections/global-expansion/global-expansion.ts'
import { GlobalExpansionEditor } from '#app/sections/global-expansion/global-expansion-editor.tsx'
import { productsOverview } from '#app/sections/products-overview/products-overview.ts'
import { ProductsOverviewEditor } from '#app/sections/products-overview/products-overview-editor.tsx'
import { productPages } from '#app/sections/product-page/product-page.ts'
import { ProductPageEditor } from '#app/sections/product-page/product-page-editor.tsx'

/** A section that the generic editor serves, and its fields: a component inside the section's form. */
export interface SectionEditor {
  section: SectionDefinition<z.ZodObject>
  Fields: ComponentType
}

/** The editors of all sections that are one form. A new section joins by its line here. */
export const editors: SectionEditor[] = [
  { section: globalExpansion, Fields: GlobalExpansionEditor },
  { section: productsOverview, Fields: ProductsOverviewEditor },
  { section: productRange, Fields: ProductRangeEditor },
  { section: stats, Fields: StatsEditor },
  { section: powerCables, Fields: PowerCablesEditor },
  { section: pipeCoating, Fields: PipeCoatingEditor },
  { section: products, Fields: ProductsEditor },
  { section: qualityControl, Fields: QualityControlEditor },
  { section: clientsSection, Fields: ClientsEditor },
  { section: newsSection, Fields: NewsSectionEditor },
  { section: globalPresence, Fields: GlobalPresenceEditor },
  { section: investors, Fields: InvestorsEditor },
  { section: financials, Fields: FinancialsEditor },
  { section: management, Fields: ManagementEditor },
  { section: governance, Fields: GovernanceEditor },
  { section: industryReport, Fields: IndustryReportEditor },
  { section: drhp, Fields: DrhpEditor },
  { section: about, Fields: AboutEditor },
  { section: certifications, Fields: CertificationsEditor },
  { section: services, Fields: ServicesEditor },
  { section: news, Fields: NewsEditor },
  { section: gallery, Fields: GalleryEditor },
  { section: careers, Fields: CareersEditor },
  { section: contactContent, Fields: ContactContentEditor },
  { section: site, Fields: SiteEditor },
  ...productPages.map((section) => ({ section, Fields: ProductPageEditor })),
]

/** The editor of a section by its id; undefined for an id that is none, or whose section has screens of its own. */
export function findEditor(sectionId: string | undefined): SectionEditor | undefined {
  return editors.find(({ section }) => section.id === sectionId)
}
