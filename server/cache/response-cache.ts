import { etagOf, storeAnswer, type CachedResponse } from './cached-response.ts'
import type { BufferedResponse } from './buffered-response.ts'

interface CacheEntry {
  answer: CachedResponse
  /** Which state of the content it shows. */
  generation: number
  wasUsed: boolean
  /** Counted when it was kept: an answer shrinks later, when it is compressed again. */
  bytes: number
}

/** Negative cache: a response that could not be cached, such as a picture whose variants are still being made, is retried. */
const UNCACHEABLE_MS = 10_000

/**
 * Cached responses by address, bounded in number and bytes. Concurrent misses of an address share one render.
 *
 * A response whose render began before `drop` is neither cached nor sent to a request that came after it: a request after a
 * save sees the save.
 */
export class ResponseCache {
  readonly #limits: { entries: number; bytes: number }
  readonly #origin: string
  readonly #kept = new Map<string, CacheEntry>()
  readonly #making = new Map<string, Promise<CachedResponse | undefined>>()
  /** Addresses of uncacheable responses, with the time until which this is believed. */
  readonly #uncacheable = new Map<string, number>()
  #generation = 0
  #bytes = 0

  /** `origin` is the one under which all answers are made. */
  constructor({ origin, ...limits }: { origin: string; entries: number; bytes: number }) {
    this.#origin = origin
    this.#limits = limits
  }

  /** Changes with each drop. */
  get generation() {
    return this.#generation
  }

  find(address: string): CachedResponse | undefined {
    const kept = this.#kept.get(address)
    if (kept?.generation !== this.#generation) return undefined
    kept.wasUsed = true
    return kept.answer
  }

  /** True if the response at `address` was lately found to be uncacheable, so that rendering it for the cache is no use. */
  isUncacheable(address: string): boolean {
    return performance.now() < (this.#uncacheable.get(address) ?? 0)
  }

  /** The answer at `address`, made where there is none; undefined where `make` gives none. Rejects with what it throws. */
  fill(address: string, make: () => Promise<BufferedResponse | undefined>): Promise<CachedResponse | undefined> {
    const found = this.find(address)
    if (found) return Promise.resolve(found)
    let making = this.#making.get(address)
    if (making === undefined) {
      const begun = this.#make(address, make).finally(() => {
        if (this.#making.get(address) === begun) this.#making.delete(address)
      })
      making = begun
      this.#making.set(address, begun)
    }
    return making
  }

  /** Forgets every answer. */
  drop(): void {
    // Not deleted: an answer that comes out the same again keeps its compressed forms.
    this.#generation += 1
    this.#making.clear()
    this.#uncacheable.clear()
  }

  /** Every answer that is still valid. */
  *answers(): Generator<CachedResponse> {
    for (const { answer, generation } of this.#kept.values()) if (generation === this.#generation) yield answer
  }

  async #make(address: string, make: () => Promise<BufferedResponse | undefined>) {
    const generation = this.#generation
    const whole = await make().catch((error: unknown) => {
      this.#markUncacheable(address, generation)
      throw error
    })
    if (whole === undefined) {
      this.#markUncacheable(address, generation)
      return undefined
    }
    const earlier = this.#kept.get(address)?.answer
    const isSame = earlier?.etag === etagOf(whole) && earlier.body.equals(whole.body)
    const answer = isSame ? earlier : await storeAnswer(whole, this.#origin)
    if (generation === this.#generation) this.#keep(address, answer)
    return answer
  }

  #markUncacheable(address: string, generation: number) {
    if (generation !== this.#generation) return
    if (this.#uncacheable.size >= this.#limits.entries) this.#uncacheable.clear()
    this.#uncacheable.set(address, performance.now() + UNCACHEABLE_MS)
  }

  #keep(address: string, answer: CachedResponse) {
    this.#forget(address)
    const bytes = answer.size
    if (bytes > this.#limits.bytes) return
    this.#kept.set(address, { answer, generation: this.#generation, wasUsed: false, bytes })
    this.#bytes += bytes
    this.#makeRoom()
  }

  /** Second chance: the oldest one goes, unless it was used since it was last looked at. A use then costs no reordering. */
  #makeRoom() {
    for (const [address, kept] of this.#kept) {
      if (this.#kept.size <= this.#limits.entries && this.#bytes <= this.#limits.bytes) return
      if (kept.wasUsed && kept.generation === this.#generation) {
        kept.wasUsed = false
        this.#kept.delete(address)
        this.#kept.set(address, kept)
      } else {
        this.#forget(address)
      }
    }
  }

  #forget(address: string) {
    const kept = this.#kept.get(address)
    if (kept === undefined) return
    this.#kept.delete(address)
    this.#bytes -= kept.bytes
  }
}
