import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { atMost } from './lru-limits.ts'

/**
 * Counts what senders do, by key, in bounded memory. A limiter of the library keeps a record and a timer for each key,
 * also of refused requests, so that a sender with many addresses could fill the memory. This one keeps `maxKeys` at
 * most: for a further key, the one that was used least recently is forgotten.
 */
export class BoundedLimiter {
  readonly #limiter: RateLimiterMemory
  readonly #keys: LRUCache<string, true>

  /** `points` in `duration` seconds for each key. */
  constructor({ points, duration, maxKeys }: { points: number; duration: number; maxKeys: number }) {
    this.#limiter = new RateLimiterMemory({ points, duration })
    this.#keys = new LRUCache<string, true>({
      ...atMost(maxKeys),
      dispose: (_, key, reason) => {
        if (reason === 'evict') void this.#limiter.delete(key)
      },
    })
  }

  /** Takes a point. Resolves with the seconds to wait, at least 1, or 0 if there was one. `duration`: of a new key. */
  async consume(key: string, duration?: number): Promise<number> {
    this.#keys.set(key, true)
    try {
      await this.#limiter.consume(key, 1, duration === undefined ? {} : { customDuration: duration })
      return 0
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
    }
  }

  /** Takes a point whether there is one or not. Resolves with the number taken. */
  async penalty(key: string): Promise<number> {
    this.#keys.set(key, true)
    return (await this.#limiter.penalty(key)).consumedPoints
  }

  /** Gives a point back. Nothing happens if the key is forgotten. */
  async reward(key: string): Promise<void> {
    if (this.#keys.has(key) && (await this.#limiter.get(key))) await this.#limiter.reward(key)
  }

  /** How many points are taken. */
  async consumed(key: string): Promise<number> {
    return (await this.#limiter.get(key))?.consumedPoints ?? 0
  }

  async delete(key: string): Promise<void> {
    this.#keys.delete(key)
    await this.#limiter.delete(key)
  }
}
