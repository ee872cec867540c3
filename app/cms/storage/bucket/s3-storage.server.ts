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
  type Committed,
  type CommitOptions,
  type Puts,
  type ReadOptions,
  type Snapshot,
  type Storage,
  type WatchListener,
  type WatchOptions,
} from '../storage.ts'
import type { Writership } from '../writership.ts'
import { BucketCommit } from './bucket-commit.server.ts'
import { ChangeFeed } from './change-feed.server.ts'
import { ClockCheck } from './clock-check.server.ts'
import { ConditionalPuts, mapStoreErrors } from './conditional-puts.server.ts'
import { digestFile, md5 } from './digest.server.ts'
import { Lease } from './lease.server.ts'
import { MirrorState } from './mirror-state.server.ts'
import { MirrorWatches } from './mirror-watches.server.ts'
import { Mirror } from './mirror.server.ts'
import { Pace, type PaceTimes } from './pace.server.ts'
import { S3Client } from './s3-client.server.ts'
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
/** A snapshot waits so long for what programs beside the site have changed, while the store is slow. */
const SNAPSHOT_WAIT_MS = 10_000

/** The storage of a process. It can write shared files while the process has the right to write. */
export class S3Storage implements Storage {
  readonly isSeenAtOnce = false
  readonly #puts: ConditionalPuts
  readonly #commits: BucketCommit

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
  ) {
    this.#puts = new ConditionalPuts(client, disk, mirror, watches)
    this.#commits = new BucketCommit(client, disk, mirror, synchronisation, lease, this.#puts)
  }

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
      this.mirror.locks.run(names, () => this.#commits.commit(puts, options, names)),
    )
  }

  async append(name: string, bytes: string, length: number): Promise<void> {
    this.pathOf(name)
    if (!isShared(name)) return this.disk.append(name, bytes, length)
    this.#assertMayWrite()
    await this.mirror.locks.run([name], async () => {
      const found = await this.disk.read(name)
      if ((found?.bytes.length ?? 0) !== length || (length === 0 && found)) throw new PreconditionFailed(name)
      const body = Buffer.concat([found?.bytes ?? Buffer.alloc(0), Buffer.from(bytes)])
      const etags = await this.#puts.putAll([{ name, body, md5: md5(body), condition: this.#puts.conditionOf(name) }])
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
    const single = await mapStoreErrors(() => this.#allBelow(all))
    await this.mirror.locks.run(single, async () => {
      await mapStoreErrors(() => Promise.all(single.filter(isShared).map((name) => this.client.remove(name))))
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
      const etag = await mapStoreErrors(async () => {
        const copied = isShared(from) && isShared(to) ? await this.client.copy(from, to) : undefined
        if (copied !== undefined || !isShared(to)) return copied
        // Not in the bucket yet: the file was created here by hand.
        return this.#puts.replace(to, { file, ...sums })
      })
      await mapStoreErrors(() => this.client.remove(from))
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
    await mapStoreErrors(() => this.synchronisation.pull(names))
  }

  lag() {
    return this.synchronisation.lag()
  }

  isComing(name: string) {
    return this.synchronisation.isComing(name)
  }

  /** Resolves when this node has everything that was in the bucket at this moment. Rejects with StorageError. */
  async catchUp(): Promise<void> {
    await mapStoreErrors(() => this.synchronisation.catchUp())
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

  async #announce(names: readonly string[]) {
    await this.synchronisation.announce(names.filter(isShared))
  }

  /** Throws StorageError. The lease is to say that something changes before the change is acknowledged. */
  #assertMayWrite() {
    this.pace.note()
    const refusal = this.refusal()
    if (refusal) throw refusal
  }
}
