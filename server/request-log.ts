import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import { identify } from './request-identity.ts'

/**
 * One line of the log for each request, when its answer is out or its connection gone. Never a body, a cookie, an
 * authorization header or the value of a query parameter: these may be secret or personal.
 */
export function requestLog(log: Logger, { trustProxy }: { trustProxy: boolean }): RequestHandler {
  return (request, response, next) => {
    const { requestId } = identify(request, { trustProxy })
    const started = performance.now()
    const writtenBefore = request.socket.bytesWritten
    const address = new URL(request.originalUrl, 'http://host.invalid')
    const queryNames = [...new Set(address.searchParams.keys())]

    response.once('close', () => {
      const line = {
        id: requestId,
        method: request.method,
        path: address.pathname,
        ...(queryNames.length > 0 && { query: queryNames }),
        status: response.statusCode,
        ms: Math.round((performance.now() - started) * 10) / 10,
        bytes: request.socket.bytesWritten - writtenBefore,
        ...(!response.writableFinished && { cutOff: true }),
      }
      log[response.statusCode >= 500 ? 'error' : 'info'](line, 'request')
    })
    next()
  }
}
