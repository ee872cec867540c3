import type { Response } from 'express'

/** Answers a request that does not reach the app: a sentence in plain text that ends with the request's id. */
export function refuse(response: Response, status: number, message: string) {
  const requestId = String(response.getHeader('X-Request-Id') ?? '')
  response
    .status(status)
    .type('text/plain')
    .set('Cache-Control', 'no-store')
    .send(`${message}${requestId && `\nRequest ${requestId}`}\n`)
}
