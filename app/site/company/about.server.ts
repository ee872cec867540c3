import { resolveImages } from '#app/media/library/resolve-images.server.ts'
import { about } from '#app/sections/about/about.ts'
import { renderMarkdown } from '#app/ui/render-markdown.ts'
import { currentSite } from '#app/site.server.ts'

/** All that the about page shows, from memory. `content` is undefined where its file never could be read. */
export function readAbout() {
  const content = currentSite().content.find(about)?.value
  return {
    content,
    profileHtml: renderMarkdown(content?.body ?? ''),
    images: resolveImages(content, currentSite().media.library),
    year: new Date().getFullYear(),
  }
}
