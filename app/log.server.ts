import { pino } from 'pino'
import { singleton } from './singleton.server.ts'

/** The app's log: JSON lines on standard output, like the host's. */
export const log = singleton('log', () => pino({ name: 'app' }))
