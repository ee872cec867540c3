import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import type { HitCounter } from '../middleware/hit-counter.ts'
import type { Limits } from '../limits.ts'
import type { Finding } from '../cache/memory-answers.ts'
import type { Read } from './read.ts'
import { readPlainRequest, type PlainRequest } from './plain-request.ts'
import type { StoredAnswer } from '../cache/stored-answer.ts'
import { Turns } from './turns.ts'

export interface PlainConnectionsParts {
  find: (request: Read) => Finding
  limits: Limits
  hits: HitCounter
  log: Logger
}

/** About half a millisecond of work. With 128, a thousand connections get a quarter less in all. */
const ANSWERS_A_TURN = 32

/** The empty line behind the last field. */
const END_OF_HEAD = '\r\n\r\n'

/**
 * Connections over which nothing but plain reads have come so far. What is kept in memory is written to them as it is: Node's
 * own way of reading a request and writing its answer takes more time than all the rest. At the first request that is not
 * plain, or not to be had from memory, a connection goes over to Node's HTTP server with that request, and stays there.
 */
export class PlainConnections {
  readonly #parts: PlainConnectionsParts
  readonly #turns = new Turns(ANSWERS_A_TURN)
  /** True while a request waits: for its turn, for its answer to be made, or for the client to take earlier ones. */
  readonly #isHeld = new Map<Socket, boolean>()

  /** How long a connection may rest between two requests, in milliseconds. */
  keepAliveTimeout: number

  constructor(parts: PlainConnectionsParts) {
    this.#parts = parts
    this.keepAliveTimeout = parts.limits.keepAliveTimeout
  }

  /** Answers what comes over a new connection. `pass` gives it to Node's HTTP server. */
  take(socket: Socket, pass: (socket: Socket) => void): void {
    const { find, limits, hits, log } = this.#parts
    const held = this.#isHeld
    /** How long it may rest between requests; undefined before the first answer. */
    let rest: number | undefined
    let previous: PlainRequest | undefined
    held.set(socket, false)

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
      if (this.#turns.take()) {
        guard(() => {
          read(chunk)
        })
        return
      }
      hold()
      this.#turns.line(() => {
        if (!socket.destroyed) guard(() => read(chunk))
      })
    }

    const read = (chunk: Buffer) => {
      if (socket.writableNeedDrain) {
        // Asks on without taking the answers it has been given.
        hold()
        socket.once('drain', () => {
          guard(() => read(chunk))
        })
        return
      }
      const headEnd = chunk.indexOf(END_OF_HEAD) + END_OF_HEAD.length
      const next = headEnd < chunk.length ? chunk.subarray(headEnd) : undefined
      const request = readPlainRequest(next ? chunk.subarray(0, headEnd) : chunk, limits, previous)
      if (request === undefined) {
        leave(chunk)
        return
      }
      previous = request
      const finding = find(request)
      if (finding.place === 'kept') answer(request, finding, finding.answer, next)
      else if (finding.place === 'made') make(request, finding, chunk, next)
      else leave(chunk)
    }

    const answer = (
      request: Read,
      found: { address: string; origin: string },
      kept: StoredAnswer,
      next: Buffer | undefined,
    ) => {
      if (rest !== this.keepAliveTimeout) {
        rest = this.keepAliveTimeout
        socket.setTimeout(rest)
      }
      hits.count(found.address, kept.write(request, socket, found.origin, rest))
      if (next) receive(next)
      else goOn()
    }

    const make = (request: Read, finding: Finding & { place: 'made' }, chunk: Buffer, next: Buffer | undefined) => {
      hold()
      void finding
        .make()
        .catch((err: unknown) => {
          log.error({ err, address: finding.address }, 'an answer could not be made')
          return undefined
        })
        .then((made) => {
          guard(() => {
            if (socket.destroyed) return
            if (made) answer(request, finding, made, next)
            else leave(chunk)
          })
        })
    }

    /** Takes no more from the client until what has come is answered: answers keep the order of their requests. */
    const hold = () => {
      socket.pause()
      held.set(socket, true)
    }
    const goOn = () => {
      if (held.get(socket) !== true) return
      held.set(socket, false)
      if (socket.readableEnded) socket.end()
      else socket.resume()
    }

    // The client's end is told of even while nothing is taken from it: what it has asked for is answered first.
    const end = () => {
      if (held.get(socket) === false) socket.end()
    }
    const destroy = () => socket.destroy()
    const forget = () => held.delete(socket)

    const leave = (chunk: Buffer) => {
      forget()
      socket.off('data', receive).off('end', end).off('timeout', destroy).off('error', destroy).off('close', forget)
      socket.setTimeout(0)
      if (socket.readableEnded) {
        // Nothing can be put back into it any more.
        pass(socket)
        socket.emit('data', chunk)
        return
      }
      socket.pause()
      socket.unshift(chunk)
      pass(socket)
      socket.resume()
    }

    socket.setTimeout(limits.headersTimeout)
    socket.on('data', receive).on('end', end).on('timeout', destroy).on('error', destroy).on('close', forget)
  }

  /** True where nothing is under way on a connection; undefined for one that is not, or no longer, answered here. */
  isIdle(socket: Socket): boolean | undefined {
    const isHeld = this.#isHeld.get(socket)
    return isHeld === undefined ? undefined : !isHeld && socket.writableLength === 0
  }

  /** Closes those on which nothing is under way. */
  closeIdle(): void {
    for (const socket of this.#isHeld.keys()) if (this.isIdle(socket) === true) socket.destroy()
  }

  closeAll(): void {
    for (const socket of this.#isHeld.keys()) socket.destroy()
  }
}
