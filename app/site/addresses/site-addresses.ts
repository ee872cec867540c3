import { CONTACT_PAGE, GRADES_PAGE } from './grade-forms.ts'
import { REGISTER_FEED, SELECTION_QUERIES } from './document-selection.ts'
import { ENQUIRY_QUERIES } from './enquiry-address.ts'
import { GRADES_CSV, GRADES_JSON } from './grade-address.ts'
import { GRADE_QUERIES } from './grade-selection.ts'
import { PRIVACY_PAGE, WITHDRAW_PAGE } from './privacy-address.ts'
import { OPEN_SEARCH, SEARCH_PAGE, SEARCH_QUERIES, SUGGESTIONS } from './search-query.ts'
import { ownAreas } from '#app/cms/define/own-areas.ts'

// Not in site.config.ts, because the schema of the redirects needs them, and that module needs every schema.

/** Every public page of the route table that has one fixed address. A test compares it with `app/routes.ts`. */
export const SITE_PAGES = [
  '/',
  '/aboutus',
  '/certificate',
  '/products',
  GRADES_PAGE,
  '/services',
  '/investors',
  '/investors/board',
  '/investors/results',
  '/investors/industry-report',
  '/investors/Drhp',
  '/investors/disclosures',
  '/investors/documents',
  '/events',
  '/gallery',
  '/careers',
  '/contactus',
  PRIVACY_PAGE,
  WITHDRAW_PAGE,
  SEARCH_PAGE,
]

/** Files generated from content. */
export const GENERATED_FILES = [
  '/sitemap.xml',
  '/robots.txt',
  '/feed.xml',
  OPEN_SEARCH,
  SUGGESTIONS,
  GRADES_JSON,
  GRADES_CSV,
  '/investors/key-figures.csv',
  '/investors/documents.csv',
  '/investors/documents.json',
  REGISTER_FEED,
  '/site.webmanifest',
]

/**
 * The query names that change a public page. Such a response is not cached. Only the name matters, not the value. On
 * the production host no other query name reaches a page.
 */
export const UNCACHED_QUERIES: { [page: string]: readonly string[] | undefined } = {
  // After a message was sent; an enquiry about grades, or for one that fits a selection; a search that found nothing.
  [CONTACT_PAGE]: ['sent', 'about', ...ENQUIRY_QUERIES, ...GRADE_QUERIES],
  // A long gallery has several pages.
  '/gallery': ['page'],
  [GRADES_PAGE]: GRADE_QUERIES,
  [PRIVACY_PAGE]: ['version', 'language'],
  [WITHDRAW_PAGE]: ['token', 'done'],
  [SEARCH_PAGE]: SEARCH_QUERIES,
  [SUGGESTIONS]: ['q'],
  '/investors/documents': [...SELECTION_QUERIES, 'page'],
  '/investors/documents.csv': SELECTION_QUERIES,
  '/investors/documents.json': SELECTION_QUERIES,
  [REGISTER_FEED]: SELECTION_QUERIES,
}

/** Public addresses that redirect. */
export const REDIRECTS: readonly string[] = ['/investors/drhp', '/news']

/** First path segments of what the host itself serves: files of the build and of `public/`, and its state. */
export const HOST_AREAS: readonly string[] = [
  'assets',
  'fonts',
  'images',
  'healthz',
  'readyz',
  'apple-touch-icon.png',
  'favicon.ico',
  'favicon.svg',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
]

/**
 * True if no page directly below the root may have this address: the first part of the address of something else, such
 * as `products` or `assets`.
 */
export function isReservedAddress(last: string): boolean {
  const others = [...SITE_PAGES, ...GENERATED_FILES, ...REDIRECTS].map((page) => page.split('/')[1])
  return [...ownAreas(), ...HOST_AREAS, ...others, ...MORE_AREAS].includes(last)
}

/** First path segments that have pages below them, and no page of their own. */
const MORE_AREAS: readonly string[] = ['documents']

/** True for a path that the site always serves itself, whatever its content is. */
export function isOwnAddress(page: string): boolean {
  const [, first = ''] = page.split('/')
  return (
    [...ownAreas(), ...HOST_AREAS].includes(first) || [...SITE_PAGES, ...GENERATED_FILES, ...REDIRECTS].includes(page)
  )
}
