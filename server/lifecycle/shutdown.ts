import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { HostServer } from '../server.ts'
import type { Readiness } from './readiness.ts'

const IDLE_CHECK_MS = 50

/** The share of the time for requests in which the writer has to finish its own. The rest is for the next writer. */
const HAND_OVER_SHARE = 0.6

/**
 * Ctrl+C in a terminal sends SIGINT to the process, and once more through npm: that is one request to stop, not two.
 */
const SAME_SIGNAL_MS = 500

interface StopOptions {
  server: HostServer
  readiness: Readiness
  /** Time in which the load balancer notices the stop, while everything is served as before (ms). */
  stopDelay?: number
  /** Time that requests in progress get to finish (ms). */
  requestsTimeout: number
  /** Time for the whole stop, `close` included (ms). */
  stopTimeout: number
  /** Ends the responses that never end otherwise. */
  endStreams?: () => void
  /** Finishes what only the writer does, within this time (ms), and lets another process write. */
  handOver?: (timeout: number) => Promise<void>
  close: () => Promise<void>
}

/** Number of connections that were cut, and whether the app was closed in time. */
interface StopResult {
  cut: number
  isClosed: boolean
}

/**
 * Stops in order: waits until the load balancer has noticed it, hands the right to write over, accepts no new work, lets
 * running requests finish, then closes the app. Resolves after `stopTimeout` at the latest, which begins with the end of
 * `stopDelay`. Rejects if `close` does.
 */
export async function stopGracefully(options: StopOptions): Promise<StopResult> {
  const { readiness, stopDelay = 0, requestsTimeout, handOver } = options
  readiness.isLeaving = true
  if (stopDelay > 0) await delay(stopDelay)
  options.endStreams?.()
  let cut = 0
  const closeInOrder = async () => {
    const began = performance.now()
    await handOver?.(requestsTimeout * HAND_OVER_SHARE)
    readiness.isReady = false
    const requestsLeft = requestsTimeout - (performance.now() - began)
    await endConnections({ ...options, requestsTimeout: requestsLeft }, (count) => (cut = count))
    await options.close()
    return true
  }
  let deadline: NodeJS.Timeout | undefined
  const timeIsUp = new Promise<false>((resolve) => {
    deadline = setTimeout(() => {
      resolve(false)
    }, options.stopTimeout)
  })
  try {
    return { isClosed: await Promise.race([closeInOrder(), timeIsUp]), cut }
  } finally {
    clearTimeout(deadline)
  }
}

function endConnections({ server, requestsTimeout }: StopOptions, onCut: (count: number) => void): Promise<void> {
  return new Promise((resolve) => {
    // Connections that become idle after close() would otherwise stay open for their keep-alive time.
    const idleCheck = setInterval(() => {
      server.closeIdleConnections()
    }, IDLE_CHECK_MS)
    const deadline = setTimeout(() => {
      server.tcp.getConnections((_error, count) => {
        onCut(count)
        server.closeAllConnections()
      })
    }, requestsTimeout)
    server.tcp.close(() => {
      clearInterval(idleCheck)
      clearTimeout(deadline)
      resolve()
    })
    server.closeIdleConnections()
  })
}

/**
 * Ends the process in order on SIGTERM, SIGINT and SIGHUP (exit code 0), and after an uncaught error (exit code 1),
 * because the state after it is unknown. A second signal, half a second later or more, ends the process at once (exit
 * code 1).
 */
export function runUntilStopped({
  stop,
  log,
}: {
  /** `isFailed` after an uncaught error. */
  stop: (reason: { isFailed: boolean }) => Promise<StopResult>
  log: Logger
}): void {
  let stoppingSince: number | undefined

  const stopWith = async (exitCode: number, reason: string) => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    log.info({ reason }, 'stopping')
    try {
      const { cut, isClosed } = await stop({ isFailed: exitCode !== 0 })
      log.info({ cutConnections: cut, isClosed }, 'stopped')
      process.exit(exitCode)
    } catch (error) {
      log.fatal({ err: error }, 'could not stop cleanly')
      process.exit(1)
    }
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => void stopWith(0, signal))
  }
  for (const failure of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(failure, (error: unknown) => {
      log.fatal({ err: error }, failure)
      void stopWith(1, failure)
    })
  }
}
