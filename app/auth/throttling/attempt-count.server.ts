import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { LruSet } from './lru-set.ts'

/** Seconds: the longest wait between two attempts, and how long attempts are remembered from the first. */
const LONGEST_WAIT = 60
const MEMORY = 60 * 60
const KEY_LIMIT = 10_000

interface Waits {
  /** Seconds, at most 60. */
  longest?: number
  /** True where each attempt waits the longest time after the one before. */
  isSlowed?: boolean
}

/**
 * Counts attempts by key, in memory of bounded size: each key has `free` attempts, then waits 1, 2, 4 … 60 seconds before
 * each further one. An attempt counts before its password is checked: a hundred at once get no more than one by one.
 */
export class AttemptCount {
  readonly #attempts = new RateLimiterMemory({ keyPrefix: 'attempts', points: 1, duration: MEMORY })
  readonly #gates = new RateLimiterMemory({ keyPrefix: 'gate', points: 1, duration: LONGEST_WAIT })
  readonly #keys = new LruSet(KEY_LIMIT)

  constructor(private readonly free: number) {}

  /** Counts an attempt. Answers the seconds to wait, at least 1, or 0 where the password may be checked now. */
  async admit(key: string, waits: Waits = {}): Promise<number> {
    const evicted = this.#keys.add(key)
    if (evicted !== undefined) await this.forget(evicted)
    const { consumedPoints: count } = await this.#attempts.penalty(key)
    const wait = this.#waitAfter(count, waits)
    if (wait === 0) return 0
    try {
      await this.#gates.consume(key, 1, { customDuration: wait })
      return 0
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      // Nothing was guessed, so it does not count.
      await this.#attempts.reward(key)
      return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
    }
  }

  /** The admitted attempt was none after all: it does not count, and the next one waits no longer for it. */
  async takeBack(key: string): Promise<void> {
    await Promise.all([this.#attempts.reward(key), this.#gates.delete(key)])
  }

  /** As if there had been no attempt. */
  async forget(key: string): Promise<void> {
    await Promise.all([this.#attempts.delete(key), this.#gates.delete(key)])
  }

  /** Seconds until the attempt after the `count`-th. */
  #waitAfter(count: number, { longest = LONGEST_WAIT, isSlowed = false }: Waits) {
    if (isSlowed) return longest
    return count < this.free ? 0 : Math.min(2 ** (count - this.free), longest)
  }
}
