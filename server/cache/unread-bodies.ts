import type { EventEmitter } from 'node:events'

/**
 * Counts the bytes of cached bodies that slow clients have not read yet. Readers of one response share its bytes, also
 * after the cache has evicted it; a client that reads many responses slowly would hold all of them.
 */
export class UnreadBodies {
  readonly #readers = new Map<Buffer, number>()
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  /** Counts a body until the connection or response it is sent over emits `drain` or `close`. */
  add(body: Buffer, receiver: EventEmitter): void {
    const readers = this.#readers.get(body) ?? 0
    if (readers === 0) this.#bytes += body.length
    this.#readers.set(body, readers + 1)
    const remove = () => {
      receiver.off('drain', remove).off('close', remove)
      const left = (this.#readers.get(body) ?? 0) - 1
      if (left > 0) {
        this.#readers.set(body, left)
        return
      }
      this.#readers.delete(body)
      this.#bytes -= body.length
    }
    receiver.once('drain', remove).once('close', remove)
  }
}
