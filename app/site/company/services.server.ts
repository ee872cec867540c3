import { resolveImages } from '#app/media/library/resolve-images.server.ts'
import { services } from '#app/sections/services/services.ts'
import { currentSite } from '#app/site.server.ts'

/** All that the page of services shows, from memory. `content` is undefined where its file never could be read. */
export function readServices() {
  const content = currentSite().content.find(services)?.value
  return {
    content,
    images: resolveImages(content, currentSite().media.library),
  }
}
