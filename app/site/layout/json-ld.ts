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
        url,
        logo: `${origin}/icon-512.png`,
        ...(tagline && { slogan: tagline }),
        ...(email && { email }),
        ...(phone && { telephone: phone }),
        ...(address && {
          address: { '@type': 'PostalAddress', streetAddress: address.trim().split('\n').join(', ') },
        }),
        ...(sameAs.length > 0 && { sameAs }),
      },
    },
    // The site name that search engines show above a result.
    { 'script:ld+json': { '@context': CONTEXT, '@type': 'WebSite', name, url, inLanguage: PROFILE.language } },
  ]
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

const CONTEXT = 'https://schema.org'
