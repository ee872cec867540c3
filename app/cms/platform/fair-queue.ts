interface FairQueueLimits {
  /** Tasks that run at a time. */
  running: number
  /** Tasks that may wait, of all clients together and of one client. */
  waiting: number
  waitingOfOne: number
}

/**
 * Runs a limited number of tasks at a time. The clients of waiting tasks take turns (round robin), each with its oldest
 * task: a client with hundreds of tasks delays another client's task by none of those that wait. Background tasks start
 * when no client waits, first in, first out. Their number is limited by those who add them.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits
  /** Waiting tasks by client; the client whose turn is next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>()
  readonly #background: (() => void)[] = []
  /** The client whose task was started last. */
  #served: string | undefined
  #count = 0
  #running = 0

  /** How many tasks run or wait. */
  get size(): number {
    return this.#running + this.#count + this.#background.length
  }

  constructor(limits: FairQueueLimits) {
    this.#limits = limits
  }

  /**
   * Starts the task now, or when it is the client's turn. The task must call `release` once when it is done. Returns
   * false if there is no room to wait: the task is then never started.
   */
  add(client: string, start: () => void): boolean {
    if (this.#isFree()) {
      this.#start(client, start)
      return true
    }
    const own = this.#waiting.get(client) ?? []
    if (this.#count >= this.#limits.waiting || own.length >= this.#limits.waitingOfOne) return false
    own.push(start)
    this.#waiting.set(client, own)
    this.#count += 1
    return true
  }

  /** Like `add`, for a task that belongs to no client. */
  addBackground(start: () => void): void {
    if (this.#isFree()) this.#start(undefined, start)
    else this.#background.push(start)
  }

  release(): void {
    this.#running -= 1
    const client = this.#nextClient()
    if (client === undefined) {
      const start = this.#background.shift()
      if (start) this.#start(undefined, start)
      return
    }
    const [start, ...others] = this.#waiting.get(client) ?? []
    this.#waiting.delete(client)
    if (others.length > 0) this.#waiting.set(client, others)
    this.#count -= 1
    if (start) this.#start(client, start)
  }

  #isFree() {
    return this.#running < this.#limits.running
  }

  #start(client: string | undefined, start: () => void) {
    this.#running += 1
    this.#served = client
    start()
  }

  /** The one who has just been served waits, even if all others came later. */
  #nextClient() {
    const [first, second] = this.#waiting
    if (first === undefined || second === undefined || first[0] !== this.#served) return first?.[0]
    this.#waiting.delete(first[0])
    this.#waiting.set(...first)
    return second[0]
  }
}
