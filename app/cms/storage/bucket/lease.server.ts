import type { S3Client } from './s3-client.server.ts'

/** The object of the lease. It is empty while no node has it. */
export const LEASE_KEY = 'lease'
/** How often the holder renews the lease, and the others check it. */
const RENEW_MS = 3_000
/** The holder trusts its lease for so long after it began to write it. */
const TRUST_MS = 8_000
/** Others take over a lease that was not written for so long: longer than its holder trusts it. */
const TAKE_OVER_MS = 12_000
const MAX_BYTES = 1_000

/**
 * The right to do what is done once for the whole site: one object that its holder rewrites again and again, on the
 * condition that no other node has written it. No clocks are compared: each node measures with its own how long ago the
 * object changed.
 */
export class Lease {
  #heldUntil = 0
  #etag: string | undefined
  /** By this node's clock: when the object was first seen in its present state. */
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

  /** Tries to acquire the lease, then renews or checks it regularly. Resolves after the first try; never rejects. */
  async start(): Promise<void> {
    this.#running = this.#tend()
      // If the store does not respond, the lease expires.
      .catch(() => undefined)
      .then(() => {
        if (this.#isClosed) return
        this.#timer = setTimeout(() => void this.start(), RENEW_MS).unref()
      })
    await this.#running
  }

  /** Gives up the lease, so that another node need not wait. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#running
    const wasHeld = this.isHeld()
    this.#heldUntil = 0
    if (wasHeld && this.#etag !== undefined) {
      await this.client.put(LEASE_KEY, Buffer.from(''), { ifMatch: this.#etag }).catch(() => undefined)
    }
  }

  async #tend() {
    const now = performance.now()
    if (!this.isHeld()) {
      const found = await this.client.read(LEASE_KEY, MAX_BYTES)
      if (found?.etag !== this.#etag) {
        this.#etag = found?.etag
        this.#seenSince = now
      }
      const isGivenUp = found?.bytes.length === 0
      if (found && !isGivenUp && now - this.#seenSince < TAKE_OVER_MS) return
    }
    const began = performance.now()
    const bytes = Buffer.from(JSON.stringify({ holder: this.id, written: new Date().toISOString() }))
    const put = await this.client.put(LEASE_KEY, bytes, this.#etag === undefined ? 'absent' : { ifMatch: this.#etag })
    if (put === 'conflict') {
      this.#heldUntil = 0
      return
    }
    this.#etag = put.etag
    this.#seenSince = performance.now()
    this.#heldUntil = began + TRUST_MS
  }
}
