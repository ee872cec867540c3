import type { MetaDescriptor } from '@remix-run/react'
import { PROFILE } from '#app/site/profile.ts'
import type { Crumb } from '#app/site/ui/page/breadcrumb.tsx'

/**
 * Structured data of pages in the vocabulary of schema.org. The builders return Remix's own descriptor, which escapes
 * `<`, `>` and `&`, so that no text can end the script element around it.
 */

/** The company behind the site. `origin` is absolute and has no trailing slash. */
export interface Company {
  name: string
  legalName?: string | undefined
  /** Year of the incorporation. */
  foundingDate?: string | undefined
  origin: string
  tagline?: string | undefined
  email?: string | undefined
  phone?: string | undefined
  /** Lines of the registered address. */
  address?: string | undefined
  /** Its pages on other sites. Links that do not begin with `https://` are ignored. */
  profiles?: readonly string[]
}

/** The company and its site, for the home page. */
export function companyData({
  name,
  legalName,
  foundingDate,
  origin,
  tagline,
  email,
  phone,
  address,
  profiles = [],
}: Company): MetaDescriptor[] {
  const url = `${origin}/`
  const sameAs = profiles.filter((link) => link.startsWith('https://'))
  return [
    {
      'script:ld+json': {
        '@context': CONTEXT,
        '@type': 'Organization',
        '@id': `${url}#organization`,
        name,
        ...(legalName && { legalName }),
        ...(foundingDate && { foundingDate }),
        url,
        logo: `${origin}/icon-512.png`,
        ...(tagline && { slogan: tagline }),
        ...(email && { email }),
        ...(phone && { telephone: phone }),
        ...(address && { address: postalAddress(address) }),
        ...(sameAs.length > 0 && { sameAs }),
      },
    },
    // The site name that search engines show above a result.
    { 'script:ld+json': { '@context': CONTEXT, '@type': 'WebSite', name, url, inLanguage: PROFILE.language } },
  ]
}

/**
 * The parts of an address whose last line is as the post of India asks: `Goa 403 000, India`. Of another address only
 * the lines are known.
 */
function postalAddress(address: string) {
  const lines = address.trim().split('\n')
  const [, locality, pin] = /^(.+?),? ?(\d{3} ?\d{3}), India$/.exec(lines.at(-1) ?? '') ?? []
  if (locality === undefined || pin === undefined) return { '@type': 'PostalAddress', streetAddress: lines.join(', ') }
  return {
    '@type': 'PostalAddress',
    streetAddress: lines.slice(0, -1).join(', '),
    addressLocality: locality,
    postalCode: pin.replace(' ', ''),
    addressCountry: 'IN',
  }
}

/** The trail from the home page to `current`, as in the breadcrumb. `url` is the page's absolute address. */
export function breadcrumbData(trail: readonly Crumb[], current: string, url: string): MetaDescriptor {
  const steps = [{ label: 'Home', to: '/' }, ...trail, { label: current, to: url }]
  return {
    'script:ld+json': {
      '@context': CONTEXT,
      '@type': 'BreadcrumbList',
      itemListElement: steps.map(({ label, to }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: label,
        ...(to !== undefined && { item: new URL(to, url).href }),
      })),
    },
  }
}

/** A page that structured data are about. */
export interface DescribedPage {
  company: Company
  /** Absolute address. */
  url: string
  /** Absolute address of an image of the page; undefined if search engines cannot read it. */
  addressOfImage: (file: string) => string | undefined
}

export const CONTEXT = 'https://schema.org'
