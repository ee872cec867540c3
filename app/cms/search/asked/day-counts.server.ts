import { createHmac, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { atMost } from '#app/cms/platform/lru-limits.ts'
import { visitorKey } from '#app/cms/platform/visitor-key.ts'

/** So many visitors have to ask the same on one day before it counts. Fewer could be recognised by their words. */
export const MIN_VISITORS = 3

/** More visitors of the same words are not counted. */
export const MAX_VISITORS = 100

/** Words of a day that count, and words that too few have asked for so far. */
export const MAX_WORDS = 500
const MAX_PENDING = 2_000

/** How many visitors have asked for words: those who found all of them, and those who did not. */
export interface WordCount {
  words: string
  found: number
  missing: number
}

interface Asked {
  visitors: Set<string>
  found: number
  missing: number
}

/**
 * What visitors ask for on one day, in memory. Visitors are told apart by a hash with a key of its own, which ends with
 * the object. Each visitor counts once for the same words.
 */
export class DayCounts {
  /** Names its file. */
  readonly id = randomBytes(4).toString('hex')
  isStored = true
  readonly #secret = randomBytes(32)
  readonly #counted = new Map<string, Asked>()
  readonly #pending = new LRUCache<string, Asked>(atMost(MAX_PENDING))

  /** Day: YYYY-MM-DD. */
  constructor(readonly day: string) {}

  add(words: string, { isFound, address }: { isFound: boolean; address: string }): void {
    const before = this.#counted.get(words) ?? this.#pending.get(words)
    const { visitors, found, missing } = before ?? { visitors: new Set<string>(), found: 0, missing: 0 }
    const visitor = createHmac('sha256', this.#secret).update(visitorKey(address)).digest('base64url').slice(0, 12)
    if (visitors.has(visitor) || visitors.size >= MAX_VISITORS) return
    const isCounted = visitors.size + 1 >= MIN_VISITORS
    if (isCounted && !this.#counted.has(words) && this.#counted.size >= MAX_WORDS) return
    const asked = {
      visitors: visitors.add(visitor),
      found: found + (isFound ? 1 : 0),
      missing: missing + (isFound ? 0 : 1),
    }
    if (!isCounted) {
      this.#pending.set(words, asked)
      return
    }
    this.#pending.delete(words)
    this.#counted.set(words, asked)
    this.isStored = false
  }

  /** Without anything about the visitors. */
  counted(): WordCount[] {
    return Array.from(this.#counted, ([words, { found, missing }]) => ({ words, found, missing }))
  }
}
