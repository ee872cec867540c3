import { pagesOf } from '#app/cms/define/collection-pages.ts'
import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { plainPages } from './plain-pages.ts'

/** The plain pages that the footer links to, by their titles. */
export function footerPages(site: SiteReader): { text: string; link: string }[] {
  return pagesOf(site, plainPages)
    .listed()
    .flatMap(({ title, href, value }) =>
      value.menu === 'footer' && href !== undefined ? [{ text: title, link: href }] : [],
    )
}
