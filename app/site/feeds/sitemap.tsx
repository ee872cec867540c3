import { listedPages } from '#app/cms/define/collection-pages.ts'
import { SITE_PAGES } from '#app/site/site-addresses.ts'
import { generatedFile, element, textElement, xmlDocument } from './generated-file.ts'
import { switchedOffPages } from '#app/site/sections/disclosures/switched-off-pages.ts'
import { productCatalog } from '#app/site/sections/product-page/product-catalog.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

export { refuseWrite as action } from './generated-file.ts'

/**
 * `/sitemap.xml` (https://www.sitemaps.org/protocol.html): every page for search engines. Without `lastmod`: a page
 * shows several content files, some edited by hand, and search engines ignore dates that are not right for all pages.
 */
export function loader() {
  const site = currentSite()
  const off = switchedOffPages(site)
  const paths = new Set([
    ...SITE_PAGES.filter((page) => !off.includes(page)),
    ...site.service(productCatalog).productAddresses(),
    ...listedPages(site).map(({ href }) => href),
  ])
  const urls = [...paths].map((path) => element('url', [textElement('loc', site.env.publicOrigin + path)]))
  const root = element('urlset', urls, { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' })
  return generatedFile(xmlDocument(root), 'application/xml')
}
