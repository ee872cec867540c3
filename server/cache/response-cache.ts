import { LRUCache } from 'lru-cache'
import { CachedResponse, type BufferedResponse } from './cached-response.ts'

/** A kind of response that is cached, and how one is made. */
export interface CacheSource {
  cache: ResponseCache
  /** The key of the response to a request target; undefined if the target is not of this kind. */
  keyOf: (target: string) => string | undefined
  /**
   * Makes the response, or returns `earlier`, the response before the last change, if it is still right. Undefined if
   * the response must not be cached. `NOT_YET` if it is not cached now, but may be at the next request.
   */
  load: (key: string, earlier: CachedResponse | undefined) => Promise<LoadedResponse>
  /** True if a response is shared by many addresses: hits are then counted by the requested address. */
  isShared?: boolean
  /** True for files: clients may request ranges of them. */
  hasRanges: boolean
}

/** The result of a load without a response, after which the next request loads again. */
export const NOT_YET = 'not yet'

type LoadedResponse = BufferedResponse | CachedResponse | typeof NOT_YET | undefined

interface CacheEntry {
  response: CachedResponse
  /** The generation of the cache for which it was loaded. */
  generation: number
}

/** Negative cache: an uncacheable response, such as an image without its variants yet, is retried after this time. */
const UNCACHEABLE_MS = 10_000

/** Larger responses have room of their own, so that a few of them do not evict all others. */
export const MAX_USUAL_BYTES = 1024 * 1024

/** A larger response that was not used for this time is removed, which returns its memory. */
const LARGE_UNUSED_MS = 10 * 60_000

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
  readonly #large: LRUCache<string, CacheEntry> | undefined
  readonly #loading = new Map<string, Promise<CachedResponse | undefined>>()
  readonly #uncacheable: LRUCache<string, true>
  #generation = 0

  /**
   * `origin` is the origin that all responses are rendered for. `largeBytes` is the room for responses above
   * `MAX_USUAL_BYTES`; without it they have no room of their own.
   */
  constructor({
    origin,
    entries,
    bytes,
    largeBytes,
  }: {
    origin: string
    entries: number
    bytes: number
    largeBytes?: number
  }) {
    const sizeCalculation = ({ response }: CacheEntry) => response.size
    this.#origin = origin
    this.#entries = new LRUCache({ max: entries, maxSize: bytes, sizeCalculation })
    if (largeBytes !== undefined) {
      this.#large = new LRUCache({
        max: entries,
        maxSize: largeBytes,
        sizeCalculation,
        ttl: LARGE_UNUSED_MS,
        updateAgeOnGet: true,
        ttlAutopurge: true,
      })
    }
    this.#uncacheable = new LRUCache({ max: entries, ttl: UNCACHEABLE_MS })
  }

  /** Changes with each drop. */
  get generation() {
    return this.#generation
  }

  get loading(): number {
    return this.#loading.size
  }

  find(key: string): CachedResponse | undefined {
    const entry = this.#entries.get(key) ?? this.#large?.get(key)
    return entry?.generation === this.#generation ? entry.response : undefined
  }

  /** True if the response was recently found to be uncacheable, so that it should not be loaded for the cache. */
  isUncacheable(key: string): boolean {
    return this.#uncacheable.has(key)
  }

  /**
   * The cached response, loaded on a miss. `load` gets the response before the last change, as far as it is in memory.
   * Undefined if `load` returns none. Rejects with the error of `load`.
   */
  fill(
    key: string,
    load: (earlier: CachedResponse | undefined) => Promise<LoadedResponse>,
  ): Promise<CachedResponse | undefined> {
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

  drop(): void {
    // The entries are not removed: a response that is rendered with the same bytes again reuses its compressed codings.
    this.#generation += 1
    this.#loading.clear()
    this.#uncacheable.clear()
  }

  /** Every valid response. */
  *responses(): Generator<CachedResponse> {
    for (const entries of [this.#entries, this.#large]) {
      for (const { response, generation } of entries?.values() ?? []) {
        if (generation === this.#generation) yield response
      }
    }
  }

  async #load(key: string, load: (earlier: CachedResponse | undefined) => Promise<LoadedResponse>) {
    const generation = this.#generation
    const markUncacheable = () => {
      if (generation === this.#generation) this.#uncacheable.set(key, true)
    }
    const earlier = (this.#entries.peek(key) ?? this.#large?.peek(key))?.response
    const loaded = await load(earlier).catch((error: unknown) => {
      markUncacheable()
      throw error
    })
    if (loaded === NOT_YET) return undefined
    if (loaded === undefined) {
      markUncacheable()
      return undefined
    }
    const response = loaded instanceof CachedResponse ? loaded : this.#complete(loaded, earlier)
    if (generation === this.#generation) this.#store(key, { response, generation })
    return response
  }

  #complete(buffered: BufferedResponse, earlier: CachedResponse | undefined) {
    return earlier?.equals(buffered) ? earlier : new CachedResponse(buffered, this.#origin)
  }

  #store(key: string, entry: CacheEntry) {
    const isLarge = entry.response.bodyLength > MAX_USUAL_BYTES
    const room = (isLarge ? this.#large : undefined) ?? this.#entries
    this.#entries.delete(key)
    this.#large?.delete(key)
    room.set(key, entry)
  }
}
