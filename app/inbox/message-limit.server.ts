import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { visitorKey } from '#app/http/visitor-key.ts'

const WINDOW_SECONDS = 600
const MESSAGES = 5
const MESSAGES_OF_ALL = 50

/**
 * At most 5 messages of an address in 10 minutes. Where the host does not tell addresses, all visitors share one count of
 * 50, so that one of them cannot easily shut the others out.
 */
export function createMessageLimit() {
  const ofAddress = new RateLimiterMemory({ points: MESSAGES, duration: WINDOW_SECONDS })
  const ofAll = new RateLimiterMemory({ points: MESSAGES_OF_ALL, duration: WINDOW_SECONDS })
  const countFor = (address: string | undefined) =>
    address === undefined ? { limiter: ofAll, key: 'all' } : { limiter: ofAddress, key: visitorKey(address) }

  return {
    /** Counts a message. Answers the seconds to wait, at least 1, or 0 where it may be sent now. */
    async admit(address: string | undefined): Promise<number> {
      const { limiter, key } = countFor(address)
      try {
        await limiter.consume(key)
        return 0
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
      }
    },

    /** The admitted message was not kept, so it does not count. */
    async takeBack(address: string | undefined): Promise<void> {
      const { limiter, key } = countFor(address)
      await limiter.reward(key)
    },
  }
}
