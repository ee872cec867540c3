import type { ComponentType } from 'react'
import type { z } from 'zod'
import type { SectionDefinition } from '#app/content/define-section.ts'
import type { IconName } from '#app/ui/admin/icon.tsx'
import { AboutEditor } from './about/about-editor.tsx'
import { about } from './about/about.ts'
import { CareersEditor } from './careers/careers-editor.tsx'
import { careers } from './careers/careers.ts'
import { CertificationsEditor } from './certifications/certifications-editor.tsx'
import { certifications } from './certifications/certifications.ts'
import { ClientsEditor } from './clients/clients-editor.tsx'
import { clientsSection } from './clients/clients.ts'
import { ContactContentEditor } from './contact-content/contact-content-editor.tsx'
import { contactContent } from './contact-content/contact-content.ts'
import { DrhpEditor } from './drhp/drhp-editor.tsx'
import { drhp } from './drhp/drhp.ts'
import { addPictures } from './gallery/added-pictures.ts'
import { GalleryEditor } from './gallery/gallery-editor.tsx'
import { gallery } from './gallery/gallery.ts'
import { GlobalExpansionEditor } from './global-expansion/global-expansion-editor.tsx'
import { globalExpansion } from './global-expansion/global-expansion.ts'
import { GlobalPresenceEditor } from './global-presence/global-presence-editor.tsx'
import { globalPresence } from './global-presence/global-presence.ts'
import { heroSlides } from './hero-slides/hero-slides.ts'
import { IndustryReportEditor } from './industry-report/industry-report-editor.tsx'
import { industryReport } from './industry-report/industry-report.ts'
import { FinancialsEditor } from './investors/financials-editor.tsx'
import { financials } from './investors/financials.ts'
import { GovernanceEditor } from './investors/governance-editor.tsx'
import { governance } from './investors/governance.ts'
import { InvestorsEditor } from './investors/investors-editor.tsx'
import { investors } from './investors/investors.ts'
import { ManagementEditor } from './investors/management-editor.tsx'
import { management } from './investors/management.ts'
import { NewsSectionEditor } from './news-section/news-section-editor.tsx'
import { newsSection } from './news-section/news-section.ts'
import { NewsEditor } from './news/news-editor.tsx'
import { news } from './news/news.ts'
import { PipeCoatingEditor } from './pipe-coating/pipe-coating-editor.tsx'
import { pipeCoating } from './pipe-coating/pipe-coating.ts'
import { PowerCablesEditor } from './power-cables/power-cables-editor.tsx'
import { powerCables } from './power-cables/power-cables.ts'
import type { CompletePosted } from './posted-fields.ts'
import { moveValuesWithProperties } from './product-page/grade-columns.ts'
import { ProductPageEditor } from './product-page/product-page-editor.tsx'
import { productPages } from './product-page/product-page.ts'
import { ProductRangeEditor } from './product-range/product-range-editor.tsx'
import { productRange } from './product-range/product-range.ts'
import { ProductsOverviewEditor } from './products-overview/products-overview-editor.tsx'
import { productsOverview } from './products-overview/products-overview.ts'
import { ProductsEditor } from './products/products-editor.tsx'
import { products } from './products/products.ts'
import { QualityControlEditor } from './quality-control/quality-control-editor.tsx'
import { qualityControl } from './quality-control/quality-control.ts'
import { reports } from './reports/reports.ts'
import { ServicesEditor } from './services/services-editor.tsx'
import { services } from './services/services.ts'
import { SiteEditor } from './site/site-editor.tsx'
import { site } from './site/site.ts'
import { StatsEditor } from './stats/stats-editor.tsx'
import { stats } from './stats/stats.ts'

/** A group of links in the administrators' sidebar. */
export type MenuGroup = 'Home page and reports' | 'Investors' | 'Pages' | 'Product pages' | 'Website'

/** A section of the website and how staff edit it, at `/admin/{id}`. */
export interface RegisteredSection {
  section: SectionDefinition<z.ZodObject>
  group: MenuGroup
  icon: IconName
  /** Its fields, inside the form of the generic editor. Left out: the section has a route of its own. */
  Fields?: ComponentType
  /** What a posted form of it means beyond its fields, where it means more. */
  complete?: CompletePosted
}

/** Every section, in the order of the sidebar. A new section joins by its line here. */
export const registry: RegisteredSection[] = [
  { section: heroSlides, group: 'Home page and reports', icon: 'slides' },
  { section: globalExpansion, group: 'Home page and reports', icon: 'globe', Fields: GlobalExpansionEditor },
  { section: productRange, group: 'Home page and reports', icon: 'range', Fields: ProductRangeEditor },
  { section: stats, group: 'Home page and reports', icon: 'stats', Fields: StatsEditor },
  { section: powerCables, group: 'Home page and reports', icon: 'cable', Fields: PowerCablesEditor },
  { section: pipeCoating, group: 'Home page and reports', icon: 'pipe', Fields: PipeCoatingEditor },
  { section: products, group: 'Home page and reports', icon: 'fibre', Fields: ProductsEditor },
  { section: qualityControl, group: 'Home page and reports', icon: 'quality', Fields: QualityControlEditor },
  { section: clientsSection, group: 'Home page and reports', icon: 'logos', Fields: ClientsEditor },
  { section: newsSection, group: 'Home page and reports', icon: 'news', Fields: NewsSectionEditor },
  { section: globalPresence, group: 'Home page and reports', icon: 'globe', Fields: GlobalPresenceEditor },
  { section: reports, group: 'Home page and reports', icon: 'report' },

  { section: investors, group: 'Investors', icon: 'news', Fields: InvestorsEditor },
  { section: financials, group: 'Investors', icon: 'stats', Fields: FinancialsEditor },
  { section: management, group: 'Investors', icon: 'person', Fields: ManagementEditor },
  { section: governance, group: 'Investors', icon: 'shield', Fields: GovernanceEditor },
  { section: industryReport, group: 'Investors', icon: 'report', Fields: IndustryReportEditor },
  { section: drhp, group: 'Investors', icon: 'report', Fields: DrhpEditor },

  { section: about, group: 'Pages', icon: 'years', Fields: AboutEditor },
  { section: certifications, group: 'Pages', icon: 'quality', Fields: CertificationsEditor },
  { section: productsOverview, group: 'Pages', icon: 'range', Fields: ProductsOverviewEditor },
  { section: services, group: 'Pages', icon: 'swap', Fields: ServicesEditor },
  { section: news, group: 'Pages', icon: 'news', Fields: NewsEditor },
  { section: gallery, group: 'Pages', icon: 'image', Fields: GalleryEditor, complete: addPictures },
  { section: careers, group: 'Pages', icon: 'person', Fields: CareersEditor },
  { section: contactContent, group: 'Pages', icon: 'pin', Fields: ContactContentEditor },

  ...productPages.map((section) => ({
    section,
    group: 'Product pages' as const,
    icon: 'cable' as const,
    Fields: ProductPageEditor,
    complete: moveValuesWithProperties,
  })),

  { section: site, group: 'Website', icon: 'globe', Fields: SiteEditor },
]

/** What every section is, for the store and the API. */
export const sections: SectionDefinition[] = registry.map(({ section }) => section)

/** A section that the generic editor serves, and its fields: a component inside the section's form. */
export type SectionEditor = RegisteredSection & { Fields: ComponentType }

/** The editor of a section by its id; undefined for an id that is none, or whose section has a route of its own. */
export function findEditor(sectionId: string | undefined): SectionEditor | undefined {
  const found = registry.find(({ section }) => section.id === sectionId)
  return found?.Fields && { ...found, Fields: found.Fields }
}
