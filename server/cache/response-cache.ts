import { LRUCache } from 'lru-cache'
import { compressResponse, etagOf, type BufferedResponse, type CachedResponse } from './cached-response.ts'

/** A kind of response that is cached, and how one is made. */
export interface CacheSource {
  cache: ResponseCache
  /** The key of the response to a request target; undefined if the target is not of this kind. */
  keyOf: (target: string) => string | undefined
  /** Makes the response. Undefined if it must not be cached. */
  load: (key: string) => Promise<BufferedResponse | undefined>
  /** True if a response is shared by many addresses: hits are then counted by the requested address. */
  isShared?: boolean
  /** True for files: clients may request ranges of them. */
  hasRanges: boolean
}

interface CacheEntry {
  response: CachedResponse
  /** The generation of the cache for which it was loaded. */
  generation: number
}

/** Negative cache: an uncacheable response, such as an image without its variants yet, is retried after this time. */
const UNCACHEABLE_MS = 10_000

/**
 * Cached responses by key, bounded in number and bytes; the least recently used ones are evicted first. Concurrent
 * misses of a key share one load. (`fetch` of lru-cache would give the result of a load from before `drop` to requests
 * that came after it.)
 *
 * A response whose load began before `drop` is neither cached nor sent to a request that came after it: a request after
 * a save sees the save.
 */
export class ResponseCache {
  readonly #origin: string
  readonly #entries: LRUCache<string, CacheEntry>
  readonly #loading = new Map<string, Promise<CachedResponse | undefined>>()
  readonly #uncacheable: LRUCache<string, true>
  #generation = 0

  /** `origin` is the origin that all responses are rendered for. */
  constructor({ origin, entries, bytes }: { origin: string; entries: number; bytes: number }) {
    this.#origin = origin
    this.#entries = new LRUCache({ max: entries, maxSize: bytes, sizeCalculation: ({ response }) => response.size })
    this.#uncacheable = new LRUCache({ max: entries, ttl: UNCACHEABLE_MS })
  }

  /** Changes with each drop. */
  get generation() {
    return this.#generation
  }

  /** How many responses are being loaded. */
  get loading(): number {
    return this.#loading.size
  }

  find(key: string): CachedResponse | undefined {
    const entry = this.#entries.get(key)
    return entry?.generation === this.#generation ? entry.response : undefined
  }

  /** True if the response was recently found to be uncacheable, so that it should not be loaded for the cache. */
  isUncacheable(key: string): boolean {
    return this.#uncacheable.has(key)
  }

  /** The cached response, loaded on a miss. Undefined if `load` returns none. Rejects with the error of `load`. */
  fill(key: string, load: () => Promise<BufferedResponse | undefined>): Promise<CachedResponse | undefined> {
    const found = this.find(key)
    if (found) return Promise.resolve(found)
    const pending = this.#loading.get(key)
    if (pending) return pending
    const loading = this.#load(key, load).finally(() => {
      if (this.#loading.get(key) === loading) this.#loading.delete(key)
    })
    this.#loading.set(key, loading)
    return loading
  }

  /** Invalidates every response. */
  drop(): void {
    // The entries are not removed: a response that is rendered with the same bytes again reuses its compressed codings.
    this.#generation += 1
    this.#loading.clear()
    this.#uncacheable.clear()
  }

  /** Every valid response. */
  *responses(): Generator<CachedResponse> {
    for (const { response, generation } of this.#entries.values()) if (generation === this.#generation) yield response
  }

  async #load(key: string, load: () => Promise<BufferedResponse | undefined>) {
    const generation = this.#generation
    const markUncacheable = () => {
      if (generation === this.#generation) this.#uncacheable.set(key, true)
    }
    const buffered = await load().catch((error: unknown) => {
      markUncacheable()
      throw error
    })
    if (buffered === undefined) {
      markUncacheable()
      return undefined
    }
    const earlier = this.#entries.peek(key)?.response
    const isSame = earlier?.etag === etagOf(buffered) && earlier.body.equals(buffered.body)
    const response = isSame ? earlier : await compressResponse(buffered, this.#origin)
    if (generation === this.#generation) this.#entries.set(key, { response, generation })
    return response
  }
}
