import { resolveImages } from '#app/media/library/resolve-images.server.ts'
import { services } from '#app/sections/services/services.ts'
import { siteContent } from '#app/sections/site-content.server.ts'

/** All that the page of services shows, from memory. `content` is undefined where its file never could be read. */
export function readServices() {
  const content = siteContent.find(services)?.value
  return {
    content,
    images: resolveImages(content),
  }
}
