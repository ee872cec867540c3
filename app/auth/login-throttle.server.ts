import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { visitorKey, wideNetworkKeys } from '#app/platform/visitor-key.ts'
import { LRUCache } from 'lru-cache'

/** Seconds: the longest wait between two attempts, and how long attempts are remembered from the first. */
const LONGEST_WAIT = 60
const MEMORY = 60 * 60

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
class AttemptCount {
  readonly #attempts = new RateLimiterMemory({ keyPrefix: 'attempts', points: 1, duration: MEMORY })
  readonly #gates = new RateLimiterMemory({ keyPrefix: 'gate', points: 1, duration: LONGEST_WAIT })
  readonly #keys = new LRUCache<string, true>({
    max: ADDRESS_LIMIT,
    dispose: (_, key, reason) => {
      if (reason === 'evict') void this.forget(key)
    },
  })

  constructor(private readonly free: number) {}

  /** Counts an attempt. Resolves with the seconds to wait, at least 1, or 0 where the password may be checked now. */
  async admit(key: string, waits: Waits = {}): Promise<number> {
    this.#keys.set(key, true)
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

const FREE_ATTEMPTS = 5
/** Of an IPv6 /56 and /48: more than one visitor may be behind them. */
const FREE_ATTEMPTS_OF_NETWORK = 20
const LONGEST_WAIT_UNKNOWN_ADDRESS = 3
const BRAKE_FAILURES = 30
const BRAKE_MEMORY = 15 * 60
const ADDRESS_LIMIT = 10_000
const USERNAME_LIMIT = 1_000

/** One sign-in attempt; `address` is undefined where the host does not tell it. */
export interface LoginAttempt {
  username: string
  address: string | undefined
}

/**
 * Slows down guessing of passwords, in memory of bounded size, without ever locking the administrator out:
 *
 * - A known device has 5 attempts of its own, then waits 1, 2, 4 … 60 seconds before each further one; signing in clears
 *   it. What others try, from the same address or from anywhere, does not count for it. Beyond its attempts it is judged as
 *   any other: a stolen cookie gives few guesses and keeps its owner from nothing.
 * - So has an address. IPv6 addresses count at /64, and with 20 attempts at /56 and /48, unless somebody has signed in from
 *   that /64 before.
 * - After 30 failures for a name within 15 minutes, whatever the addresses, every further failure costs an address 60
 *   seconds. The first attempt of an address is still free, so the right password gets in from anywhere, and addresses that
 *   have signed in are left out.
 * - Where no address is known all visitors share one count, so its waits end at 3 seconds.
 */
export class LoginThrottle {
  readonly #devices = new AttemptCount(FREE_ATTEMPTS)
  readonly #addresses = new AttemptCount(FREE_ATTEMPTS)
  readonly #networks = new AttemptCount(FREE_ATTEMPTS_OF_NETWORK)
  readonly #brakes = new RateLimiterMemory({ keyPrefix: 'brake', points: BRAKE_FAILURES, duration: BRAKE_MEMORY })
  readonly #usernames = new LRUCache<string, true>({
    max: USERNAME_LIMIT,
    dispose: (_, key, reason) => {
      if (reason === 'evict') void this.#brakes.delete(key)
    },
  })
  readonly #provenAddresses = new LRUCache<string, true>({ max: ADDRESS_LIMIT })

  /** Counts an attempt of a known device. Resolves with the seconds to wait, 0 where the password may be checked now. */
  admitDevice(device: string): Promise<number> {
    return this.#devices.admit(device)
  }

  /** The admitted attempt of the device had the right password. */
  async deviceSucceeded(device: string): Promise<void> {
    await this.#devices.forget(device)
  }

  /**
   * Counts an attempt of no known device. Resolves with the seconds to wait, 0 where the password may be checked now, and whether
   * somebody has signed in from the address before.
   */
  async admit({ username, address }: LoginAttempt): Promise<{ wait: number; isProven: boolean }> {
    const key = addressKey(address)
    const isProven = this.#provenAddresses.has(key)
    const admitted: string[] = []
    let wait = 0
    for (const network of isProven ? [] : networksOf(address)) {
      wait = await this.#networks.admit(network)
      if (wait > 0) break
      admitted.push(network)
    }
    if (wait === 0) {
      wait = await this.#addresses.admit(key, {
        isSlowed: !isProven && (await this.#isBraked(username)),
        ...(address === undefined && { longest: LONGEST_WAIT_UNKNOWN_ADDRESS }),
      })
    }
    if (wait > 0) for (const network of admitted) await this.#networks.takeBack(network)
    return { wait, isProven }
  }

  /** The admitted attempt of no known device had the right password. */
  async succeeded({ address }: LoginAttempt): Promise<void> {
    await this.#addresses.forget(addressKey(address))
    for (const network of networksOf(address)) await this.#networks.takeBack(network)
  }

  /** The admitted attempt of no known device was not checked, so it does not count. */
  async takeBack({ address }: LoginAttempt): Promise<void> {
    for (const network of networksOf(address)) await this.#networks.takeBack(network)
    await this.#addresses.takeBack(addressKey(address))
  }

  /** An admitted attempt had a wrong name or password. */
  async failed(username: string): Promise<void> {
    const key = usernameKey(username)
    this.#usernames.set(key, true)
    await this.#brakes.penalty(key)
  }

  /** Somebody has signed in from this address. */
  prove(address: string): void {
    this.#provenAddresses.set(addressKey(address), true)
  }

  async #isBraked(username: string) {
    const failures = await this.#brakes.get(usernameKey(username))
    return failures !== null && failures.consumedPoints >= BRAKE_FAILURES
  }
}

function addressKey(address: string | undefined) {
  return address === undefined ? 'unknown' : visitorKey(address)
}

function networksOf(address: string | undefined) {
  return address === undefined ? [] : wideNetworkKeys(address)
}

/** A typed name can be of any length; its hash cannot. */
function usernameKey(username: string) {
  return createHash('sha256').update(username).digest('base64url')
}
