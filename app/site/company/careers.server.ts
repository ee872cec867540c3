import { resolveImages } from '#app/media/library/resolve-images.server.ts'
import { careers } from '#app/sections/careers/careers.ts'
import { site } from '#app/sections/site/site.ts'
import { renderMarkdown } from '#app/ui/render-markdown.ts'
import { currentSite } from '#app/site.server.ts'

/** All that the careers page shows, from memory. `content` is undefined where its file never could be read. */
export function readCareers() {
  const content = currentSite().content.find(careers)?.value
  const about = currentSite().content.find(site)?.value
  return {
    companyName: about?.companyName,
    email: about?.contacts.employmentEmail,
    content,
    whyHtml: renderMarkdown(content?.body ?? ''),
    images: resolveImages(content, currentSite().media.library),
  }
}
