export interface FairLineLimits {
  /** Pieces of work at a time. */
  running: number
  /** Pieces that may wait, of all together and of one owner. */
  waiting: number
  waitingOfOne: number
}

/**
 * Does a bounded number of pieces of work at a time. Where more wait, their owners take turns, each with its oldest piece: one
 * who brings hundreds keeps another waiting for one piece, not for hundreds.
 */
export class FairLine {
  readonly #limits: FairLineLimits
  /** What waits, by owner; the owner whose turn is next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #count = 0
  #running = 0

  constructor(limits: FairLineLimits) {
    this.#limits = limits
  }

  /**
   * Begins the work now, or when it is its owner's turn; it must call `leave` once when it is done. False where there is no
   * room to wait: the work is then never begun.
   */
  enter(owner: string, begin: () => void): boolean {
    if (this.#running < this.#limits.running) {
      this.#running += 1
      begin()
      return true
    }
    const own = this.#waiting.get(owner) ?? []
    if (this.#count >= this.#limits.waiting || own.length >= this.#limits.waitingOfOne) return false
    own.push(begin)
    this.#waiting.set(owner, own)
    this.#count += 1
    return true
  }

  leave(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#running -= 1
      return
    }
    // Whoever leaves hands its place over, so the number of those running stays as it is.
    const [owner, [begin, ...others]] = next
    this.#waiting.delete(owner)
    if (others.length > 0) this.#waiting.set(owner, others)
    this.#count -= 1
    begin?.()
  }
}
