import { registry, type RegisteredSection } from './registry.ts'

interface PublicPage {
  /** Its address: `/investors/Drhp`. */
  href: string
  label: string
}

/** The public pages that are edited as a whole, for links that lead to them. */
export function publicPages(): PublicPage[] {
  const ownPages = registry.filter(({ section, group }) => group !== 'Website' && !section.page.includes('#'))
  return [HOME_PAGE, ...ownPages.map(({ section: { page, label } }) => ({ href: page, label }))]
}

/** Where visitors see a section, in words: `place` is what they would call it and can be a link to it. */
export function whereShown({ section: { page }, group }: Pick<RegisteredSection, 'section' | 'group'>) {
  const [href] = page.split('#')
  if (group === 'Website') return { relation: 'On every page of the', place: 'website' }
  if (href === page) return { relation: 'The page', place: page }
  if (href === HOME_PAGE.href) return { relation: 'Part of the', place: 'home page' }
  const whole = publicPages().find((candidate) => candidate.href === href)
  return { relation: 'Part of the page', place: whole?.label ?? page }
}

const HOME_PAGE: PublicPage = { href: '/', label: 'Home page' }
