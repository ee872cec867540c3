import type { AnswerSource } from './answer-source.ts'
import type { AskedOrigin } from '../middleware/host-names.ts'
import type { CacheableRequest } from '../fast-path/cacheable-request.ts'
import type { Readiness } from '../lifecycle/readiness.ts'
import type { CachedResponse } from './cached-response.ts'

/**
 * Result of a look into the caches: a hit, a miss that can be rendered, a bypass (the address is not cached), or a request that
 * is ineligible because it has a body or is to be refused by the app.
 */
export type CacheLookup =
  | { outcome: 'hit'; address: string; origin: string; answer: CachedResponse }
  | { outcome: 'miss'; address: string; origin: string; make: () => Promise<CachedResponse | undefined> }
  | { outcome: 'bypass' | 'ineligible' }

export interface CacheLookupParts {
  /** Asked in this order. */
  sources: readonly AnswerSource[]
  requestOrigin: (request: CacheableRequest) => AskedOrigin
  readiness: Readiness
}

const BYPASS: CacheLookup = { outcome: 'bypass' }
const INELIGIBLE: CacheLookup = { outcome: 'ineligible' }

/** Makes the function that looks a request up in the caches. */
export function createCacheLookup({ sources, requestOrigin, readiness }: CacheLookupParts) {
  return function find(request: CacheableRequest): CacheLookup {
    const { url: target = '' } = request
    const asked = isPlainRead(request) && readiness.isReady ? requestOrigin(request) : undefined
    if (asked === undefined || 'refusal' in asked || target.includes('_data')) return INELIGIBLE
    const { origin } = asked
    const isForFiles = asksAsOfFiles(request)
    for (const { cache, hasRanges } of sources) {
      if (hasRanges && isForFiles) continue
      const answer = cache.find(target)
      if (answer) return { outcome: 'hit', address: target, origin, answer }
    }
    for (const source of sources) {
      if (source.hasRanges && isForFiles) continue
      const kept = source.addressOf(target)
      if (kept === undefined) continue
      if (source.cache.isUncacheable(kept)) return BYPASS
      const answer = source.cache.find(kept)
      const address = source.isShared ? (target.split('?', 1)[0]?.slice(0, LONGEST_ADDRESS) ?? '') : kept
      return answer
        ? { outcome: 'hit', address, origin, answer }
        : { outcome: 'miss', address, origin, make: () => source.cache.fill(kept, () => source.make(kept)) }
    }
    return BYPASS
  }
}

/** In characters: of an address that anyone made up, as it is counted for the log. */
const LONGEST_ADDRESS = 100

/**
 * A part of a file, or conditions that only files know: they are answered in one place, where files are read. If-None-Match
 * goes before If-Modified-Since (RFC 9110, 13.2.2).
 */
function asksAsOfFiles({ headers }: CacheableRequest) {
  return (
    headers.range !== undefined ||
    headers['if-match'] !== undefined ||
    headers['if-unmodified-since'] !== undefined ||
    (headers['if-modified-since'] !== undefined && headers['if-none-match'] === undefined)
  )
}

/** A body belongs to no GET; whoever sends one is watched by the limits on bodies. */
function isPlainRead({ method, headers }: CacheableRequest) {
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  )
}
