import type { IncomingMessage } from 'node:http'

interface HostNameSettings {
  publicOrigin: string
  /** Further host names of the site, with a port if only that port is allowed. */
  allowedHosts: readonly string[]
  trustProxy: boolean
}

type HostHeaders = Pick<IncomingMessage, 'headers' | 'rawHeaders'>

/** The origin of a request, or the status of the error: 400 malformed, 421 not a name of this site. */
export type RequestOrigin = { origin: string } | { error: 400 | 421 }

const MALFORMED: RequestOrigin = { error: 400 }

/**
 * Makes the function that reads which host a request is for (RFC 9110, 7.2 and 7.4): the host of PUBLIC_ORIGIN, one of
 * the allowed ones, or a loopback name, as used by tunnels. Any other name may be one that an attacker points at this
 * server (DNS rebinding): pages of that name must not reach the site in a visitor's browser.
 *
 * Behind a trusted proxy, the forwarded name and scheme are used; of several values, the last one. A loopback name is
 * then not one of this site unless the settings allow it, because no visitor uses one through a proxy. Probes get
 * `/healthz` and `/readyz` under any name.
 */
export function requestOriginOf({ publicOrigin, allowedHosts, trustProxy }: HostNameSettings) {
  const publicUrl = new URL(publicOrigin)
  const known = new Map<string, RequestOrigin>([[publicUrl.host, { origin: publicOrigin }]])
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()))
  /** The last other host that was checked without a proxy. Checking takes as long as the rest of a cached response. */
  let last = { host: '', result: MALFORMED }

  function checkDirect(host: string): RequestOrigin {
    if (last.host !== host) last = { host, result: check(host, 'http') }
    return last.result
  }

  function check(host: string, scheme: string, { isForwarded = false } = {}): RequestOrigin {
    if (!isHost(host)) return MALFORMED
    const url = new URL(`${scheme}://${host}`)
    if (
      url.hostname === publicUrl.hostname &&
      portOf(host, publicUrl.protocol) === portOf(publicUrl.host, publicUrl.protocol)
    ) {
      return { origin: publicOrigin }
    }
    if (allowed.has(url.hostname) || allowed.has(url.host)) return { origin: url.origin }
    if (!isLoopback(url.hostname)) return { error: 421 }
    if (isForwarded) return MALFORMED
    return trustProxy ? { error: 421 } : { origin: url.origin }
  }

  return function requestOrigin(request: HostHeaders): RequestOrigin {
    const { host, 'x-forwarded-host': forwardedHost, 'x-forwarded-proto': forwardedScheme } = request.headers
    if (host === undefined || isHostRepeated(request)) return MALFORMED
    const name = forwardedHost === undefined ? host : lastOf(forwardedHost, isHost)
    if (name === undefined) return MALFORMED
    if (!trustProxy) return known.get(host) ?? checkDirect(host)
    const scheme = forwardedScheme === undefined ? 'http' : lastOf(forwardedScheme, isScheme)
    if (scheme === undefined) return MALFORMED
    if (forwardedHost === undefined) return known.get(host) ?? check(host, scheme)
    // The proxy may use any name for this server in Host, if it is a valid one.
    return isHost(host) ? (known.get(name) ?? check(name, scheme, { isForwarded: true })) : MALFORMED
  }
}

/** Node joins some repeated headers and drops others; it keeps only the first Host. */
function isHostRepeated({ rawHeaders }: HostHeaders) {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count > 1
}

/** The last value of a list; undefined if any value is not valid. */
function lastOf(header: string | string[], isValid: (value: string) => boolean) {
  if (typeof header === 'string' && !header.includes(',')) return isValid(header) ? header : undefined
  const values = [header].flat().flatMap((list) => list.split(',').map((value) => value.trim()))
  return values.every(isValid) ? values.at(-1) : undefined
}

function isScheme(value: string) {
  return value === 'http' || value === 'https'
}

/** Name, IPv4 or bracketed IPv6 address, and optionally a port (RFC 9110, 7.2), without userinfo and escapes. */
function isHost(value: string) {
  return /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(value) && URL.canParse(`http://${value}`)
}

function isLoopback(hostname: string) {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

function portOf(host: string, protocol: string) {
  return /:(\d+)$/.exec(host)?.[1] ?? (protocol === 'https:' ? '443' : '80')
}

export function isApiAddress(target: string): boolean {
  return /^\/api(?:[/?]|$)/.test(target)
}

/** Whether a request target is in the administrator area, as the app reads it: dots resolved, escapes decoded. */
export function isAdminAddress(target: string): boolean {
  const address = `http://host${target}`
  return URL.canParse(address) && /^\/+admin(?:[/.]|$)/.test(decoded(new URL(address).pathname))
}

/**
 * A request target without needless escapes in its path: escapes of letters, digits and `-._~`, which give one address
 * many spellings (RFC 3986, 6.2.2.2). The query is not changed.
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

/**
 * True for a target (path and query) with the parameter `_data`, which older Remix versions use for data requests. The
 * text in a path is no parameter. Only a query that may have it is parsed: this runs for each request.
 */
export function hasDataQuery(target: string): boolean {
  const start = target.indexOf('?')
  return start >= 0 && /_data|%/.test(target.slice(start)) && new URLSearchParams(target.slice(start)).has('_data')
}
