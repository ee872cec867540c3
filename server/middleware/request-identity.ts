import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

export interface RequestIdentity {
  /** Names the request in the log, in the X-Request-Id header and on error pages. */
  requestId: string
  /** Address of the visitor; empty where the connection is gone already. */
  clientAddress: string
}

/** Names a request and its visitor; asked again about the same request, it gives the same answer. */
export function identify(request: IncomingMessage, { trustProxy }: { trustProxy: boolean }): RequestIdentity {
  let identity = known.get(request)
  if (identity === undefined) {
    identity = { requestId: requestIdOf(request, trustProxy), clientAddress: clientAddressOf(request, trustProxy) }
    known.set(request, identity)
  }
  return identity
}

const known = new WeakMap<IncomingMessage, RequestIdentity>()

function requestIdOf(request: IncomingMessage, trustProxy: boolean) {
  const given = request.headers['x-request-id']
  // Anyone can send the header: only behind our own proxy does it name the same request as the proxy's log.
  return trustProxy && typeof given === 'string' && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID()
}

function clientAddressOf(request: IncomingMessage, trustProxy: boolean) {
  const peer = (request.socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')
  if (!trustProxy) return peer
  // Each proxy appends the address it saw, so only the right-most one was written by ours; the rest is hearsay.
  const seenByProxy = [request.headers['x-forwarded-for']].flat().at(-1)?.split(',').at(-1)?.trim() ?? ''
  return isIP(seenByProxy) ? seenByProxy : peer
}
