import type { Request, RequestHandler } from 'express'
import type { Logger } from 'pino'
import { hasDataQuery, isApiAddress, plainTarget, type RequestOrigin } from './request-address.ts'
import { sendError } from './send-error.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const ALLOW = METHODS.join(', ')

/**
 * Rejects requests that Remix handles wrongly: a malformed Host or address and TRACE end there in a 500, OPTIONS runs
 * the loader (the API handles it itself), and `_data` (data requests of older Remix versions) bypasses the check of the
 * request's origin.
 */
export function requestChecks({
  requestOrigin,
  publicOrigin,
  trustProxy,
  log,
}: {
  requestOrigin: (request: Request) => RequestOrigin
  publicOrigin: string
  trustProxy: boolean
  log: Logger
}): RequestHandler {
  let isWarned = false
  return (request, response, next) => {
    const result = requestOrigin(request)
    if (!METHODS.includes(request.method)) {
      response.setHeader('Allow', ALLOW)
      sendError(response, 405, 'This method is not supported.')
    } else if ('error' in result) {
      sendError(
        response,
        result.error,
        result.error === 400
          ? 'Host, X-Forwarded-Host or X-Forwarded-Proto is not valid.'
          : misdirectedMessage(publicOrigin),
      )
    } else if (request.method === 'OPTIONS' && !isApiAddress(request.originalUrl)) {
      response.status(204).setHeader('Allow', ALLOW).end()
    } else if (!hasUsableAddress(request)) {
      sendError(response, 400, 'The address is not valid.')
    } else if (isRead(request) && plainTarget(request.originalUrl) !== request.originalUrl) {
      // Each address has one spelling, so that the address rules of a proxy match every request.
      response
        .status(308)
        .location(result.origin + plainTarget(request.originalUrl))
        .end()
    } else if (!isApiAddress(request.originalUrl) && isCrossOrigin(request, result.origin)) {
      sendError(response, 403, `This request was sent from another site. Open ${publicOrigin} and try again there.`)
    } else if (isApiAddress(request.originalUrl) && request.path.endsWith('.data')) {
      // Remix would respond in the format of its own data requests.
      sendError(response, 404, 'There is nothing at this address of the API. See /api/docs.')
    } else if (hasDataQuery(request.originalUrl)) {
      sendError(response, 400, 'The parameter _data is not supported.')
    } else {
      if (!trustProxy && !isWarned && request.headers['x-forwarded-for'] !== undefined) {
        isWarned = true
        log.warn(UNTRUSTED_PROXY)
      }
      forgetProxyHeaders(request)
      if (trustProxy) setOrigin(request, result.origin)
      next()
    }
  }
}

/** The operator sees it if PUBLIC_ORIGIN is not set. */
function misdirectedMessage(publicOrigin: string) {
  return (
    `The address of this site is ${publicOrigin}. The site does not respond to the name that you used.\n` +
    'If you run this site: set PUBLIC_ORIGIN to the address that visitors use, and ALLOWED_HOSTS to further names.'
  )
}

/** The target must be a path (RFC 9112, 3.2.1) whose escapes can be decoded. */
function hasUsableAddress(request: Request) {
  if (!request.originalUrl.startsWith('/')) return false
  try {
    return !decodeURIComponent(request.path).includes('\0')
  } catch {
    return false
  }
}

/** True for a form of another site. The app rejects these too, but Remix's own check comes first and sends a 500. */
function isCrossOrigin({ method, headers: { origin } }: Request, ownOrigin: string) {
  if (origin === undefined || ['GET', 'HEAD', 'OPTIONS'].includes(method)) return false
  return !URL.canParse(origin) || new URL(origin).host !== new URL(ownOrigin).host
}

const UNTRUSTED_PROXY =
  'A request has the header X-Forwarded-For, but TRUST_PROXY is off. If the site is behind a proxy, all visitors count as one address: ' +
  'the limits on logins and on contact messages then apply to all of them together. In this case, set TRUST_PROXY=true.'

/** Remix reads a port from X-Forwarded-Host even without a trusted proxy. The client address has been read before. */
function forgetProxyHeaders(request: Request) {
  for (const name of Object.keys(request.headers)) {
    if (name === 'forwarded' || name.startsWith('x-forwarded-')) Reflect.deleteProperty(request.headers, name)
  }
}

/** Express and Remix read the request's address from these headers. Sets them to the checked origin. */
function setOrigin({ headers }: Request, origin: string) {
  const { protocol, host } = new URL(origin)
  headers['x-forwarded-proto'] = protocol.slice(0, -1)
  headers.host = host
}

function isRead({ method }: Request) {
  return method === 'GET' || method === 'HEAD'
}
