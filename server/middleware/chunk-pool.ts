/** In bytes. */
const SMALL = 128 * 1024
const LARGE = 512 * 1024

/** How many large chunks are in use at a time: 8 MB. Further downloads get small ones. */
const MAX_LARGE = 16

/** How many chunks of each size are kept for the next downloads. */
const MAX_FREE = 8

/**
 * The memory through which files are sent: one chunk for each download. A large chunk needs about a quarter less processor time
 * than small ones, because it takes fewer turns of a thread. As every slow client keeps its chunk, only a few are large.
 */
export class ChunkPool {
  readonly #free: { small: Buffer[]; large: Buffer[] } = { small: [], large: [] }
  #large = 0

  /** A chunk for a body of `size` bytes. Its content is arbitrary. */
  take(size: number): Buffer {
    if (size <= SMALL || this.#large >= MAX_LARGE) return this.#free.small.pop() ?? Buffer.allocUnsafeSlow(SMALL)
    this.#large += 1
    return this.#free.large.pop() ?? Buffer.allocUnsafeSlow(LARGE)
  }

  /** Takes a chunk back that nothing reads from or writes to any more. */
  release(chunk: Buffer): void {
    this.discard(chunk)
    const free = chunk.length === LARGE ? this.#free.large : this.#free.small
    if (free.length < MAX_FREE) free.push(chunk)
  }

  /** Forgets a chunk that the system may still use. */
  discard(chunk: Buffer): void {
    if (chunk.length === LARGE) this.#large -= 1
  }
}
