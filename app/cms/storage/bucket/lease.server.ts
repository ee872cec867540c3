import { Listeners } from '#app/cms/platform/listeners.ts'
import { within } from '#app/cms/platform/within.ts'
import type { Writership } from '../writership.ts'
import { LEASE_KEY, readLease, type FoundLease, type LeaseRecord } from './lease-record.server.ts'
import type { Pace } from './pace.server.ts'
import type { S3Client, WriteFence } from './s3-client.server.ts'

/** All in milliseconds. */
const TIMES = {
  /** How often the holder renews the lease. The record says which of the two paces it keeps. */
  renew: { quick: 1_000, slow: 3_000 },
  /** How often the others look at it, in quiet times only once it is due to be renewed. */
  look: 500,
  /** By how much sooner than that they look then: so they see it soon after it was renewed, and soon if it was not. */
  early: 50,
  /** The holder trusts its lease for so long after it began to write it. */
  trust: 4_500,
  /**
   * Another node takes a lease that it has seen unchanged for so long: longer than its holder trusts it. The two monotonic
   * clocks drift apart by a few milliseconds in that time.
   */
  take: 5_000,
  /** The same while the store is slow for this node: it may be as slow for the holder. */
  takeSlowly: 20_000,
  /** A look that takes longer does not count as time in which the holder could have renewed the lease. */
  slowLook: 1_000,
  slowestLook: 5_000,
  retry: 250,
  /** A lease is given up once no earlier write can happen any more. */
  release: 6_000,
}

interface LeaseOptions {
  client: S3Client
  /** Id of this process. */
  id: string
  /** False while this process must not write, such as with a wrong clock. Asked again and again. */
  mayHold?: () => boolean
  /** Whether the lease is renewed, and looked at, often. It is told what the lease says of other processes. */
  pace: Pick<Pace, 'isQuick' | 'note' | 'noteQuiet' | 'subscribe'>
  /** For tests: the monotonic clock. */
  now?: () => number
  times?: Partial<typeof TIMES>
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
  readonly #mayHold: () => boolean
  readonly #now: () => number
  readonly #times: typeof TIMES
  readonly #pace: LeaseOptions['pace']
  #isRequested = false
  #isClosed = false
  /** The number of the term in which this process has the right to write. */
  #own: number | undefined
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
  readonly #unsubscribe: (() => void)[]
  #running: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #lapse: NodeJS.Timeout | undefined
  #announced = ''

  constructor({ client, id, pace, mayHold = () => true, now = () => performance.now(), times }: LeaseOptions) {
    this.#client = client
    this.#id = id
    this.#mayHold = mayHold
    this.#now = now
    this.#times = { ...TIMES, ...times }
    this.#pace = pace
    this.#unsubscribe = [
      // The time that has passed is not known any more.
      client.sender.onClockJump(() => {
        this.#distrustedUntil = this.#now()
        this.#heldUntil = -Infinity
        this.#announce()
      }),
      // The others have to know of it before they may take the lease sooner.
      pace.subscribe(() => {
        if (this.#timer) void this.#turn()
      }),
    ]
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
    return this.#own
  }

  isHeld(): boolean {
    return this.#own !== undefined && this.#now() < this.#heldUntil
  }

  heldUntil(): number {
    return this.#heldUntil
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
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
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
    if (this.#own === undefined || !this.#isCurrent) await this.#look()
    if (!this.#mayHold()) {
      if (this.#own === undefined) return this.#pauseAfterLook(began)
      this.#end()
      await this.#giveUp()
    } else if (this.#own !== undefined) await this.#write(this.#own)
    else if (this.#isRequested && this.#mayTake()) await this.#write(this.#epoch + 1)
    if (this.#own === undefined) return this.#pauseAfterLook(began)
    if (!this.#isCurrent) return 0
    // It has become quick while the lease was written.
    const pace = this.#found?.record?.pace ?? 'quick'
    if (pace === 'slow' && this.#pace.isQuick()) return 0
    return Math.max(0, began + this.#times.renew[pace] - this.#now())
  }

  #pauseAfterLook(began: number) {
    return this.#pauseOfLook() - Math.min(this.#now() - began, this.#times.retry)
  }

  #pauseOfLook() {
    const { record } = this.#found ?? {}
    const isQuiet = record?.pace === 'slow' && record.holder !== null && !this.#pace.isQuick()
    const isDue = this.#unchanged.altogether > 0
    return isQuiet && !isDue ? this.#times.renew.slow - this.#times.early : this.#times.look
  }

  async #look() {
    const began = this.#now()
    const found = await readLease(this.#client)
    const ended = this.#now()
    if (found?.etag !== this.#found?.etag || this.#lookedAt === -Infinity) {
      this.#unchanged = { quickly: 0, altogether: 0 }
    } else {
      // Time in which this process was halted does not count: the holder may have been halted, too.
      const pause = Math.min(began - this.#lookedAt, 2 * this.#pauseOfLook())
      const duration = Math.min(ended - began, this.#times.slowestLook)
      this.#unchanged.altogether += pause + duration
      if (duration <= this.#times.slowLook) this.#unchanged.quickly += pause + duration
    }
    this.#lookedAt = ended
    this.#found = found
    this.#isCurrent = true
    const record = found?.record
    // Whoever writes knows when something is about to happen.
    if (record && record.holder !== null && record.holder !== this.#id) {
      if (record.pace === 'quick') this.#pace.note()
      else this.#pace.noteQuiet(began)
    }
    this.#epoch = Math.max(this.#epoch, record?.epoch ?? 0)
    if (record?.holder !== this.#id) this.#end()
    else if (this.#isRequested && this.#mayHold()) this.#own = record.epoch
    this.#announce()
  }

  #mayTake() {
    if (this.#found?.record?.holder === null) return true
    // An object that is missing may have been removed by hand while its holder still trusts it.
    if (!this.#found && this.#epoch === 0) return true
    const { quickly, altogether } = this.#unchanged
    const { take, takeSlowly } = this.#times
    return quickly >= take || altogether >= takeSlowly
  }

  /** Writes the lease for this process, if no other process has written it meanwhile. */
  async #write(epoch: number) {
    const began = this.#now()
    const record = this.#recordOf(epoch)
    const etag = await this.#put(record)
    if (etag === 'conflict' || !this.#isRequested) return
    // It may have lapsed without a timer, in a process that was halted.
    this.#announce()
    this.#own = epoch
    this.#epoch = epoch
    if (began > this.#distrustedUntil) this.#heldUntil = began + this.#times.trust
    clearTimeout(this.#lapse)
    this.#lapse = setTimeout(
      () => {
        this.#announce()
      },
      this.#heldUntil - this.#now() + 1,
    ).unref()
  }

  #recordOf(epoch: number): LeaseRecord {
    const before = this.#found?.record
    const renewal = before?.epoch === epoch ? before.renewal + 1 : 0
    const pace = this.#pace.isQuick() ? 'quick' : 'slow'
    return { epoch, holder: this.#id, pace, renewal, written: new Date().toISOString() }
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
      if (record && isOwn()) await this.#put({ ...this.#recordOf(record.epoch), holder: null })
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
    const state = JSON.stringify([this.term(), this.isHeld()])
    if (state === this.#announced) return
    this.#announced = state
    this.#listeners.announce()
  }
}
