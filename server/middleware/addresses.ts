/** Whether a request's target lies in the administrator area, as the app reads it: dots resolved, escapes decoded. */
export function isAdminAddress(target: string): boolean {
  const address = `http://host${target}`
  return URL.canParse(address) && /^\/+admin(?:[/.]|$)/.test(decoded(new URL(address).pathname))
}

/**
 * A request's target without the escapes that its path does not need: those of letters, digits and `-._~`, with which an
 * address has many spellings (RFC 3986, 6.2.2.2). The query stays as it is.
 */
export function plainTarget(target: string): string {
  const [path = ''] = target.split('?', 1)
  return path.replace(NEEDLESS_ESCAPES, decodeURIComponent) + target.slice(path.length)
}

const NEEDLESS_ESCAPES = /%(?:2[DE]|3\d|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dAE])/gi

function decoded(pathname: string) {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
