import type { Request, RequestHandler, Response } from 'express'
import type { HostInterface } from '#app/cms/host-interface.ts'
import { isApiAddress, type RequestOrigin } from './request-address.ts'
import { sendError } from './send-error.ts'

/** Seconds until the load balancer or the visitor should retry: a standby takes over within this time. */
const RETRY_AFTER = 5

const MESSAGE = 'This server only shows the site. Another server saves the changes. Try again in a moment.'

interface WriterRequestsOptions {
  host: Pick<HostInterface, 'role' | 'isForWriter' | 'renderRefusal' | 'readOnlyReason'>
  /** Origin of the process that writes; undefined if visitors cannot reach it by a name of its own. */
  writerOrigin: string | undefined
  requestOrigin: (request: Request) => RequestOrigin
}

/**
 * On a process that does not write: redirects changes, and requests of staff, to the process that writes (307), or
 * responds with 503 and Retry-After, on which a load balancer tries the next server.
 *
 * A browser does not follow such a redirect of a form (`form-action`), and the message would be lost. So the form's own
 * page responds, with 503 and with the typed text.
 */
export function writerRequests({ host, writerOrigin, requestOrigin }: WriterRequestsOptions): RequestHandler {
  return (request, response, next) => {
    if (host.role() === 'writer' || !host.isForWriter(request.method, request.originalUrl, request.headers.cookie)) {
      next()
      return
    }
    const asked = requestOrigin(request)
    const isElsewhere = writerOrigin !== undefined && !('origin' in asked && asked.origin === writerOrigin)
    if (isElsewhere && !isForm(request)) {
      response
        .status(307)
        .set({ 'Cache-Control': 'no-store', Location: writerOrigin + request.originalUrl })
        .end()
      return
    }
    response.set('Retry-After', String(RETRY_AFTER))
    const message = host.readOnlyReason() ?? MESSAGE
    if (isApiAddress(request.originalUrl)) sendError(response, 503, message)
    else if (isForm(request)) next()
    else sendRefusal(host, response, message).catch(next)
  }
}

/** True for a form that a page of the public site sends. */
function isForm({ method, headers, originalUrl }: Request) {
  return method === 'POST' && headers.origin !== undefined && /^\/contactus(?:\.data)?(?:\?|$)/.test(originalUrl)
}

async function sendRefusal(host: WriterRequestsOptions['host'], response: Response, message: string) {
  const page = await host.renderRefusal(message)
  for (const [name, value] of page.headers) response.setHeader(name, value)
  response
    .status(503)
    .set('Cache-Control', 'no-store')
    .send(Buffer.from(await page.arrayBuffer()))
}
