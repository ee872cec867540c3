import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import { within } from '#app/cms/platform/within.ts'
import { limitConcurrency } from '../limit-concurrency.ts'
import { StorageError } from '../storage-error.ts'
import type { ChangeFeed } from './change-feed.server.ts'
import { partsOf, type ListPart } from './list-parts.ts'
import type { Mirror } from './mirror.server.ts'
import type { S3Client } from './s3-client.server.ts'
import type { Pace } from './pace.server.ts'
import { S3Refused } from './s3-request.server.ts'
import { testStore } from './self-test.server.ts'
import { isShared, MIRROR_STATE, SHARED_ROOTS } from './shared-names.ts'

/** How often the folders are looked at for edits by hand, and it is decided what is to be compared. */
const LOCAL_MS = 400
/**
 * It is asked for changes so often, although the writer says that there are none: it may not know of an edit by hand.
 * Shorter than the writer stays quick after a change, so that a process that was halted meanwhile does not miss it.
 */
const MAX_TOLD_MS = 60_000
/** What the lease said longer ago does not count. */
const MAX_TOLD_AGE_MS = 4_000
/** How often the store is asked for files whose change is awaited. */
const POLL_AWAITED_MS = 50
/** How often content is compared, because other programs may change it in the bucket: in quick and in quiet times. */
const COMPARE_CONTENT_MS = { quick: 10_000, quiet: 2 * 60_000 }
/** How often everything is compared, to find what a killed node could not report. */
const COMPARE_ALL_MS = { quick: 60_000, quiet: 15 * 60_000 }
/** After so long without a response saves are refused at once; until then they wait for the store. */
const PATIENCE_MS = 3_000

/** How many lists are read at a time, and how many names a part of a folder has: a page has 1,000. */
const MAX_LISTS = 8
const NAMES_OF_PART = 900

/** The records of pending publications. */
const PUBLICATIONS = 'data/publishing'

/** A part of the bucket that has no file any more is a fault of the store, or of an operator, if this node knows so many. */
const MIN_EMPTIED = 10
/** How often it is compared then. */
const EMPTIED_PAUSE_MS = 3_000

const UNREACHABLE = 'store-unreachable'
const EMPTIED = 'store-emptied'
const STALE = 'mirror-not-written'

interface SynchronisationOptions {
  client: S3Client
  mirror: Mirror
  feed: ChangeFeed
  pace: Pace
  log: Logger
  health: HealthReports
  /** Called with the names that the mirror has got from the store. The files that depend on them wait for it. */
  onPull: (names: readonly string[]) => Promise<void>
  /** The names of the files whose change is awaited. */
  awaited: () => readonly string[]
}

/** Keeps the mirror of a node equal to the bucket, and reports this node's changes to other nodes. */
export class Synchronisation {
  #isTested = false
  #isBesideSite = false
  #unreachableSince: number | undefined
  /** By this node's clock: when the last successful query for the changes of other nodes began. */
  #askedAt = -Infinity
  #comparedContent = 0
  #comparedAll = 0
  #mustCompareAll = false
  /** When it was last seen that the bucket has lost its files. */
  #emptiedAt = -Infinity
  #running: Promise<void> | undefined
  #queued: Promise<void> | undefined
  #loops: Promise<void>[] = []
  readonly #closing = new AbortController()
  readonly #limitLists = limitConcurrency({ running: MAX_LISTS, waiting: Infinity })
  /** Tasks in the store that remain of commits that have happened, in order. */
  #retries: (() => Promise<void>)[] = []
  readonly #handEdits = new Set<string>()
  readonly #stopWatches: (() => void)[] = []

  constructor(private readonly options: SynchronisationOptions) {}

