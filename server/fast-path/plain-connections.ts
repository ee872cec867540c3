import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import type { HitCounter } from '../middleware/hit-counter.ts'
import type { Limits } from '../limits.ts'
import type { CacheLookup } from '../cache/cache-lookup.ts'
import type { CacheableRequest } from './cacheable-request.ts'
import { readPlainRequest, type PlainRequest } from './plain-request.ts'
import type { CachedResponse } from '../cache/cached-response.ts'
import { EventLoopBudget } from './event-loop-budget.ts'

export interface PlainConnectionsParts {
  find: (request: CacheableRequest) => CacheLookup
  limits: Limits
  hits: HitCounter
  log: Logger
}

/** About half a millisecond of work. With 128, a thousand connections get a quarter less in all. */
const RESPONSES_PER_ITERATION = 32

/** The empty line behind the last field. */
const END_OF_HEAD = '\r\n\r\n'

/**
 * Connections over which nothing but plain reads have come so far. What is kept in memory is written to them as it is: Node's
 * own way of reading a request and writing its answer takes more time than all the rest. At the first request that is not
 * plain, or not to be had from memory, a connection goes over to Node's HTTP server with that request, and stays there.
 */
export class PlainConnections {
  readonly #parts: PlainConnectionsParts
  readonly #budget = new EventLoopBudget(RESPONSES_PER_ITERATION)
  /** True while a request waits: for its turn, for its answer to be made, or for the client to take earlier ones. */
  readonly #isPaused = new Map<Socket, boolean>()

  /** How long a connection may rest between two requests, in milliseconds. */
  keepAliveTimeout: number

  constructor(parts: PlainConnectionsParts) {
    this.#parts = parts
    this.keepAliveTimeout = parts.limits.keepAliveTimeout
  }

  /** Answers what comes over a new connection. `toHttpServer` gives it to Node's HTTP server. */
  take(socket: Socket, toHttpServer: (socket: Socket) => void): void {
    const { find, limits, hits, log } = this.#parts
    const paused = this.#isPaused
    /** How long it may rest between requests; undefined before the first answer. */
    let rest: number | undefined
    let previous: PlainRequest | undefined
    paused.set(socket, false)

    /** A failure of ours ends this connection and is logged; thrown into the event loop, it would end the process. */
    const guard = (work: () => void) => {
      try {
        work()
      } catch (err) {
        log.error({ err }, 'a request could not be answered')
        socket.destroy()
      }
    }

    const receive = (chunk: Buffer) => {
      if (this.#budget.tryAcquire()) {
        guard(() => {
          read(chunk)
        })
        return
      }
      pauseReading()
      this.#budget.enqueue(() => {
        if (!socket.destroyed) guard(() => read(chunk))
      })
    }

    const read = (chunk: Buffer) => {
      if (socket.writableNeedDrain) {
        // Asks on without taking the answers it has been given.
        pauseReading()
        socket.once('drain', () => {
          guard(() => read(chunk))
        })
        return
      }
      const headEnd = chunk.indexOf(END_OF_HEAD) + END_OF_HEAD.length
      const next = headEnd < chunk.length ? chunk.subarray(headEnd) : undefined
      const request = readPlainRequest(next ? chunk.subarray(0, headEnd) : chunk, limits, previous)
      if (request === undefined) {
        handOff(chunk)
        return
      }
      previous = request
      const lookup = find(request)
      if (lookup.outcome === 'hit') answer(request, lookup, lookup.answer, next)
      else if (lookup.outcome === 'miss') make(request, lookup, chunk, next)
      else handOff(chunk)
    }

    const answer = (
      request: CacheableRequest,
      found: { address: string; origin: string },
      kept: CachedResponse,
      next: Buffer | undefined,
    ) => {
      if (rest !== this.keepAliveTimeout) {
        rest = this.keepAliveTimeout
        socket.setTimeout(rest)
      }
      hits.count(found.address, kept.write(request, socket, found.origin, rest))
      if (next) receive(next)
      else resumeReading()
    }

    const make = (
      request: CacheableRequest,
      lookup: CacheLookup & { outcome: 'miss' },
      chunk: Buffer,
      next: Buffer | undefined,
    ) => {
      pauseReading()
      void lookup
        .make()
        .catch((err: unknown) => {
          log.error({ err, address: lookup.address }, 'an answer could not be made')
          return undefined
        })
        .then((made) => {
          guard(() => {
            if (socket.destroyed) return
            if (made) answer(request, lookup, made, next)
            else handOff(chunk)
          })
        })
    }

    /** Takes no more from the client until what has come is answered: answers keep the order of their requests. */
    const pauseReading = () => {
      socket.pause()
      paused.set(socket, true)
    }
    const resumeReading = () => {
      if (paused.get(socket) !== true) return
      paused.set(socket, false)
      if (socket.readableEnded) socket.end()
      else socket.resume()
    }

    // The client's end is told of even while nothing is taken from it: what it has asked for is answered first.
    const end = () => {
      if (paused.get(socket) === false) socket.end()
    }
    const destroy = () => socket.destroy()
    const forget = () => paused.delete(socket)

    const handOff = (chunk: Buffer) => {
      forget()
      socket.off('data', receive).off('end', end).off('timeout', destroy).off('error', destroy).off('close', forget)
      socket.setTimeout(0)
      if (socket.readableEnded) {
        // Nothing can be put back into it any more.
        toHttpServer(socket)
        socket.emit('data', chunk)
        return
      }
      socket.pause()
      socket.unshift(chunk)
      toHttpServer(socket)
      socket.resume()
    }

    socket.setTimeout(limits.headersTimeout)
    socket.on('data', receive).on('end', end).on('timeout', destroy).on('error', destroy).on('close', forget)
  }

  /** True where nothing is under way on a connection; undefined for one that is not, or no longer, answered here. */
  isIdle(socket: Socket): boolean | undefined {
    const isPaused = this.#isPaused.get(socket)
    return isPaused === undefined ? undefined : !isPaused && socket.writableLength === 0
  }

  /** Closes those on which nothing is under way. */
  closeIdle(): void {
    for (const socket of this.#isPaused.keys()) if (this.isIdle(socket) === true) socket.destroy()
  }

  closeAll(): void {
    for (const socket of this.#isPaused.keys()) socket.destroy()
  }
}
