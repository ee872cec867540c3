import {
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server as HttpServer,
  type ServerResponse,
} from 'node:http'
import { isIPv6, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Limits } from '../limits.ts'
import { isBodyHeld } from './held-body.ts'

/** Above this share of all connections, idle ones are closed sooner. */
const CROWDED = 0.75

interface ConnectionCountOptions {
  limits: Pick<Limits, 'connections' | 'connectionsOfOne'>
  /** The client of an address; undefined if the address has no limit of its own. */
  keyOf: (address: string) => string | undefined
  /** True if no request is in progress on a connection. */
  isIdle: (socket: Socket) => boolean
}

/**
 * Limits the open connections, in total and per client (IPv6: per network). At the total limit, a new connection
 * replaces the oldest idle one: a client that opens all of them and sends nothing cannot lock out others.
 */
export class ConnectionCount {
  readonly #options: ConnectionCountOptions
  readonly #byKey = new Map<string, number>()
  /** The oldest first. */
  readonly #open = new Set<Socket>()

  constructor(options: ConnectionCountOptions) {
    this.#options = options
  }

  /** Counts a connection until it closes. Closes it and returns false if there is no room for it. */
  admit(socket: Socket): boolean {
    const { limits, keyOf } = this.#options
    const key = keyOf(socket.remoteAddress ?? '')
    const ofKey = key === undefined ? 0 : (this.#byKey.get(key) ?? 0)
    if (ofKey >= limits.connectionsOfOne || (this.#open.size >= limits.connections && !this.#closeOldestIdle())) {
      socket.destroy()
      return false
    }
    this.#open.add(socket)
    if (key !== undefined) this.#byKey.set(key, ofKey + 1)
    socket.once('close', () => {
      this.#open.delete(socket)
      if (key !== undefined) this.#release(key)
    })
    return true
  }

  get size(): number {
    return this.#open.size
  }

  get isCrowded(): boolean {
    return this.#open.size > CROWDED * this.#options.limits.connections
  }

  #closeOldestIdle() {
    for (const socket of this.#open) {
      if (!this.#options.isIdle(socket)) continue
      this.#open.delete(socket)
      socket.destroy()
      return true
    }
    return false
  }

  #release(key: string) {
    const left = (this.#byKey.get(key) ?? 0) - 1
    if (left > 0) this.#byKey.set(key, left)
    else this.#byKey.delete(key)
  }
}

/**
 * Makes the function that returns the client of an address. Behind a trusted proxy all connections come from the proxy,
 * which limits its own clients. Loopback addresses have no limit either: they are a proxy, a probe or a load test on
 * this machine.
 */
export function clientKey({
  trustProxy,
  visitorKey,
}: {
  trustProxy: boolean
  visitorKey: (address: string) => string
}): (address: string) => string | undefined {
  return (address) => (trustProxy || isLoopback(address) ? undefined : visitorKey(address))
}

function isLoopback(address: string) {
  return isIPv6(address) ? /^::1$|^::ffff:127\./i.test(address) : address.startsWith('127.')
}

/** Bytes that the client of a connection has read so far, and when it last read some (ms). */
interface Progress {
  taken: number
  since: number
}

/**
 * Slow-read protection: bytes that a client must read within `silenceTimeout`, 1.1 kB/s.
 */
const MIN_BYTES_PER_TIMEOUT = 128 * 1024

/**
 * Closes connections whose client reads less than 128 kB of a response within `silenceTimeout`. Node's own timeout
 * restarts with every byte, so that a client could hold a response for any time. Progress is only known per write, so a
 * larger write gets proportionally more time.
 */
export function cutSlowReaders(server: Server, limits: Pick<Limits, 'silenceTimeout' | 'checkInterval'>): void {
  const readers = new Map<Socket, Progress>()

  function check(now: number) {
    for (const [socket, progress] of readers) {
      const waiting = socket.writableLength
      const taken = socket.bytesWritten - waiting
      if (waiting === 0 || taken > progress.taken) Object.assign(progress, { taken, since: now })
      else if (now - progress.since > limits.silenceTimeout * Math.max(1, waiting / MIN_BYTES_PER_TIMEOUT))
        socket.destroy()
    }
  }

  const timer = setInterval(() => {
    check(performance.now())
  }, limits.checkInterval).unref()
  server.once('close', () => {
    clearInterval(timer)
  })
  server.on('connection', (socket: Socket) => {
    readers.set(socket, { taken: 0, since: performance.now() })
    socket.once('close', () => readers.delete(socket))
  })
}

/** A body that arrives: the bytes of its connection when it began, and when it began (ms). */
interface Arrival {
  before: number
  since: number
}

/**
 * Rejects requests with 408 whose body arrives at less than `bodyBytesPerSecond` on average, after `bodyGrace`. Time in
 * which the app does not read does not count, because the client cannot send then.
 */
export function cutSlowSenders(
  http: HttpServer,
  { bodyBytesPerSecond, bodyGrace, checkInterval }: Pick<Limits, 'bodyBytesPerSecond' | 'bodyGrace' | 'checkInterval'>,
): void {
  const arriving = new Map<IncomingMessage, Arrival>()
  let checked = performance.now()

  function check(now: number) {
    for (const [request, arrival] of arriving) {
      const { socket, complete, readableLength, readableHighWaterMark } = request
      if (complete || socket.destroyed) {
        arriving.delete(request)
      } else if (readableLength >= readableHighWaterMark || isBodyHeld(request)) {
        arrival.since += now - Math.max(checked, arrival.since)
      } else {
        const counted = (now - arrival.since - bodyGrace) / 1000
        if (socket.bytesRead - arrival.before >= counted * bodyBytesPerSecond) continue
        arriving.delete(request)
        http.emit('clientError', slowBody(), socket)
      }
    }
    checked = now
  }

  function watch(request: IncomingMessage) {
    const { socket, headers } = request
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
    arriving.set(request, { before: socket.bytesRead, since: performance.now() })
  }

  const timer = setInterval(() => {
    check(performance.now())
  }, checkInterval).unref()
  http.once('close', () => {
    clearInterval(timer)
  })
  http.on('request', watch).on('checkExpectation', watch).on('checkContinue', watch)
}

/** As Node's own error for a request that takes too long. */
function slowBody() {
  return Object.assign(new Error('The body arrives too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
}

/**
 * Bytes that Node's parser gets at a time between bodies. A packet of 64 kB holds 3,000 requests, and the parser reads
 * all of them even after the connection was closed: 40 ms for each such packet.
 */
const PARSED_AT_A_TIME = 1024

/** The same while a body arrives. Such a part may contain further requests behind the end of the body. */
const BODY_PARSED_AT_A_TIME = 16 * 1024

/** State of a connection whose requests Node parses. */
interface Exchange {
  /** The request that was parsed last. */
  latest: IncomingMessage
  /** Requests so far. */
  count: number
  /** The response in progress, or the last one. */
  response?: ServerResponse
  /** Called one by one, each when the response in progress is complete; undefined if none is in progress. */
  waiting: (() => void)[] | undefined
  isRejected: boolean
}

export interface PipelineLimits {
  listener: RequestListener
  /** To be called with each connection that Node's HTTP server has just got. */
  limitParsing: (socket: Socket) => void
  /** Responds to a `clientError`, after the responses to the requests before it, and closes the connection. */
  reject: (error: Error & { code?: string }, socket: Duplex) => void
  /** True from the end of a request's header until both its body and its response are complete. */
  isBusy: (socket: Duplex) => boolean
}

/**
 * Limits what one connection can start. Node calls its listener for each request of a packet at once: 62 kB of short
 * requests started 1,800 responses for one client before any other client got one.
 *
 * Responses have to keep the order of their requests (RFC 9112, 9.3.2), so working on one at a time costs nothing.
 * `pipelinedRequests` more may wait; a client that sends more is disconnected. A request with more than `headerCount`
 * fields gets 431, since Node drops those beyond its limit silently.
 */
export function limitPipelines(
  listener: RequestListener,
  {
    pipelinedRequests,
    requestsPerConnection,
    headerCount,
  }: Pick<Limits, 'pipelinedRequests' | 'requestsPerConnection' | 'headerCount'>,
): PipelineLimits {
  const exchanges = new WeakMap<Duplex, Exchange>()

  function run(exchange: Exchange, request: IncomingMessage, response: ServerResponse) {
    exchange.response = response
    response.once('close', () => {
      const next = exchange.waiting?.shift()
      // After the last response of a connection, Node neither sends nor closes another one: a render would never end.
      if (next === undefined || !request.socket.writable) exchange.waiting = undefined
      else next()
    })
    if (request.rawHeaders.length > 2 * headerCount) sendTooManyFields(response)
    else listener(request, response)
  }

  return {
    listener(request, response) {
      const { socket } = request
      // The rest of a packet is parsed even after its connection was closed.
      const known = exchanges.get(socket)
      if (!socket.writable || known?.isRejected === true || isRejectedNext(request)) return
      const exchange = known ?? { latest: request, count: 0, waiting: undefined, isRejected: false }
      exchanges.set(socket, exchange)
      exchange.latest = request
      exchange.count += 1
      // Node's own limit sets this header too, but then responds to each further request.
      if (exchange.count >= requestsPerConnection) response.setHeader('Connection', 'close')
      if (exchange.waiting === undefined) {
        exchange.waiting = []
        run(exchange, request, response)
      } else if (exchange.waiting.length < pipelinedRequests) {
        exchange.waiting.push(() => {
          run(exchange, request, response)
        })
      } else {
        socket.destroy()
      }
    },

    reject(error, socket) {
      const exchange = exchanges.get(socket)
      if (exchange?.isRejected === true) return
      const sendRejection = () => {
        if (socket.writable) socket.write(rejectionOf(error.code))
        closeAfterWriting(socket)
      }
      if (exchange === undefined) {
        sendRejection()
        return
      }
      exchange.isRejected = true
      const { waiting, response, latest } = exchange
      if (waiting === undefined) {
        // A fault in the rest of a body belongs to a request that has its response already.
        if (latest.complete) sendRejection()
        else closeAfterWriting(socket)
      } else if (response?.headersSent === true && !response.writableEnded) {
        // Nothing may be written into a response that is sent in part.
        socket.destroy(error)
      } else if (latest.complete) {
        // The requests before the fault are valid and get their responses first.
        waiting.push(sendRejection)
      } else if (waiting.length > 0) {
        waiting[waiting.length - 1] = sendRejection
      } else if (response?.writableEnded === true) {
        closeAfterWriting(socket)
      } else {
        sendRejection()
      }
    },

    isBusy(socket) {
      const exchange = exchanges.get(socket)
      return exchange !== undefined && (exchange.waiting !== undefined || !exchange.latest.complete)
    },

    limitParsing(socket) {
      // With a 'readable' listener, Node's parser gets exactly what read() returns: read() emits it as a 'data' event.
      const parse = () => {
        while (!socket.destroyed && !mustWait()) {
          const part = Math.min(isInBody() ? BODY_PARSED_AT_A_TIME : PARSED_AT_A_TIME, socket.readableLength)
          // Without a size it reads nothing here, but lets the socket receive more, or emit 'end'.
          if (socket.read(part || undefined) === null) return
        }
      }
      const isInBody = () => exchanges.get(socket)?.latest.complete === false
      // True if Node has paused its parser until the client reads responses, or until the app reads the body.
      const mustWait = () => {
        const latest = exchanges.get(socket)?.latest
        return (
          socket.writableNeedDrain ||
          (latest?.complete === false && latest.readableLength >= latest.readableHighWaterMark)
        )
      }
      socket.on('readable', parse).on('resume', parse).on('drain', parse)
    },
  }
}

/**
 * True for a request whose length cannot be known, since `chunked` is not its last transfer coding (RFC 9112, 6.3).
 * Node calls the listener with it and emits `clientError` right after.
 */
function isRejectedNext({ headers }: IncomingMessage) {
  const codings = headers['transfer-encoding']
  return codings !== undefined && !/(?:^|,)[ \t]*chunked$/i.test(codings)
}

function sendTooManyFields(response: ServerResponse) {
  response.writeHead(431, ['Connection', 'close', 'Content-Length', '0', 'Cache-Control', 'no-store'])
  response.end()
}

function closeAfterWriting(socket: Duplex) {
  socket.end(() => socket.destroy())
}

/**
 * The response to bytes that Node's parser rejects: Node's own, with `Cache-Control` added, so that no shared cache
 * stores it in place of a page.
 */
function rejectionOf(code: string | undefined) {
  const status = REJECTIONS[code ?? ''] ?? 400
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nCache-Control: no-store\r\n\r\n`
}

const REJECTIONS: { [code: string]: number | undefined } = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}
