import type { ErrorRequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import type { HostInterface, PlainPage } from '#app/cms/host-interface.ts'
import { identify } from './access-log.ts'
import { isApiAddress } from './request-address.ts'

/** Error codes of the API by status, as the app uses them. */
const CODES: Record<number, string> = {
  400: 'malformed',
  403: 'wrong-origin',
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'too-large',
  421: 'misdirected',
  500: 'unexpected',
  502: 'outcome-unknown',
  503: 'busy',
}

/**
 * Responds to a request that does not reach the app: a sentence with the request id, as a page for a browser and in
 * plain text for a program, or below `/api/` an error in the API's format.
 */
export function sendError(response: Response, status: number, message: string) {
  const requestId = String(response.getHeader('X-Request-Id') ?? '')
  response.status(status).set('Cache-Control', 'no-store')
  if (isApiAddress(response.req.originalUrl)) {
    response.json({ error: { code: CODES[status] ?? 'refused', message, requestId } })
    return
  }
  const { plainPage } = response.app.locals as Partial<Pick<HostInterface, 'plainPage'>>
  const isTemporary = status >= 500
  const page = plainPage?.(response.req.headers.accept, { message, isTemporary, requestId: requestId || undefined })
  if (page) sendPage(response, status, page)
  else response.type('text/plain').send(`${message}${requestId && `\nRequest ${requestId}`}\n`)
}

/** Sends a page that stands for a response of the app. */
export function sendPage(response: Response, status: number, { headers, body }: PlainPage): void {
  response
    .status(status)
    .set({ 'Cache-Control': 'no-store', ...Object.fromEntries(headers) })
    .send(body)
}

/** Last resort for errors outside the app's own error pages. Express knows it by its four parameters. */
export function handleError(log: Logger, trustProxy: boolean): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    // The response is complete or the connection is closed: nothing is left to send.
    if (response.writableEnded || request.socket.destroyed) return
    const status = statusOf(error)
    if (status >= 500) {
      log.error({ id: identify(request, { trustProxy }).requestId, err: error }, 'request failed')
    }
    if (response.headersSent) {
      response.destroy()
    } else {
      sendError(
        response,
        status,
        status === 404 ? 'Not found.' : status < 500 ? 'Bad request.' : 'Something went wrong.',
      )
    }
  }
}

/** Express and its static files give expected errors a `status`. Any other error is a fault of ours. */
function statusOf(error: unknown) {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500
  return status >= 400 && status < 600 ? status : 500
}
