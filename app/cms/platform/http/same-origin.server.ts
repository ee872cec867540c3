import { parseUrl } from './parse-url.ts'

/**
 * True if a page of this site sent the request. Browsers state this in Sec-Fetch-Site, which no script can set. An Origin
 * beside it must be that of the request: a site may have several names, of which `ownOrigin` is the first.
 * `none` only means that no page caused the request (a reload, a bookmark), not where a body comes from. Then Origin
 * decides, as it does for browsers and plain http hosts without Sec-Fetch-Site. False if both headers are missing.
 */
export function isSameOrigin(request: Request, ownOrigin: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  if (site === null || site === 'none') return origin === ownOrigin
  return site === 'same-origin' && (origin === null || origin === ownOrigin || isHostOf(origin, request.url))
}

/** By the host alone: a proxy with TLS may not say which scheme its visitor uses. */
function isHostOf(origin: string, url: string) {
  return parseUrl(origin)?.host === new URL(url).host
}

/** True if a browser sent the request. Other programs send neither header. */
export function isFromBrowser(request: Request): boolean {
  return request.headers.has('sec-fetch-site') || request.headers.has('origin')
}
