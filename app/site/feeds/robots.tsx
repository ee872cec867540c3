import { generatedFile } from './generated-file.ts'
import { currentSite } from '#app/cms/site.server.ts'

export { refuseWrite as action } from './generated-file.ts'

/** `/robots.txt` (RFC 9309): allows everything except the admin area and the API. */
export function loader() {
  const lines = [
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /api',
    '',
    `Sitemap: ${currentSite().env.publicOrigin}/sitemap.xml`,
  ]
  return generatedFile(`${lines.join('\n')}\n`, 'text/plain')
}
