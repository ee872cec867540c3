import type { SectionDefinition } from './define-section.ts'
import type { LinkTarget, SiteDefinition } from './define-site.ts'

type Sections = Pick<SiteDefinition, 'sections' | 'details'>

/** The public pages that are edited as a whole, for links that lead to them. */
export function publicPages({ sections, details }: Sections): LinkTarget[] {
  const ownPages = sections.filter(
    ({ id, page, orderOf }) => id !== details.id && orderOf === undefined && !page.includes('#'),
  )
  // A page of several sections has the name of the first one.
  const names = new Map(
    [HOME_PAGE, ...ownPages.map(({ page, label }) => ({ href: page, label }))]
      .toReversed()
      .map(({ href, label }) => [href, label]),
  )
  return [...new Set([HOME_PAGE.href, ...ownPages.map(({ page }) => page)])].map((href) => ({
    href,
    label: names.get(href) ?? href,
  }))
}

/** Where visitors see a section, as text: `place` is the visitors' name for it and can be a link to it. */
export function whereShown(section: SectionDefinition, site: Sections) {
  const { page } = section
  const [href] = page.split('#')
  if (section.id === site.details.id || page === HOME_PAGE.href)
    return { relation: 'On every page of the', place: 'website' }
  if (href === page) return { relation: 'The page', place: page }
  if (href === HOME_PAGE.href) return { relation: 'Part of the', place: 'home page' }
  const whole = publicPages(site).find((candidate) => candidate.href === href)
  return { relation: 'Shown on', place: whole?.label ?? page }
}

const HOME_PAGE: LinkTarget = { href: '/', label: 'Home page' }
