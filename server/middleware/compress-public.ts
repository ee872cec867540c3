import compression from 'compression'
import type { RequestHandler } from 'express'

/**
 * Compresses what is rendered for one request, such as a page with a query. The response cache compresses what it holds
 * itself. A request with a cookie or a token may have secrets in its response, and the length of a compressed response
 * tells of them to who can add text to it (BREACH), so such a response is sent as it is.
 */
export function compressPublic(): RequestHandler {
  return compression({
    filter: (request, response) => {
      const { cookie, authorization } = request.headers
      return cookie === undefined && authorization === undefined && compression.filter(request, response)
    },
  })
}
