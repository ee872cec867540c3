import type { Request, RequestHandler } from 'express'
import { refuse } from './refuse.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const ALLOW = METHODS.join(', ')

/**
 * Turns away what Remix would answer wrongly: a malformed Host or address and TRACE end there in a 500, OPTIONS runs the
 * loader, and `_data` (the data requests of older Remix versions) goes around the check of the request's origin.
 */
export function requestChecks({ trustProxy }: { trustProxy: boolean }): RequestHandler {
  return (request, response, next) => {
    if (!METHODS.includes(request.method)) {
      response.setHeader('Allow', ALLOW)
      refuse(response, 405, 'This method is not supported.')
    } else if (!hasUsableHost(request)) {
      refuse(response, 400, 'The Host header is not valid.')
    } else if (request.method === 'OPTIONS') {
      response.status(204).setHeader('Allow', ALLOW).end()
    } else if (!hasUsableAddress(request)) {
      refuse(response, 400, 'The address is not valid.')
    } else if (new URL(request.originalUrl, 'http://host.invalid').searchParams.has('_data')) {
      refuse(response, 400, 'The parameter _data is not supported.')
    } else {
      if (!trustProxy) forgetProxyHeaders(request)
      next()
    }
  }
}

function hasUsableHost(request: Request) {
  const hosts = request.headersDistinct['host'] ?? []
  const forwarded = request.headersDistinct['x-forwarded-host'] ?? []
  return hosts.length === 1 && [...hosts, ...forwarded].every(isHost)
}

/** Name, IPv4 or bracketed IPv6 address, and perhaps a port: RFC 9110 section 7.2, without userinfo and escapes. */
function isHost(value: string) {
  return /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(value) && URL.canParse(`http://${value}`)
}

/** The address must be a path (RFC 9112 section 3.2.1) whose escapes can be read. */
function hasUsableAddress(request: Request) {
  if (!request.originalUrl.startsWith('/')) return false
  try {
    return !decodeURIComponent(request.path).includes('\0')
  } catch {
    return false
  }
}

/** Remix takes a port from X-Forwarded-Host whoever sent it. */
function forgetProxyHeaders(request: Request) {
  for (const name of Object.keys(request.headers)) {
    if (name === 'forwarded' || name.startsWith('x-forwarded-')) Reflect.deleteProperty(request.headers, name)
  }
}
