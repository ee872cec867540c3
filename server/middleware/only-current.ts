import type { IncomingHttpHeaders } from 'node:http'
import type { RequestHandler } from 'express'
import type { HostInterface } from '#app/cms/host-interface.ts'
import { sendError } from './send-error.ts'

/**
 * Set by a proxy that has no probes of its own and can ask another node: a process that does not know the changes of the
 * site now refuses such a request.
 */
const ONLY_CURRENT_HEADER = 'x-only-current'

/** True for a request that this process must refuse, because it does not know the changes of the site. */
export function isTooOldFor(
  { headers }: { headers: IncomingHttpHeaders },
  { isCurrent }: Pick<HostInterface, 'isCurrent'>,
): boolean {
  return headers[ONLY_CURRENT_HEADER] !== undefined && !isCurrent()
}

/** Refuses these requests before anything else, with 503. */
export function refuseIfTooOld(host: Pick<HostInterface, 'isCurrent'>): RequestHandler {
  return (request, response, next) => {
    if (!isTooOldFor(request, host)) {
      next()
      return
    }
    response.set('Retry-After', '1')
    sendError(
      response,
      503,
      'This server does not have the latest changes yet. Try again in a second, or ask another server of the site.',
    )
  }
}
