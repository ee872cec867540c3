import { pino, stdSerializers, stdTimeFunctions } from 'pino'
import { writeSync } from 'node:fs'

/** The log to which a service reports what an operator should know. A pino logger implements it. */
export interface Logger {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** Limit in bytes of the buffer while the log cannot be written. Lines beyond it are dropped and counted. */
const MAX_BUFFERED = 256 * 1024

/** In characters: a longer line is cut. Far longer than an error with its stack. */
const MAX_LINE_LENGTH = 8 * 1024

/** Delay between a failure and the next try, in milliseconds. */
const RETRY_MS = 1_000

interface LogWatcher {
  /** Called once when lines can no longer be written. */
  onFailure: (cause: unknown) => void
  /** Called when lines can be written again. `lost` lines were dropped meanwhile. */
  onRecovery: (lost: number) => void
}

/**
 * The destination of the log: a file descriptor, standard output by default. Lines are written synchronously, so that
 * they stay in order and none is lost when the process ends. A full disk or a closed pipe does not end the process:
 * lines are buffered, then dropped, and the watchers are called.
 */
export class LogDestination {
  readonly #write: (bytes: Buffer) => number
  readonly #watchers = new Set<LogWatcher>()
  #buffered: Buffer[] = []
  #bufferedBytes = 0
  #lost = 0
  #isFailing = false
  #retry: NodeJS.Timeout | undefined

  /** `write` writes bytes and returns how many were written. It throws if none could be. */
  constructor(write = (bytes: Buffer) => writeSync(process.stdout.fd, bytes)) {
    this.#write = write
  }

  /** Returns a function that removes the watcher. */
  watch(watcher: LogWatcher): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Writes a line of JSON with its line break. Never throws. */
  write(line: string): void {
    const bytes = Buffer.from(line.length > MAX_LINE_LENGTH ? shortened(line) : line)
    const isFirst = this.#buffered.length === 0
    if (this.#bufferedBytes + bytes.length > MAX_BUFFERED) {
      this.#lost += 1
      return
    }
    this.#buffered.push(bytes)
    this.#bufferedBytes += bytes.length
    if (isFirst) this.flushSync()
  }

  /** Tries once to write the buffered lines. pino also calls it before the process ends. */
  flushSync(): void {
    try {
      for (let [first] = this.#buffered; first !== undefined; [first] = this.#buffered) {
        const written = this.#write(first)
        this.#bufferedBytes -= written
        if (written < first.length) this.#buffered[0] = first.subarray(written)
        else this.#buffered.shift()
      }
    } catch (error) {
      clearTimeout(this.#retry)
      this.#retry = setTimeout(() => {
        this.flushSync()
      }, RETRY_MS).unref()
      this.#fail(error)
      return
    }
    this.#recover()
  }

  #fail(cause: unknown) {
    if (this.#isFailing) return
    this.#isFailing = true
    for (const { onFailure } of this.#watchers) onFailure(cause)
  }

  #recover() {
    if (!this.#isFailing) return
    const lost = this.#lost
    this.#isFailing = false
    this.#lost = 0
    for (const { onRecovery } of this.#watchers) onRecovery(lost)
  }
}

/** A line with the length and the beginning of a line that is too long. */
function shortened(line: string) {
  const time = new Date().toISOString()
  return `${JSON.stringify({ level: 'warn', time, msg: 'a line was too long', length: line.length, start: line.slice(0, 2_000) })}\n`
}

/** Limit of a value in a line, in characters. Paths, names and messages may come from visitors. */
const MAX_VALUE_LENGTH = 300
const MAX_STACK_LENGTH = 4_000

export const logDestination = new LogDestination()

/** The log of the app and the host: JSON lines on standard output. `createSite` sets its level. */
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

/** The fields of a line, with long texts cut. */
export function withShortValues(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? cut(value, MAX_VALUE_LENGTH) : value,
    ]),
  )
}

function describeError(error: unknown) {
  if (!(error instanceof Error)) return typeof error === 'string' ? cut(error, MAX_VALUE_LENGTH) : error
  const described = stdSerializers.err(error)
  return {
    ...described,
    message: cut(described.message, MAX_VALUE_LENGTH),
    stack: cut(described.stack, MAX_STACK_LENGTH),
  }
}

function cut(text: string, most: number) {
  return text.length > most ? `${text.slice(0, most)}…` : text
}

/** Logs how many lines were dropped, once the log can be written again. */
logDestination.watch({
  onFailure: () => undefined,
  onRecovery: (lost) => {
    if (lost > 0) log.warn({ lost }, 'Lines were lost while the log could not be written')
  },
})
