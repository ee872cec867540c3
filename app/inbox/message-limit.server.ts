import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { visitorKey, wideNetworkKeys } from '#app/http/visitor-key.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Messages in ten minutes of an IPv4 address or IPv6 /64, of a /56 and of a /48. */
const PER_NETWORK = [5, 20, 40]
const NETWORK_WINDOW = 10 * MINUTE
/** Messages of all visitors together: this many an hour, and beyond them one at a time. */
const OF_ALL = 200
const BEYOND_WINDOW = 20
/** Messages in ten minutes while the host does not tell the visitors' addresses apart. */
const WITHOUT_ADDRESS = 50

interface Count {
  limiter: RateLimiterMemory
  key: string
}

/**
 * Bounds how many messages of the contact form are taken: 5 of an address in ten minutes, more of the networks around it, and
 * 200 of all visitors in an hour. Beyond these one is taken every 20 seconds, so that a flood from many addresses slows the
 * form down but does not close it. If the host does not tell addresses apart, all visitors share one count of 50.
 */
export function createMessageLimit() {
  const perNetwork = PER_NETWORK.map((points) => new RateLimiterMemory({ points, duration: NETWORK_WINDOW }))
  const withoutAddress = new RateLimiterMemory({ points: WITHOUT_ADDRESS, duration: NETWORK_WINDOW })
  const ofAll = new RateLimiterMemory({ points: OF_ALL, duration: HOUR })
  const beyond = new RateLimiterMemory({ points: 1, duration: BEYOND_WINDOW })

  function countsFor(address: string | undefined): Count[] {
    if (address === undefined) return [{ limiter: withoutAddress, key: 'all' }]
    const networks = [visitorKey(address), ...wideNetworkKeys(address).toReversed()]
    return perNetwork.flatMap((limiter, size) => {
      const key = networks[size]
      return key === undefined ? [] : { limiter, key }
    })
  }

  return {
    /** Counts a message. Resolves with the seconds to wait, at least 1, or 0 if it may be sent now. */
    async admit(address: string | undefined): Promise<number> {
      const counted: Count[] = []
      for (const count of countsFor(address)) {
        const wait = await consume(count)
        if (wait > 0) {
          await reward(counted)
          return wait
        }
        counted.push(count)
      }
      if ((await consume({ limiter: ofAll, key: 'all' })) === 0) return 0
      const wait = await consume({ limiter: beyond, key: 'all' })
      if (wait > 0) await reward(counted)
      return wait
    },

    /** The admitted message was not kept, so it does not count. */
    async takeBack(address: string | undefined): Promise<void> {
      await reward([...countsFor(address), { limiter: ofAll, key: 'all' }])
    },
  }
}

async function consume({ limiter, key }: Count): Promise<number> {
  try {
    await limiter.consume(key)
    return 0
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
  }
}

async function reward(counts: readonly Count[]) {
  for (const { limiter, key } of counts) await limiter.reward(key)
}
