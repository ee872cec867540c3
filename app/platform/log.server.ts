import { pino, stdSerializers, stdTimeFunctions } from 'pino'
import { writeSync } from 'node:fs'

/** Where a service reports what an operator should know. A pino logger implements it. */
export interface Logger {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** In bytes: what waits until the log can be written again. What comes beyond it is lost, and counted. */
const MOST_WAITING = 256 * 1024

/** In characters: a longer line is cut. Far above what a fault with its stack takes. */
const LONGEST_LINE = 8 * 1024

/** How long after a failure the next try is made, in milliseconds. */
const RETRY_MS = 1_000

export interface LogWatcher {
  /** Lines cannot be written; told once until they can be again. */
  onFailure: (cause: unknown) => void
  /** They can be again. `lost` lines were given up meanwhile. */
  onRecovery: (lost: number) => void
}

/**
 * Where the log goes: a file descriptor, standard output by default. Lines are written at once, so that they stay in order and
 * are there when the process ends. A full disk or a reader that is gone ends nothing: lines wait and are lost in the end, and
 * watchers are told.
 */
export class LogDestination {
  readonly #write: (bytes: Buffer) => number
  readonly #watchers = new Set<LogWatcher>()
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #lost = 0
  #isFailing = false
  #retry: NodeJS.Timeout | undefined

  /** `write` puts bytes out and returns how many the system has taken; it throws where it takes none. */
  constructor(write = (bytes: Buffer) => writeSync(process.stdout.fd, bytes)) {
    this.#write = write
  }

  /** Returns the function that ends it. */
  watch(watcher: LogWatcher): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Takes a line of JSON with its line break. Never throws. */
  write(line: string): void {
    const bytes = Buffer.from(line.length > LONGEST_LINE ? shortened(line) : line)
    const isFirst = this.#waiting.length === 0
    if (this.#waitingBytes + bytes.length > MOST_WAITING) {
      this.#lost += 1
      return
    }
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.length
    if (isFirst) this.flushSync()
  }

  /** Tries once to write what waits. Called by pino before the process ends as well. */
  flushSync(): void {
    try {
      for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
        const taken = this.#write(first)
        this.#waitingBytes -= taken
        if (taken < first.length) this.#waiting[0] = first.subarray(taken)
        else this.#waiting.shift()
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

/** The line as one that says so, with its beginning. */
function shortened(line: string) {
  const time = new Date().toISOString()
  return `${JSON.stringify({ level: 'warn', time, msg: 'a line was too long', length: line.length, start: line.slice(0, 2_000) })}\n`
}

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
