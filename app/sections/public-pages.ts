import type { SectionDefinition } from '#app/schema/define-section.ts'
import { sections } from './definitions.ts'
import { site } from './site/site.ts'

interface PublicPage {
  /** Its address: `/investors/Drhp`. */
  href: string
  label: string
}

/** The public pages that are edited as a whole, for links that lead to them. */
export function publicPages(): PublicPage[] {
  const ownPages = sections.filter((section) => !isOnEveryPage(section) && !section.page.includes('#'))
  return [HOME_PAGE, ...ownPages.map(({ page, label }) => ({ href: page, label }))]
}

/** Where visitors see a section, as text: `place` is the visitors' name for it and can be a link to it. */
export function whereShown(section: SectionDefinition) {
  const { page } = section
  const [href] = page.split('#')
  if (isOnEveryPage(section)) return { relation: 'On every page of the', place: 'website' }
  if (href === page) return { relation: 'The page', place: page }
  if (href === HOME_PAGE.href) return { relation: 'Part of the', place: 'home page' }
  const whole = publicPages().find((candidate) => candidate.href === href)
  return { relation: 'Part of the page', place: whole?.label ?? page }
}

function isOnEveryPage({ id }: SectionDefinition) {
  return id === site.id
}

const HOME_PAGE: PublicPage = { href: '/', label: 'Home page' }

/** Every public page of the route table that has one fixed address. A test compares it with `app/routes.ts`. */
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

/** Files generated from content. */
export const GENERATED_FILES = ['/sitemap.xml', '/robots.txt', '/feed.xml', '/site.webmanifest']

/**
 * The query names that change a public page. Such a response is not cached. Only the name matters, not the value. On
 * the production host no other query name reaches a page.
 */
export const UNCACHED_QUERIES: { [page: string]: readonly string[] | undefined } = {
  // After a message was sent.
  '/contactus': ['sent'],
  // A long gallery has several pages.
  '/gallery': ['page'],
}

/** First path segments outside the public site. A test compares them, and the names above, with `app/routes.ts`. */
export const OTHER_AREAS: readonly string[] = ['admin', 'api', 'uploads', 'policies', 'variants']

/** Public addresses that redirect. */
export const REDIRECTS: readonly string[] = ['/investors/drhp']
