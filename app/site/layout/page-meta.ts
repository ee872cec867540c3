import type { MetaArgs, MetaDescriptor, MetaFunction } from '@remix-run/react'
import type { Company } from './json-ld.ts'
import type { NoEntryState } from '#app/site/ui/page/missing-page.tsx'
import { canonicalPath } from '#app/cms/platform/http/parse-url.ts'
import { hiddenPageTags, robotsTags, seoTags, type PageSummary } from './seo.ts'
import type { loader as siteLayoutLoader } from './site-layout.tsx'

const LAYOUT = 'site/layout/site-layout'

/** Type of a public page's `meta` export. The company's name comes from the layout's loader. */
export type PageMeta<Loader> = MetaFunction<Loader, LoadersAbove>

type LoadersAbove = Record<'root', unknown> & Record<typeof LAYOUT, typeof siteLayoutLoader>
type PageArgs = Pick<MetaArgs<unknown, LoadersAbove>, 'matches' | 'location'>

/** The tags for the head of a public page. */
export function pageMeta({ matches, location }: PageArgs, page: PageSummary): MetaDescriptor[] {
  const company = companyOf(matches)
  if (company) return seoTags(company, canonicalPath(location.pathname), page)
  return [{ title: page.title }, ...robotsTags(page)]
}

/** The tags for the head of a page that search engines should not index. */
export function hiddenPageMeta({ matches }: Pick<PageArgs, 'matches'>, title: string): MetaDescriptor[] {
  return hiddenPageTags(title, companyOf(matches)?.name)
}

/** The tags for the head of the page of an entry that there is not, or that cannot be shown: then `state` is undefined. */
export function noEntryMeta(page: Pick<PageArgs, 'matches'>, state: NoEntryState | undefined, name: string) {
  const titles = { gone: 'Page removed', unreadable: name, unknown: 'Page not found' }
  return hiddenPageMeta(page, titles[state ?? 'unreadable'])
}

/** Undefined if the layout's loader failed: an error page is then shown instead. */
function companyOf(matches: PageArgs['matches']): Company | undefined {
  const layout = matches.find((match) => match.id === LAYOUT)?.data
  if (!layout) return undefined
  const { content, origin, founded } = layout
  const office = content?.contacts.registeredOffice
  return {
    name: content?.companyName ?? '',
    legalName: content?.legalName,
    foundingDate: founded,
    origin,
    tagline: content?.tagline,
    email: office?.email,
    phone: office?.phone,
    address: office?.address,
    profiles: content?.footer.social.map(({ link }) => link) ?? [],
  }
}
