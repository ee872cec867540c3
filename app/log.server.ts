import { pino, stdTimeFunctions } from 'pino'
import { env } from './env.server.ts'
import { singleton } from './singleton.server.ts'

/** The log of the app and of the host around it: JSON lines on standard output. */
export const log = singleton('log', () =>
  pino(
    {
      level: env.logLevel,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    // Lines stay in order and are not lost when the process ends.
    pino.destination({ sync: true }),
  ),
)
