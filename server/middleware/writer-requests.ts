import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Request as ExpressRequest, RequestHandler, Response } from 'express'
import type { HostInterface } from '#app/cms/host-interface.ts'
import { askForBody } from './held-body.ts'
import { isApiAddress } from './request-address.ts'
import { sendError, sendPage } from './send-error.ts'

/**
 * Set by a proxy on a request that it asks another node to refuse, because the node that got it did not respond. The
 * proxy has the body, and only a node can show it to its sender again.
 */
const UNANSWERED_HEADER = 'x-unanswered'

/** Says to proxies and programs that a node has done nothing, because it does not write. */
const NOTHING_DONE_HEADER = 'X-Nothing-Done'

/** Seconds until the visitor or the program should try again: another process can write within this time. */
const RETRY_AFTER = 5

/** The largest form that a refusal shows again. Larger ones have files, which it could not send again. */
const MAX_FORM_BYTES = 1024 * 1024

const NO_WRITER = 'Nothing was saved. This server cannot save at the moment. Try again in a few seconds.'
const UNKNOWN_OUTCOME =
  'The server that saves the changes did not respond. It may have saved this change. Check that before you send it again.'

interface WriterRequestsOptions {
  host: Pick<HostInterface, 'role' | 'isShared' | 'release' | 'isForWriter' | 'readOnlyReason' | 'refusedForm'>
  publicOrigin: string
}

/**
 * The requests that only the process that writes responds to: changes, and what staff do. Every other process refuses
 * them with 503 and without doing anything, so that a proxy, the visitor or the program can send them to another one.
 */
export class WriterRequests {
  readonly #options: WriterRequestsOptions
  /** The requests that this process carries out as the writer. */
  readonly #running = new Set<Response>()
  #isHandingOver = false
  #onIdle: (() => void) | undefined

  constructor(options: WriterRequestsOptions) {
    this.#options = options
  }

  /** True if this process carries out what is for the writer. */
  isWriter(): boolean {
    return !this.#isHandingOver && this.#options.host.role() === 'writer'
  }

  /** Refuses a request for the writer if this process is not the writer. */
  readonly handle: RequestHandler = (request, response, next) => {
    const { host } = this.#options
    if (request.headers[UNANSWERED_HEADER] !== undefined && !isRead(request)) {
      this.#refuse(request, response, 502, UNKNOWN_OUTCOME).catch(next)
    } else if (!host.isForWriter(request.method, request.originalUrl, request.headers.cookie)) next()
    else if (this.isWriter()) {
      this.#running.add(response)
      response.once('close', () => {
        this.#running.delete(response)
        if (this.#running.size === 0) this.#onIdle?.()
      })
      next()
    } else {
      response.set({ 'Retry-After': String(RETRY_AFTER), [NOTHING_DONE_HEADER]: 'not-the-writer' })
      this.#refuse(request, response, 503, host.readOnlyReason() ?? NO_WRITER).catch(next)
    }
  }

  /**
   * Finishes the requests that this process carries out as the writer, for `timeout` ms at most, and gives up the right
   * to write. Requests that come from now on are refused. Does nothing if this process is not the writer, or alone.
   */
  async handOver(timeout: number): Promise<void> {
    const { host } = this.#options
    if (!this.isWriter() || !host.isShared) return
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

  /** A form that a browser sends as a page is read, because its page shows it again. Every other body stays unread. */
  async #refuse(request: ExpressRequest, response: Response, status: 502 | 503, message: string) {
    const form = isSmallForm(request) ? await this.#readForm(request, response) : undefined
    if (response.destroyed) return
    const requestId = String(response.getHeader('X-Request-Id') ?? '') || undefined
    const { host, publicOrigin } = this.#options
    const page = form && (await host.refusedForm(form, publicOrigin, { message, requestId }))
    if (page) sendPage(response, status, page)
    else sendError(response, status, message)
  }

  async #readForm(request: ExpressRequest, response: Response): Promise<Request | undefined> {
    askForBody(request, response)
    try {
      const body = await buffer(request)
      const headers = new Headers()
      for (const name of ['accept', 'content-type', 'origin', 'sec-fetch-site'] as const) {
        const value = request.headers[name]
        if (typeof value === 'string') headers.set(name, value)
      }
      // The name has been checked.
      const origin = `${request.protocol}://${request.headers.host ?? ''}`
      return new Request(new URL(request.originalUrl, origin), { method: 'POST', headers, body })
    } catch {
      // The visitor has left.
      return undefined
    }
  }
}

function isSmallForm({ method, headers, originalUrl }: ExpressRequest) {
  const length = Number(headers['content-length'] ?? NaN)
  return (
    method === 'POST' &&
    length <= MAX_FORM_BYTES &&
    /\btext\/html\b/i.test(headers.accept ?? '') &&
    /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(headers['content-type'] ?? '') &&
    !isApiAddress(originalUrl)
  )
}

function isRead({ method = '' }: IncomingMessage) {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method)
}
