import type { Logger } from 'pino'

/** A terminal's Ctrl+C reaches the process itself and once more through npm: one wish, not two. */
const SAME_SIGNAL_MS = 500

/**
 * Ends the process in order on SIGTERM and SIGINT (exit 0) and after a failure nobody caught (exit 1), since what such a
 * failure left behind is unknown. A second signal ends it at once.
 */
export function runUntilStopped({ stop, log }: { stop: () => Promise<{ cut: number }>; log: Logger }): void {
  let stoppingSince: number | undefined

  const stopWith = async (exitCode: number, reason: string) => {
    if (stoppingSince !== undefined) {
      if (Date.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1)
      return
    }
    stoppingSince = Date.now()
    log.info({ reason }, 'stopping')
    try {
      const { cut } = await stop()
      log.info({ cutConnections: cut }, 'stopped')
      process.exit(exitCode)
    } catch (error) {
      log.fatal({ err: error }, 'could not stop in order')
      process.exit(1)
    }
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => void stopWith(0, signal))
  }
  for (const failure of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(failure, (error: unknown) => {
      log.fatal({ err: error }, failure)
      void stopWith(1, failure)
    })
  }
}
