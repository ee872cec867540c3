/** Functions that are called after each change of something. */
export class Listeners<Change extends unknown[] = []> {
  readonly #listeners = new Set<(...change: Change) => void>()

  /** Calls `listener` after each change. Returns a function that removes it. */
  readonly subscribe = (listener: (...change: Change) => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** To be called after a change. */
  announce(...change: Change): void {
    for (const listener of this.#listeners) listener(...change)
  }
}
