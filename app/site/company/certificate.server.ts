import { documentsIn } from '#app/media/library/document-info.server.ts'
import { resolveImages } from '#app/media/library/resolve-images.server.ts'
import { certifications } from '#app/sections/certifications/certifications.ts'
import { currentSite } from '#app/site.server.ts'

/** All that the page of certifications shows, from memory. `content` is undefined where its file never could be read. */
export function readCertificate() {
  const content = currentSite().content.find(certifications)?.value
  return {
    content,
    images: resolveImages(content, currentSite().media.library),
    documents: documentsIn(content, currentSite().media.documents),
  }
}
