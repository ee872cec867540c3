import type { LogDestination, Logger } from './log.server.ts'

/** Where a service reports a problem, and later that it is solved. `Health` implements it. */
export interface HealthReports {
  report(problem: { id: string; message: string }, cause?: unknown): void
  clear(id: string): void
}

/** Something an operator has to look at while the site goes on. */
export interface HealthProblem {
  /** Stable and without secrets, such as `data-read-only`: `/readyz` shows it to anybody. */
  id: string
  /** What is wrong and what to do, for the dashboard: one or two sentences. */
  message: string
  /** ISO 8601 time of the first report since it was last cleared. */
  since: string
}

export interface ProblemReport {
  id: string
  message: string
  /** True where this process must get no more requests, since another one has taken its place: `/readyz` answers 503. */
  isUnready?: boolean
}

/** At most this many are kept, so that a fault that repeats under new names cannot fill the memory. */
const MAX_PROBLEMS = 100

/** The problems that parts of the running process have noticed and that have not gone away yet. */
export class Health {
  readonly #problems = new Map<string, HealthProblem & { isUnready: boolean }>()

  constructor(private readonly logger: Pick<Logger, 'error' | 'info'>) {}

  /** Notes a problem. Logged only when it is new or its message has changed, so a check may report on every look. */
  report({ id, message, isUnready = false }: ProblemReport, cause?: unknown): void {
    const known = this.#problems.get(id)
    if (known?.message === message && known.isUnready === isUnready) return
    if (!known && this.#problems.size >= MAX_PROBLEMS) return
    this.#problems.set(id, { id, message, isUnready, since: known?.since ?? new Date().toISOString() })
    this.logger.error({ problem: id, ...(cause !== undefined && { err: cause }) }, message)
  }

  /** The problem is gone. Does nothing where it was not noted. */
  clear(id: string): void {
    if (this.#problems.delete(id)) this.logger.info({ problem: id }, 'A problem is gone')
  }

  /** What is wrong now, in the order in which it was noticed. */
  problems(): HealthProblem[] {
    return [...this.#problems.values()].map(({ id, message, since }) => ({ id, message, since }))
  }

  /** False while a problem keeps this process from taking requests. */
  isReady(): boolean {
    return [...this.#problems.values()].every(({ isUnready }) => !isUnready)
  }
}

/** Reports to `health` while the log cannot be written. Returns the function that ends it. */
export function watchLog(destination: Pick<LogDestination, 'watch'>, health: Health): () => void {
  const id = 'log-not-written'
  return destination.watch({
    onFailure: (cause) => {
      const message =
        'The log cannot be written, so its lines are being lost. Make room on its disk, or mend what reads it.'
      health.report({ id, message }, cause)
    },
    onRecovery: () => {
      health.clear(id)
    },
  })
}
