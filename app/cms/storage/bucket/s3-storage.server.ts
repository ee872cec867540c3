import type { StoreSettings } from '#app/cms/platform/store-settings.server.ts'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import { measured } from '#app/cms/platform/operations.server.ts'
import { openDiskStorage, type DiskStorageOptions } from '../disk/disk-storage.server.ts'
import { StorageError } from '../storage-error.ts'
import {
  PreconditionFailed,
  versionOf,
  type Committed,
  type CommitOptions,
  type Put,
  type Puts,
  type ReadOptions,
  type Snapshot,
  type Storage,
  type WatchListener,
  type WatchOptions,
} from '../storage.ts'
import type { Writership } from '../writership.ts'
import { ChangeFeed } from './change-feed.server.ts'
import { ClockCheck } from './clock-check.server.ts'
import { digestFile, md5 } from './digest.server.ts'
import { Lease } from './lease.server.ts'
import { MirrorState } from './mirror-state.server.ts'
import { MirrorWatches } from './mirror-watches.server.ts'
import { Mirror } from './mirror.server.ts'
import { Pace, type PaceTimes } from './pace.server.ts'
import { S3Client, S3NotWriter, S3OutcomeUnknown, type S3Condition } from './s3-client.server.ts'
import { S3Refused, S3Unavailable, type S3Body } from './s3-request.server.ts'
import { isShared, MIRROR_STATE } from './shared-names.ts'
import { Synchronisation } from './synchronisation.server.ts'

export interface S3StorageOptions extends DiskStorageOptions {
  store: StoreSettings
  log: Logger
  health: HealthReports
  /** For tests: milliseconds of retries while the outcome of a put is unknown. */
  settleMs?: number
  /** For tests: how often the store is asked. */
  pace?: Partial<PaceTimes>
}

/**
 * Opens a bucket as the storage of a site, with the folders of this node as its mirror. Reads come from the folders;
 * the put of the last object is the commit point. Resolves when the folders have the content of the bucket, or, if the
 * store cannot be reached, with their earlier content. Rejects with an Error for the operator if the store is
 * unsuitable, if it cannot be reached and the folders were never filled, or if another live process holds the folders.
 */
export async function openS3Storage({ store, settleMs, ...options }: S3StorageOptions): Promise<S3Storage> {
  const disk = openDiskStorage({ ...options, isMirror: true })
  const client = new S3Client({ ...store, ...(settleMs !== undefined && { settleMs }) })
  const bucket = `${store.buckets[0] ?? ''}/${store.prefix}`
  const state = new MirrorState(path.join(options.dataDir, MIRROR_STATE), bucket, options.isBesideSite)
  const mirror = new Mirror(client, disk, state, options.log)
  const feed = new ChangeFeed(client)
  const pace = new Pace(options.pace)
  const watches = new MirrorWatches(disk)
  const { announce: onPull, awaited } = watches
  const synchronisation = new Synchronisation({ client, mirror, feed, ...options, pace, onPull, awaited })
  try {
    await synchronisation.start({ isBesideSite: options.isBesideSite ?? false })
  } catch (error) {
    await synchronisation.close()
    client.close()
    await disk.close()
    throw error
  }
  const clock = new ClockCheck(client.sender, options.health)
  const lease = new Lease({ client, id: randomUUID(), mayHold: clock.isRight, pace })
  // A program beside the site writes without the lease: seldom, and the site notices it.
  const isBesideSite = options.isBesideSite ?? false
  const writing = isBesideSite ? client : client.fencedBy(lease)
  return new S3Storage(writing, disk, mirror, synchronisation, watches, lease, clock, pace, isBesideSite)
}

const CLOSE_MS = 3_000
/** A put that replaces whatever is there is tried so often, while other programs change the object. */
const MAX_REPLACE_TRIES = 5
/** A snapshot waits so long for what programs beside the site have changed, while the store is slow. */
const SNAPSHOT_WAIT_MS = 10_000

interface StorePut {
  name: string
  body: S3Body
  md5: string
  condition: NonNullable<S3Condition>
  /** True if the object may be replaced whatever it is now. */
  isReplaced?: boolean
  /** For the last put: the history records of the same commit, also those that its renames create. */
  others?: readonly string[]
}

