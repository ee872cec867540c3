import type { Server } from 'node:http'
import type { Readiness } from './readiness.ts'

const IDLE_CHECK_MS = 50

/**
 * Stops in order: no new work, running requests finish (cut after `stopTimeout` ms), then `close` frees what the app
 * holds. Resolves with how many connections had to be cut; rejects where `close` does.
 */
export async function stopGracefully(parts: {
  server: Server
  readiness: Readiness
  stopTimeout: number
  close: () => Promise<void>
}): Promise<{ cut: number }> {
  const { server, readiness } = parts
  readiness.isReady = false
  let cut = 0

  await new Promise<void>((resolve) => {
    // Connections that turn idle after the call to close() would otherwise stay for their keep-alive time.
    const idleCheck = setInterval(() => {
      server.closeIdleConnections()
    }, IDLE_CHECK_MS)
    const deadline = setTimeout(() => {
      server.getConnections((_error, count) => {
        cut = count
        server.closeAllConnections()
      })
    }, parts.stopTimeout)
    server.close(() => {
      clearInterval(idleCheck)
      clearTimeout(deadline)
      resolve()
    })
  })
  await parts.close()
  return { cut }
}
