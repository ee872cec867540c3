import type { IncomingMessage } from 'node:http'
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import type { Logger } from 'pino'
import { beforeHead } from './middleware/before-head.ts'
import { limitConcurrentRenders } from './cache/limit-concurrent-renders.ts'
import type { HostInterface, ProcessHealth } from './host-interface.ts'
import type { AskedOrigin } from './middleware/host-names.ts'
import type { Limits } from './limits.ts'
import { healthRoutes, type Readiness } from './lifecycle/readiness.ts'
import { refuse } from './middleware/refuse.ts'
import { requestBody } from './middleware/request-body.ts'
import { requestChecks } from './middleware/request-checks.ts'
import { identify } from './middleware/request-identity.ts'
import { requestLog } from './middleware/request-log.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { staticFiles } from './middleware/static-files.ts'

export interface AppParts {
  /** The Remix app. */
  render: RequestHandler
  /** Folder of the browser's build: its `assets` are served. */
  clientFolder: string
  publicFolder: string
  publicOrigin: string
  trustProxy: boolean
  requestOrigin: (request: IncomingMessage) => AskedOrigin
  isSignedIn: HostInterface['isSignedIn']
  visitorKey: HostInterface['visitorKey']
  limits: Limits
  readiness: Readiness
  health: ProcessHealth
  log: Logger
}

/** Everything a request passes on its way to Remix, in order. */
export function createApp(parts: AppParts): Express {
  const { log, readiness, trustProxy } = parts
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', trustProxy ? 1 : false)
  app.set('query parser', 'simple')

  app.use((request, response, next) => {
    response.setHeader('X-Request-Id', identify(request, { trustProxy }).requestId)
    // A connection that is kept would hold up the stop until its time-out.
    beforeHead(response, () => {
      if (!readiness.isReady) response.setHeader('Connection', 'close')
    })
    next()
  })
  app.use(securityHeaders(parts))
  app.use(healthRoutes(readiness, parts.health))
  app.use(requestLog(log, { trustProxy }))
  app.use(requestChecks(parts))
  app.use(requestBody(parts.limits))
  app.use(staticFiles(parts))
  app.use(limitConcurrentRenders(parts))
  app.use(parts.render)
  app.use(answerFailure(log, trustProxy))
  return app
}

/** Last resort for what failed outside the app's own error pages. Express knows it by its four parameters. */
function answerFailure(log: Logger, trustProxy: boolean): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    // Answered before the app was done with it, or nobody is there any more: no failure, and nothing left to say.
    if (response.writableEnded || request.socket.destroyed) return
    const status = statusOf(error)
    if (status >= 500) {
      log.error({ id: identify(request, { trustProxy }).requestId, err: error }, 'request failed')
    }
    if (response.headersSent) {
      response.destroy()
    } else {
      refuse(response, status, status === 404 ? 'Not found.' : status < 500 ? 'Bad request.' : 'Something went wrong.')
    }
  }
}

/** Express and its static files give expected failures a `status`; whatever has none is a fault of ours. */
function statusOf(error: unknown) {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500
  return status >= 400 && status < 600 ? status : 500
}
