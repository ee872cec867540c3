import { BoundedLimiter } from '#app/cms/platform/bounded-limiter.server.ts'
import { visitorKey } from '#app/cms/platform/visitor-key.ts'

/** Questions of a visitor in a minute: more than a person types. */
const PER_VISITOR = 60

/** Questions in a minute if the host does not know the visitors' addresses. */
const WITHOUT_ADDRESS = 600

const MINUTE = 60

/** Visitors that are counted at a time. */
const MAX_VISITORS = 2_000

/**
 * Limits the questions of each visitor, so that none of them takes the time of the others. `factor`: so many times more,
 * for questions that a page asks while one is typed.
 */
export function createSearchLimit(factor = 1) {
  const perVisitor = new BoundedLimiter({ points: PER_VISITOR * factor, duration: MINUTE, maxKeys: MAX_VISITORS })
  const withoutAddress = new BoundedLimiter({ points: WITHOUT_ADDRESS * factor, duration: MINUTE, maxKeys: 1 })
  return {
    /** Counts a question. Resolves with the seconds to wait, at least 1, or 0 if it may be asked now. */
    consume: (address: string | undefined): Promise<number> =>
      address === undefined ? withoutAddress.consume('all') : perVisitor.consume(visitorKey(address)),
  }
}
