import type { MetaDescriptor } from '@remix-run/react'
import type { Crumb } from './breadcrumb.tsx'

/**
 * What a page says of itself to machines, in the vocabulary of schema.org. The builders yield Remix's own descriptor, which
 * escapes `<`, `>` and `&`, so that no text can end the script it is in.
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
  /** Its pages elsewhere; own paths among them are left out. */
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
        ...(address && { address: address.trim().split('\n').join(', ') }),
        ...(sameAs.length > 0 && { sameAs }),
      },
    },
    // The name search engines show above a result.
    { 'script:ld+json': { '@context': CONTEXT, '@type': 'WebSite', name, url, inLanguage: 'en-IN' } },
  ]
}

/** The way from the home page to `current`, as the breadcrumb shows it. `url` is the page's own, absolute. */
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

/** A product without price or rating: it is sold on enquiry. `url` and `image` are absolute. */
export function productData({
  name,
  description,
  url,
  image,
  brand,
}: {
  name: string
  description: string
  url: string
  image: string | undefined
  brand: string
}): MetaDescriptor {
  return {
    'script:ld+json': {
      '@context': CONTEXT,
      '@type': 'Product',
      name,
      ...(description && { description }),
      url,
      ...(image && { image }),
      brand: { '@type': 'Brand', name: brand },
    },
  }
}

const CONTEXT = 'https://schema.org'
