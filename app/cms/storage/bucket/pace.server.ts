import { setTimeout as delay } from 'node:timers/promises'
import { Listeners } from '#app/cms/platform/listeners.ts'

/** All in milliseconds. */
export interface PaceTimes {
  /** For so long after a change, or a sign of one, a process asks the store often. */
  quick: number
  /** How often it asks for changes then. */
  look: number
  /** In quiet times it knows of a change after so long: by the lease, or because it asks for changes. */
  lookSlowly: number
}

/**
 * A node whose knowledge is older than five seconds is not asked for pages by nginx, which keeps them for four: what a
 * person removes at night is gone from every cache within ten. The bill of a store counts requests (docs/growth.md).
 */
const TIMES: PaceTimes = { quick: 10 * 60_000, look: 500, lookSlowly: 3_000 }

/** How often a process asks the store: often while something happens or staff are there, seldom otherwise. */
export class Pace {
  readonly #listeners = new Listeners()
  /** Calls the listener when the process has become quick. */
  readonly subscribe = this.#listeners.subscribe
  readonly #times: PaceTimes
  #quickSince: number
  #quickUntil: number
  #notedAt: number
  #quietAt = -Infinity

  /** A process begins quickly: its start is a change. */
  constructor(
    times: Partial<PaceTimes> = {},
    private readonly now = () => performance.now(),
  ) {
    this.#times = { ...TIMES, ...times }
    this.#quickSince = -Infinity
    this.#notedAt = now()
    this.#quickUntil = this.#notedAt + this.#times.quick
  }

  isQuick(): boolean {
    return this.now() < this.#quickUntil
  }

  /** To be called when something has changed, or may change soon. */
  note(): void {
    const wasQuick = this.isQuick()
    this.#notedAt = this.now()
    this.#quickUntil = this.#notedAt + this.#times.quick
    if (wasQuick) return
    this.#quickSince = this.#notedAt
    this.#listeners.announce()
  }

  /** To be called when the process that writes has said at a moment that nothing has changed for long. */
  noteQuiet(at: number): void {
    this.#quietAt = at
  }

  /** Until when all changes are known to a process that has asked for them at `asked`. */
  knownUntil(asked: number): number {
    const isTold = asked > this.#notedAt && !this.isQuick()
    return isTold ? Math.max(asked, this.#quietAt) : asked
  }

  /** The pause before the next look for changes (ms). */
  look(): number {
    return this.isQuick() ? this.#times.look : this.#times.lookSlowly
  }

  /**
   * By when other processes of the same pace have looked for what was announced at `since`: they may have been slow when
   * this one became quick. Moments of the monotonic clock.
   */
  lookedBy(since: number): number {
    return Math.max(since + 2 * this.#times.look, this.#quickSince + this.#times.lookSlowly + 2 * this.#times.look)
  }

  /** Resolves after `pause` (ms), or when the process has become quick, or at the abort of `signal`. Never rejects. */
  async wait(pause: number, signal: AbortSignal): Promise<void> {
    const ending = new AbortController()
    const end = () => {
      ending.abort()
    }
    const unsubscribe = this.subscribe(end)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
    await delay(pause, undefined, { signal: ending.signal, ref: false }).catch(() => undefined)
    unsubscribe()
    signal.removeEventListener('abort', end)
  }
}
