import { BoundedLimiter } from '#app/cms/platform/bounded-limiter.server.ts'
import { visitorKey, wideNetworkKeys } from '#app/cms/platform/visitor-key.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Messages in ten minutes from an IPv4 address or IPv6 /64, from a /56, and from a /48. */
const PER_NETWORK = [5, 20, 40]
const NETWORK_WINDOW = 10 * MINUTE
/** Messages an hour from all visitors together. Beyond them one is accepted every `BEYOND_WINDOW` seconds. */
const OF_ALL = 200
const BEYOND_WINDOW = 20
/** Messages in ten minutes if the host does not know the visitors' addresses. */
const WITHOUT_ADDRESS = 50
/** Addresses, and networks of each size, that are counted at a time. Far more than send messages in ten minutes. */
const MAX_KEYS = 2_000

interface Count {
  limiter: BoundedLimiter
  key: string
}

/**
 * Limits the messages of the contact form: 5 in ten minutes from an address, more from the networks around it, and 200
 * an hour from all visitors. Beyond these one is accepted every 20 seconds, so that a flood from many addresses slows
 * the form down but does not close it. If the host does not know addresses, all visitors share one limit of 50.
 */
export function createMessageLimit() {
  const perNetwork = PER_NETWORK.map(
    (points) => new BoundedLimiter({ points, duration: NETWORK_WINDOW, maxKeys: MAX_KEYS }),
  )
  const withoutAddress = new BoundedLimiter({ points: WITHOUT_ADDRESS, duration: NETWORK_WINDOW, maxKeys: 1 })
  const ofAll = new BoundedLimiter({ points: OF_ALL, duration: HOUR, maxKeys: 1 })
  const beyond = new BoundedLimiter({ points: 1, duration: BEYOND_WINDOW, maxKeys: 1 })

  /** The widest network first: its refusal leaves no count of the narrower ones. */
  function countsFor(address: string | undefined): Count[] {
    if (address === undefined) return [{ limiter: withoutAddress, key: 'all' }]
    const networks = [visitorKey(address), ...wideNetworkKeys(address).toReversed()]
    return perNetwork
      .flatMap((limiter, size) => {
        const key = networks[size]
        return key === undefined ? [] : { limiter, key }
      })
      .toReversed()
  }

  return {
    /** Counts a message. Resolves with the seconds to wait, at least 1, or 0 if it may be sent now. */
    async consume(address: string | undefined): Promise<number> {
      const counted: Count[] = []
      for (const count of countsFor(address)) {
        const wait = await count.limiter.consume(count.key)
        if (wait > 0) {
          await reward(counted)
          return wait
        }
        counted.push(count)
      }
      if ((await ofAll.consume('all')) === 0) return 0
      const wait = await beyond.consume('all')
      if (wait > 0) await reward(counted)
      return wait
    },

    /** Removes an admitted message from the counts, because it was not stored. */
    async refund(address: string | undefined): Promise<void> {
      await reward([...countsFor(address), { limiter: ofAll, key: 'all' }])
    },
  }
}

async function reward(counts: readonly Count[]) {
  for (const { limiter, key } of counts) await limiter.reward(key)
}
