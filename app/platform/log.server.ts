import { pino, stdSerializers, stdTimeFunctions } from 'pino'
import { LogDestination } from './log-destination.server.ts'

/** In characters: of a value in a line. Paths, names and messages may come from strangers. */
const LONGEST_VALUE = 300
const LONGEST_STACK = 4_000

/** Where the log goes; tells those who watch it when it cannot be written. */
export const logDestination = new LogDestination()

/** The log of the app and of the host around it: JSON lines on standard output. The settings of the site give it its level. */
export const log = pino(
  {
    level: 'info',
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }), log: withShortValues },
    serializers: { err: describeError },
  },
  logDestination,
)

/** The fields of a line, their texts cut. */
export function withShortValues(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? cut(value, LONGEST_VALUE) : value,
    ]),
  )
}

function describeError(error: unknown) {
  if (!(error instanceof Error)) return typeof error === 'string' ? cut(error, LONGEST_VALUE) : error
  const described = stdSerializers.err(error)
  return {
    ...described,
    message: cut(described.message, LONGEST_VALUE),
    stack: cut(described.stack, LONGEST_STACK),
  }
}

function cut(text: string, most: number) {
  return text.length > most ? `${text.slice(0, most)}…` : text
}

/** Says how much is missing, once there is room to say it. */
logDestination.watch({
  onFailure: () => undefined,
  onRecovery: (lost) => {
    if (lost > 0) log.warn({ lost }, 'Lines were lost while the log could not be written')
  },
})
