import type { EventEmitter } from 'node:events'
import { MAX_USUAL_BYTES } from './response-cache.ts'

/**
 * Counts the bytes of cached bodies that slow clients have not read yet. Readers of one response share its bytes, also
 * after the cache has evicted it; a client that reads many responses slowly would hold all of them.
 */
export class UnreadBodies {
  readonly #readers = new Map<Buffer, number>()
  #bytes = 0
  #largeBytes = 0

  /** Without bodies above `MAX_USUAL_BYTES`. */
  get bytes(): number {
    return this.#bytes
  }

  get largeBytes(): number {
    return this.#largeBytes
  }

  /** Counts a body until the connection or response it is sent over emits `drain` or `close`. */
  add(body: Buffer, receiver: EventEmitter): void {
    const release = this.hold(body)
    const remove = () => {
      receiver.off('drain', remove).off('close', remove)
      release()
    }
    receiver.once('drain', remove).once('close', remove)
  }

  /** Counts a body until the returned function is called, which must happen once. */
  hold(body: Buffer): () => void {
    const readers = this.#readers.get(body) ?? 0
    if (readers === 0) this.#count(body, 1)
    this.#readers.set(body, readers + 1)
    return () => {
      const left = (this.#readers.get(body) ?? 0) - 1
      if (left > 0) {
        this.#readers.set(body, left)
        return
      }
      this.#readers.delete(body)
      this.#count(body, -1)
    }
  }

  #count({ length }: Buffer, sign: 1 | -1) {
    if (length > MAX_USUAL_BYTES) this.#largeBytes += sign * length
    else this.#bytes += sign * length
  }
}
