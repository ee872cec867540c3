import type { IncomingMessage } from 'node:http'

export interface HostSettings {
  publicOrigin: string
  /** Further names the site answers to, with a port where only that one counts. */
  allowedHosts: readonly string[]
  trustProxy: boolean
}

type AskingHeaders = Pick<IncomingMessage, 'headers' | 'rawHeaders'>

/** The origin a visitor asked under, or why the request is refused: 400 malformed, 421 not a name of ours. */
export type AskedOrigin = { origin: string } | { refusal: 400 | 421 }

const MALFORMED: AskedOrigin = { refusal: 400 }

/**
 * Reads whom a request is for (RFC 9110, 7.2 and 7.4): the host of PUBLIC_ORIGIN, one of the allowed ones, or this machine
 * by a loopback name, as probes and tunnels ask. Any other name is one that a stranger pointed at us, and pages in a
 * visitor's browser must not reach the site under it.
 *
 * Behind a trusted proxy the name and the scheme are those it forwards, the last ones where it adds to what came. A loopback
 * name is none that a visitor uses through a proxy, unless the settings name it.
 */
export function hostNames({ publicOrigin, allowedHosts, trustProxy }: HostSettings) {
  const publicUrl = new URL(publicOrigin)
  const known = new Map<string, AskedOrigin>([[publicUrl.host, { origin: publicOrigin }]])
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()))

  function judge(host: string, scheme: string, { isForwarded = false } = {}): AskedOrigin {
    if (!isHost(host)) return MALFORMED
    const url = new URL(`${scheme}://${host}`)
    if (
      url.hostname === publicUrl.hostname &&
      portOf(host, publicUrl.protocol) === portOf(publicUrl.host, publicUrl.protocol)
    ) {
      return { origin: publicOrigin }
    }
    if (allowed.has(url.hostname) || allowed.has(url.host)) return { origin: url.origin }
    if (!isLoopback(url.hostname)) return { refusal: 421 }
    return isForwarded ? MALFORMED : { origin: url.origin }
  }

  return function requestOrigin(request: AskingHeaders): AskedOrigin {
    const { host, 'x-forwarded-host': forwardedHost, 'x-forwarded-proto': forwardedScheme } = request.headers
    if (host === undefined || isRepeated(request)) return MALFORMED
    const name = forwardedHost === undefined ? host : lastOf(forwardedHost, isHost)
    if (name === undefined) return MALFORMED
    if (!trustProxy) return known.get(host) ?? judge(host, 'http')
    const scheme = forwardedScheme === undefined ? 'http' : lastOf(forwardedScheme, isScheme)
    if (scheme === undefined) return MALFORMED
    if (forwardedHost === undefined) return known.get(host) ?? judge(host, scheme)
    // What the proxy calls us is its own affair, as long as it is a name.
    return isHost(host) ? (known.get(name) ?? judge(name, scheme, { isForwarded: true })) : MALFORMED
  }
}

/** Node joins some repeated headers and drops others; of Host it keeps the first. */
function isRepeated({ rawHeaders }: AskingHeaders) {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count > 1
}

/** The last value of a list; undefined where one of them is not valid. */
function lastOf(header: string | string[], isValid: (value: string) => boolean) {
  if (typeof header === 'string' && !header.includes(',')) return isValid(header) ? header : undefined
  const values = [header].flat().flatMap((list) => list.split(',').map((value) => value.trim()))
  return values.every(isValid) ? values.at(-1) : undefined
}

function isScheme(value: string) {
  return value === 'http' || value === 'https'
}

/** Name, IPv4 or bracketed IPv6 address, and perhaps a port: RFC 9110 section 7.2, without userinfo and escapes. */
function isHost(value: string) {
  return /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(value) && URL.canParse(`http://${value}`)
}

function isLoopback(hostname: string) {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

function portOf(host: string, protocol: string) {
  return /:(\d+)$/.exec(host)?.[1] ?? (protocol === 'https:' ? '443' : '80')
}
