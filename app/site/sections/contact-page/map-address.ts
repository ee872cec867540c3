import { parseUrl } from '#app/cms/platform/http/parse-url.ts'

/**
 * Origin from which a map is loaded, such as `https://maps.example.com`. Undefined if there is no map or if the address
 * is not a plain https address. The host becomes part of the content security policy, in which a `;` or `,`, which URLs
 * allow, would begin another directive or another policy.
 */
export function mapOrigin(mapEmbedLink: string): string | undefined {
  const url = parseUrl(mapEmbedLink)
  if (!url) return undefined
  const { protocol, username, password, host, origin } = url
  const isPlain = protocol === 'https:' && username === '' && password === '' && /^[a-z\d.-]+(?::\d+)?$/.test(host)
  return isPlain ? origin : undefined
}

/**
 * Map services by host. `embeds` is true for an address that other sites may show: in Google Maps under Embed a map, in
 * OpenStreetMap under Share, HTML.
 */
const MAP_SERVICES = [
  { host: 'www.openstreetmap.org', embeds: ({ pathname }: URL) => pathname === '/export/embed.html' },
  { host: 'www.google.com', embeds: ({ pathname }: URL) => pathname.startsWith('/maps/embed') },
  { host: 'maps.google.com', embeds: ({ searchParams }: URL) => searchParams.get('output') === 'embed' },
  { host: 'www.bing.com', embeds: ({ pathname }: URL) => pathname === '/maps/embed' },
]

/**
 * A note on a map address for the editor: from which host visitors' browsers will load the map, or why it will probably
 * not be shown. Most services let other sites show only the address that they provide for embedding.
 */
export function mapAddressNote(address: string): string {
  if (mapOrigin(address) === undefined) return HOW_TO_FIND
  const url = new URL(address)
  const service = MAP_SERVICES.find(({ host }) => host === url.host)
  if (!service)
    return `${url.host} is not a known map service. After you save, check that the map opens on the contact page`
  if (service.embeds(url)) return `Every visitor of the contact page loads the map from ${url.host}`
  return `${url.host} does not allow other sites to show this address. ${HOW_TO_FIND}`
}

const HOW_TO_FIND =
  'In the map service, copy the code to embed the map. Enter the address from its src="…". Leave empty for no map'
