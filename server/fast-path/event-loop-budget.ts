/**
 * Runs at most `max` tasks per event-loop iteration, in FIFO order. A burst of cache hits then starves neither `accept()`, of
 * which Node does one per iteration, nor a save, which takes a dozen iterations.
 */
export class EventLoopBudget {
  readonly #max: number
  #left: number
  #isScheduled = false
  readonly #queue: (() => void)[] = []

  constructor(max: number) {
    this.#max = max
    this.#left = max
  }

  /** True if one more task may run in this iteration. The caller then runs it at once. */
  tryAcquire(): boolean {
    this.#schedule()
    if (this.#left === 0 || this.#queue.length > 0) return false
    this.#left -= 1
    return true
  }

  /** Runs `task` in a later iteration. It must not throw. */
  enqueue(task: () => void): void {
    this.#schedule()
    this.#queue.push(task)
  }

  #schedule() {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(this.#drain)
  }

  readonly #drain = () => {
    const tasks = this.#queue.splice(0, this.#max)
    this.#left = this.#max - tasks.length
    this.#isScheduled = tasks.length > 0
    if (this.#isScheduled) setImmediate(this.#drain)
    for (const task of tasks) task()
  }
}
