const DAY_MS = 24 * 60 * 60 * 1000

/** A time before this one comes from a clock that had not been set. */
export const CLOCK_SET_SINCE = Date.parse('2024-01-01')

/** The clocks by which the age of something is judged. */
export interface Clocks {
  /** Milliseconds since 1970. */
  now: () => number
  /** Milliseconds of a monotonic clock. */
  uptime: () => number
}

export const SYSTEM_CLOCKS: Clocks = { now: () => Date.now(), uptime: () => performance.now() }

/**
 * Decides whether something has existed for so many days that it can be removed permanently. The clock of the machine
 * may have been wrong when it was noticed, or may be wrong now, and a permanent removal cannot be undone. So the
 * running time of this process counts as well:
 * - names that this process has seen from the beginning, or that have an impossible time, need all their days as
 *   running time,
 * - all others need one day of running time, in which a wrong clock is likely to be corrected.
 */
export class ElapsedDays {
  readonly #noticed = new Map<string, { since: number; uptime: number; isNew: boolean }>()
  readonly #clocks: Clocks

  constructor(clocks: Clocks) {
    this.#clocks = clocks
  }

  /** Starts the count for `name`, which exists since `since` (milliseconds since 1970); `isNew` if that is now. */
  notice(name: string, since: number, { isNew }: { isNew: boolean }): void {
    if (!this.#noticed.has(name)) this.#noticed.set(name, { since, uptime: this.#clocks.uptime(), isNew })
  }

  forget(name: string): void {
    this.#noticed.delete(name)
  }

  /**
   * As `isOver` for something that was not noticed before and is removed once its days are over: its running time counts
   * from the first call at which they are over by the clock of the machine.
   */
  isOverSince(name: string, since: number, days: number): boolean {
    if (since < this.#clocks.now() - days * DAY_MS) {
      this.notice(name, since, { isNew: false })
      return this.isOver(name, days)
    }
    // The clock was ahead at an earlier call.
    this.forget(name)
    return false
  }

  /** True once so many days have passed, by both clocks. */
  isOver(name: string, days: number): boolean {
    const noticed = this.#noticed.get(name)
    if (!noticed) return false
    const { since, uptime, isNew } = noticed
    const runningDays = isNew || since < CLOCK_SET_SINCE ? days : Math.min(1, days)
    return since < this.#clocks.now() - days * DAY_MS && this.#clocks.uptime() - uptime > runningDays * DAY_MS
  }
}
