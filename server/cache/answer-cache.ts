import { etagOf, storeAnswer, type StoredAnswer } from './stored-answer.ts'
import type { WholeAnswer } from './whole-answer.ts'

interface Kept {
  answer: StoredAnswer
  /** Which state of the content it shows. */
  generation: number
  wasUsed: boolean
  /** Counted when it was kept: an answer shrinks later, when it is compressed again. */
  bytes: number
}

/** A picture whose variants are still being made, or a page that failed, may be kept a little later. */
const NOT_KEPT_MS = 10_000

/**
 * Answers kept in memory under their address, bounded in number and bytes. Whoever finds none has it made once, however many
 * ask at the same time.
 *
 * What was begun before `drop` is neither kept nor given to anyone who asks after it: whoever asks after a save sees it.
 */
export class AnswerCache {
  readonly #limits: { entries: number; bytes: number }
  readonly #origin: string
  readonly #kept = new Map<string, Kept>()
  readonly #making = new Map<string, Promise<StoredAnswer | undefined>>()
  /** Addresses whose answers could not be kept, with the time until which this is believed. */
  readonly #notKept = new Map<string, number>()
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

  find(address: string): StoredAnswer | undefined {
    const kept = this.#kept.get(address)
    if (kept?.generation !== this.#generation) return undefined
    kept.wasUsed = true
    return kept.answer
  }

  /** True where the answer at `address` was lately found not to be one that is kept: making it for that again is no use. */
  isNotKept(address: string): boolean {
    return performance.now() < (this.#notKept.get(address) ?? 0)
  }

  /** The answer at `address`, made where there is none; undefined where `make` gives none. Rejects with what it throws. */
  fill(address: string, make: () => Promise<WholeAnswer | undefined>): Promise<StoredAnswer | undefined> {
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
    this.#notKept.clear()
  }

  /** Every answer that is still valid. */
  *answers(): Generator<StoredAnswer> {
    for (const { answer, generation } of this.#kept.values()) if (generation === this.#generation) yield answer
  }

  async #make(address: string, make: () => Promise<WholeAnswer | undefined>) {
    const generation = this.#generation
    const whole = await make().catch((error: unknown) => {
      this.#refuse(address, generation)
      throw error
    })
    if (whole === undefined) {
      this.#refuse(address, generation)
      return undefined
    }
    const earlier = this.#kept.get(address)?.answer
    const isSame = earlier?.etag === etagOf(whole) && earlier.body.equals(whole.body)
    const answer = isSame ? earlier : await storeAnswer(whole, this.#origin)
    if (generation === this.#generation) this.#keep(address, answer)
    return answer
  }

  #refuse(address: string, generation: number) {
    if (generation !== this.#generation) return
    if (this.#notKept.size >= this.#limits.entries) this.#notKept.clear()
    this.#notKept.set(address, performance.now() + NOT_KEPT_MS)
  }

  #keep(address: string, answer: StoredAnswer) {
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
