import type { Server as HttpServer } from 'node:http'
import type { Socket } from 'node:net'
import { IdleTimer } from './idle-timer.ts'
import { readPlainRequest, type HeadLimits, type PlainRequest } from './plain-request.ts'

export type { PlainRequest } from './plain-request.ts'

/** A response that is complete except for the fields Date, Connection and Keep-Alive. It must not change. */
export interface ReadyResponse {
  /** Status line and header fields, each with its CRLF. One of them is Content-Length, unless the status is 304. */
  head: string
  body: Buffer | StreamedBody | undefined
}

/** A body that is sent piece by piece, with the length that the head announces. */
export interface StreamedBody {
  /** Resolves with true when all is written to the socket, and with false if it cannot be. */
  send: (socket: Socket) => Promise<boolean>
  /** Called once: after `send`, or without it if the connection was closed before. Must not throw or reject. */
  close: () => void
}

interface FastPathLimits extends HeadLimits {
  /** Time until the end of the first request of a connection (ms). */
  headersTimeout: number
  /** How long a request may wait for its response, and how long a client may read nothing of one (ms). */
  silenceTimeout: number
}

export interface FastPathOptions {
  /** Gets each connection, from the first request on that the fast path does not serve. */
  httpServer: HttpServer
  /**
   * Responds to a plain request: at once, or with a promise. Undefined hands the connection to the HTTP server, which
   * then gets the request. The promise must not reject.
   */
  respond: Respond
  limits: FastPathLimits
  /** Reports an error that `respond` threw. The HTTP server gets the request. */
  onError: (error: unknown) => void
  /** Called with each body that the system has not taken at once; `socket` emits `drain` or `close` when it has. */
  onUnread?: (body: Buffer, socket: Socket) => void
}

export type Respond = (request: PlainRequest) => ReadyResponse | Promise<ReadyResponse | undefined> | undefined

/** About half a millisecond of work. With 128, the throughput of 1,000 connections is a quarter lower. */
const RESPONSES_PER_ITERATION = 32

/** The same while connections arrive, because Node accepts one connection an iteration. */
const RESPONSES_WHILE_ACCEPTING = 2

/**
 * A body up to this size is sent in one write with its head: for 12 kB that takes two thirds of the time of two
 * buffers.
 */
export const MAX_JOINED_BODY_BYTES = 32 * 1024

/**
 * Bytes that the HTTP server gets at a time from a chunk that cannot be unshifted. It parses all requests in a part,
 * even after it has closed the connection.
 */
const HANDED_OFF_AT_A_TIME = 1024

/** The end of the last header field, and the empty line. */
const END_OF_HEAD = '\r\n\r\n'

interface Connection {
  /** True while a request waits: for the budget, for its response, or for the client to read earlier responses. */
  isBusy: boolean
}

/**
 * Serves plain GET and HEAD requests on the socket, without Node's HTTP parser and response objects. At the first
 * request that is not plain, or for which `respond` returns undefined, the connection permanently goes to the HTTP
 * server. README.md describes the grammar and the limits.
 */
export class FastPath {
  readonly #options: FastPathOptions
  readonly #budget = new EventLoopBudget(RESPONSES_PER_ITERATION, RESPONSES_WHILE_ACCEPTING)
  readonly #connections = new Map<Socket, Connection>()

  /** How long a connection may stay idle between two requests (ms). */
  keepAliveTimeout: number

  constructor(options: FastPathOptions) {
    this.#options = options
    this.keepAliveTimeout = options.httpServer.keepAliveTimeout
  }