  /**
   * Tests the store and fills the mirror. If the store does not respond, a mirror that was filled before is used as it
   * is. Rejects with an Error for the operator.
   */
  async start({ isBesideSite }: { isBesideSite: boolean }): Promise<void> {
    const { mirror, log, health, pace } = this.options
    this.#isBesideSite = isBesideSite
    try {
      await this.#contact()
    } catch (error) {
      if (error instanceof S3Refused || !mirror.state.isKnown) {
        throw new Error(`The store of the site cannot be used: ${messageOf(error)}`, { cause: error })
      }
      this.#noteFailure(error)
    }
    // The site that runs on the same folders keeps them up to date.
    if (isBesideSite) return
    for (const root of ['content', 'uploads'] as const) {
      this.#stopWatches.push(
        mirror.disk.watch(root, (name) => {
          this.#handEdits.add(name)
        }),
      )
    }
    // Apart from each other: a comparison of a large bucket takes longer than a release may take to be seen.
    this.#loops = [
      this.#repeat(
        () => (this.#isToldOfChanges() ? Promise.resolve() : this.#round()),
        () => (this.#unreachableSince === undefined ? pace.look() : LOCAL_MS),
      ),
      this.#repeat(
        () => this.#pushHandEdits(),
        () => LOCAL_MS,
      ),
      this.#repeat(
        () => this.#pullAwaited(),
        () => (this.options.awaited().length > 0 ? POLL_AWAITED_MS : LOCAL_MS),
      ),
      this.#repeat(
        () => this.#compareDue(),
        () => LOCAL_MS,
      ),
    ]
    log.info({ isFilled: this.#isTested }, 'The store of the site is open')
    if (this.#isTested) health.clear(UNREACHABLE)
  }

  /** Why nothing can be written now; undefined if writes are possible. */
  refusal(): StorageError | undefined {
    if (this.options.mirror.isOfEmptiedStore) return new StorageError(UNREACHABLE)
    const since = this.#unreachableSince
    return since !== undefined && Date.now() - since >= PATIENCE_MS ? new StorageError(UNREACHABLE) : undefined
  }

  /**
   * For how many seconds changes of other nodes may be unknown here; until they are known for the first time, seconds since
   * the start of this process.
   */
  lag(): number {
    return (performance.now() - Math.max(0, this.#knownUntil())) / 1000
  }

  /** Resolves when the other nodes can know of a change. Never rejects: they also compare everything regularly. */
  async announce(names: readonly string[]): Promise<void> {
    this.options.pace.note()
    await this.options.feed.announce(names).catch((error: unknown) => {
      this.#noteFailure(error)
    })
  }

  /** Makes the other nodes compare everything with the bucket. Never rejects. */
  async announceAll(): Promise<void> {
    this.options.pace.note()
    await this.options.feed.announceAll().catch((error: unknown) => {
      this.#noteFailure(error)
    })
  }

  /** Runs a task that follows a change: at once, or later if the store does not respond. Never rejects. */
  async retryLater(task: () => Promise<void>): Promise<void> {
    try {
      await task()
    } catch (error) {
      this.#retries.push(task)
      this.#noteFailure(error)
    }
  }

  /** Notes that the mirror could not be written with what the bucket has. */
  noteStale(names: readonly string[], cause: unknown): void {
    for (const name of names) {
      if (!isShared(name)) continue
      this.options.mirror.stale.add(name)
      // Forget its ETag, so that it is fetched in any case.
      this.options.mirror.state.set(name, undefined)
    }
    this.options.health.report(
      {
        id: STALE,
        message:
          'The latest changes are in the store, but this server cannot write them to its disk, so it still shows the old pages. Free some space, or make the disk writable.',
      },
      cause,
    )
  }

  /** True while the mirror lacks the bucket's version of this name. */
  isStale(name: string): boolean {
    return this.options.mirror.stale.has(name)
  }

  /**
   * Resolves when this node has everything that was acknowledged before this call: after `ms` at most, or at once while
   * the store does not respond. Never rejects.
   */
  async poll(ms: number): Promise<void> {
    if (this.#isClosed || this.refusal()) return
    this.options.pace.note()
    await within(ms, this.#round())
  }

  /**
   * Resolves when the mirror has everything that the bucket has at this moment, by a comparison of all. Rejects with the
   * error of the store or the disk.
   */
  async catchUp(): Promise<void> {
    // What was announced is known even if a list of the store is older than that.
    await this.#round()
    if (!this.#isTested) throw new StorageError(UNREACHABLE)
    const { stale, transfers } = this.options.mirror
    await this.#compareAll()
    await transfers.idle()
    if (stale.size > 0 || transfers.hasFailed()) throw new StorageError('io')
  }

  /** True while the bucket has a version of a large file that is not here yet. */
  isComing(name: string): boolean {
    return this.options.mirror.transfers.isComing(name)
  }

  /** Fetches what the bucket has under these names now. Rejects with the store's error; the names are tried again. */
  async pull(names: readonly string[]): Promise<void> {
    try {
      await this.options.mirror.pull(names, this.options.onPull)
      for (const name of names) this.options.mirror.stale.delete(name)
    } catch (error) {
      for (const name of names) this.options.mirror.stale.add(name)
      if (!(error instanceof StorageError)) throw error
      this.noteStale(names, error)
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    for (const stop of this.#stopWatches) stop()
    await this.options.mirror.transfers.close()
    await Promise.all(this.#loops)
    await this.#running
    await this.options.mirror.state.write()
  }

  #knownUntil() {
    return this.options.pace.knownUntil(this.#askedAt)
  }

  /** True while this process need not ask for changes, since the one that writes says in its lease when there are any. */
  #isToldOfChanges() {
    const now = performance.now()
    const hasCaughtUp =
      this.#retries.length === 0 && this.options.mirror.stale.size === 0 && !this.options.feed.hasUnwritten
    return (
      hasCaughtUp &&
      now - this.#askedAt < MAX_TOLD_MS &&
      this.#knownUntil() > Math.max(this.#askedAt, now - MAX_TOLD_AGE_MS)
    )
  }

  get #isClosed() {
    return this.#closing.signal.aborted
  }

  /** Runs a task, which never rejects, for as long as the storage is open, with a pause (ms) after each run. */
  async #repeat(task: () => Promise<void>, pause: () => number) {
    while (!this.#isClosed) {
      await task()
      await this.options.pace.wait(pause(), this.#closing.signal)
    }
  }

  /** Stores hand edits: apart from what others have changed, since a large file takes long. */
  async #pushHandEdits() {
    await this.#try(async () => {
      if (this.#isTested) await this.#takeHandEdits()
    })
  }

  /** Asks for the files whose change is awaited: one request each, which only a change makes longer. */
  async #pullAwaited() {
    const names = this.options.awaited()
    if (names.length === 0 || !this.#isTested) return
    this.options.pace.note()
    await this.#try(() => this.pull(names))
  }

  async #compareDue() {
    await this.#try(async () => {
      if (!this.#isTested || performance.now() - this.#emptiedAt < EMPTIED_PAUSE_MS) return
      const now = Date.now()
      const pace = this.options.pace.isQuick() ? 'quick' : 'quiet'
      if (this.#mustCompareAll || now - this.#comparedAll >= COMPARE_ALL_MS[pace]) await this.#compareAll()
      else if (now - this.#comparedContent >= COMPARE_CONTENT_MS[pace]) await this.#compare(['content'])
    })
  }

  /** Asks the store once what others have changed, and fetches it. The request is sent after this call. */
  #round(): Promise<void> {
    if (!this.#running) {
      this.#running = this.#try(() => (this.#isTested ? this.#follow() : this.#contact())).finally(() => {
        this.#running = undefined
      })
      return this.#running
    }
    // The running round may have asked before this call.
    this.#queued ??= this.#running.then(() => {
      this.#queued = undefined
      return this.#round()
    })
    return this.#queued
  }

  /** Never rejects. */
  async #try(task: () => Promise<void>) {
    try {
      await task()
      if (this.#unreachableSince === undefined || this.#isClosed) return
      this.#unreachableSince = undefined
      this.options.health.clear(UNREACHABLE)
    } catch (error) {
      this.#noteFailure(error)
    }
  }

  async #contact() {
    const { client, feed } = this.options
    await testStore(client)
    // Read before everything is compared, so that the next round reports later changes.
    await feed.read(true)
    const inBucket = await this.#compareAll()
    await this.options.mirror.transfers.idle()
    if (!this.#isBesideSite) await this.#takeLocalFiles(inBucket)
    this.#isTested = true
    // What was changed while all was compared: content that was compared last may name a file that was not there yet.
    await this.#follow()
  }

  async #follow() {
    const { feed, health, mirror } = this.options
    const began = performance.now()
    // Before the feed, so that what was announced before a record was removed is known. A record that was announced is
    // known before what it publishes is committed.
    const isPublishing = mirror.state.hasBelow(`${PUBLICATIONS}/`) || this.options.awaited().length > 0
    const ofPublications = isPublishing ? await this.#changedByPublications() : []
    const changes = await feed.read()
    if (changes === 'all') this.#mustCompareAll = true
    if (changes === 'all' || changes.size > 0 || isPublishing) this.options.pace.note()
    const due = [...ofPublications, ...(changes === 'all' ? [] : changes), ...mirror.stale]
    if (due.length > 0) await this.pull(due)
    this.#askedAt = began
    while (this.#retries[0]) {
      await this.#retries[0]()
      this.#retries.shift()
    }
    await feed.retry()
    if (mirror.stale.size === 0) health.clear(STALE)
  }

  /**
   * What differs because of publications, which have to be shown at their moment even if the writer was halted before it
   * could announce them. One short list while there is none.
   */
  async #changedByPublications(): Promise<string[]> {
    const { listed, different } = await this.#differences(PUBLICATIONS)
    if (different.every((name) => listed.has(name))) return different
    // Compared after the records, so that what a record was removed for is found.
    const others = await Promise.all(['uploads', 'content'].map((root) => this.#differences(root)))
    return [...different, ...others.flatMap((found) => found.different)]
  }

  /** Resolves with the names in the bucket. */
  async #compareAll(): Promise<Set<string>> {
    this.#mustCompareAll = false
    const found = await this.#compare(SHARED_ROOTS)
    this.#comparedAll = Date.now()
    return found
  }

  /** Fetches the files that differ from the bucket below some roots, in this order. Resolves with the names in the bucket. */
  async #compare(roots: readonly (typeof SHARED_ROOTS)[number][]): Promise<Set<string>> {
    const { mirror } = this.options
    const compared = await Promise.all(roots.map((root) => this.#differences(root)))
    const emptied = compared.findIndex(({ listed, different }) => listed.size === 0 && different.length >= MIN_EMPTIED)
    if (emptied !== -1) this.#refuseEmptied(roots[emptied] ?? '')
    mirror.isOfEmptiedStore = false
    this.options.health.clear(EMPTIED)
    // First fetch the reported changes, which are older: a part of a publication must not come before its record.
    if (compared.some(({ different }) => different.length > 0) && this.#isTested) await this.#round()
    for (const { listed, different } of compared) {
      const due = different.filter((name) => {
        const etag = listed.get(name)
        return mirror.state.get(name)?.etag !== etag && (etag === undefined || !mirror.transfers.isComing(name, etag))
      })
      if (due.length > 0) await this.pull(due)
    }
    if (roots.includes('content')) this.#comparedContent = Date.now()
    return new Set(compared.flatMap(({ listed }) => [...listed.keys()]))
  }

  /** Nothing is removed here because a bucket has lost everything: the copy of this node may be the last one. */
  #refuseEmptied(root: string): never {
    this.options.mirror.isOfEmptiedStore = true
    this.#mustCompareAll = true
    this.#emptiedAt = performance.now()
    const message = `The store has no file below ${root}/ any more, although this server has a copy of many. Visitors see the copy on this server, nothing is removed from it, and nothing can be saved. Restore the files of the bucket. If there is no other copy: stop all servers, remove data/${MIRROR_STATE} of this one, and start it, which fills the bucket.`
    this.options.health.report({ id: EMPTIED, message })
    throw new StorageError(UNREACHABLE, { cause: new Error(message) })
  }

  /** The names of the files below a folder whose copies differ from the bucket, and the ETags of those in the bucket. */
  async #differences(folder: string) {
    const { client, mirror } = this.options
    const listed = new Map<string, string>()
    const different: string[] = []
    // The pages of one list come one after the other, so a large folder is listed in parts.
    const list = (part: ListPart) =>
      this.#limitLists(async () => {
        for await (const { key, etag } of client.list(`${folder}/`, part)) {
          if (!isShared(key)) continue
          listed.set(key, etag)
          if (mirror.state.get(key)?.etag !== etag) different.push(key)
        }
      })
    await Promise.all(partsOf(mirror.state.namesBelow(`${folder}/`), NAMES_OF_PART).map(list))
    for (const name of mirror.state.namesBelow(`${folder}/`)) if (!listed.has(name)) different.push(name)
    return { listed, different }
  }

  /** At the start: handles files of the folders that are not in the bucket or differ from it. */
  async #takeLocalFiles(inBucket: ReadonlySet<string>) {
    const { mirror, log } = this.options
    let quarantined = 0
    for await (const name of mirror.files()) {
      // Files of `data` are not edited by hand: such a file was removed on another node, or right before a kill. The
      // same is true of a file that the node itself was writing.
      const isByHand = mirror.state.isKnown && !name.startsWith('data/') && !mirror.state.isBegun(name)
      // A file with a known copy was fetched after the bucket was listed.
      const isInBucket = inBucket.has(name) || mirror.state.get(name) !== undefined
      if (inBucket.size > 0 && !isByHand && !isInBucket) {
        await mirror.quarantine(name)
        quarantined += 1
      } else await mirror.pushHandEdit(name)
    }
    // A file that the mirror has lost is fetched again.
    for (const name of inBucket) if (!(await mirror.disk.stat(name))) await this.pull([name])
    if (quarantined > 0)
      log.warn({ files: quarantined }, 'Files that are not in the store were moved to data/.set-aside')
  }

  async #takeHandEdits() {
    const { mirror } = this.options
    for (const changed of [...this.#handEdits]) {
      this.#handEdits.delete(changed)
      try {
        const kind = (await mirror.disk.stat(changed))?.kind
        const names = kind === 'folder' ? await filesBelow(mirror, changed) : [changed]
        for (const name of names) if (await mirror.pushHandEdit(name)) await this.announce([name])
      } catch (error) {
        this.#handEdits.add(changed)
        throw error
      }
    }
  }

  #noteFailure(error: unknown) {
    if (this.#isClosed) return
    this.#unreachableSince ??= Date.now()
    this.options.health.report(
      {
        id: UNREACHABLE,
        message:
          'The store of the site cannot be reached. Visitors see the copy on this server. Nothing can be saved until the store responds again.',
      },
      error,
    )
  }
}

async function filesBelow(mirror: Mirror, folder: string): Promise<string[]> {
  const names: string[] = []
  for (const { name, kind } of await mirror.disk.list(folder)) {
    if (name.startsWith('.')) continue
    if (kind === 'folder') names.push(...(await filesBelow(mirror, `${folder}/${name}`)))
    else if (kind === 'file') names.push(`${folder}/${name}`)
  }
  return names
}

function messageOf(error: unknown) {
  return error instanceof Error ? error.message : String(error)
}
