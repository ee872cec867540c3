import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Limits } from '../limits.ts'

/**
 * In bytes: what Node's parser gets at a time where no body is under way. A packet of 64 kB holds 3,000 requests, and the
 * parser goes through all of them even after the connection was cut: 40 ms for each such packet.
 */
const PIECE = 1024

/** What is known of a connection whose requests are parsed by Node. */
interface Exchange {
  /** The request that was parsed last. */
  latest: IncomingMessage
  /** Requests so far. */
  count: number
  /** The answer that is being made, or was made last. */
  response?: ServerResponse
  /** Requests that wait for the answer before theirs; undefined where none is under way. */
  waiting: (() => void)[] | undefined
}

export interface BoundRequests {
  listener: RequestListener
  /** Takes a connection that Node's HTTP server has just been given. */
  bound: (socket: Socket) => void
  /**
   * True while an answer has been sent in part, or the body of an answered request still arrives: nothing else may be written
   * to the connection.
   */
  isAnswering: (socket: Duplex) => boolean
  /** True from the end of a request's header to the end of its body and its answer. */
  isBusy: (socket: Duplex) => boolean
}

/**
 * Bounds what one connection can begin. Node calls its listener for each request of a packet at once: 62 kB of short requests
 * were 1,800 answers made for one client before the next client was looked at.
 *
 * Answers leave a connection in the order of its requests (RFC 9112, 9.3.2), so nothing is lost by working on one at a time.
 * `pipelinedRequests` more may wait; a client that sends more is cut off. A request with more than `headerCount` fields is
 * refused (431), since Node drops those beyond its limit without a word.
 */
export function boundRequests(
  listener: RequestListener,
  {
    pipelinedRequests,
    requestsPerConnection,
    headerCount,
  }: Pick<Limits, 'pipelinedRequests' | 'requestsPerConnection' | 'headerCount'>,
): BoundRequests {
  const exchanges = new WeakMap<Duplex, Exchange>()

  function run(exchange: Exchange, request: IncomingMessage, response: ServerResponse) {
    exchange.response = response
    response.once('close', () => {
      const next = exchange.waiting?.shift()
      if (next === undefined || request.socket.destroyed) exchange.waiting = undefined
      else next()
    })
    if (request.rawHeaders.length > 2 * headerCount) refuseFields(response)
    else listener(request, response)
  }

  return {
    listener(request, response) {
      const { socket } = request
      // The rest of a piece is parsed even after its connection was cut.
      if (socket.destroyed) return
      const exchange: Exchange = exchanges.get(socket) ?? { latest: request, count: 0, waiting: undefined }
      exchanges.set(socket, exchange)
      exchange.latest = request
      exchange.count += 1
      // Node's own limit announces the end, and then answers each further request.
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

    isAnswering(socket) {
      const { response, latest } = exchanges.get(socket) ?? {}
      // A fault in the rest of a body, or behind the last request, belongs to what has its answer already.
      if (response?.headersSent !== true) return false
      const isLast = !response.shouldKeepAlive || response.getHeader('Connection') === 'close'
      return !response.writableFinished || isLast || latest?.complete === false
    },

    isBusy(socket) {
      const exchange = exchanges.get(socket)
      return exchange !== undefined && (exchange.waiting !== undefined || !exchange.latest.complete)
    },

    bound(socket) {
      const parsers = socket.listeners('data')
      const parse = (bytes: Buffer) => {
        for (const parser of parsers) Reflect.apply(parser, socket, [bytes])
      }
      const isInBody = () => exchanges.get(socket)?.latest.complete === false
      socket.removeAllListeners('data')
      socket.on('data', (chunk: Buffer) => {
        for (let start = 0; start < chunk.length && !socket.destroyed;) {
          if (start > 0 && socket.isPaused() && !socket.readableEnded) {
            // Paused by the parser, which refuses to be given more.
            socket.unshift(chunk.subarray(start))
            return
          }
          const end = isInBody() ? chunk.length : start + PIECE
          parse(chunk.subarray(start, end))
          start = end
        }
      })
    },
  }
}

function refuseFields(response: ServerResponse) {
  response.writeHead(431, ['Connection', 'close', 'Content-Length', '0', 'Cache-Control', 'no-store'])
  response.end()
}
