import type { Request, RequestHandler } from 'express'
import { beforeHead } from '../middleware/before-head.ts'
import { FairLine } from '../middleware/fair-line.ts'
import type { HostInterface } from '../host-interface.ts'
import type { Limits } from '../limits.ts'
import { isApiAddress, refuse } from '../middleware/refuse.ts'
import { identify } from '../middleware/request-identity.ts'

export interface BoundRendersParts {
  limits: Pick<Limits, 'renders' | 'waitingRenders' | 'waitingRendersOfOne'>
  isSignedIn: HostInterface['isSignedIn']
  visitorKey: HostInterface['visitorKey']
  trustProxy: boolean
}

/**
 * Lets a bounded number of reads be rendered at a time, since a render holds the process; more wait, and one too many is told
 * to come back (503). People who are signed in, the API and all others have a line each, so that no crowd of strangers keeps
 * staff or programs out. A place is free once the answer is made, however slowly it is taken. Writes pass: they are bounded
 * where they are read.
 */
export function limitConcurrentRenders({
  limits,
  isSignedIn,
  visitorKey,
  trustProxy,
}: BoundRendersParts): RequestHandler {
  const newLine = () =>
    new FairLine({
      running: limits.renders,
      waiting: limits.waitingRenders,
      waitingOfOne: limits.waitingRendersOfOne,
    })
  const lines = { staff: newLine(), api: newLine(), visitors: newLine() }

  function lineOf({ headers: { cookie, authorization }, originalUrl }: Request) {
    if (isSignedIn({ cookie, authorization })) return lines.staff
    return isApiAddress(originalUrl) ? lines.api : lines.visitors
  }

  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      next()
      return
    }
    const line = lineOf(request)
    const begin = () => {
      if (response.destroyed) {
        line.leave()
        return
      }
      let isOver = false
      const over = () => {
        if (!isOver) line.leave()
        isOver = true
      }
      beforeHead(response, over)
      response.once('close', over)
      next()
    }
    if (!line.enter(visitorKey(identify(request, { trustProxy }).clientAddress), begin)) {
      response.setHeader('Retry-After', '2')
      refuse(response, 503, 'Too many pages are asked for at the moment. Try again in a few seconds.')
    }
  }
}
