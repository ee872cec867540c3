import { setTimeout as delay } from 'node:timers/promises'

interface SentWrite {
  key: string
  /** The store refuses it from this moment of the monotonic clock on. */
  until: number
}

/**
 * Writes that were sent and not answered yet, or not at all: a network may deliver them later. A later write of the
 * same object waits until that is impossible, because a condition alone does not stop them: after an undo the object
 * has the bytes, and thus the ETag, that they expect.
 */
export class SentWrites {
  readonly #sent = new Set<SentWrite>()

  add(key: string, until: number): SentWrite {
    const write = { key, until }
    this.#sent.add(write)
    return write
  }

  /** Notes that the store has responded to a write, or will never receive it. */
  end(write: SentWrite): void {
    this.#sent.delete(write)
  }

  /** The same for all writes of an object. */
  endAllOf(key: string): void {
    for (const write of this.#sent) if (write.key === key) this.#sent.delete(write)
  }

  /** Resolves when no earlier write of this object, or of any object, can happen any more. */
  async untilOver(key?: string): Promise<void> {
    const earlier = [...this.#sent].filter((write) => key === undefined || write.key === key)
    for (const write of earlier) {
      while (this.#sent.has(write) && performance.now() < write.until) {
        await delay(Math.min(50, Math.max(1, write.until - performance.now())))
      }
      this.#sent.delete(write)
    }
  }
}
