import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import { identify } from './request-identity.ts'

/** Of the query's names in a line, and the characters of each: they are the sender's to choose. */
const MOST_NAMES = 20
const LONGEST_NAME = 50

/** Logs what Express answers. */
export function requestLog(log: Logger, { trustProxy }: { trustProxy: boolean }): RequestHandler {
  return (request, response, next) => {
    logRequest(log, { request, response, requestId: identify(request, { trustProxy }).requestId })
    next()
  }
}

/**
 * One line of the log for a request, when its answer is out or its connection gone. Never a body, a cookie, an
 * authorization header or the value of a query parameter: these may be secret or personal.
 */
export function logRequest(
  log: Logger,
  { request, response, requestId }: { request: IncomingMessage; response: ServerResponse; requestId: string },
): void {
  const started = performance.now()
  const writtenBefore = request.socket.bytesWritten
  const [path, query] = (request.url ?? '').split('?', 2)
  const queryNames = [...new Set(new URLSearchParams(query).keys())]
    .slice(0, MOST_NAMES)
    .map((name) => name.slice(0, LONGEST_NAME))

  response.once('close', () => {
    const line = {
      id: requestId,
      method: request.method,
      path,
      ...(queryNames.length > 0 && { query: queryNames }),
      status: response.statusCode,
      ms: Math.round((performance.now() - started) * 10) / 10,
      bytes: request.socket.bytesWritten - writtenBefore,
      ...(!response.writableFinished && { cutOff: true }),
    }
    log[response.statusCode >= 500 ? 'error' : 'info'](line, 'request')
  })
}
