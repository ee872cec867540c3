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

/**
 * Reads whom a request is for (RFC 9110, 7.2 and 7.4): the host of PUBLIC_ORIGIN, one of the allowed ones, or this machine
 * by a loopback name, as probes and tunnels ask. Any other name is one that a stranger pointed at us, and pages in a
 * visitor's browser must not reach the site under it.
 */
export function hostNames({ publicOrigin, allowedHosts, trustProxy }: HostSettings) {
  const publicUrl = new URL(publicOrigin)
  const known = new Map<string, AskedOrigin>([[publicUrl.host, { origin: publicOrigin }]])
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()))

  function judge(host: string, scheme: string): AskedOrigin {
    if (!isHost(host)) return { refusal: 400 }
    const url = new URL(`${scheme}://${host}`)
    if (
      url.hostname === publicUrl.hostname &&
      portOf(host, publicUrl.protocol) === portOf(publicUrl.host, publicUrl.protocol)
    ) {
      return { origin: publicOrigin }
    }
    const isOurs = isLoopback(url.hostname) || allowed.has(url.hostname) || allowed.has(url.host)
    return isOurs ? { origin: url.origin } : { refusal: 421 }
  }

  return function askedOrigin(request: AskingHeaders): AskedOrigin {
    const { host } = request.headers
    const forwarded = request.headers['x-forwarded-host']
    if (host === undefined || isRepeated(request)) return { refusal: 400 }
    if (forwarded === undefined || !trustProxy) {
      const asked = known.get(host) ?? judge(host, schemeOf(request, trustProxy))
      return forwarded === undefined || isForwarded(forwarded) ? asked : { refusal: 400 }
    }
    // The name the visitor used is the forwarded one; what a proxy calls us is its own affair.
    if (!isHost(host) || !isForwarded(forwarded)) return { refusal: 400 }
    const [first = ''] = String(forwarded).split(',')
    return known.get(first) ?? judge(first.trim(), schemeOf(request, trustProxy))
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

function isForwarded(value: string | string[]) {
  return [value].flat().every((list) => list.split(',').every((host) => isHost(host.trim())))
}

/** Name, IPv4 or bracketed IPv6 address, and perhaps a port: RFC 9110 section 7.2, without userinfo and escapes. */
function isHost(value: string) {
  return /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(value) && URL.canParse(`http://${value}`)
}

function isLoopback(hostname: string) {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

function schemeOf(request: AskingHeaders, trustProxy: boolean) {
  return trustProxy && request.headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'
}

function portOf(host: string, protocol: string) {
  return /:(\d+)$/.exec(host)?.[1] ?? (protocol === 'https:' ? '443' : '80')
}
