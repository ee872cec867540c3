import { Router } from 'express'
import type { HostInterface, ProcessHealth } from '#app/cms/host-interface.ts'

export interface Readiness {
  /** Whether this process accepts new work. */
  isReady: boolean
  /** True once it is going to stop: it still accepts work, but a load balancer has to send it elsewhere. */
  isLeaving: boolean
}

/**
 * `/healthz` responds as long as the process runs, `/readyz` with 200 as long as it accepts work. After its first line
 * `/readyz` lists problems, one id a line. A problem with the disk causes no 503, because the public site still works.
 * The first line also names the role of a process that does not write.
 *
 * `/readyz/writer` responds with 200 only on the process that writes, for a load balancer of the requests to that
 * process: also while it is going to stop, until it gives up the right to write.
 */
export function healthRoutes({
  readiness,
  health,
  role,
  isWriter,
}: {
  readiness: Readiness
  health: ProcessHealth
  role: HostInterface['role']
  isWriter: () => boolean
}) {
  const router = Router({ caseSensitive: true, strict: true })
  router.use(['/healthz', '/readyz'], (_request, response, next) => {
    response.type('text/plain').set('Cache-Control', 'no-store')
    next()
  })
  router.get('/healthz', (_request, response) => {
    response.send('ok\n')
  })
  router.get('/readyz', (_request, response) => {
    const isStopping = !readiness.isReady || readiness.isLeaving
    const isReady = !isStopping && health.isReady()
    const state = isReady ? 'ready' : isStopping ? 'stopping' : 'not ready'
    const lines = [role() === 'writer' ? state : `${state} ${role()}`, ...health.problems().map(({ id }) => id)]
    response.status(isReady ? 200 : 503).send(`${lines.join('\n')}\n`)
  })
  router.get('/readyz/writer', (_request, response) => {
    const isWriting = isWriter() && readiness.isReady && health.isReady()
    response.status(isWriting ? 200 : 503).send(`${isWriting ? 'writer' : 'not the writer'}\n`)
  })
  return router
}
