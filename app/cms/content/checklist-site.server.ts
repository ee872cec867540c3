import type { SiteReader } from '#app/cms/define/content-reader.ts'
import type { ChecklistSite } from '#app/cms/define/site-checklist.ts'
import { fileAt } from '#app/cms/media/media-address.ts'
import type { Media } from '#app/cms/media/media.server.ts'
import type { InternalLinks } from './internal-links.server.ts'

interface OpenSite extends SiteReader {
  links: Pick<InternalLinks, 'linkTargets'>
  media: Pick<Media, 'documents'>
}

/** What the checklist of an open site is computed from. */
export function checklistSite({ content, service, links, media }: OpenSite): ChecklistSite {
  return {
    content,
    service,
    nameOfPage: (address) => links.linkTargets().find(({ href }) => href === address)?.label,
    hasFile(address) {
      const file = fileAt(address)
      return file === undefined || media.documents.find(file) !== undefined
    },
  }
}
