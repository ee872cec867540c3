import { adminAddress } from '#app/cms/define/admin-address.ts'
import type { SiteReader } from '#app/cms/define/content-reader.ts'
import type { LinkTarget, Section, SiteDefinition } from '#app/cms/define/define-site.ts'
import { formerAddresses, listedPages, pagesOf, redirectFrom } from '#app/cms/define/collection-pages.ts'
import { markdownTargets } from '#app/cms/define/markdown.ts'
import { publicPages } from '#app/cms/define/public-pages.ts'
import type { SiteSections } from '#app/cms/define/site-sections.ts'
import { today } from '#app/cms/platform/site-time.ts'
import { refersTo } from '#app/cms/define/references.ts'
import { unknownPage } from '#app/cms/define/unknown-page.ts'

/** A link in the content to a page of the site that does not exist. */
interface BrokenLink {
  section: { id: string; label: string }
  /** Address of the editor of that section. */
  href: string
  link: string
  /** A page with nearly the same address. */
  likely: string | undefined
}

/** More than staff correct at one time. */
const MAX_BROKEN = 20

export type InternalLinks = ReturnType<typeof openInternalLinks>

/** The links of a site's content to its own pages. */
export function openInternalLinks(definition: SiteDefinition, sections: Pick<SiteSections, 'all'>, site: SiteReader) {
  const { content } = site

  /** Every page that links can lead to: the pages that are edited as a whole, then the others. */
  function linkTargets(): LinkTarget[] {
    const known = new Set<string>(definition.addresses.switchedOff?.(site))
    const entries = listedPages({ ...site, definition }).map(({ href, title }) => ({ href, label: title }))
    // A page may be that of several sections.
    return [...publicPages(definition), ...entries, ...(definition.links?.targets(site) ?? [])].filter(
      ({ href }) => !known.has(href) && known.add(href),
    )
  }

  /** The name of the page that a link leads to, or its address if it has none. Undefined if there is no such page. */
  function nameOfPage(link: string): string | undefined {
    const [path = ''] = link.split(/[?#]/, 1)
    const known = linkTargets().find(({ href }) => href === link || href === path)
    return known?.label ?? (unlistedPages().includes(path) ? path : undefined)
  }

  /** Pages that people can link to although no list has them. */
  function unlistedPages(): string[] {
    return definition.collections.flatMap((collection) =>
      pagesOf(site, collection)
        .addresses()
        .map((last) => `${collection.page?.below ?? ''}/${last}`),
    )
  }

  /** Computed once for each version of the content, and once a day, because pages may end. */
  let found: BrokenLink[] | undefined
  let foundOn = ''
  content.subscribe(() => {
    found = undefined
  })

  /** Links of the content to pages of the site that do not exist, at most 20. */
  function brokenLinks(): BrokenLink[] {
    const day = today()
    if (foundOn !== day) found = undefined
    foundOn = day
    return (found ??= findBrokenLinks())
  }

  function findBrokenLinks(): BrokenLink[] {
    const reader = { ...site, definition }
    const redirects = formerAddresses(reader).filter((address) => (redirectFrom(reader, address) ?? '') !== '')
    const pages = [...linkTargets().map(({ href }) => href), ...unlistedPages(), ...redirects]
    const known = new Set(pages)
    const broken: BrokenLink[] = []
    for (const section of sections.all()) {
      const { id, label } = section
      for (const link of new Set(linksOf(content.find(section)?.value))) {
        const missing = known.has(link) ? undefined : leadsNowhere(link) ? NOWHERE : unknownPage(link, pages)
        if (!missing) continue
        broken.push({ section: { id, label }, href: adminAddress(section), link, likely: missing.likely })
        if (broken.length === MAX_BROKEN) return broken
      }
    }
    return broken
  }

  /** The sections that link to the page of an entry or refer to the entry, each with the address of its editor. */
  function linksTo({ id, page, entry }: Section): { label: string; href: string }[] {
    // A link to a page that shows all entries is no link to one of them.
    const hasPage = definition.collections.find((one) => one.id === entry?.collection)?.page !== undefined
    return sections.all().flatMap((section) => {
      const value = content.find(section)?.value
      const isLinked =
        (hasPage && linksOf(value).some((link) => link.split(/[?#]/, 1)[0] === page)) ||
        (section.id !== id && definition.links?.ofSection(site, section).includes(page) === true) ||
        (entry !== undefined && refersTo(section.schema, value, entry))
      return isLinked ? { label: section.label, href: adminAddress(section) } : []
    })
  }

  return {
    linkTargets,
    nameOfPage,
    brokenLinks,
    linksTo,
  }
}

/** A link that somebody meant to fill in later: browsers go to the top of the page. */
function leadsNowhere(link: string) {
  return link === '#'
}

const NOWHERE = { likely: undefined }

/** The links of a content. Parsing Markdown takes long, so it is done once for each version. */
function linksOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  let links = foundLinks.get(value)
  if (!links) {
    links = linksIn(value)
    foundLinks.set(value, links)
  }
  return links
}

const foundLinks = new WeakMap<object, readonly string[]>()

/**
 * The values of all fields that hold a link (they are named `link` or end in `Link`), and the links of the Markdown text
 * in `body`.
 */
function linksIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    typeof inner === 'string' ? linksOfField(name, inner) : linksIn(inner),
  )
}

function linksOfField(name: string, text: string): string[] {
  if (/^link$|Link$/.test(name)) return [text]
  return name === 'body' ? markdownTargets(text).flatMap(({ kind, target }) => (kind === 'link' ? target : [])) : []
}
