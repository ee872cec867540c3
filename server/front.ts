import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { AnswerSource } from './answer-source.ts'
import type { HitCounter } from './hit-counter.ts'
import type { HostInterface } from './host-interface.ts'
import type { AskedOrigin } from './host-names.ts'
import type { Readiness } from './readiness.ts'
import { identify } from './request-identity.ts'
import { logRequest } from './request-log.ts'
import { sendFile } from './send-file.ts'
import type { StoredAnswer } from './stored-answer.ts'
import type { Header } from './whole-answer.ts'

export interface FrontParts {
  /** Asked in this order. */
  sources: readonly AnswerSource[]
  files: Pick<HostInterface, 'isFileAddress' | 'answerFileAddress'>
  /** Answers everything else, and refuses what is to be refused. */
  rest: RequestListener
  askedOrigin: (request: IncomingMessage) => AskedOrigin
  /** Headers of every answer that it does not set itself. */
  headers: readonly Header[]
  readiness: Readiness
  trustProxy: boolean
  hits: HitCounter
  log: Logger
}

/**
 * What every request meets first: answers from memory what is kept there and streams files, without entering Express, which
 * costs more than the answer itself. Whatever is in any way unusual goes on to `rest`.
 */
export function createFront(parts: FrontParts): RequestListener {
  const { sources, rest, readiness, hits, log } = parts

  function answerFrom(answer: StoredAnswer, address: string, exchange: Exchange) {
    const status = answer.send(exchange.request, exchange.response, exchange.origin)
    hits.count(address, status)
  }

  async function makeAndAnswer(source: AnswerSource, address: string, exchange: Exchange) {
    const { request, response } = exchange
    const answer = await source.cache.fill(address, () => source.make(address))
    if (response.destroyed) return
    if (answer) answerFrom(answer, address, exchange)
    else goOn(request, response)
  }

  function goOn(request: IncomingMessage, response: ServerResponse) {
    const [pathname = ''] = (request.url ?? '').split('?', 1)
    if (parts.files.isFileAddress(pathname)) streamFile(pathname, request, response)
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
        // A visitor who goes away half-way is nothing to act on.
        if (isPrematureClose(err)) return
        log.error({ id: requestId, err }, 'a file could not be sent')
        response.destroy()
      })
  }

  return (request, response) => {
    const target = request.url ?? ''
    const asked = isPlainRead(request) && readiness.isReady ? parts.askedOrigin(request) : undefined
    if (asked === undefined || 'refusal' in asked || target.includes('_data')) {
      rest(request, response)
      return
    }
    const exchange = { request, response, origin: asked.origin }
    for (const source of sources) {
      if (source.hasRanges && request.headers.range !== undefined) continue
      const kept = source.cache.find(target)
      if (kept) {
        answerFrom(kept, target, exchange)
        return
      }
    }
    for (const source of sources) {
      if (source.hasRanges && request.headers.range !== undefined) continue
      const address = source.addressOf(target)
      if (address === undefined) continue
      makeAndAnswer(source, address, exchange).catch((err: unknown) => {
        log.error({ err, address }, 'an answer could not be made')
        rest(request, response)
      })
      return
    }
    goOn(request, response)
  }
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  /** The one the visitor asked under. */
  origin: string
}

/** A body belongs to no GET; whoever sends one is watched by the limits on bodies. */
function isPlainRead({ method, headers }: IncomingMessage) {
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  )
}

function isPrematureClose(error: unknown) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET' || code === 'EPIPE'
}
