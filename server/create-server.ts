import { Server, STATUS_CODES, type RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { boundRequests } from './middleware/bound-requests.ts'
import { ConnectionCount } from './middleware/connection-count.ts'
import { cutSlowReaders } from './middleware/cut-slow-readers.ts'
import type { Limits } from './limits.ts'
import type { PlainConnections } from './fast-path/plain-connections.ts'

/**
 * Connections the system holds until they are taken; it cuts the number to its own limit. With Node's 511, some of a
 * thousand visitors who come at once wait for seconds, until their system tries again.
 */
const BACKLOG = 4_096

export interface ServerParts {
  limits: Limits
  listener: RequestListener
  connections: PlainConnections
  /** Names the client of an address whose connections are limited, see `clientKey`. */
  keyOf: (address: string) => string | undefined
}

/** The HTTP server with its bounds on time, size and number; not listening yet. */
export function createServer(parts: ServerParts): Server {
  return new HostServer(parts)
}

/** Node's HTTP server behind the connections that are answered from memory. */
class HostServer extends Server {
  readonly #connections: PlainConnections

  constructor({ limits, listener, connections, keyOf }: ServerParts) {
    const requests = boundRequests(listener, limits)
    super(
      {
        headersTimeout: limits.headersTimeout,
        requestTimeout: limits.requestTimeout,
        keepAliveTimeout: limits.keepAliveTimeout,
        connectionsCheckingInterval: limits.checkInterval,
        maxHeaderSize: limits.headerBytes,
        // The listener refuses a request without a Host, as every other that is none for us.
        requireHostHeader: false,
      },
      requests.listener,
    )
    // One more than allowed, so that a request with too many is told from one with as many as allowed.
    this.maxHeadersCount = limits.headerCount + 1
    this.setTimeout(limits.silenceTimeout)

    // An expectation we know nothing of may be ignored (RFC 9110, 10.1.1). Node would refuse it past the listener.
    this.on('checkExpectation', requests.listener)
    this.on('clientError', (error: Error & { code?: string }, socket: Duplex) => {
      if (socket.writable && !requests.isAnswering(socket)) socket.write(refusalOf(error.code))
      socket.destroy(error)
    })

    this.#connections = connections
    const ownListeners = this.listeners('connection')
    const pass = (socket: Socket) => {
      for (const takeOver of ownListeners) Reflect.apply(takeOver, this, [socket])
      requests.bound(socket)
    }
    this.removeAllListeners('connection')
    const count = new ConnectionCount({
      limits,
      keyOf,
      isIdle: (socket) => connections.isIdle(socket) ?? !requests.isBusy(socket),
    })
    const adjustRest = () => {
      const rest = count.isCrowded ? limits.crowdedKeepAliveTimeout : limits.keepAliveTimeout
      this.keepAliveTimeout = rest
      connections.keepAliveTimeout = rest
    }
    this.on('connection', (socket: Socket) => {
      if (!count.admit(socket)) return
      adjustRest()
      socket.once('close', adjustRest)
      connections.take(socket, pass)
    })
    cutSlowReaders(this, limits)
  }

  override closeIdleConnections(): void {
    super.closeIdleConnections()
    this.#connections.closeIdle()
  }

  override closeAllConnections(): void {
    super.closeAllConnections()
    this.#connections.closeAll()
  }
}

/**
 * The answer to what Node's parser could not read, as Node gives it, but for the word to caches in front: they would keep it
 * in the place of a page.
 */
function refusalOf(code: string | undefined) {
  const status = REFUSALS[code ?? ''] ?? 400
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nCache-Control: no-store\r\n\r\n`
}

const REFUSALS: { [code: string]: number | undefined } = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Resolves with the port once the server listens. Rejects with a sentence for people where the address is not free. */
export async function listen(server: Server, { port, host }: { port: number; host: string }): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      reject(new Error(whyNotListening(error, port, host), { cause: error }))
    })
    server.listen({ port, host, backlog: BACKLOG }, resolve)
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

function whyNotListening(error: Error & { code?: string }, port: number, host: string) {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use. Stop the other program or choose another port: PORT=3001 npm start`
    case 'EACCES':
      return `Port ${port} needs more rights than this user has. Choose one from 1024 up: PORT=3000 npm start`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST: ${host} is not an address of this machine`
    default:
      return `Cannot listen on ${host}, port ${port}: ${error.message}`
  }
}
