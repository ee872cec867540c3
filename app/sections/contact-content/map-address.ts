import { parseUrl } from '#app/http/parse-url.ts'

/**
 * Origin that a map is loaded from, such as `https://maps.example.com`. Undefined if there is no map or if the address is not
 * a plain https address. The host becomes part of the content security policy, where a `;` or `,`, which URLs allow, would
 * begin another directive or another policy.
 */
export function mapOrigin(mapEmbedLink: string): string | undefined {
  const url = parseUrl(mapEmbedLink)
  if (!url) return undefined
  const { protocol, username, password, host, origin } = url
  const isPlain = protocol === 'https:' && username === '' && password === '' && /^[a-z\d.-]+(?::\d+)?$/.test(host)
  return isPlain ? origin : undefined
}

/** Map services by host, and where the maps lie that they let other sites show. Google Maps, Embed a map; OpenStreetMap, Share, HTML. */
const MAP_SERVICES = [
  { host: 'www.openstreetmap.org', embeds: ({ pathname }: URL) => pathname === '/export/embed.html' },
  { host: 'www.google.com', embeds: ({ pathname }: URL) => pathname.startsWith('/maps/embed') },
  { host: 'maps.google.com', embeds: ({ searchParams }: URL) => searchParams.get('output') === 'embed' },
  { host: 'www.bing.com', embeds: ({ pathname }: URL) => pathname === '/maps/embed' },
]

/**
 * What to know about a map address while it is typed: where visitors' browsers will load the map from, or why it will
 * probably show none. Most services let other sites show only the address they give for that.
 */
export function mapAddressNote(address: string): string {
  if (mapOrigin(address) === undefined) return HOW_TO_FIND
  const url = new URL(address)
  const service = MAP_SERVICES.find(({ host }) => host === url.host)
  if (!service)
    return `${url.host} is no map service known here. After saving, see that the map opens on the contact page`
  if (service.embeds(url)) return `Loaded from ${url.host} by every visitor of the contact page`
  return `${url.host} does not let other sites show this address. ${HOW_TO_FIND}`
}

const HOW_TO_FIND =
  'Ask the map service for the code to embed the map, and take the address in its src="…". Left empty, there is no map'
