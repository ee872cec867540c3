import { documentsIn } from '#app/media/document-info.server.ts'
import { imagesIn } from '#app/media/images-in.server.ts'
import { certifications } from '#app/sections/certifications/certifications.ts'
import { siteContent } from '#app/sections/site-content.server.ts'
import { site } from '#app/sections/site/site.ts'

/** All that the page of certifications shows, from memory. `content` is undefined where its file never could be read. */
export function readCertificate() {
  const content = siteContent.find(certifications)?.value
  return {
    companyName: siteContent.find(site)?.value.companyName,
    content,
    images: imagesIn(content),
    documents: documentsIn(content),
  }
}
