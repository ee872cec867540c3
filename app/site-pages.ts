/** Every public page of the route table that has one fixed address. A test holds it to `app/routes.ts`. */
export const SITE_PAGES = [
  '/',
  '/aboutus',
  '/certificate',
  '/products',
  '/services',
  '/investors',
  '/investors/industry-report',
  '/investors/Drhp',
  '/events',
  '/gallery',
  '/careers',
  '/contactus',
]

/** Files made from content. */
export const GENERATED_FILES = ['/sitemap.xml', '/robots.txt', '/feed.xml', '/site.webmanifest']

/**
 * The query names public pages read, each of which counts by being there and not by its value. No other name reaches a
 * page on the production host.
 */
export const QUERY_FLAGS: { [page: string]: readonly string[] | undefined } = {
  // The state after a message was sent.
  '/contactus': ['sent'],
}
