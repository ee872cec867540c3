import type { AnswerSource } from './answer-source.ts'
import type { AskedOrigin } from './host-names.ts'
import type { Read } from './read.ts'
import type { Readiness } from './readiness.ts'
import type { StoredAnswer } from './stored-answer.ts'

/**
 * Where the answer to a request is: `kept` in memory, not there yet but `made` for whoever asks next, `elsewhere`, or
 * `unusual`: with a body, or to be refused, which is for the app alone.
 */
export type Finding =
  | { place: 'kept'; address: string; origin: string; answer: StoredAnswer }
  | { place: 'made'; address: string; origin: string; make: () => Promise<StoredAnswer | undefined> }
  | { place: 'elsewhere' | 'unusual' }

export interface MemoryAnswersParts {
  /** Asked in this order. */
  sources: readonly AnswerSource[]
  askedOrigin: (request: Read) => AskedOrigin
  readiness: Readiness
}

const ELSEWHERE: Finding = { place: 'elsewhere' }
const UNUSUAL: Finding = { place: 'unusual' }

/** Finds the answers to reads in what is kept in memory. */
export function memoryAnswers({ sources, askedOrigin, readiness }: MemoryAnswersParts) {
  return function find(request: Read): Finding {
    const { url: target = '' } = request
    const asked = isPlainRead(request) && readiness.isReady ? askedOrigin(request) : undefined
    if (asked === undefined || 'refusal' in asked || target.includes('_data')) return UNUSUAL
    const { origin } = asked
    const isPart = request.headers.range !== undefined
    for (const { cache, hasRanges } of sources) {
      if (hasRanges && isPart) continue
      const answer = cache.find(target)
      if (answer) return { place: 'kept', address: target, origin, answer }
    }
    for (const source of sources) {
      if (source.hasRanges && isPart) continue
      const address = source.addressOf(target)
      if (address === undefined) continue
      if (source.cache.isNotKept(address)) return ELSEWHERE
      const answer = source.cache.find(address)
      return answer
        ? { place: 'kept', address, origin, answer }
        : { place: 'made', address, origin, make: () => source.cache.fill(address, () => source.make(address)) }
    }
    return ELSEWHERE
  }
}

/** A body belongs to no GET; whoever sends one is watched by the limits on bodies. */
function isPlainRead({ method, headers }: Read) {
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  )
}
