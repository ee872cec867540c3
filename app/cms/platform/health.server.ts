import type { LogDestination, Logger } from './log.server.ts'

/** Where a service reports a problem, and later that it is solved. `Health` implements it. */
export interface HealthReports {
  report(problem: { id: string; message: string }, cause?: unknown): void
  clear(id: string): void
}

/** A problem that an operator has to solve while the site runs. */
export interface HealthProblem {
  /** Stable and without secrets, such as `data-read-only`: `/readyz` shows it to everyone. */
  id: string
  /** What is wrong and what to do, for the dashboard: one or two sentences. */
  message: string
  /** ISO 8601 time of the first report since it was last cleared. */
  since: string
}

interface ProblemReport {
  id: string
  message: string
  /** True if this process must get no more requests, as another one has replaced it: `/readyz` responds with 503. */
  isUnready?: boolean
}

/** Limit of the problems in memory, for a fault that repeats under new ids. */
const MAX_PROBLEMS = 100

/** The current problems of the running process, or of one of the sites that it opens one after another. */
export class Health {
  readonly #problems = new Map<string, HealthProblem & { isUnready: boolean }>()

  /** With `ofProcess`, the health also has the problems of the process. */
  constructor(
    private readonly logger: Pick<Logger, 'error' | 'info'>,
    private readonly ofProcess?: Health,
  ) {}

  /** Adds a problem. It is logged only if it is new or its message has changed, so a check may report it each time. */
  report({ id, message, isUnready = false }: ProblemReport, cause?: unknown): void {
    const known = this.#problems.get(id)
    if (known?.message === message && known.isUnready === isUnready) return
    if (!known && this.#problems.size >= MAX_PROBLEMS) return
    this.#problems.set(id, { id, message, isUnready, since: known?.since ?? new Date().toISOString() })
    this.logger.error({ problem: id, ...(cause !== undefined && { err: cause }) }, message)
  }

  /** Removes a problem. Does nothing if it was not reported. */
  clear(id: string): void {
    if (this.#problems.delete(id)) this.logger.info({ problem: id }, 'A problem is solved')
  }

  /** The current problems, in the order in which they were reported. */
  problems(): HealthProblem[] {
    const own = [...this.#problems.values()].map(({ id, message, since }) => ({ id, message, since }))
    return [...(this.ofProcess?.problems() ?? []), ...own]
  }

  /** False while a problem prevents this process from serving requests. */
  isReady(): boolean {
    return [...this.#problems.values()].every(({ isUnready }) => !isUnready) && this.ofProcess?.isReady() !== false
  }
}

/** Reports to `health` while the log cannot be written. Returns a function that stops it. */
export function watchLog(destination: Pick<LogDestination, 'watch'>, health: Health): () => void {
  const id = 'log-not-written'
  return destination.watch({
    onFailure: (cause) => {
      const message =
        'The log cannot be written, so its lines are being lost. Free some space on its disk, or repair the program that reads the log.'
      health.report({ id, message }, cause)
    },
    onRecovery: () => {
      health.clear(id)
    },
  })
}
