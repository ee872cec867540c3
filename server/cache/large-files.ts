import { LRUCache } from 'lru-cache'
import { NOT_YET } from './response-cache.ts'
import type { UnreadBodies } from './unread-bodies.ts'

const MB = 1024 * 1024

/** A larger file is always streamed from disk. */
const LARGEST = 16 * MB

/** Bytes that are read into memory at a time. */
const MAX_READING_BYTES = 24 * MB

/** While clients hold this many bytes of large files, no further one is read into memory. */
const MAX_UNREAD_BYTES = 32 * MB

/** How long a request for a file is remembered, and how many files are. */
const REMEMBERED_MS = 10 * 60_000
const MAX_REMEMBERED = 200

/**
 * Decides which large files are read into memory: those that are requested again within ten minutes. A program that
 * downloads every file once reads each from disk.
 */
export class LargeFiles {
  readonly #unread: Pick<UnreadBodies, 'largeBytes'>
  readonly #requested = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS })
  #reading = 0

  constructor(unread: Pick<UnreadBodies, 'largeBytes'>) {
    this.#unread = unread
  }

  /**
   * Calls `read`, which reads the `size` bytes of a file. Resolves with undefined if the file must be streamed, and with
   * `NOT_YET` if it must be streamed this time.
   */
  async read(address: string, size: number, read: () => Promise<Buffer>): Promise<Buffer | typeof NOT_YET | undefined> {
    if (size > LARGEST) return undefined
    const isInDemand = this.#requested.has(address)
    this.#requested.set(address, true)
    if (!isInDemand) return NOT_YET
    if (this.#reading + size > MAX_READING_BYTES) return undefined
    if (this.#unread.largeBytes >= MAX_UNREAD_BYTES) return undefined
    this.#reading += size
    try {
      return await read()
    } finally {
      this.#reading -= size
    }
  }
}
