/**
 * True where a page of `ownOrigin` sent the request. Browsers say so in Sec-Fetch-Site, which no script can set. `none` only
 * says that no page asked (a reload, a bookmark), not where a body comes from, so Origin decides there, as it does for
 * browsers and plain http hosts without Sec-Fetch-Site. A request that says neither is refused.
 */
export function isSameOrigin(request: Request, ownOrigin: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'none') return site === 'same-origin'
  return request.headers.get('origin') === ownOrigin
}

/** True where a browser sent the request: other programs send neither header. */
export function isFromBrowser(request: Request): boolean {
  return request.headers.has('sec-fetch-site') || request.headers.has('origin')
}
