import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { visitorKey } from '#app/http/visitor-key.ts'
import { RecentKeys } from './recent-keys.ts'

const FREE_FAILURES = 5
const LONGEST_WAIT = 60
const LONGEST_WAIT_UNKNOWN_ADDRESS = 3
const ATTEMPTS_MEMORY = 60 * 60
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
 * - An address has 5 attempts, then waits 1, 2, 4 … 60 seconds before each further one; signing in clears it. Counts are
 *   kept for an hour from the first attempt.
 * - After 30 failures for a name within 15 minutes, whatever the addresses, every further failure costs an address 60
 *   seconds. The first attempt of an address is still free, so the right password gets in from anywhere, and addresses that
 *   have signed in since the process started are left out.
 * - Where no address is known all visitors share one count, so its waits end at 3 seconds.
 *
 * The attempt is counted before the password is checked: a hundred at once get no more guesses than one by one.
 */
export function createLoginThrottle() {
  const attempts = new RateLimiterMemory({ keyPrefix: 'attempts', points: FREE_FAILURES, duration: ATTEMPTS_MEMORY })
  const gates = new RateLimiterMemory({ keyPrefix: 'gate', points: 1, duration: LONGEST_WAIT })
  const brakes = new RateLimiterMemory({ keyPrefix: 'brake', points: BRAKE_FAILURES, duration: BRAKE_MEMORY })
  const addresses = new RecentKeys(ADDRESS_LIMIT)
  const usernames = new RecentKeys(USERNAME_LIMIT)
  const provenAddresses = new RecentKeys(ADDRESS_LIMIT)

  async function isBraked(username: string, address: string) {
    const failures = await brakes.get(username)
    return failures !== null && failures.consumedPoints >= BRAKE_FAILURES && !provenAddresses.has(address)
  }

  async function forget(address: string) {
    await Promise.all([attempts.delete(address), gates.delete(address)])
  }

  return {
    /** Counts an attempt. Answers the seconds to wait, at least 1, or 0 where the password may be checked now. */
    async admit(attempt: LoginAttempt): Promise<number> {
      const address = addressKey(attempt.address)
      const evicted = addresses.add(address)
      if (evicted !== undefined) await forget(evicted)
      const isSlowed = await isBraked(usernameKey(attempt.username), address)
      const { consumedPoints: count } = await attempts.penalty(address)
      const wait = waitAfter(count, attempt.address === undefined, isSlowed)
      if (wait === 0) return 0
      try {
        await gates.consume(address, 1, { customDuration: wait })
        return 0
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        // Nothing was guessed, so it does not count.
        await attempts.reward(address)
        return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
      }
    },

    /** The admitted attempt had the right password. */
    async succeeded(attempt: LoginAttempt): Promise<void> {
      const address = addressKey(attempt.address)
      if (attempt.address !== undefined) provenAddresses.add(address)
      await forget(address)
    },

    /** The admitted attempt had a wrong name or password. */
    async failed(attempt: LoginAttempt): Promise<void> {
      const username = usernameKey(attempt.username)
      const evicted = usernames.add(username)
      if (evicted !== undefined) await brakes.delete(evicted)
      await brakes.penalty(username)
    },
  }
}

/** Seconds until the attempt after the `count`-th. */
function waitAfter(count: number, isUnknownAddress: boolean, isSlowed: boolean) {
  const longest = isUnknownAddress ? LONGEST_WAIT_UNKNOWN_ADDRESS : LONGEST_WAIT
  if (isSlowed) return longest
  return count < FREE_FAILURES ? 0 : Math.min(2 ** (count - FREE_FAILURES), longest)
}

function addressKey(address: string | undefined) {
  return address === undefined ? 'unknown' : visitorKey(address)
}

/** A typed name can be of any length; its hash cannot. */
function usernameKey(username: string) {
  return createHash('sha256').update(username).digest('base64url')
}
