import type { AnswerSource } from './answer-source.ts'
import type { AskedOrigin } from '../middleware/host-names.ts'
import type { Read } from '../fast-path/read.ts'
import type { Readiness } from '../lifecycle/readiness.ts'
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
    const isForFiles = asksAsOfFiles(request)
    for (const { cache, hasRanges } of sources) {
      if (hasRanges && isForFiles) continue
      const answer = cache.find(target)
      if (answer) return { place: 'kept', address: target, origin, answer }
    }
    for (const source of sources) {
      if (source.hasRanges && isForFiles) continue
      const kept = source.addressOf(target)
      if (kept === undefined) continue
      if (source.cache.isNotKept(kept)) return ELSEWHERE
      const answer = source.cache.find(kept)
      const address = source.isShared ? (target.split('?', 1)[0]?.slice(0, LONGEST_ADDRESS) ?? '') : kept
      return answer
        ? { place: 'kept', address, origin, answer }
        : { place: 'made', address, origin, make: () => source.cache.fill(kept, () => source.make(kept)) }
    }
    return ELSEWHERE
  }
}

/** In characters: of an address that anyone made up, as it is counted for the log. */
const LONGEST_ADDRESS = 100

/**
 * A part of a file, or conditions that only files know: they are answered in one place, where files are read. If-None-Match
 * goes before If-Modified-Since (RFC 9110, 13.2.2).
 */
function asksAsOfFiles({ headers }: Read) {
  return (
    headers.range !== undefined ||
    headers['if-match'] !== undefined ||
    headers['if-unmodified-since'] !== undefined ||
    (headers['if-modified-since'] !== undefined && headers['if-none-match'] === undefined)
  )
}

/** A body belongs to no GET; whoever sends one is watched by the limits on bodies. */
function isPlainRead({ method, headers }: Read) {
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  )
}
