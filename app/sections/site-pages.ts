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
 * The query names under which a public page says something to one visitor, so that it is kept for nobody. Each counts by
 * being there and not by its value. On the production host no other name reaches a page.
 */
export const PERSONAL_QUERIES: { [page: string]: readonly string[] | undefined } = {
  // After a message was sent.
  '/contactus': ['sent'],
}

/** First parts of addresses that are not the public site's. A test holds them, and those above, to `app/routes.ts`. */
export const OTHER_AREAS: readonly string[] = ['admin', 'api', 'uploads', 'policies', 'variants']

/** Public addresses that lead elsewhere. */
export const REDIRECTS: readonly string[] = ['/investors/drhp']
