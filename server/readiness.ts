import { Router } from 'express'

/** Whether new work should be sent here. */
export interface Readiness {
  isReady: boolean
}

/** `/healthz` answers as long as the process lives, `/readyz` as long as it takes on work. */
export function healthRoutes(readiness: Readiness) {
  const router = Router({ caseSensitive: true, strict: true })
  router.use(['/healthz', '/readyz'], (_request, response, next) => {
    response.type('text/plain').set('Cache-Control', 'no-store')
    next()
  })
  router.get('/healthz', (_request, response) => {
    response.send('ok\n')
  })
  router.get('/readyz', (_request, response) => {
    response.status(readiness.isReady ? 200 : 503).send(readiness.isReady ? 'ready\n' : 'stopping\n')
  })
  return router
}
