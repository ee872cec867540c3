import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { plainTarget } from '../middleware/addresses.ts'
import type { HitCounter } from '../middleware/hit-counter.ts'
import type { HostInterface } from '../host-interface.ts'
import type { CacheLookup } from './cache-lookup.ts'
import type { CacheableRequest } from '../fast-path/cacheable-request.ts'
import { identify } from '../middleware/request-identity.ts'
import { logRequest } from '../middleware/request-log.ts'
import { sendFile } from '../middleware/send-file.ts'
import type { CachedResponse } from './cached-response.ts'
import { mergeHeaders, type Header } from './buffered-response.ts'

export interface FrontParts {
  find: (request: CacheableRequest) => CacheLookup
  files: Pick<HostInterface, 'isFileAddress' | 'answerFileAddress'>
  /** Answers everything else, and refuses what is to be refused. */
  rest: RequestListener
  /** Headers of every answer that it does not set itself. */
  headers: readonly Header[]
  trustProxy: boolean
  hits: HitCounter
  log: Logger
}

/**
 * What every request meets first: answers from memory what is kept there and streams files, without entering Express, which
 * costs more than the answer itself. Whatever is in any way unusual goes on to `rest`.
 */
export function createFront(parts: FrontParts): RequestListener {
  const { find, rest, hits, log } = parts

  function goOn(request: IncomingMessage, response: ServerResponse) {
    const [pathname = ''] = (request.url ?? '').split('?', 1)
    if (parts.files.isFileAddress(pathname) && plainTarget(pathname) === pathname)
      streamFile(pathname, request, response)
    else rest(request, response)
  }

  function streamFile(pathname: string, request: IncomingMessage, response: ServerResponse) {
    const { requestId } = identify(request, parts)
    logRequest(log, { request, response, requestId })
    const header = (name: string) => [request.headers[name]].flat()[0]
    parts.files
      .answerFileAddress(pathname, { method: request.method ?? '', header })
      .then((answer) => sendFile(response, answer, [...parts.headers, ['X-Request-Id', requestId]]))
      .catch((err: unknown) => {
        log.error({ id: requestId, err }, 'a file could not be sent')
        response.destroy()
      })
  }

  function answer(request: IncomingMessage, response: ServerResponse) {
    const lookup = find(request)
    const answerWith = (kept: CachedResponse, { address, origin }: { address: string; origin: string }) => {
      hits.count(address, kept.send(request, response, origin))
    }
    switch (lookup.outcome) {
      case 'hit':
        answerWith(lookup.answer, lookup)
        break
      case 'miss':
        lookup
          .make()
          .catch((err: unknown) => {
            log.error({ err, address: lookup.address }, 'an answer could not be made')
            return undefined
          })
          .then((made) => {
            if (response.destroyed) return
            if (made) answerWith(made, lookup)
            else goOn(request, response)
          })
          .catch((err: unknown) => {
            fail(request, response, err)
          })
        break
      case 'bypass':
        goOn(request, response)
        break
      case 'ineligible':
        rest(request, response)
    }
  }

  /** What failed outside the app and outside Express ends with its request; thrown on, it would end the process. */
  function fail(request: IncomingMessage, response: ServerResponse, err: unknown) {
    const { requestId } = identify(request, parts)
    log.error({ id: requestId, err }, 'request failed')
    if (response.headersSent) {
      response.destroy()
      return
    }
    const body = `Something went wrong.\nRequest ${requestId}\n`
    const own: Header[] = [
      ['Content-Type', 'text/plain; charset=utf-8'],
      ['Content-Length', String(body.length)],
      ['Cache-Control', 'no-store'],
      ['X-Request-Id', requestId],
    ]
    response.writeHead(500, mergeHeaders(own, parts.headers).flat()).end(body)
  }

  return (request, response) => {
    try {
      answer(request, response)
    } catch (error) {
      fail(request, response, error)
    }
  }
}
