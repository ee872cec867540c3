import compression from 'compression'
import type { RequestHandler } from 'express'

/**
 * Compresses what is rendered for one request of a visitor, such as a page with a query. The response cache compresses
 * what it holds itself. A request with a cookie or a token may have secrets in its response, and the length of a
 * compressed response tells of them to who can add text to it (BREACH), so such a response is sent as it is.
 */
export function compressPublic(): RequestHandler {
  const compress = compression()
  return (request, response, next) => {
    const { cookie, authorization } = request.headers
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && cookie === undefined && authorization === undefined) compress(request, response, next)
    else next()
  }
}
