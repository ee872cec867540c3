import type { S3Client } from './s3-client.server.ts'

const KEY = 'lease'
/** How often the holder writes the lease anew, and the others look at it. */
const RENEW_MS = 3_000
/** The holder trusts its lease for so long after it began to write it. */
const TRUST_MS = 8_000
/** Others take over a lease that has not been written for so long: longer than its holder trusts it. */
const TAKE_OVER_MS = 12_000
const MAX_BYTES = 1_000

/**
 * The right to do what is done once for the whole site: one object that its holder writes again and again, on the condition that
 * nobody else has. No clocks are compared: each node measures by its own how long ago the object changed.
 */
export class Lease {
  #heldUntil = 0
  #etag: string | undefined
  /** By this node's clock: when the object was first seen as it is. */
  #seenSince = 0
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isClosed = false

  constructor(
    private readonly client: S3Client,
    private readonly id: string,
  ) {}

  /** True while no other node can have the lease. */
  isHeld(): boolean {
    return performance.now() < this.#heldUntil
  }

  /** Takes the lease if nobody has it, and goes on to look after it. Resolves after the first try; never rejects. */
  async start(): Promise<void> {
    this.#running = this.#tend()
      // A store that does not answer: the lease runs out by itself.
      .catch(() => undefined)
      .then(() => {
        if (this.#isClosed) return
        this.#timer = setTimeout(() => void this.start(), RENEW_MS).unref()
      })
    await this.#running
  }

  /** Gives the lease up, so that another node need not wait. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#running
    const wasHeld = this.isHeld()
    this.#heldUntil = 0
    if (wasHeld && this.#etag !== undefined) {
      await this.client.put(KEY, Buffer.from(''), { ifMatch: this.#etag }).catch(() => undefined)
    }
  }

  async #tend() {
    const now = performance.now()
    if (!this.isHeld()) {
      const found = await this.client.read(KEY, MAX_BYTES)
      if (found?.etag !== this.#etag) {
        this.#etag = found?.etag
        this.#seenSince = now
      }
      const isGivenUp = found?.bytes.length === 0
      if (found && !isGivenUp && now - this.#seenSince < TAKE_OVER_MS) return
    }
    const began = performance.now()
    const bytes = Buffer.from(JSON.stringify({ holder: this.id, written: new Date().toISOString() }))
    const put = await this.client.put(KEY, bytes, this.#etag === undefined ? 'absent' : { ifMatch: this.#etag })
    if (put === 'conflict') {
      this.#heldUntil = 0
      return
    }
    this.#etag = put.etag
    this.#seenSince = performance.now()
    this.#heldUntil = began + TRUST_MS
  }
}
