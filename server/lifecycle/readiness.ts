import { Router } from 'express'
import type { ProcessHealth } from '../host-interface.ts'

/** Whether this process accepts new work. */
export interface Readiness {
  isReady: boolean
}

/**
 * `/healthz` responds as long as the process runs, `/readyz` with 200 as long as it accepts work. After its first line
 * `/readyz` lists problems, one id a line. A problem with the disk is no 503: the public site still works.
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
