/** Remembers which keys were used last, up to a limit, so that what is kept by key cannot grow without bound. */
export class LruSet {
  readonly #keys = new Set<string>()

  constructor(readonly limit: number) {}

  has(key: string): boolean {
    return this.#keys.has(key)
  }

  /** Makes `key` the latest. Answers the key that had to go for it, if one had to. */
  add(key: string): string | undefined {
    this.#keys.delete(key)
    this.#keys.add(key)
    if (this.#keys.size <= this.limit) return undefined
    const [oldest] = this.#keys
    if (oldest !== undefined) this.#keys.delete(oldest)
    return oldest
  }
}
