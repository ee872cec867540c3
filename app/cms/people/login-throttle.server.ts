import { createHash } from 'node:crypto'
import { BoundedLimiter } from '#app/cms/platform/bounded-limiter.server.ts'
import { atMost } from '#app/cms/platform/lru-limits.ts'
import { visitorKey, wideNetworkKeys } from '#app/cms/platform/visitor-key.ts'
import { LRUCache } from 'lru-cache'

/** The longest wait between two attempts, in seconds. */
const MAX_WAIT_SECONDS = 60
/** How long attempts are counted from the first one, in seconds. */
const MEMORY = 60 * 60

interface Waits {
  /** Seconds, at most 60. */
  longest?: number
  /** True if there is no free attempt: each attempt waits the longest time after the previous one. */
  isSlowed?: boolean
}

/**
 * Counts attempts by key, in bounded memory. Each key has `free` attempts, then waits 1, 2, 4 … 60 seconds before each
 * further one. An attempt is counted before its password is checked, so that parallel attempts get no more than
 * sequential ones.
 */
class AttemptCount {
  readonly #attempts = new BoundedLimiter({ points: 1, duration: MEMORY, maxKeys: MAX_ADDRESSES })
  readonly #backoff = new BoundedLimiter({ points: 1, duration: MAX_WAIT_SECONDS, maxKeys: MAX_ADDRESSES })

  constructor(private readonly free: number) {}

  /** Counts an attempt. Resolves with the seconds to wait, at least 1, or with 0 if the password may be checked now. */
  async consume(key: string, waits: Waits = {}): Promise<number> {
    const wait = this.#waitAfter(await this.#attempts.penalty(key), waits)
    if (wait === 0) return 0
    const remaining = await this.#backoff.consume(key, wait)
    // No password is checked, so the attempt is not counted.
    if (remaining > 0) await this.#attempts.reward(key)
    return remaining
  }

  /** Undoes an admitted attempt: it is not counted, and the next attempt does not wait because of it. */
  async refund(key: string): Promise<void> {
    await Promise.all([this.#attempts.reward(key), this.#backoff.delete(key)])
  }

  /** Removes all attempts of a key. */
  async reset(key: string): Promise<void> {
    await Promise.all([this.#attempts.delete(key), this.#backoff.delete(key)])
  }

  /** Seconds until the attempt after the `count`-th. */
  #waitAfter(count: number, { longest = MAX_WAIT_SECONDS, isSlowed = false }: Waits) {
    if (isSlowed) return longest
    return count < this.free ? 0 : Math.min(2 ** (count - this.free), longest)
  }
}

const FREE_ATTEMPTS = 5
/** For an IPv6 /56 and /48, which several visitors may share. */
const FREE_ATTEMPTS_OF_NETWORK = 20
const MAX_WAIT_SECONDS_UNKNOWN_ADDRESS = 3
const FREE_FAILURES = 30
const FAILURE_MEMORY = 15 * 60
const MAX_ADDRESSES = 10_000
const MAX_USERNAMES = 1_000

/** One sign-in attempt. `address` is undefined if the host does not know it. */
export interface LoginAttempt {
  username: string
  address: string | undefined
}

/**
 * Slows down the guessing of passwords, in bounded memory. It never locks an account:
 *
 * - A known device has 5 attempts of its own, then waits 1, 2, 4 … 60 seconds before each further one. A sign-in clears
 * its count. Attempts of others are not counted for it. When its attempts are used up, it is limited by its address: a
 * stolen device cookie gives few guesses and does not lock its owner out.
 * - An address has 5 attempts and the same waits. IPv6 addresses are counted by /64, and also by /56 and /48 with 20
 * attempts, unless a person has signed in from that /64 before.
 * - After 30 failures for a username within 15 minutes, from any addresses, each further failure costs an address 60
 * seconds. The first attempt of an address stays free, so that the right password is accepted from anywhere. Addresses
 * that have signed in are exempt.
 * - If no address is known, all visitors share one count, and the longest wait is 3 seconds.
 */
export class LoginThrottle {
  readonly #devices = new AttemptCount(FREE_ATTEMPTS)
  readonly #addresses = new AttemptCount(FREE_ATTEMPTS)
  readonly #networks = new AttemptCount(FREE_ATTEMPTS_OF_NETWORK)
  readonly #failures = new BoundedLimiter({ points: FREE_FAILURES, duration: FAILURE_MEMORY, maxKeys: MAX_USERNAMES })
  readonly #trustedAddresses = new LRUCache<string, true>(atMost(MAX_ADDRESSES))

  /** Counts an attempt of a known device. Resolves with the seconds to wait, 0 if the password may be checked now. */
  consumeDevice(device: string): Promise<number> {
    return this.#devices.consume(device)
  }

  /** Resets the count of a device whose admitted attempt had the right password. */
  async deviceSucceeded(device: string): Promise<void> {
    await this.#devices.reset(device)
  }

  /**
   * Counts an attempt of an unknown device. Resolves with the seconds to wait, 0 if the password may be checked now,
   * and with whether a person has signed in from the address before.
   */
  async consume({ username, address }: LoginAttempt): Promise<{ wait: number; isProven: boolean }> {
    const key = addressKey(address)
    const isProven = this.#trustedAddresses.has(key)
    const admitted: string[] = []
    let wait = 0
    for (const network of isProven ? [] : networksOf(address)) {
      wait = await this.#networks.consume(network)
      if (wait > 0) break
      admitted.push(network)
    }
    if (wait === 0) {
      wait = await this.#addresses.consume(key, {
        isSlowed: !isProven && (await this.#isSlowed(username)),
        ...(address === undefined && { longest: MAX_WAIT_SECONDS_UNKNOWN_ADDRESS }),
      })
    }
    if (wait > 0) for (const network of admitted) await this.#networks.refund(network)
    return { wait, isProven }
  }

  /** Resets the count of an unknown device's address after an admitted attempt with the right password. */
  async succeeded({ address }: LoginAttempt): Promise<void> {
    await this.#addresses.reset(addressKey(address))
    for (const network of networksOf(address)) await this.#networks.refund(network)
  }

  /** Removes the admitted attempt of an unknown device from the counts, because its password was not checked. */
  async refund({ address }: LoginAttempt): Promise<void> {
    for (const network of networksOf(address)) await this.#networks.refund(network)
    await this.#addresses.refund(addressKey(address))
  }

  /** Counts a failure for a username after an admitted attempt with a wrong username or password. */
  async failed(username: string): Promise<void> {
    await this.#failures.penalty(usernameKey(username))
  }

  /** Marks an address from which a person has signed in. */
  prove(address: string): void {
    this.#trustedAddresses.set(addressKey(address), true)
  }

  async #isSlowed(username: string) {
    return (await this.#failures.consumed(usernameKey(username))) >= FREE_FAILURES
  }
}

function addressKey(address: string | undefined) {
  return address === undefined ? 'unknown' : visitorKey(address)
}

function networksOf(address: string | undefined) {
  return address === undefined ? [] : wideNetworkKeys(address)
}

/** A hash, because a typed username can have any length. */
function usernameKey(username: string) {
  return createHash('sha256').update(username).digest('base64url')
}