  /** Serves a new connection. Nothing must have been read from it. */
  serve(socket: Socket): void {
    const { httpServer, respond, limits, onError, onUnread } = this.#options
    this.#budget.noteConnection()
    const connection: Connection = { isBusy: false }
    const destroy = () => socket.destroy()
    const idleTimer = new IdleTimer(destroy)
    /** The last request, and its bytes if it was a chunk of its own. */
    let previous: PlainRequest | undefined
    let previousChunk: Buffer | undefined
    /** What has arrived since the request that is in progress. */
    let ahead: Buffer | undefined
    this.#connections.set(socket, connection)

    /** An error closes the connection. Uncaught, it would end the process. */
    const fail = (error: unknown) => {
      onError(error)
      socket.destroy()
    }
    const guard = (work: () => void) => {
      try {
        work()
      } catch (error) {
        fail(error)
      }
    }

    const respondOrReport: Respond = (request) => {
      try {
        return respond(request)
      } catch (error) {
        onError(error)
        return undefined
      }
    }

    /**
     * Responses must keep the order of their requests. What arrives while a request is in progress waits, and nothing
     * more is read. Reading goes on until then, because clients rarely send more, and a pause takes two system calls.
     */
    const receive = (chunk: Buffer) => {
      if (!connection.isBusy) {
        take(chunk)
        return
      }
      ahead = ahead ? Buffer.concat([ahead, chunk]) : chunk
      socket.pause()
    }

    const take = (chunk: Buffer) => {
      if (this.#budget.tryAcquire()) {
        handleOrFail(chunk)
        return
      }
      connection.isBusy = true
      idleTimer.touch(Date.now())
      this.#budget.enqueue(() => {
        if (!socket.destroyed) handleOrFail(chunk)
      })
    }

    const handleOrFail = (chunk: Buffer) => {
      try {
        handle(chunk)
      } catch (error) {
        fail(error)
      }
    }

    const handle = (chunk: Buffer) => {
      if (socket.writableNeedDrain) {
        // The client sends requests without reading the responses.
        connection.isBusy = true
        socket.once('drain', () => {
          handleOrFail(chunk)
        })
        return
      }
      // A cache or a probe that asks for the same page again sends the same bytes.
      const isRepeated = previousChunk?.equals(chunk) === true
      let request = isRepeated ? previous : readPlainRequest(chunk, limits, previous)
      let rest: Buffer | undefined
      previousChunk = request && chunk
      if (request === undefined) {
        const headEnd = chunk.indexOf(END_OF_HEAD) + END_OF_HEAD.length
        if (headEnd >= END_OF_HEAD.length && headEnd < chunk.length) {
          request = readPlainRequest(chunk.subarray(0, headEnd), limits, previous)
          rest = chunk.subarray(headEnd)
        }
      }
      // The HTTP server decides what to do with bytes behind the last request of a connection.
      if (request === undefined || (rest && !request.isKeptAlive)) {
        handOff(chunk)
        return
      }
      previous = request
      const response = respondOrReport(request)
      if (response === undefined) handOff(chunk)
      else if (response instanceof Promise) void sendLater(request, response, chunk, rest)
      else send(request, response, rest)
    }

    const sendLater = async (
      request: PlainRequest,
      promise: Promise<ReadyResponse | undefined>,
      chunk: Buffer,
      rest: Buffer | undefined,
    ) => {
      connection.isBusy = true
      idleTimer.use(Date.now(), limits.silenceTimeout)
      const response = await promise
      guard(() => {
        if (socket.destroyed) closeBody(response)
        else if (response) send(request, response, rest)
        else handOff(chunk)
      })
    }

    /** The connection stays here, while one that is handed off would not come back. */
    const stream = async (request: PlainRequest, head: string, body: StreamedBody, rest: Buffer | undefined) => {
      connection.isBusy = true
      const fields = connectionFields(Date.now(), request.isKeptAlive ? this.keepAliveTimeout : undefined)
      awaitReads()
      socket.write(headBytes(head, fields))
      const isWhole = await body.send(socket).catch((error: unknown) => {
        onError(error)
        return false
      })
      body.close()
      guard(() => {
        if (!isWhole) socket.destroy()
        if (socket.destroyed) return
        awaitRequest()
        proceed(request, rest)
      })
    }

    const send = (request: PlainRequest, response: ReadyResponse, rest: Buffer | undefined) => {
      const { head, body } = response
      if (isStreamed(body)) {
        if (request.method === 'GET') {
          void stream(request, head, body, rest)
          return
        }
        body.close()
      }
      const now = Date.now()
      const timeout = this.keepAliveTimeout
      idleTimer.use(now, timeout)
      writeResponse(socket, request, response, connectionFields(now, request.isKeptAlive ? timeout : undefined))
      if (socket.writableNeedDrain && socket.writableLength > 0) awaitReader(body)
      proceed(request, rest)
    }

    /** Goes on after a response. */
    const proceed = (request: PlainRequest, rest: Buffer | undefined) => {
      if (!request.isKeptAlive) {
        close()
      } else if (rest) {
        take(rest)
      } else if (ahead) {
        const next = ahead
        ahead = undefined
        take(next)
      } else if (connection.isBusy) {
        connection.isBusy = false
        if (socket.readableEnded) socket.end()
        else if (socket.isPaused()) socket.resume()
      }
    }

    /** A client that is still reading is not idle: it gets its own time, until it has read the response. */
    const awaitReader = (body: ReadyResponse['body']) => {
      awaitReads()
      if (body && !isStreamed(body)) onUnread?.(body, socket)
      socket.once('drain', awaitRequest)
    }
    const awaitReads = () => {
      idleTimer.stop()
      socket.setTimeout(limits.silenceTimeout)
    }
    const awaitRequest = () => {
      socket.setTimeout(0)
      idleTimer.use(Date.now(), this.keepAliveTimeout)
    }

    /** Closes the connection after the last response is written. */
    const close = () => {
      socket.off('data', receive)
      connection.isBusy = true
      socket.pause()
      socket.destroySoon()
    }

    // The pending request still gets its response.
    const end = () => {
      if (!connection.isBusy) socket.end()
    }
    const forget = () => {
      idleTimer.stop()
      this.#connections.delete(socket)
    }

    const handOff = (chunk: Buffer) => {
      forget()
      socket.off('data', receive).off('end', end).off('timeout', destroy).off('error', destroy).off('close', forget)
      socket.off('drain', awaitRequest).setTimeout(0)
      const unserved = ahead ? Buffer.concat([chunk, ahead]) : chunk
      if (socket.readableEnded) {
        // unshift() is not possible after 'end'. The HTTP server then gets no 'end' event, and sends its response.
        httpServer.emit('connection', socket)
        for (let start = 0; start < unserved.length && !socket.destroyed; start += HANDED_OFF_AT_A_TIME) {
          socket.emit('data', unserved.subarray(start, start + HANDED_OFF_AT_A_TIME))
        }
        return
      }
      socket.pause()
      socket.unshift(unserved)
      httpServer.emit('connection', socket)
      socket.resume()
    }

    idleTimer.use(Date.now(), limits.headersTimeout)
    socket.on('data', receive).on('end', end).on('timeout', destroy).on('error', destroy).on('close', forget)
  }

  /** True if no request is in progress on the connection; undefined if the fast path does not serve it. */
  isIdle(socket: Socket): boolean | undefined {
    const connection = this.#connections.get(socket)
    return connection && !connection.isBusy && socket.writableLength === 0
  }

  closeIdleConnections(): void {
    for (const socket of this.#connections.keys()) if (this.isIdle(socket) === true) socket.destroy()
  }

  closeAllConnections(): void {
    for (const socket of this.#connections.keys()) socket.destroy()
  }
}

/**
 * Runs at most `max` tasks per event-loop iteration, in FIFO order. A burst of cache hits then starves neither
 * `accept()`, which Node calls once per iteration, nor a save, which needs a dozen iterations. While connections arrive,
 * it runs at most `maxWhileAccepting`: otherwise the last of 1,000 new visitors waits until the others have had 32,000
 * responses.
 */
export class EventLoopBudget {
  readonly #max: number
  readonly #maxWhileAccepting: number
  #left: number
  #isScheduled = false
  /** True if a connection was accepted since the last iteration began: more may wait. */
  #isAccepting = false
  readonly #queue: (() => void)[] = []

  constructor(max: number, maxWhileAccepting: number) {
    this.#max = max
    this.#maxWhileAccepting = maxWhileAccepting
    this.#left = max
  }

  /** To be called with each new connection: keeps this iteration and the next one short. */
  noteConnection(): void {
    this.#isAccepting = true
    this.#left = Math.min(this.#left, this.#maxWhileAccepting)
    this.#schedule()
  }

  /** True if one more task may run in this iteration. The caller then runs it at once. */
  tryAcquire(): boolean {
    if (this.#left === 0 || this.#queue.length > 0) return false
    this.#left -= 1
    // Not in each iteration: under little load, that would cost more than the responses.
    if (this.#left === 0) this.#schedule()
    return true
  }

  /** Runs `task` in a later iteration. It must not throw. */
  enqueue(task: () => void): void {
    this.#schedule()
    this.#queue.push(task)
  }

  #schedule() {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(this.#drain)
  }

  readonly #drain = () => {
    const max = this.#isAccepting ? this.#maxWhileAccepting : this.#max
    const tasks = this.#queue.splice(0, max)
    this.#left = max - tasks.length
    // The iteration after this one is a usual one again.
    this.#isScheduled = tasks.length > 0 || this.#isAccepting
    this.#isAccepting = false
    if (this.#isScheduled) setImmediate(this.#drain)
    for (const task of tasks) task()
  }
}

function isStreamed(body: ReadyResponse['body']): body is StreamedBody {
  return body !== undefined && !Buffer.isBuffer(body)
}

function closeBody(response: ReadyResponse | undefined) {
  if (isStreamed(response?.body)) response.body.close()
}

function writeResponse(socket: Socket, request: PlainRequest, response: ReadyResponse, fields: string) {
  const { head, body } = response
  if (request.method === 'HEAD' || isStreamed(body)) {
    socket.write(headBytes(head, fields))
  } else if (body === undefined || body.length <= MAX_JOINED_BODY_BYTES) {
    socket.write(joinedBytes(response, body, fields))
  } else {
    socket.cork()
    socket.write(headBytes(head, fields))
    socket.write(body)
    socket.uncork()
  }
}

/** Joined heads and bodies of recently sent responses. An entry is valid for the same `fields`, so for one second. */
const joined = new WeakMap<ReadyResponse, { fields: string; bytes: Buffer }>()

function joinedBytes(response: ReadyResponse, body: Buffer | undefined, fields: string) {
  let found = joined.get(response)
  if (found?.fields !== fields) {
    const head = headBytes(response.head, fields)
    found = { fields, bytes: body ? Buffer.concat([head, body]) : head }
    joined.set(response, found)
  }
  return found.bytes
}

function headBytes(head: string, fields: string) {
  return Buffer.from(`${head}${fields}\r\n`, 'latin1')
}

let secondOfFields = 0
const fieldsOfThisSecond = new Map<number | undefined, string>()

/**
 * The fields that Node's HTTP server adds to a response, for a connection that is closed after `keepAliveTimeout` ms
 * without a request, or after the response (undefined). Cached for one second, because Date changes every second.
 */
function connectionFields(now: number, keepAliveTimeout: number | undefined): string {
  const second = Math.floor(now / 1000)
  if (second !== secondOfFields) {
    secondOfFields = second
    fieldsOfThisSecond.clear()
  }
  let fields = fieldsOfThisSecond.get(keepAliveTimeout)
  if (fields === undefined) {
    const connection =
      keepAliveTimeout === undefined
        ? 'close'
        : `keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveTimeout / 1000)}`
    fields = `Date: ${new Date(second * 1000).toUTCString()}\r\nConnection: ${connection}\r\n`
    fieldsOfThisSecond.set(keepAliveTimeout, fields)
  }
  return fields
}
