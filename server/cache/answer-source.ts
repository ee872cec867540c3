import type { ResponseCache } from './response-cache.ts'
import type { BufferedResponse } from './buffered-response.ts'

/** A kind of answer that is kept in memory, and how one is made. */
export interface AnswerSource {
  cache: ResponseCache
  /** The address under which the answer to a request target is kept; undefined where it is not of this kind. */
  addressOf: (target: string) => string | undefined
  /** Undefined where the answer must not be kept. */
  make: (address: string) => Promise<BufferedResponse | undefined>
  /** True where each answer stands for many addresses: a hit is then counted under the one that was asked for. */
  isShared?: boolean
  /** True for files, of which a client may ask for a part. */
  hasRanges: boolean
}
