import { randomBytes } from 'node:crypto'
import { Listeners } from '#app/cms/platform/listeners.ts'
import { within } from '#app/cms/platform/within.ts'
import type { Writer, Writership } from '../writership.ts'
import { LEASE_KEY, readLease, type FoundLease, type LeaseRecord } from './lease-record.server.ts'
import type { S3Client, WriteFence } from './s3-client.server.ts'

/** All in milliseconds. */
const TIMES = {
  /** How often the holder renews the lease. */
  renew: 1_000,
  /** How often the others look at it. */
  look: 500,
  /** The holder trusts its lease for so long after it began to write it. */
  trust: 4_500,
  /** Another node takes a lease that has not changed for so long: longer than its holder trusts it. */
  take: 7_000,
  /** The same while the store is slow for this node: it may be as slow for the holder. */
  takeSlowly: 20_000,
  /** A look that takes longer does not count as time in which the holder could have renewed the lease. */
  slow: 1_000,
  slowest: 5_000,
  retry: 250,
  /** A lease is given up once no earlier write can happen any more. */
  release: 6_000,
}

interface LeaseOptions {
  client: S3Client
  /** Id of this process. */
  id: string
  /** Where other nodes reach this process. */
  origin: string
  /** False while this process must not write, such as with a wrong clock. Asked again and again. */
  mayHold?: () => boolean
  /** For tests: the monotonic clock. */
  now?: () => number
  times?: Partial<typeof TIMES>
}

/** The right to write while this process has it: for one term. */
interface OwnTerm {
  epoch: number
  secret: string
}

/**
 * The right to write to a bucket: one object that its holder rewrites again and again, on the condition that no other
 * node has written it. No clocks are compared: each node measures with its own how long the object stays unchanged.
 */
export class Lease implements Writership, WriteFence {
  readonly #listeners = new Listeners()
  readonly subscribe = this.#listeners.subscribe
  readonly #client: S3Client
  readonly #id: string
  readonly #origin: string
  readonly #mayHold: () => boolean
  readonly #now: () => number
  readonly #times: typeof TIMES
  #isRequested = false
  #isClosed = false
  #own: OwnTerm | undefined
  #heldUntil = -Infinity
  /** The number of the last term that this node knows of. */
  #epoch = 0
  /** A lease that was written before this moment is not trusted. */
  #distrustedUntil = -Infinity
  /** The object as this node has seen or written it last. */
  #found: FoundLease | undefined
  /** False if the object may have changed since, such as after a fault of the store. */
  #isCurrent = false
  #lookedAt = -Infinity
  /** For how long the object was seen unchanged: while the store was quick, and altogether. */
  #unchanged = { quickly: 0, altogether: 0 }
  readonly #unsubscribe: () => void
  #running: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #lapse: NodeJS.Timeout | undefined
  #announced = ''

