import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { PROFILE } from '#app/site/profile.ts'
import { generatedFile } from './generated-file.ts'
import { currentSite } from '#app/cms/site.server.ts'

export { refuseWrite as action } from './generated-file.ts'

/** `/site.webmanifest` (W3C, Web Application Manifest): name and icons for devices that install the site as an app. */
export function loader() {
  const about = currentSite().content.find(siteDetails)?.value
  const manifest = {
    ...(about && { name: about.companyName, short_name: about.companyName, description: about.tagline }),
    lang: PROFILE.language,
    start_url: '/',
    display: 'browser',
    background_color: '#ffffff',
    theme_color: '#0b1f33',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
  return generatedFile(JSON.stringify(manifest), 'application/manifest+json')
}
