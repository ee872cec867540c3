import type { Logger } from 'pino'

/** A terminal's Ctrl+C reaches the process itself and once more through npm: that is one request to stop, not two. */
const SAME_SIGNAL_MS = 500

/**
 * Ends the process in order on SIGTERM, SIGINT and SIGHUP (exit 0) and after a failure that was not caught (exit 1), since
 * what such a failure left behind is unknown. A second signal, half a second later or more, ends it at once (exit 1).
 */
export function runUntilStopped({
  stop,
  log,
}: {
  stop: () => Promise<{ cut: number; isClosed: boolean }>
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
      const { cut, isClosed } = await stop()
      log.info({ cutConnections: cut, isClosed }, 'stopped')
      process.exit(exitCode)
    } catch (error) {
      log.fatal({ err: error }, 'could not stop in order')
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
