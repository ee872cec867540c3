import type { ComponentType } from 'react'
import type { z } from 'zod'
import type { SectionDefinition } from '#app/schema/define-section.ts'

/** A section that the generic editor serves, and its fields: a component inside the section's form. */
export interface SectionEditor {
  section: SectionDefinition<z.ZodObject>
  Fields: ComponentType
}

/** The code of each editor, fetched by the browser on its own screen only. A new section joins by its line here. */
const loaders: { [sectionId: string]: (() => Promise<SectionEditor>) | undefined } = {
  globalexpansion: () =>
    pair(
      import('#app/sections/global-expansion/global-expansion.ts').then((module) => module.globalExpansion),
      import('#app/sections/global-expansion/global-expansion-editor.tsx').then(
        (module) => module.GlobalExpansionEditor,
      ),
    ),
  'product-range': () =>
    pair(
      import('#app/sections/product-range/product-range.ts').then((module) => module.productRange),
      import('#app/sections/product-range/product-range-editor.tsx').then((module) => module.ProductRangeEditor),
    ),
  stats: () =>
    pair(
      import('#app/sections/stats/stats.ts').then((module) => module.stats),
      import('#app/sections/stats/stats-editor.tsx').then((module) => module.StatsEditor),
    ),
  'power-cables': () =>
    pair(
      import('#app/sections/power-cables/power-cables.ts').then((module) => module.powerCables),
      import('#app/sections/power-cables/power-cables-editor.tsx').then((module) => module.PowerCablesEditor),
    ),
  'pipe-coating': () =>
    pair(
      import('#app/sections/pipe-coating/pipe-coating.ts').then((module) => module.pipeCoating),
      import('#app/sections/pipe-coating/pipe-coating-editor.tsx').then((module) => module.PipeCoatingEditor),
    ),
  products: () =>
    pair(
      import('#app/sections/products/products.ts').then((module) => module.products),
      import('#app/sections/products/products-editor.tsx').then((module) => module.ProductsEditor),
    ),
  'quality-control': () =>
    pair(
      import('#app/sections/quality-control/quality-control.ts').then((module) => module.qualityControl),
      import('#app/sections/quality-control/quality-control-editor.tsx').then((module) => module.QualityControlEditor),
    ),
  clients: () =>
    pair(
      import('#app/sections/clients/clients.ts').then((module) => module.clientsSection),
      import('#app/sections/clients/clients-editor.tsx').then((module) => module.ClientsEditor),
    ),
  'news-section': () =>
    pair(
      import('#app/sections/news-section/news-section.ts').then((module) => module.newsSection),
      import('#app/sections/news-section/news-section-editor.tsx').then((module) => module.NewsSectionEditor),
    ),
  'global-presence': () =>
    pair(
      import('#app/sections/global-presence/global-presence.ts').then((module) => module.globalPresence),
      import('#app/sections/global-presence/global-presence-editor.tsx').then((module) => module.GlobalPresenceEditor),
    ),
  investors: () =>
    pair(
      import('#app/sections/investors/investors.ts').then((module) => module.investors),
      import('#app/sections/investors/investors-editor.tsx').then((module) => module.InvestorsEditor),
    ),
  financials: () =>
    pair(
      import('#app/sections/investors/financials.ts').then((module) => module.financials),
      import('#app/sections/investors/financials-editor.tsx').then((module) => module.FinancialsEditor),
    ),
  management: () =>
    pair(
      import('#app/sections/investors/management.ts').then((module) => module.management),
      import('#app/sections/investors/management-editor.tsx').then((module) => module.ManagementEditor),
    ),
  governance: () =>
    pair(
      import('#app/sections/investors/governance.ts').then((module) => module.governance),
      import('#app/sections/investors/governance-editor.tsx').then((module) => module.GovernanceEditor),
    ),
  'industry-report': () =>
    pair(
      import('#app/sections/industry-report/industry-report.ts').then((module) => module.industryReport),
      import('#app/sections/industry-report/industry-report-editor.tsx').then((module) => module.IndustryReportEditor),
    ),
  drhp: () =>
    pair(
      import('#app/sections/drhp/drhp.ts').then((module) => module.drhp),
      import('#app/sections/drhp/drhp-editor.tsx').then((module) => module.DrhpEditor),
    ),
  about: () =>
    pair(
      import('#app/sections/about/about.ts').then((module) => module.about),
      import('#app/sections/about/about-editor.tsx').then((module) => module.AboutEditor),
    ),
  certifications: () =>
    pair(
      import('#app/sections/certifications/certifications.ts').then((module) => module.certifications),
      import('#app/sections/certifications/certifications-editor.tsx').then((module) => module.CertificationsEditor),
    ),
  'products-overview': () =>
    pair(
      import('#app/sections/products-overview/products-overview.ts').then((module) => module.productsOverview),
      import('#app/sections/products-overview/products-overview-editor.tsx').then(
        (module) => module.ProductsOverviewEditor,
      ),
    ),
  services: () =>
    pair(
      import('#app/sections/services/services.ts').then((module) => module.services),
      import('#app/sections/services/services-editor.tsx').then((module) => module.ServicesEditor),
    ),
  news: () =>
    pair(
      import('#app/sections/news/news.ts').then((module) => module.news),
      import('#app/sections/news/news-editor.tsx').then((module) => module.NewsEditor),
    ),
  gallery: () =>
    pair(
      import('#app/sections/gallery/gallery.ts').then((module) => module.gallery),
      import('#app/sections/gallery/gallery-editor.tsx').then((module) => module.GalleryEditor),
    ),
  careers: () =>
    pair(
      import('#app/sections/careers/careers.ts').then((module) => module.careers),
      import('#app/sections/careers/careers-editor.tsx').then((module) => module.CareersEditor),
    ),
  'contact-content': () =>
    pair(
      import('#app/sections/contact-content/contact-content.ts').then((module) => module.contactContent),
      import('#app/sections/contact-content/contact-content-editor.tsx').then((module) => module.ContactContentEditor),
    ),
  site: () =>
    pair(
      import('#app/sections/site/site.ts').then((module) => module.site),
      import('#app/sections/site/site-editor.tsx').then((module) => module.SiteEditor),
    ),
}

const loaded = new Map<string, SectionEditor>()

/** Loads the editor of a section, once. Undefined for an id that is none, or whose section has screens of its own. */
export async function loadEditor(sectionId: string | undefined): Promise<SectionEditor | undefined> {
  if (sectionId === undefined) return undefined
  const known = loaded.get(sectionId)
  if (known) return known
  const editor = await (Object.hasOwn(loaders, sectionId) ? loaders[sectionId]?.() : productPageEditor(sectionId))
  if (editor) loaded.set(sectionId, editor)
  return editor
}

/** An editor that has been loaded. */
export function loadedEditor(sectionId: string | undefined): SectionEditor | undefined {
  return loaded.get(sectionId ?? '')
}

/** All pages of products have the same fields. */
async function productPageEditor(sectionId: string): Promise<SectionEditor | undefined> {
  const [{ productPages }, { ProductPageEditor }] = await Promise.all([
    import('#app/sections/product-page/product-page.ts'),
    import('#app/sections/product-page/product-page-editor.tsx'),
  ])
  const section = productPages.find(({ id }) => id === sectionId)
  return section && { section, Fields: ProductPageEditor }
}

async function pair(section: Promise<SectionEditor['section']>, fields: Promise<ComponentType>) {
  const [ofSection, Fields] = await Promise.all([section, fields])
  return { section: ofSection, Fields }
}
