import type { Request, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import type { HostInterface, Writer } from '#app/cms/host-interface.ts'
import type { Limits } from '../limits.ts'
import { identify } from '../middleware/access-log.ts'
import { isApiAddress, type RequestOrigin } from '../middleware/request-address.ts'
import { sendError } from '../middleware/send-error.ts'
import { noteForwardedVisitor, readVisitor, signVisitor, VISITOR_HEADER } from './forwarded-visitor.ts'
import { NOT_WRITER_HEADER, passOn } from './pass-on.ts'
import { WaitingRequests } from './waiting-requests.ts'

/** Seconds until the load balancer or the visitor should retry: another process can write within this time. */
const RETRY_AFTER = 5

/** Time until a writer that did not accept a request is asked again (ms), if no other one begins to write before. */
const ASK_AGAIN_MS = 250

const NO_WRITER = 'This server only shows the site. Another server saves the changes. Try again in a moment.'

const UNKNOWN_OUTCOME =
  'The server that saves the changes did not respond. Perhaps it has saved this change: look before you send it again.'

export interface WriterRequestsOptions {
  host: Pick<
    HostInterface,
    | 'role'
    | 'writer'
    | 'canAwaitWriter'
    | 'onWriterChange'
    | 'catchUp'
    | 'release'
    | 'isForWriter'
    | 'renderRefusal'
    | 'readOnlyReason'
    | 'visitorKey'
  >
  /** Origin of the process that writes; undefined if visitors cannot reach it by a name of its own. */
  writerOrigin: string | undefined
  requestOrigin: (request: Request) => RequestOrigin
  trustProxy: boolean
  limits: Pick<Limits, 'writerWait' | 'waitingForWriter' | 'waitingForWriterOfOne' | 'silenceTimeout'>
  log: Logger
}

/**
 * The requests that only the process that writes responds to: changes, and what staff do. Every other process passes
 * them on to it, in one hop, or waits until there is one.
 */
export class WriterRequests {
  readonly #options: WriterRequestsOptions
  readonly #waiting: WaitingRequests
  /** Ends the responses that are passed back and never end otherwise. */
  readonly #streams = new Set<() => void>()
  /** The requests that this process carries out as the writer. */
  readonly #running = new Set<Response>()
  readonly #misdirected = new WeakSet<Request>()
  #isHandingOver = false
  #areStreamsEnded = false
  #onIdle: (() => void) | undefined

  constructor(options: WriterRequestsOptions) {
    this.#options = options
    this.#waiting = new WaitingRequests(options.limits)
  }

  /** Reads who the visitor of a forwarded request is. Must come before anything that needs to know the visitor. */
  readonly acceptForwarded: RequestHandler = (request, _response, next) => {
    const header = request.headers[VISITOR_HEADER]
    if (header === undefined) {
      next()
      return
    }
    Reflect.deleteProperty(request.headers, VISITOR_HEADER)
    const { host } = this.#options
    const secret = this.#isWriter() ? host.writer()?.secret : undefined
    const visitor = secret === undefined || typeof header !== 'string' ? undefined : readVisitor(header, secret)
    if (visitor) noteForwardedVisitor(request, visitor)
    else this.#misdirected.add(request)
    next()
  }

  /**
   * Refuses a request whose header is not signed for this process: it is forged, or this process is not the writer any
   * more. The process that has passed it on then waits for the next writer.
   */
  readonly refuseMisdirected: RequestHandler = (request, response, next) => {
    if (this.#misdirected.has(request)) {
      response.set({ [NOT_WRITER_HEADER]: 'true', 'Retry-After': String(RETRY_AFTER) })
      sendError(response, 503, NO_WRITER)
    } else next()
  }

  /** Passes requests for the writer on if this process is not the writer. */
  readonly handle: RequestHandler = (request, response, next) => {
    const { host, writerOrigin } = this.#options
    if (!host.isForWriter(request.method, request.originalUrl, request.headers.cookie)) next()
    else if (this.#isWriter()) this.#carryOut(response, next)
    else if (host.writer() || host.canAwaitWriter()) this.#passOn(request, response, next).catch(next)
    else if (writerOrigin !== undefined && this.#isElsewhere(request, writerOrigin) && !isForm(request)) {
      response
        .status(307)
        .set({ 'Cache-Control': 'no-store', Location: writerOrigin + request.originalUrl })
        .end()
    } else this.#refuse(request, response, next)
  }

  /** Ends the responses that never end otherwise, also those that begin later. Browsers request them again. */
  endStreams(): void {
    this.#areStreamsEnded = true
    for (const end of this.#streams) end()
  }

  /**
   * Finishes the requests that this process carries out as the writer, for `timeout` ms at most, and gives up the right
   * to write. Requests that come from now on are passed on to the next writer. Does nothing if this process is not the
   * writer, or alone.
   */
  async handOver(timeout: number): Promise<void> {
    const { host } = this.#options
    if (!this.#isWriter() || !host.canAwaitWriter()) return
    this.#isHandingOver = true
    if (this.#running.size > 0) {
      let timer: NodeJS.Timeout | undefined
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve
        timer = setTimeout(resolve, timeout)
      })
      clearTimeout(timer)
    }
    await host.release()
  }

  #isWriter() {
    return !this.#isHandingOver && this.#options.host.role() === 'writer'
  }

  #carryOut(response: Response, next: () => void) {
    this.#running.add(response)
    response.once('close', () => {
      this.#running.delete(response)
      if (this.#running.size === 0) this.#onIdle?.()
    })
    next()
  }

  /** The process to pass requests on to. After a hand-over, the process itself may still be named. */
  #otherWriter() {
    const { host } = this.#options
    return host.role() === 'writer' ? undefined : host.writer()
  }

  /** The request waits for a writer without its body being read. */
  async #passOn(request: Request, response: Response, next: () => void) {
    const { limits, host, log, trustProxy } = this.#options
    const deadline = performance.now() + limits.writerWait
    const key = host.visitorKey(identify(request, { trustProxy }).clientAddress)
    let stopWaiting: (() => void) | undefined
    let hasFailed = false
    const onError = (err: Error, writer: Writer) => {
      // It is tried again four times a second.
      const { requestId } = identify(request, { trustProxy })
      log[hasFailed ? 'debug' : 'warn'](
        { id: requestId, err, writer: writer.origin },
        'The writer did not respond to a request',
      )
      hasFailed = true
    }
    try {
      while (!response.destroyed) {
        if (this.#isWriter()) {
          this.#carryOut(response, next)
          return
        }
        const writer = this.#otherWriter()
        if (writer && (await this.#passOnTo(writer, { request, response, deadline, onError }))) return
        const left = deadline - performance.now()
        stopWaiting ??= this.#waiting.add(key)
        if (left <= 0 || !stopWaiting) {
          this.#refuse(request, response, next)
          return
        }
        await this.#untilChange(response, writer ? Math.min(left, ASK_AGAIN_MS) : left)
      }
    } finally {
      stopWaiting?.()
    }
  }

  /** Resolves with false if this writer has not begun to carry the request out. Otherwise, the request has its response. */
  async #passOnTo(
    writer: Writer,
    {
      request,
      response,
      deadline,
      onError,
    }: { request: Request; response: Response; deadline: number; onError: (err: Error, writer: Writer) => void },
  ) {
    const { host, limits, trustProxy, requestOrigin } = this.#options
    const identity = identify(request, { trustProxy })
    const checked = requestOrigin(request)
    if ('error' in checked) throw new Error('A request for another site cannot be passed on')
    let end: (() => void) | undefined
    const outcome = await passOn({
      request,
      response,
      writer,
      visitor: signVisitor({ ...identity, origin: checked.origin }, writer.secret),
      deadline,
      silenceTimeout: limits.silenceTimeout,
      isWriter: () => this.#otherWriter()?.secret === writer.secret,
      onWriterChange: (listener) => host.onWriterChange(listener),
      catchUp: () => host.catchUp(),
      onStream: (endStream) => {
        end = endStream
        if (this.#areStreamsEnded) end()
        else this.#streams.add(end)
      },
      onError: (err) => {
        onError(err, writer)
      },
    })
    if (end) this.#streams.delete(end)
    if (outcome === 'unknown') await sendRefusal(host, response, { status: 502, message: UNKNOWN_OUTCOME })
    return outcome !== 'unsent'
  }

  /** Resolves after `ms`, when another process begins to write, or when the client is gone. */
  #untilChange(response: Response, ms: number) {
    return new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer)
        response.off('close', end)
        unsubscribe()
        resolve()
      }
      const timer = setTimeout(end, ms)
      response.once('close', end)
      const unsubscribe = this.#options.host.onWriterChange(end)
    })
  }

  /** A form of a public page: the page itself responds, with 503 and with the typed text. */
  #refuse(request: Request, response: Response, next: (error?: unknown) => void) {
    const { host } = this.#options
    response.set('Retry-After', String(RETRY_AFTER))
    if (isForm(request)) next()
    else sendRefusal(host, response, { status: 503, message: host.readOnlyReason() ?? NO_WRITER }).catch(next)
  }

  /** The redirect must not lead back to this process. */
  #isElsewhere(request: Request, writerOrigin: string) {
    const asked = this.#options.requestOrigin(request)
    return !('origin' in asked && asked.origin === writerOrigin)
  }
}

/** True for a form that a page of the public site sends. */
function isForm({ method, headers, originalUrl }: Request) {
  return method === 'POST' && headers.origin !== undefined && /^\/contactus(?:\.data)?(?:\?|$)/.test(originalUrl)
}

async function sendRefusal(
  host: Pick<HostInterface, 'renderRefusal'>,
  response: Response,
  { status, message }: { status: number; message: string },
) {
  if (isApiAddress(response.req.originalUrl)) {
    sendError(response, status, message)
    return
  }
  const page = await host.renderRefusal(message)
  for (const [name, value] of page.headers) response.setHeader(name, value)
  response
    .status(status)
    .set('Cache-Control', 'no-store')
    .send(Buffer.from(await page.arrayBuffer()))
}