/** The storage of a process. It can write shared files while the process has the right to write. */
export class S3Storage implements Storage {
  readonly isSeenAtOnce = false

  constructor(
    private readonly client: S3Client,
    private readonly disk: Storage,
    private readonly mirror: Mirror,
    private readonly synchronisation: Synchronisation,
    private readonly watches: MirrorWatches,
    private readonly lease: Lease,
    private readonly clock: ClockCheck,
    private readonly pace: Pace,
    private readonly isBesideSite: boolean,
  ) {}

  /** Which node writes. */
  get writership(): Writership {
    return this.lease
  }

  /** By how many seconds the clock of this machine is ahead of the store's; undefined: not known yet. */
  clockOffset(): number | undefined {
    return this.clock.offset()
  }

  /** Looks at the lease regularly, and asks for it with `mayWrite`. Resolves after the first try. Never rejects. */
  async start({ mayWrite }: { mayWrite: boolean }): Promise<void> {
    if (mayWrite) this.lease.request()
    await this.lease.start()
  }

  async whenSeen(since = performance.now()): Promise<void> {
    await delay(Math.max(0, this.pace.lookedBy(since) - performance.now()))
  }

  expectChange() {
    this.pace.note()
  }

  read(name: string, options?: ReadOptions) {
    return this.disk.read(name, options)
  }

  readSync(name: string, options?: ReadOptions) {
    return this.disk.readSync(name, options)
  }

  list(folder: string) {
    return this.disk.list(folder)
  }

  stat(name: string) {
    return this.disk.stat(name)
  }

  async commit(puts: Puts, options: CommitOptions = {}): Promise<Committed> {
    const moves = options.moves ?? []
    const names = [...puts.map(({ name }) => name), ...moves.flatMap(({ from, to }) => [from, to])]
    for (const name of names) this.pathOf(name)
    if (!names.some(isShared)) return this.disk.commit(puts, options)
    this.#assertMayWrite()
    return measured({ kind: 'commit', storage: 's3' }, () =>
      this.mirror.locks.run(names, () => this.#commitExclusive(puts, options, names)),
    )
  }

  async #commitExclusive(puts: Puts, options: CommitOptions, names: readonly string[]): Promise<Committed> {
    const moves = options.moves ?? []
    const storePuts: StorePut[] = []
    for (const put of puts) {
      await this.#checkLocally(put)
      if (isShared(put.name)) storePuts.push(await this.#toStorePut(put))
    }
    for (const { name, aside } of puts) {
      if (aside !== undefined) await this.#copyAside(name, `${path.posix.dirname(name)}/${aside}`)
    }
    const last = storePuts.at(-1)
    if (last) {
      const before = storePuts.slice(0, -1).map(({ name }) => name)
      last.others = [...before, ...moves.map(({ to }) => to)].filter((name) => name.startsWith('data/history/'))
    }
    const etags = await this.#putInStore(storePuts)
    const removed = new Set(puts.flatMap(({ name, bytes }) => (bytes === null && isShared(name) ? name : [])))
    // From here on the change has happened, whatever else fails.
    for (const name of [...etags.keys(), ...moves.map(({ to }) => to)]) this.mirror.state.begin(name)
    const finishInStore = async () => {
      await Promise.all([
        this.#moveInStore(moves, new Map(storePuts.map(({ name, body }) => [name, body]))),
        this.#removeInStore(removed),
      ])
      // The other nodes need not wait for the disk of this one.
      await this.#announce(names)
    }
    const [committed] = await Promise.all([this.#commitToMirror(puts, options), finishInStore()])
    for (const { name, md5 } of storePuts) {
      if (this.synchronisation.isStale(name)) continue
      if (removed.has(name)) {
        this.mirror.state.set(name, undefined)
        continue
      }
      const to = moves.find(({ from }) => from === name)?.to
      if (to === undefined) await this.mirror.note(name, etags.get(name) ?? '', md5)
      else {
        this.mirror.state.set(name, undefined)
        await this.mirror.note(to, etags.get(name) ?? '', md5)
      }
    }
    return committed
  }

  /** Throws PreconditionFailed if the mirror alone shows that the condition fails, such as after a hand edit. */
  async #checkLocally({ name, ifVersion, aside, maxBytes }: Put) {
    if (aside !== undefined || ifVersion === undefined) return
    const found = await this.disk.read(name, { ...(maxBytes !== undefined && { maxBytes }) }).catch(() => {
      throw new PreconditionFailed(name)
    })
    if ((found?.version ?? null) !== ifVersion) throw new PreconditionFailed(name)
  }

  async #toStorePut({ name, bytes, ifVersion, aside }: Put): Promise<StorePut> {
    const isReplaced = ifVersion === undefined && aside === undefined
    const condition = ifVersion === null ? 'absent' : this.#conditionOf(name)
    if (isFile(bytes)) {
      const sums = await digestFile(bytes.file)
      return { name, body: { file: bytes.file, ...sums }, md5: sums.md5, condition, isReplaced }
    }
    // A removal is an empty object first, because few stores can remove an object on a condition.
    const body = typeof bytes === 'string' ? Buffer.from(bytes) : (bytes ?? Buffer.alloc(0))
    return { name, body, md5: md5(body), condition, isReplaced }
  }

  /** Puts all objects, the last one after the others. If one is refused, undoes the others. Resolves with the ETags. */
  async #putInStore(puts: readonly StorePut[]): Promise<Map<string, string>> {
    const etags = new Map<string, string>()
    const put = async ({ name, body, condition: first, isReplaced = false, others }: StorePut) => {
      let condition = first
      for (let tries = 1; ; tries += 1) {
        const result = await this.client.put(name, body, condition, others && { others })
        if (result !== 'conflict') {
          etags.set(name, result.etag)
          return
        }
        // A program beside the site has changed it. The mirror gets its version before the caller reads again.
        const changed = await this.mirror.pullLocked(name)
        void this.watches.announce(changed)
        if (!isReplaced || tries === MAX_REPLACE_TRIES) throw new PreconditionFailed(name)
        condition = this.#conditionOf(name)
      }
    }
    try {
      const before = await Promise.allSettled(puts.slice(0, -1).map(put))
      for (const result of before) if (result.status === 'rejected') throw result.reason
      const last = puts.at(-1)
      if (last) await put(last)
      return etags
    } catch (error) {
      // If the last put may have happened, what it commits has to stay: a record that commits nothing has no effect.
      if (!(error instanceof S3OutcomeUnknown)) for (const [name, etag] of etags) await this.#rollBack(name, etag)
      throw this.#toFailure(error)
    }
  }

