import { resolveImages } from '#app/media/library/resolve-images.server.ts'
import { about } from '#app/sections/about/about.ts'
import { siteContent } from '#app/sections/site-content.server.ts'
import { renderMarkdown } from '#app/ui/render-markdown.ts'

/** All that the about page shows, from memory. `content` is undefined where its file never could be read. */
export function readAbout() {
  const content = siteContent.find(about)?.value
  return {
    content,
    profileHtml: renderMarkdown(content?.body ?? ''),
    images: resolveImages(content),
    year: new Date().getFullYear(),
  }
}