  constructor({ client, id, origin, mayHold = () => true, now = () => performance.now(), times }: LeaseOptions) {
    this.#client = client
    this.#id = id
    this.#origin = origin
    this.#mayHold = mayHold
    this.#now = now
    this.#times = { ...TIMES, ...times }
    // The time that has passed is not known any more.
    this.#unsubscribe = client.sender.onClockJump(() => {
      this.#distrustedUntil = this.#now()
      this.#heldUntil = -Infinity
      this.#announce()
    })
  }

  /** Looks at the lease, or renews it, regularly until `close`. Resolves after the first time; never rejects. */
  start(): Promise<void> {
    return this.#turn()
  }

  request(): void {
    this.#isRequested = true
    // Before `start` there is nothing to hurry.
    if (this.#timer) void this.#turn()
  }

  term(): number | undefined {
    return this.#own?.epoch
  }

  isHeld(): boolean {
    return this.#own !== undefined && this.#now() < this.#heldUntil
  }

  heldUntil(): number {
    return this.#heldUntil
  }

  writer(): Writer | undefined {
    if (this.#own) return { origin: this.#origin, secret: this.#own.secret }
    const { holder = null, origin = '', secret = '' } = this.#found?.record ?? {}
    return holder === null || this.#unchanged.quickly >= this.#times.take ? undefined : { origin, secret }
  }

  async release(): Promise<void> {
    this.#isRequested = false
    this.#end()
    await within(
      this.#times.release,
      Promise.resolve(this.#running).then(() => this.#giveUp()),
    )
  }

  /** Gives up the lease and no longer looks at it. Never rejects. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#unsubscribe()
    await this.release()
    clearTimeout(this.#lapse)
  }

  #turn(): Promise<void> {
    clearTimeout(this.#timer)
    this.#running ??= this.#tend()
      .catch(() => {
        // If the store does not respond, the lease expires. What became of the request shows the next look.
        this.#isCurrent = false
        return this.#times.retry
      })
      .then((pause) => {
        this.#running = undefined
        this.#announce()
        if (this.#isClosed) return
        this.#timer = setTimeout(() => void this.#turn(), pause).unref()
      })
    return this.#running
  }

  /** Renews, takes, or looks at the lease. Resolves with the pause until the next time. */
  async #tend(): Promise<number> {
    const began = this.#now()
    if (!this.#own || !this.#isCurrent) await this.#look()
    if (!this.#mayHold()) {
      if (!this.#own) return this.#times.look
      this.#end()
      await this.#giveUp()
    } else if (this.#own) await this.#write(this.#own)
    else if (this.#isRequested && this.#mayTake()) {
      await this.#write({ epoch: this.#epoch + 1, secret: randomBytes(32).toString('base64url') })
    }
    if (!this.#own) return this.#times.look
    return this.#isCurrent ? Math.max(0, began + this.#times.renew - this.#now()) : 0
  }

  async #look() {
    const began = this.#now()
    const found = await readLease(this.#client)
    const ended = this.#now()
    if (found?.etag !== this.#found?.etag || this.#lookedAt === -Infinity) {
      this.#unchanged = { quickly: 0, altogether: 0 }
    } else {
      // Time in which this process was halted does not count: the holder may have been halted, too.
      const pause = Math.min(began - this.#lookedAt, 2 * this.#times.look)
      const duration = Math.min(ended - began, this.#times.slowest)
      this.#unchanged.altogether += pause + duration
      if (duration <= this.#times.slow) this.#unchanged.quickly += pause + duration
    }
    this.#lookedAt = ended
    this.#found = found
    this.#isCurrent = true
    const record = found?.record
    this.#epoch = Math.max(this.#epoch, record?.epoch ?? 0)
    if (record?.holder !== this.#id) this.#end()
    else if (this.#isRequested && this.#mayHold()) this.#own = { epoch: record.epoch, secret: record.secret }
    this.#announce()
  }

  #mayTake() {
    if (this.#found?.record?.holder === null) return true
    // An object that is missing may have been removed by hand while its holder still trusts it.
    if (!this.#found && this.#epoch === 0) return true
    const { quickly, altogether } = this.#unchanged
    return quickly >= this.#times.take || altogether >= this.#times.takeSlowly
  }

  /** Writes the lease for this process, if no other process has written it meanwhile. */
  async #write(own: OwnTerm) {
    const began = this.#now()
    const etag = await this.#put(this.#recordOf(own))
    if (etag === 'conflict' || !this.#isRequested) return
    // It may have lapsed without a timer, in a process that was halted.
    this.#announce()
    this.#own = own
    this.#epoch = own.epoch
    if (began > this.#distrustedUntil) this.#heldUntil = began + this.#times.trust
    clearTimeout(this.#lapse)
    this.#lapse = setTimeout(
      () => {
        this.#announce()
      },
      this.#heldUntil - this.#now() + 1,
    ).unref()
  }

  #recordOf({ epoch, secret }: OwnTerm): LeaseRecord {
    const before = this.#found?.record
    const renewal = before?.epoch === epoch ? before.renewal + 1 : 0
    return { epoch, holder: this.#id, origin: this.#origin, secret, renewal, written: new Date().toISOString() }
  }

  async #put(record: LeaseRecord) {
    this.#isCurrent = false
    const condition = this.#found ? { ifMatch: this.#found.etag } : 'absent'
    const put = await this.#client.put(LEASE_KEY, Buffer.from(JSON.stringify(record)), condition, { settleMs: 0 })
    if (put === 'conflict') return put
    this.#found = { etag: put.etag, record, age: 0 }
    this.#lookedAt = this.#now()
    this.#unchanged = { quickly: 0, altogether: 0 }
    this.#isCurrent = true
    return put.etag
  }

  async #giveUp() {
    await this.#client.sender.sent.untilOver()
    try {
      const isOwn = () => this.#found?.record?.holder === this.#id
      if (isOwn() && !this.#isCurrent) await this.#look()
      const record = this.#found?.record
      if (record && isOwn()) await this.#put({ ...this.#recordOf(record), holder: null, secret: '' })
    } catch {
      // Another node takes it once it has not changed for some seconds.
    }
  }

  #end() {
    this.#own = undefined
    this.#heldUntil = -Infinity
    this.#announce()
  }

  #announce() {
    const state = JSON.stringify([this.term(), this.isHeld(), this.writer()])
    if (state === this.#announced) return
    this.#announced = state
    this.#listeners.announce()
  }
}
