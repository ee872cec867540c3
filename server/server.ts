import { createServer as createHttpServer, type RequestListener, type Server as HttpServer } from 'node:http'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import type { Logger } from 'pino'
import { FastPath, type FastPathOptions, type Respond } from './fast-path/fast-path.ts'
import type { Limits } from './limits.ts'
import { holdBody } from './middleware/held-body.ts'
import {
  ConnectionCount,
  cutSlowReaders,
  cutSlowSenders,
  limitPipelines,
  type PipelineLimits,
} from './middleware/connection-limits.ts'

/**
 * Connections that the system accepts before Node does; the system may reduce the number. With Node's 511, some of a
 * thousand visitors who connect at once wait for seconds, until their system tries again.
 */
const BACKLOG = 4_096

interface ServerOptions {
  limits: Limits
  listener: RequestListener
  /** Responds on the fast path. Without it, every connection goes to Node's HTTP server. */
  respond: Respond | undefined
  /** Gets the bodies that a client of the fast path has not read at once. */
  onUnread?: FastPathOptions['onUnread']
  /** The client of an address whose connections are limited, see `clientKey`. */
  keyOf: (address: string) => string | undefined
  log: Logger
}

/** The TCP server that listens, and the connections behind it. */
export interface HostServer {
  tcp: Server
  /** How many connections are open. */
  connections: () => number
  closeIdleConnections: () => void
  closeAllConnections: () => void
}

/**
 * Makes the server with its limits on time, size and number. It does not listen yet.
 *
 * The TCP server accepts the connections. The fast path serves them, and gives them to Node's HTTP server with a
 * `connection` event, as Node documents it.
 */
export function createServer({ limits, listener, respond, onUnread, keyOf, log }: ServerOptions): HostServer {
  const pipelines = limitPipelines(listener, limits)
  const http = createLimitedHttpServer(limits, pipelines)
  const fastPath =
    respond &&
    new FastPath({
      httpServer: http,
      respond,
      limits,
      ...(onUnread && { onUnread }),
      onError: (err) => {
        log.error({ err }, 'A request failed')
      },
    })
  const count = new ConnectionCount({
    limits,
    keyOf,
    isIdle: (socket) => fastPath?.isIdle(socket) ?? !pipelines.isBusy(socket),
  })
  const adjustKeepAlive = () => {
    http.keepAliveTimeout = count.isCrowded ? limits.crowdedKeepAliveTimeout : limits.keepAliveTimeout
    if (fastPath) fastPath.keepAliveTimeout = http.keepAliveTimeout
  }

  // The options that http.Server uses for its own connections.
  const tcp = createTcpServer({ allowHalfOpen: true, noDelay: true }, (socket: Socket) => {
    if (!count.admit(socket)) return
    adjustKeepAlive()
    socket.once('close', adjustKeepAlive)
    if (fastPath) fastPath.serve(socket)
    else http.emit('connection', socket)
  })
  // Node starts its time-outs for headers and requests on 'listening', and stops them in close().
  tcp.on('listening', () => http.emit('listening'))
  tcp.on('close', () => http.close())
  cutSlowReaders(tcp, limits)
  return {
    tcp,
    connections: () => count.size,
    closeIdleConnections() {
      http.closeIdleConnections()
      fastPath?.closeIdleConnections()
    },
    closeAllConnections() {
      http.closeAllConnections()
      fastPath?.closeAllConnections()
    },
  }
}

function createLimitedHttpServer(limits: Limits, pipelines: PipelineLimits): HttpServer {
  const http = createHttpServer(
    {
      headersTimeout: limits.headersTimeout,
      requestTimeout: limits.requestTimeout,
      keepAliveTimeout: limits.keepAliveTimeout,
      connectionsCheckingInterval: limits.checkInterval,
      maxHeaderSize: limits.headerBytes,
      // The listener rejects a request without Host, with the other requests that are not for this site.
      requireHostHeader: false,
    },
    pipelines.listener,
  )
  // One more than allowed, to distinguish a request with too many from one with exactly as many as allowed.
  http.maxHeadersCount = limits.headerCount + 1
  http.setTimeout(limits.silenceTimeout)
  http.on('connection', pipelines.limitParsing)
  // An unknown expectation may be ignored (RFC 9110, 10.1.1). Node would reject it without calling the listener.
  http.on('checkExpectation', pipelines.listener)
  http.on('checkContinue', (request, response) => {
    holdBody(request)
    pipelines.listener(request, response)
  })
  http.on('clientError', pipelines.reject)
  cutSlowSenders(http, limits)
  return http
}

/**
 * Resolves with the port when the server listens. If it cannot listen on the address, rejects with a message for people
 * that names the settings.
 */
export async function listen(
  server: Server,
  { port, host }: { port: number; host: string },
  settings = { port: 'PORT', host: 'HOST' },
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      reject(new Error(whyNotListening(error, { port, host }, settings), { cause: error }))
    })
    server.listen({ port, host, backlog: BACKLOG }, resolve)
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

function whyNotListening(
  error: Error & { code?: string },
  { port, host }: { port: number; host: string },
  settings: { port: string; host: string },
) {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use. Stop the other program or choose another port: ${settings.port}=3001 npm start`
    case 'EACCES':
      return `Port ${port} may only be used by root. Choose a port from 1024 up: ${settings.port}=3000 npm start`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${settings.host}: ${host} is not an address of this machine`
    default:
      return `Cannot listen on ${host}, port ${port}: ${error.message}`
  }
}
