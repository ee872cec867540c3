import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { sections } from '#app/site/sections/definitions.ts'

interface PublicPage {
  /** Its address: `/investors/Drhp`. */
  href: string
  label: string
}

/** The public pages that are edited as a whole, for links that lead to them. */
export function publicPages(): PublicPage[] {
  const ownPages = sections.filter((section) => !section.isOnEveryPage && !section.page.includes('#'))
  return [HOME_PAGE, ...ownPages.map(({ page, label }) => ({ href: page, label }))]
}

/** Where visitors see a section, as text: `place` is the visitors' name for it and can be a link to it. */
export function whereShown(section: SectionDefinition) {
  const { page, isOnEveryPage } = section
  const [href] = page.split('#')
  if (isOnEveryPage) return { relation: 'On every page of the', place: 'website' }
  if (href === page) return { relation: 'The page', place: page }
  if (href === HOME_PAGE.href) return { relation: 'Part of the', place: 'home page' }
  const whole = publicPages().find((candidate) => candidate.href === href)
  return { relation: 'Part of the page', place: whole?.label ?? page }
}

const HOME_PAGE: PublicPage = { href: '/', label: 'Home page' }
