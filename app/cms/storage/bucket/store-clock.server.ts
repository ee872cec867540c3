/** Two clocks drift apart by less than this share of the time that passes: ten times what NTP corrects at most. */
const DRIFT = 0.001
/** A server may keep the text of the header for a moment longer than a second. */
const STALE_MS = 250

/** Limits of a difference in milliseconds. */
interface Limits {
  least: number
  most: number
}

/**
 * The clock of one gateway of the store, as far as the `Date` headers of its responses show it. Each header limits the
 * difference from the monotonic clock of this process, and all limits hold together.
 */
export class StoreClock {
  /** Store minus monotonic clock. */
  #limits: Limits | undefined
  #notedAt = 0

  constructor(private readonly now = () => performance.now()) {}

  /**
   * Notes the `Date` header (ms since 1970, whole seconds) of a response. By the monotonic clock the request was sent at
   * `began`, and the response had come at `ended`. False if that contradicts what was known: one of the clocks was set,
   * or the monotonic clock has not counted a time in which this machine was suspended.
   */
  note(date: number, began: number, ended: number): boolean {
    const known = this.#limitsAt(ended)
    const shown = { least: date - ended, most: date + 1_000 + STALE_MS - began }
    const both = known && { least: Math.max(known.least, shown.least), most: Math.min(known.most, shown.most) }
    const isPossible = both === undefined || both.least <= both.most
    this.#limits = both && isPossible ? both : shown
    this.#notedAt = ended
    return isPossible
  }

  /** The earliest time that the store's clock can show at a moment of the monotonic clock; undefined: not known yet. */
  earliestAt(moment: number): number | undefined {
    const limits = this.#limitsAt(Math.max(moment, this.#notedAt))
    return limits === undefined ? undefined : moment + limits.least
  }

  /** By how many milliseconds this machine's clock is ahead of the store's: the limits of it; undefined: not known yet. */
  ahead(machine = Date.now()): Limits | undefined {
    const now = this.now()
    const limits = this.#limitsAt(now)
    return limits && { least: machine - now - limits.most, most: machine - now - limits.least }
  }

  #limitsAt(moment: number): Limits | undefined {
    if (!this.#limits) return undefined
    const drift = Math.max(0, moment - this.#notedAt) * DRIFT
    return { least: this.#limits.least - drift, most: this.#limits.most + drift }
  }
}
