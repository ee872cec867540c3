/**
 * Calls `onIdle` when a connection was not used for a time. The time-out of a socket restarts with each read and write,
 * which costs as much as parsing a request; this timer looks when it fires whether there was a use meanwhile.
 */
export class IdleTimer {
  readonly #onIdle: () => void
  #timeout = 0
  #lastUse = 0
  #timer: NodeJS.Timeout | undefined

  constructor(onIdle: () => void) {
    this.#onIdle = onIdle
  }

  /** The connection was used at `now` (of `Date.now()`), and may be idle for `timeout` ms from then on. */
  use(now: number, timeout: number): void {
    this.#lastUse = now
    if (this.#timeout === timeout) return
    this.#timeout = timeout
    this.#wait(timeout)
  }

  /** The connection was used at `now`. The time for which it may be idle does not change. */
  touch(now: number): void {
    this.#lastUse = now
  }

  /** Until the next use, the connection may be idle for any time. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#timeout = 0
  }

  #wait(time: number) {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#look, time).unref()
  }

  readonly #look = () => {
    const now = Date.now()
    // After the clock was set back, the last use counts as now.
    this.#lastUse = Math.min(this.#lastUse, now)
    const left = this.#lastUse + this.#timeout - now
    if (left > 0) this.#wait(left)
    else this.#onIdle()
  }
}
