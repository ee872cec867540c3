import type { Limits } from '../limits.ts'

/** Limits how many requests wait for a writer, in total and from one visitor. */
export class WaitingRequests {
  readonly #limits: Pick<Limits, 'waitingForWriter' | 'waitingForWriterOfOne'>
  readonly #byVisitor = new Map<string, number>()
  #count = 0

  constructor(limits: Pick<Limits, 'waitingForWriter' | 'waitingForWriterOfOne'>) {
    this.#limits = limits
  }

  /** Counts a request of the visitor, and returns the function that ends it; undefined if there is no room for it. */
  add(visitor: string): (() => void) | undefined {
    const own = this.#byVisitor.get(visitor) ?? 0
    if (this.#count >= this.#limits.waitingForWriter || own >= this.#limits.waitingForWriterOfOne) return undefined
    this.#count += 1
    this.#byVisitor.set(visitor, own + 1)
    return () => {
      this.#count -= 1
      const left = (this.#byVisitor.get(visitor) ?? 0) - 1
      if (left > 0) this.#byVisitor.set(visitor, left)
      else this.#byVisitor.delete(visitor)
    }
  }
}
