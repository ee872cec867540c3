import { pagesOf } from '#app/cms/define/collection-pages.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { SITE_PAGES } from '#app/site/addresses/site-addresses.ts'
import { WITHDRAW_PAGE } from '#app/site/addresses/privacy-address.ts'
import { SEARCH_PAGE } from '#app/site/addresses/search-query.ts'
import { switchedOffPages } from '#app/site/sections/disclosures/switched-off-pages.ts'
import { events } from '#app/site/collections/events/events.ts'
import { grades } from '#app/site/collections/grades/grades.ts'
import { gradeIndex } from '#app/site/sections/grade-finder/grade-index.server.ts'
import { jobs } from '#app/site/collections/jobs/jobs.ts'
import { newsArticles } from '#app/site/collections/news/news-articles.ts'
import { watchAddress } from '#app/site/collections/documents/fixed-address.ts'
import { documentRegister } from '#app/site/sections/document-register/register.server.ts'
import { productCatalog } from '#app/site/sections/product-catalog/product-catalog.server.ts'
import { generatedFile, element, textElement, xmlDocument } from './generated-file.ts'

export { refuseWrite as action } from './generated-file.ts'

/**
 * `/sitemap.xml` (https://www.sitemaps.org/protocol.html): every page for search engines, with the time of the last
 * change of what it shows, where that is known. Details that every page shows, such as the telephone number, do not
 * count: search engines ignore times that are new for all pages at once.
 */
export function loader() {
  const site = currentSite()
  const off = switchedOffPages(site)
  const changes = lastChanges()
  const films = site.service(documentRegister).withFilms()
  const watched = films.flatMap(({ slug, isListed }) => (isListed ? watchAddress(slug) : []))
  const products = site.service(productCatalog).productAddresses()
  const gradePages = site
    .service(gradeIndex)
    .listed()
    .map(({ href }) => href)
  const all = new Set([...SITE_PAGES, ...products, ...gradePages, ...watched, ...changes.keys()])
  // Search engines do not list answers of other searches, nor a page that needs a link of its own.
  const paths = [...all].filter((page) => page !== SEARCH_PAGE && page !== WITHDRAW_PAGE && !off.includes(page))
  const urls = paths.map((path) => {
    const changed = changes.get(path)
    const loc = textElement('loc', site.env.publicOrigin + path)
    return element('url', changed ? [loc, textElement('lastmod', withoutMilliseconds(changed))] : [loc])
  })
  const root = element('urlset', urls, { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' })
  return generatedFile(xmlDocument(root), 'application/xml')
}

/** The pages of all sections and entries by their addresses, each with its last change if that is known. */
function lastChanges(): ReadonlyMap<string, Date | undefined> {
  const site = currentSite()
  const { sections, collections, details } = site.definition
  const found = new Map<string, Date | undefined>()
  const note = (page: string, changed: Date | undefined) => {
    const known = found.get(page)
    found.set(page, changed && known && known > changed ? known : (changed ?? known))
  }
  for (const section of sections) {
    const [page = ''] = section.page.split('#')
    if (SITE_PAGES.includes(page) && section.id !== details.id) note(page, site.content.lastChange(section))
  }
  for (const { key, href } of site.service(gradeIndex).listed()) note(href, site.content.lastChange(grades.entry(key)))
  for (const collection of collections) {
    const lists = LISTS.get(collection.id) ?? []
    for (const { key, href } of pagesOf(site, collection).listed()) {
      const changed = site.content.lastChange(collection.entry(key))
      for (const page of href === undefined ? lists : [href, ...lists]) note(page, changed)
    }
  }
  return found
}

/** The pages that list the entries of a collection, beside those of a section. */
const LISTS = new Map([
  [newsArticles.id, ['/', '/events']],
  [events.id, ['/events']],
  [jobs.id, ['/careers']],
])

function withoutMilliseconds(time: Date) {
  return time.toISOString().replace(/\.\d+Z$/, 'Z')
}
