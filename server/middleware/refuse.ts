import type { Response } from 'express'

/**
 * Answers a request that does not reach the app: a sentence in plain text that ends with the request's id, or below `/api/`
 * in the shape of the API's own refusals.
 */
export function refuse(response: Response, status: number, message: string) {
  const requestId = String(response.getHeader('X-Request-Id') ?? '')
  response.status(status).set('Cache-Control', 'no-store')
  if (isApiAddress(response.req.originalUrl)) {
    response.json({ error: { code: CODES[status] ?? 'refused', message, requestId } })
  } else {
    response.type('text/plain').send(`${message}${requestId && `\nRequest ${requestId}`}\n`)
  }
}

/** Whether a request's target lies below `/api`. */
export function isApiAddress(target: string): boolean {
  return /^\/api(?:[/?]|$)/.test(target)
}

/** As the app names them in its own refusals. */
const CODES: Record<number, string> = {
  400: 'malformed',
  403: 'wrong-origin',
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'too-large',
  421: 'misdirected',
  500: 'unexpected',
  503: 'busy',
}
