import type { Server } from 'node:http'
import type { Readiness } from './readiness.ts'

const IDLE_CHECK_MS = 50

export interface StopParts {
  server: Server
  readiness: Readiness
  /** Time that requests under way get to finish (ms). */
  requestsTimeout: number
  /** Time that the whole stop may take, `close` included (ms). */
  stopTimeout: number
  /** Frees what the app holds. */
  close: () => Promise<void>
}

/**
 * Stops in order: no new work, running requests finish, then the app is closed. Resolves, at the latest after `stopTimeout`,
 * with how many connections had to be cut and whether the app was closed by then; rejects where `close` does.
 */
export async function stopGracefully(parts: StopParts): Promise<{ cut: number; isClosed: boolean }> {
  parts.readiness.isReady = false
  let cut = 0
  const closeInOrder = async () => {
    await endConnections(parts, (count) => (cut = count))
    await parts.close()
    return true
  }
  let deadline: NodeJS.Timeout | undefined
  const timeIsUp = new Promise<false>((resolve) => {
    deadline = setTimeout(() => {
      resolve(false)
    }, parts.stopTimeout)
  })
  try {
    return { isClosed: await Promise.race([closeInOrder(), timeIsUp]), cut }
  } finally {
    clearTimeout(deadline)
  }
}

function endConnections({ server, requestsTimeout }: StopParts, onCut: (count: number) => void): Promise<void> {
  return new Promise((resolve) => {
    // Connections that turn idle after the call to close() would otherwise stay for their keep-alive time.
    const idleCheck = setInterval(() => {
      server.closeIdleConnections()
    }, IDLE_CHECK_MS)
    const deadline = setTimeout(() => {
      server.getConnections((_error, count) => {
        onCut(count)
        server.closeAllConnections()
      })
    }, requestsTimeout)
    server.close(() => {
      clearInterval(idleCheck)
      clearTimeout(deadline)
      resolve()
    })
  })
}
