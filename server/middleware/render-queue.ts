import type { Request, RequestHandler } from 'express'
import onHeaders from 'on-headers'
import type { HostInterface } from '#app/cms/host-interface.ts'
import { FairQueue } from '#app/cms/platform/fair-queue.ts'
import type { Limits } from '../limits.ts'
import type { Traffic } from '../metrics/traffic.ts'
import { identify } from './access-log.ts'
import { isApiAddress } from './request-address.ts'
import { sendError } from './send-error.ts'

interface RenderQueueOptions {
  limits: Pick<Limits, 'renders' | 'waitingRenders' | 'waitingRendersOfOne'>
  isSignedIn: HostInterface['isSignedIn']
  visitorKey: HostInterface['visitorKey']
  trustProxy: boolean
  /** Gets the queues, for the metrics. */
  traffic?: Pick<Traffic, 'renderQueues'>
}

/**
 * Limits how many reads are rendered at a time, because a render blocks the process. Further reads wait; one too many
 * gets 503 with Retry-After. Staff, the API and all others have separate queues, so that a crowd of strangers cannot
 * lock out staff or programs. A place becomes free when the response headers are sent, however slowly the client reads
 * the body. Writes are not limited here, but where they are parsed.
 */
export function limitConcurrentRenders({
  limits,
  isSignedIn,
  visitorKey,
  trustProxy,
  traffic,
}: RenderQueueOptions): RequestHandler {
  const newQueue = () =>
    new FairQueue({
      running: limits.renders,
      waiting: limits.waitingRenders,
      waitingOfOne: limits.waitingRendersOfOne,
    })
  const queues = { staff: newQueue(), api: newQueue(), visitors: newQueue() }
  if (traffic) traffic.renderQueues = queues

  function queueOf({ headers: { cookie, authorization }, originalUrl }: Request) {
    if (isSignedIn({ cookie, authorization })) return queues.staff
    return isApiAddress(originalUrl) ? queues.api : queues.visitors
  }

  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      next()
      return
    }
    const queue = queueOf(request)
    const start = () => {
      if (response.destroyed) {
        queue.release()
        return
      }
      let isReleased = false
      const release = () => {
        if (!isReleased) queue.release()
        isReleased = true
      }
      onHeaders(response, release)
      response.once('close', release)
      next()
    }
    if (!queue.add(visitorKey(identify(request, { trustProxy }).clientAddress), start)) {
      response.setHeader('Retry-After', '2')
      sendError(response, 503, 'Too many pages are requested at the moment. Try again in a few seconds.')
    }
  }
}