  /** Restores the old content of an object, which the mirror still has. If that fails, the object has no effect. */
  async #rollBack(name: string, etag: string) {
    const copy = this.mirror.state.get(name)
    try {
      if (copy === undefined) await this.client.remove(name)
      else {
        const file = this.disk.pathOf(name)
        const sums = await digestFile(file)
        const put = await this.client.put(name, { file, ...sums }, { ifMatch: etag })
        if (put !== 'conflict') await this.mirror.note(name, put.etag, sums.md5)
      }
    } catch {
      // A record that precedes no change is removed once it has rested for an hour.
    }
  }

  /** The mirror's part of a commit that has happened. Never rejects: a mirror that fails is updated later. */
  async #commitToMirror(puts: Puts, options: CommitOptions): Promise<Committed> {
    const last = puts[puts.length - 1]
    const version = last && !isFile(last.bytes) ? versionOf(last.bytes ?? '') : ''
    try {
      return await this.disk.commit(puts, options)
    } catch (error) {
      if (error instanceof PreconditionFailed && last) {
        // A hand edit came after the check: it is replaced, and its content is passed to the caller.
        const byHand = await this.disk.read(last.name).catch(() => undefined)
        const unconditional = puts.map(({ ifVersion: _any, aside: _none, ...put }) => put)
        const lastPut = unconditional.pop()
        try {
          if (lastPut) await this.disk.commit([...unconditional, lastPut], options)
          return { version, ...(byHand && { overwritten: byHand.bytes }) }
        } catch (failure) {
          this.synchronisation.noteStale(
            puts.map(({ name }) => name),
            failure,
          )
        }
      } else
        this.synchronisation.noteStale(
          puts.map(({ name }) => name),
          error,
        )
      return { version }
    }
  }

  /** The renames of a commit that has happened. Never rejects: a rename that fails is done later. */
  async #moveInStore(moves: Moves, bodies: ReadonlyMap<string, S3Body>) {
    for (const { from, to } of moves) {
      const body = bodies.get(from)
      await this.#finishInStore(async () => {
        if (ArrayBuffer.isView(body)) await this.#replace(to, body)
        else await this.client.copy(from, to)
        await this.client.remove(from)
      })
    }
  }

  /** Removes the empty objects of removals that have happened. Never rejects: one that fails is removed later. */
  async #removeInStore(names: ReadonlySet<string>) {
    for (const name of names) await this.#finishInStore(() => this.client.remove(name))
  }

  /** Does what remains of a change, at once or later in this term. The next writer does what remains of this one. */
  #finishInStore(task: () => Promise<void>) {
    const term = this.lease.term()
    return this.synchronisation.retryLater(async () => {
      if (this.lease.term() !== term) return
      await task().catch((error: unknown) => {
        if (!(error instanceof S3NotWriter)) throw error
      })
    })
  }

  /** Puts an object in the place of whatever is there now. Resolves with its ETag. */
  async #replace(name: string, body: S3Body): Promise<string> {
    let condition = this.#conditionOf(name)
    for (let tries = 1; tries <= MAX_REPLACE_TRIES; tries += 1) {
      const put = await this.client.put(name, body, condition)
      if (put !== 'conflict') return put.etag
      const found = await this.client.head(name)
      condition = found ? { ifMatch: found.etag } : 'absent'
    }
    throw new S3Unavailable(`${name} keeps changing`)
  }

  async #copyAside(name: string, aside: string) {
    if (await this.disk.read(name).then(Boolean, () => false)) throw new PreconditionFailed(name)
    if (this.mirror.state.get(name) === undefined) return
    await this.#inStore(() => this.client.copy(name, aside))
  }

  async append(name: string, bytes: string, length: number): Promise<void> {
    this.pathOf(name)
    if (!isShared(name)) return this.disk.append(name, bytes, length)
    this.#assertMayWrite()
    await this.mirror.locks.run([name], async () => {
      const found = await this.disk.read(name)
      if ((found?.bytes.length ?? 0) !== length || (length === 0 && found)) throw new PreconditionFailed(name)
      const body = Buffer.concat([found?.bytes ?? Buffer.alloc(0), Buffer.from(bytes)])
      const etags = await this.#putInStore([{ name, body, md5: md5(body), condition: this.#conditionOf(name) }])
      this.mirror.state.begin(name)
      await this.disk.append(name, bytes, length).catch((error: unknown) => {
        this.synchronisation.noteStale([name], error)
      })
      if (!this.synchronisation.isStale(name)) await this.mirror.note(name, etags.get(name) ?? '', md5(body))
    })
    await this.#announce([name])
  }

  async remove(names: string | readonly string[]): Promise<void> {
    const all = typeof names === 'string' ? [names] : names
    for (const name of all) {
      this.pathOf(name.replace(/\/$/, ''))
      if (name.endsWith('/') && name.split('/').length <= 2) throw new TypeError(`${name} must not be removed`)
    }
    if (!all.some((name) => isShared(name.replace(/\/$/, '')))) return this.disk.remove(names)
    this.#assertMayWrite()
    const single = await this.#inStore(() => this.#allBelow(all))
    await this.mirror.locks.run(single, async () => {
      await this.#inStore(() => Promise.all(single.filter(isShared).map((name) => this.client.remove(name))))
      for (const name of single) this.mirror.state.set(name, undefined)
      await this.disk.remove(names)
    })
    await this.#announce(single)
  }

  /** The given names; a folder stands for all objects below it in the bucket. */
  async #allBelow(names: readonly string[]): Promise<string[]> {
    const single = names.filter((name) => !name.endsWith('/'))
    for (const folder of names.filter((name) => name.endsWith('/'))) {
      for await (const { key } of this.client.list(folder)) single.push(key)
    }
    return single
  }

  async move(from: string, to: string): Promise<void> {
    this.pathOf(from)
    this.pathOf(to)
    if (!isShared(from) && !isShared(to)) return this.disk.move(from, to)
    this.#assertMayWrite()
    await this.mirror.locks.run([from, to], async () => {
      if (!(await this.disk.stat(from))) {
        throw new StorageError('io', { cause: new Error(`There is no ${from}`) })
      }
      const file = this.disk.pathOf(from)
      const sums = await digestFile(file)
      const etag = await this.#inStore(async () => {
        const copied = isShared(from) && isShared(to) ? await this.client.copy(from, to) : undefined
        if (copied !== undefined || !isShared(to)) return copied
        // Not in the bucket yet: the file was created here by hand.
        return this.#replace(to, { file, ...sums })
      })
      await this.#inStore(() => this.client.remove(from))
      this.mirror.state.begin(to)
      await this.disk.move(from, to).catch((error: unknown) => {
        this.synchronisation.noteStale([from, to], error)
      })
      this.mirror.state.set(from, undefined)
      if (etag !== undefined && !this.synchronisation.isStale(to)) await this.mirror.note(to, etag, sums.md5)
    })
    await this.#announce([from, to])
  }

  receive<Result>(folder: string, source: AsyncIterable<Uint8Array>, use: (file: string) => Promise<Result>) {
    return this.disk.receive(folder, source, use)
  }

  watch(name: string, listener: WatchListener, options?: WatchOptions) {
    return this.watches.add(name, listener, options)
  }

  async pull(names: readonly string[]): Promise<void> {
    await this.#inStore(() => this.synchronisation.pull(names))
  }

  lag() {
    return this.synchronisation.lag()
  }

  isComing(name: string) {
    return this.synchronisation.isComing(name)
  }

  /** Resolves when this node has everything that was in the bucket at this moment. Rejects with StorageError. */
  async catchUp(): Promise<void> {
    await this.#inStore(() => this.synchronisation.catchUp())
    // The others may lack what an earlier writer could not announce.
    void this.synchronisation.announceAll()
  }

  /** This node's files. If the store responds, they include all that any node had acknowledged before the call. */
  async snapshot(isIncluded: (name: string) => boolean): Promise<Snapshot> {
    await this.synchronisation.poll(SNAPSHOT_WAIT_MS)
    return this.disk.snapshot(isIncluded)
  }

  pathOf(name: string) {
    return this.disk.pathOf(name)
  }

  refusal(name?: string) {
    const refusal = this.disk.refusal(name)
    if (refusal || (name !== undefined && !isShared(name))) return refusal
    // While the lease was not renewed in time, and no other node has taken it, writes wait.
    return this.isBesideSite || this.lease.term() !== undefined
      ? this.synchronisation.refusal()
      : new StorageError('reader')
  }

  async close() {
    let timer: NodeJS.Timeout | undefined
    const timeIsUp = new Promise((resolve) => (timer = setTimeout(resolve, CLOSE_MS)))
    // A store that does not respond must not keep the process alive.
    await Promise.race([this.#closeInOrder(), timeIsUp])
    clearTimeout(timer)
    this.client.close()
    await this.disk.close()
  }

  async #closeInOrder() {
    await this.lease.close()
    await this.synchronisation.close()
  }

  #conditionOf(name: string): NonNullable<S3Condition> {
    const etag = this.mirror.state.get(name)?.etag
    return etag === undefined ? 'absent' : { ifMatch: etag }
  }

  async #announce(names: readonly string[]) {
    await this.synchronisation.announce(names.filter(isShared))
  }

  async #inStore<Result>(task: () => Promise<Result>): Promise<Result> {
    try {
      return await task()
    } catch (error) {
      throw this.#toFailure(error)
    }
  }

  #toFailure(error: unknown) {
    if (error instanceof PreconditionFailed || error instanceof StorageError) return error
    if (error instanceof S3NotWriter) return new StorageError('reader', { cause: error })
    if (error instanceof S3OutcomeUnknown) return new StorageError('outcome-unknown', { cause: error })
    return new StorageError(error instanceof S3Refused ? 'store-refused' : 'store-unreachable', { cause: error })
  }

  /** Throws StorageError. The lease is to say that something changes before the change is acknowledged. */
  #assertMayWrite() {
    this.pace.note()
    const refusal = this.refusal()
    if (refusal) throw refusal
  }
}

type Moves = NonNullable<CommitOptions['moves']>

function isFile(bytes: Put['bytes']): bytes is { file: string } {
  return bytes !== null && typeof bytes === 'object' && 'file' in bytes
}
