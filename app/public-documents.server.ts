import { productAddresses } from './sections/product-page/product-catalog.server.ts'
import { siteContent } from './sections/site-content.server.ts'
import { GENERATED_FILES, PERSONAL_QUERIES, SITE_PAGES } from './site-pages.ts'

/** The addresses whose answers depend on content alone and are the same for every visitor, so that they may be kept. */
export const publicDocuments = {
  /** All of them without query names, those first that visitors need first. */
  addresses(): string[] {
    const shown = [...knownPages()]
    return [...shown, ...GENERATED_FILES, ...shown.map(dataAddress)]
  },
  /**
   * The one address under which the answer to a request target (path and query) is kept: query names that the page does not
   * read are left out. Undefined where the target is no public document.
   */
  addressOf(target: string): string | undefined {
    const [path = '', query] = target.split('?', 2)
    if (GENERATED_FILES.includes(path)) return path
    const page = pageOf(path)
    if (!knownPages().has(page)) return undefined
    if (query === undefined) return path
    const given = new URLSearchParams(query)
    // Remix asks so for a part of the data. No link of the public site does.
    if (page !== path && given.has('_routes')) return undefined
    return PERSONAL_QUERIES[page]?.some((name) => given.has(name)) ? undefined : path
  },
}

/** Read from content once for each of its versions, since it is asked for on each request for an unknown address. */
let pages: Set<string> | undefined
siteContent.subscribe(() => {
  pages = undefined
})

function knownPages() {
  return (pages ??= new Set([...SITE_PAGES, ...productAddresses()]))
}

/** The address of what the router loads when a visitor goes on to a page without loading it whole. */
function dataAddress(page: string) {
  return page === '/' ? '/_root.data' : `${page}.data`
}

/** The page an address shows, or loads the data of. */
function pageOf(path: string) {
  const [, page] = /^(\/.+)\.data$/.exec(path) ?? []
  return page === '/_root' ? '/' : (page ?? path)
}
