import { env } from '#app/platform/env.server.ts'
import { generatedFile } from './generated-file.ts'

export { refuseWrite as action } from './generated-file.ts'

/** `/robots.txt` (RFC 9309): everything but the administrator area and the API. */
export function loader() {
  const lines = ['User-agent: *', 'Disallow: /admin', 'Disallow: /api', '', `Sitemap: ${env.publicOrigin}/sitemap.xml`]
  return generatedFile(`${lines.join('\n')}\n`, 'text/plain')
}
