import type { Request, RequestHandler } from 'express'
import type { Logger } from 'pino'
import { plainTarget } from './addresses.ts'
import type { AskedOrigin } from './host-names.ts'
import { isApiAddress, refuse } from './refuse.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const ALLOW = METHODS.join(', ')

/**
 * EventLoopBudget away what Remix would answer wrongly: a malformed Host or address and TRACE end there in a 500, OPTIONS runs the
 * loader (the API answers it itself), and `_data` (the data requests of older Remix versions) goes around the check of the request's origin.
 */
export function requestChecks({
  requestOrigin,
  publicOrigin,
  trustProxy,
  log,
}: {
  requestOrigin: (request: Request) => AskedOrigin
  publicOrigin: string
  trustProxy: boolean
  log: Logger
}): RequestHandler {
  let isWarned = false
  return (request, response, next) => {
    const asked = requestOrigin(request)
    if (!METHODS.includes(request.method)) {
      response.setHeader('Allow', ALLOW)
      refuse(response, 405, 'This method is not supported.')
    } else if ('refusal' in asked) {
      refuse(
        response,
        asked.refusal,
        asked.refusal === 400 ? 'Host, X-Forwarded-Host or X-Forwarded-Proto is not valid.' : notOurName(publicOrigin),
      )
    } else if (request.method === 'OPTIONS' && !isApiAddress(request.originalUrl)) {
      response.status(204).setHeader('Allow', ALLOW).end()
    } else if (!hasUsableAddress(request)) {
      refuse(response, 400, 'The address is not valid.')
    } else if (isRead(request) && plainTarget(request.originalUrl) !== request.originalUrl) {
      // One address, one spelling: whoever makes rules for addresses in front of the site sees the one that is meant.
      response
        .status(308)
        .location(asked.origin + plainTarget(request.originalUrl))
        .end()
    } else if (!isApiAddress(request.originalUrl) && isFromElsewhere(request, asked.origin)) {
      refuse(response, 403, `This was sent from another site. Open ${publicOrigin} and try again there.`)
    } else if (isApiAddress(request.originalUrl) && request.path.endsWith('.data')) {
      // Remix would answer it in the format of its own data requests.
      refuse(response, 404, 'There is nothing at this address of the API. See /api/docs.')
    } else if (hasDataQuery(request)) {
      refuse(response, 400, 'The parameter _data is not supported.')
    } else {
      if (!trustProxy && !isWarned && request.headers['x-forwarded-for'] !== undefined) {
        isWarned = true
        log.warn(UNTRUSTED_PROXY)
      }
      forgetProxyHeaders(request)
      if (trustProxy) setAsked(request, asked.origin)
      next()
    }
  }
}

/** For whoever runs the site: this is what they meet when they have not told it its address. */
function notOurName(publicOrigin: string) {
  return (
    `This site answers as ${publicOrigin}, not under the name you used.\n` +
    'Who runs it sets PUBLIC_ORIGIN to the address visitors use, and ALLOWED_HOSTS to further names.'
  )
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

function hasDataQuery({ originalUrl }: Request) {
  const start = originalUrl.indexOf('?')
  return start >= 0 && new URLSearchParams(originalUrl.slice(start)).has('_data')
}

/** A form of another site. The app refuses these as well, but Remix's own check comes before it and ends in a 500. */
function isFromElsewhere({ method, headers: { origin } }: Request, ownOrigin: string) {
  if (origin === undefined || ['GET', 'HEAD', 'OPTIONS'].includes(method)) return false
  return !URL.canParse(origin) || new URL(origin).host !== new URL(ownOrigin).host
}

const UNTRUSTED_PROXY =
  'A request carries X-Forwarded-For, but TRUST_PROXY is off. Behind a proxy every visitor then counts as one address: ' +
  'the limits on sign-in and on contact messages hit all of them together. Set TRUST_PROXY=true there.'

/** Remix takes a port from X-Forwarded-Host whoever sent it. The visitor's address has been read by now. */
function forgetProxyHeaders(request: Request) {
  for (const name of Object.keys(request.headers)) {
    if (name === 'forwarded' || name.startsWith('x-forwarded-')) Reflect.deleteProperty(request.headers, name)
  }
}

/** Express and Remix make the request's address of these: nothing is in them but what was judged. */
function setAsked({ headers }: Request, origin: string) {
  const { protocol, host } = new URL(origin)
  headers['x-forwarded-proto'] = protocol.slice(0, -1)
  headers.host = host
}

function isRead({ method }: Request) {
  return method === 'GET' || method === 'HEAD'
}
