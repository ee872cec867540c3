/**
 * True if a page of `ownOrigin` sent the request. Browsers state this in Sec-Fetch-Site, which no script can set.
 * `none` only means that no page caused the request (a reload, a bookmark), not where a body comes from. Then Origin
 * decides, as it does for browsers and plain http hosts without Sec-Fetch-Site. False if both headers are missing.
 */
export function isSameOrigin(request: Request, ownOrigin: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'none') return site === 'same-origin'
  return request.headers.get('origin') === ownOrigin
}

/** True if a browser sent the request. Other programs send neither header. */
export function isFromBrowser(request: Request): boolean {
  return request.headers.has('sec-fetch-site') || request.headers.has('origin')
}
