import { pagesOf } from '#app/cms/define/collection-pages.ts'
import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { documents } from '#app/site/collections/documents/documents.ts'
import { fixedAddress } from '#app/site/collections/documents/fixed-address.ts'

/** The certificate of a standard, if visitors can open it. One that was withdrawn proves nothing any more. */
export function certificateOf(site: SiteReader, key: string): { title: string; href: string } | undefined {
  const found = key === '' ? undefined : pagesOf(site, documents).withKey(key)
  if (!found?.isListed || found.value.withdrawnBecause !== '') return undefined
  return { title: found.title, href: fixedAddress(documents.addressOf(found.key, found.value)) }
}
