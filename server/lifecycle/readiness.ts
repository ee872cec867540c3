import { Router } from 'express'
import type { ProcessHealth } from '../host-interface.ts'

/** Whether new work should be sent here. */
export interface Readiness {
  isReady: boolean
}

/**
 * `/healthz` answers as long as the process lives, `/readyz` with 200 as long as it takes on work. Below its first line
 * `/readyz` names what is wrong, one id a line: a problem with the disk leaves the public site standing, so it is no 503.
 */
export function healthRoutes(readiness: Readiness, health: ProcessHealth) {
  const router = Router({ caseSensitive: true, strict: true })
  router.use(['/healthz', '/readyz'], (_request, response, next) => {
    response.type('text/plain').set('Cache-Control', 'no-store')
    next()
  })
  router.get('/healthz', (_request, response) => {
    response.send('ok\n')
  })
  router.get('/readyz', (_request, response) => {
    const isReady = readiness.isReady && health.isReady()
    const state = isReady ? 'ready' : readiness.isReady ? 'not ready' : 'stopping'
    const lines = [state, ...health.problems().map(({ id }) => id)]
    response.status(isReady ? 200 : 503).send(`${lines.join('\n')}\n`)
  })
  return router
}
