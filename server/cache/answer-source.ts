import type { AnswerCache } from './answer-cache.ts'
import type { WholeAnswer } from './whole-answer.ts'

/** A kind of answer that is kept in memory, and how one is made. */
export interface AnswerSource {
  cache: AnswerCache
  /** The address under which the answer to a request target is kept; undefined where it is not of this kind. */
  addressOf: (target: string) => string | undefined
  /** Undefined where the answer must not be kept. */
  make: (address: string) => Promise<WholeAnswer | undefined>
  /** True where each answer stands for many addresses: a hit is then counted under the one that was asked for. */
  isShared?: boolean
  /** True for files, of which a client may ask for a part. */
  hasRanges: boolean
}
