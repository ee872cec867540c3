import { decodeSegments, parseUrl } from '#app/cms/platform/http/parse-url.ts'
import { PAGES, sharedCacheHeaders } from '#app/cms/platform/http/shared-cache-headers.ts'
import type { SiteReader } from './define/content-reader.ts'
import type { FileRules, SiteDefinition } from './define/define-site.ts'
import { formerAddresses, pagesOf } from './define/collection-pages.ts'
import { ownAreas } from './define/own-areas.ts'

/**
 * The addresses whose responses depend on content alone and are the same for every visitor, so that they may be cached.
 */
export function openPublicDocuments(site: SiteReader & { definition: SiteDefinition }) {
  const { sections, collections, addresses } = site.definition
  const { generatedFiles, uncachedQueries, others } = addresses
  const fixed = site.definition.fileRules?.fixed
  /** Their queries select other entries. */
  const entryLists = new Set(collections.flatMap(({ api }) => (api && !api.staffOnly ? [`/api/${api.path}`] : [])))
  /** Addresses that API clients read: sections, first pages of entries, the OpenAPI document and the documentation. */
  const apiReads = new Set([
    ...sections.flatMap(({ api }) => (api ? [`/api/${api.path}`] : [])),
    ...entryLists,
    '/api/openapi.json',
    '/api/docs',
  ])
  /** Computed once for each version of the content, because every request for an unknown address needs these sets. */
  let pages: Set<string> | undefined
  let leaving: Set<string> | undefined
  function drop() {
    pages = undefined
    leaving = undefined
  }
  site.content.subscribe(drop)

  function ownPages() {
    const off = new Set(addresses.switchedOff?.(site))
    return [...addresses.pages.filter((page) => !off.has(page)), ...(others?.all(site) ?? [])]
  }

  function entryPages() {
    return collections.flatMap((collection) =>
      collection.page
        ? pagesOf(site, collection)
            .addresses()
            .map((last) => `${collection.page?.below}/${last}`)
        : [],
    )
  }

  function knownPages() {
    return (pages ??= new Set([...ownPages(), ...entryPages()]))
  }

  /** Addresses that redirect to another one. */
  function leavingPages() {
    return (leaving ??= new Set([...addresses.redirects, ...formerAddresses(site)]))
  }

  /** The address of a collection, for one below the page of an entry: a site may have a route for these. Else ''. */
  function belowEntry(page: string) {
    const [, ofCollection = '', second = '', third, ...others] = page.split('/')
    if (second === '' || third === undefined || others.length > 0) return ''
    return collections.find((one) => one.page?.below === `/${ofCollection}`)?.page?.below ?? ''
  }

  /** True if a query has a name that changes the response at an address. */
  function hasQuery(address: string, query = '') {
    const given = new URLSearchParams(query)
    return uncachedQueries[address]?.some((name) => given.has(name)) ?? false
  }

  return {
    /** To be called when the addresses may have changed without a change of content: when a day begins. */
    drop,
    /**
     * All pages, generated files and data of pages, without queries, in the order in which visitors need them: entries of
     * collections come last, because there may be thousands.
     */
    addresses(): string[] {
      const own = [...new Set(ownPages())]
      const others = [...knownPages()].slice(own.length)
      return [...own, ...generatedFiles, ...own.map(dataAddress), ...others, ...others.map(dataAddress)]
    },
    /**
     * The cache key of a request target (path and query): query names that the page does not read are ignored.
     * Undefined if the target is not a public document, or if it has a query name that the page reads.
     */
    addressOf(target: string): string | undefined {
      const [path = '', query] = target.split('?', 2)
      if (generatedFiles.includes(path)) return hasQuery(path, query) ? undefined : path
      if (apiReads.has(path)) return entryLists.has(path) && query !== undefined ? undefined : path
      const page = pageOf(path)
      if (!knownPages().has(page)) return undefined
      if (query === undefined) return path
      const given = new URLSearchParams(query)
      // A request of Remix for only a part of the data. No link of the public site causes it.
      if (page !== path && given.has('_routes')) return undefined
      return hasQuery(page, query) ? undefined : path
    },
    /**
     * The cache key of the 404 for a request target that the public site does not have. Undefined if the target may
     * exist: the router then decides.
     */
    unknownAddressOf(target: string): string | undefined {
      const url = target.startsWith('/') ? parseUrl(ANY_ORIGIN + target) : undefined
      if (!url) return undefined
      const { pathname, searchParams } = url
      if (searchParams.has('_routes')) return undefined
      const path = decodeSegments(pathname)
      const page = path && pageOf(path)
      if (path === undefined || page === undefined) return undefined
      // The layout redirects it to the canonical address.
      if (/\/(?:\/|$)/.test(page)) return undefined
      if (page === path && page.endsWith('.data')) return undefined
      const [first = '', second = ''] = page.slice(1).split('/')
      if (ownAreas().includes(first) || generatedFiles.includes(page)) return undefined
      const isFixed = fixed !== undefined && page.startsWith(`${fixed.below}/`)
      const [segment = '', ...pageBelow] = isFixed ? page.slice(fixed.below.length + 1).split('/') : []
      if (isFixed && fixed.mayHave(site, segment)) return undefined
      // Redirects are compared with the address as sent and as decoded.
      if (leavingPages().has(page) || leavingPages().has(pageOf(pathname))) return undefined
      if (knownPages().has(page)) return undefined
      const collection = collections.find((one) => one.page?.below === page.slice(0, page.lastIndexOf('/')))
      const last = page.slice(page.lastIndexOf('/') + 1)
      // Its file cannot be read, or its last day is over: the page says so.
      if (collection && (pagesOf(site, collection).at(last) ?? pagesOf(site, collection).endedAt(last)))
        return undefined
      if (others?.mayHave(site, page)) return undefined
      const parent = collection?.page?.below
      const isOff = addresses.switchedOff?.(site).includes(page) ?? false
      // The browser matches its own address: so it has to be one of the same route.
      const unknown = isOff
        ? page
        : isFixed
          ? unknownBelow(fixed, pageBelow.join('/'))
          : parent !== undefined
            ? parent + UNKNOWN_PAGE
            : second === ''
              ? UNKNOWN_PAGE
              : belowEntry(page) + UNKNOWN_BELOW
      return page === path ? unknown : dataAddress(unknown)
    },
    /**
     * The headers for shared caches of the public document at an address. None for the API: programs want the current
     * state, so no cache should store it.
     */
    sharedCacheHeaders: (address: string): [name: string, value: string][] =>
      address.startsWith('/api/') ? [] : sharedCacheHeaders(PAGE_MAX_AGE, [PAGES]),
  }
}

const ANY_ORIGIN = 'http://localhost'

/** The cache key for all unknown addresses of one part, also below an address. No slug contains this character. */
const UNKNOWN_PAGE = '/~'

/** The cache key for those of several parts, which no route but the last one matches. */
const UNKNOWN_BELOW = '/~/~'

/** The cache key for all fixed addresses that there are not, or for one of the pages below them. */
function unknownBelow({ below, pages }: FileRules['fixed'], page: string) {
  if (page === '') return below + UNKNOWN_PAGE
  return pages.includes(page) ? `${below}${UNKNOWN_PAGE}/${page}` : UNKNOWN_BELOW
}

/** The address of the data that the router loads on a client-side navigation to a page. */
function dataAddress(page: string) {
  return page === '/' ? '/_root.data' : `${page}.data`
}

/** The page that an address shows, or whose data it loads. */
function pageOf(path: string) {
  const [, page] = /^(\/.+)\.data$/.exec(path) ?? []
  return page === '/_root' ? '/' : (page ?? path)
}

/**
 * Seconds for which shared caches may serve a page without revalidation. Only ten, although each change purges them: a
 * response that began before a change may reach a cache after the purge.
 */
const PAGE_MAX_AGE = 10
