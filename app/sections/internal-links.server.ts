import { unknownPage } from '#app/editing/fields/unknown-page.ts'
import { redirectedAddresses } from './product-page/page-redirects.server.ts'
import { productChoices } from './product-page/product-catalog.server.ts'
import { publicPages } from './public-pages.ts'
import { sections } from './definitions.ts'
import { siteContent } from './site-content.server.ts'

/** A page of the site that a link can lead to. */
export interface LinkTarget {
  href: string
  label: string
}

/** A link in the content to a page of the site that does not exist. */
export interface BrokenLink {
  section: { id: string; label: string }
  link: string
  /** A page with nearly the same address. */
  likely: string | undefined
}

/** More than staff mend in one go. */
const MAX_BROKEN = 20

/** Every page that links can lead to: those that are edited as a whole, then the other products. */
export function linkTargets(): LinkTarget[] {
  const pages = publicPages()
  const known = new Set(pages.map(({ href }) => href))
  const products = productChoices().map(({ address, title }) => ({ href: `/products/${address}`, label: title }))
  return [...pages, ...products.filter(({ href }) => !known.has(href))]
}

/** Found once for each version of the content. */
let found: BrokenLink[] | undefined
siteContent.subscribe(() => {
  found = undefined
})

/** Links of the content to pages of the site that do not exist, at most 20. */
export function brokenLinks(): BrokenLink[] {
  return (found ??= findBrokenLinks())
}

function findBrokenLinks(): BrokenLink[] {
  const pages = [...linkTargets().map(({ href }) => href), ...redirectedAddresses()]
  return sections
    .flatMap((section) => {
      const { id, label } = section
      return [...new Set(linksIn(siteContent.find(section)?.value))].flatMap((link) => {
        const missing = unknownPage(link, pages)
        return missing ? [{ section: { id, label }, link, likely: missing.likely }] : []
      })
    })
    .slice(0, MAX_BROKEN)
}

/** The values of all fields that hold a link: they are named `link` or end in `Link`. */
function linksIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    typeof inner === 'string' ? (/^link$|Link$/.test(name) ? inner : []) : linksIn(inner),
  )
}
