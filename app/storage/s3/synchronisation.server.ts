import type { HealthReports } from '#app/platform/health.server.ts'
import type { Logger } from '#app/platform/log.server.ts'
import { StorageError } from '../storage-error.ts'
import type { ChangeFeed } from './change-feed.server.ts'
import type { Mirror } from './mirror.server.ts'
import type { S3Client } from './s3-client.server.ts'
import { S3Refused } from './s3-request.server.ts'
import { testStore } from './self-test.server.ts'
import { isShared, SHARED_ROOTS } from './shared-names.ts'

/** How often it is asked what other nodes have changed. */
const POLL_MS = 400
/** How often content is compared, which other programs may have changed in the bucket. */
const COMPARE_CONTENT_MS = 3_000
/** How often everything is compared: what a node that was killed could not tell. */
const COMPARE_ALL_MS = 60_000
/** A store that does not answer for so long is not asked by saves any more; until then they wait for it. */
const PATIENCE_MS = 3_000
/** A node that could not ask for so long what others have changed must not judge by its copy who is signed in. */
const CUT_OFF_MS = 20_000
/**
 * Staff wait so long for what other nodes have changed, such as the end of a session, while the store answers slowly. What they
 * would get without it may be wrong.
 */
const REFRESH_MS = 10_000

const UNREACHABLE = 'store-unreachable'
const STALE = 'mirror-not-written'

interface SynchronisationOptions {
  client: S3Client
  mirror: Mirror
  feed: ChangeFeed
  log: Logger
  health: HealthReports
  /** For tests: milliseconds without an answer after which a node is cut off. */
  cutOffMs?: number
}

/** Keeps the mirror of a node equal to the bucket, and tells other nodes what this one changes. */
export class Synchronisation {
  #isTested = false
  #isBesideSite = false
  #isClosed = false
  #unreachableSince: number | undefined
  /** By this node's clock: when the last answer to what others have changed was asked for. */
  #askedAt = -Infinity
  #comparedContent = 0
  #comparedAll = 0
  #mustCompareAll = false
  #running: Promise<void> | undefined
  #queued: Promise<void> | undefined
  #keepingUp: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  /** What a commit that has happened still has to do in the store, in order. */
  #owed: (() => Promise<void>)[] = []
  readonly #handEdits = new Set<string>()
  readonly #followers = new Set<(names: readonly string[]) => Promise<void>>()
  /** What has changed since the mirror was filled, while nobody followed yet: the site was being opened. */
  #untold: Set<string> | undefined
  readonly #stopWatches: (() => void)[] = []

  constructor(private readonly options: SynchronisationOptions) {}

  /**
   * Tests the store and fills the mirror. Without an answer a mirror that was filled before is used as it is. Rejects with an
   * Error for the operator.
   */
  async start({ isBesideSite }: { isBesideSite: boolean }): Promise<void> {
    const { mirror, log, health } = this.options
    this.#isBesideSite = isBesideSite
    try {
      await this.#contact()
    } catch (error) {
      if (error instanceof S3Refused || !mirror.state.isKnown) {
        throw new Error(`The store of the site cannot be used: ${messageOf(error)}`, { cause: error })
      }
      this.#noteFailure(error)
    }
    // The site that is open on the same folders keeps them up to date.
    if (isBesideSite) return
    this.#untold = new Set()
    for (const root of ['content', 'uploads'] as const) {
      this.#stopWatches.push(
        mirror.disk.watch(root, (name) => {
          this.#handEdits.add(name)
        }),
      )
    }
    this.#keepingUp = this.#keepUp()
    log.info({ isFilled: this.#isTested }, 'The store of the site is open')
    if (this.#isTested) health.clear(UNREACHABLE)
  }

  /** Why nothing can be written now. */
  refusal(): StorageError | undefined {
    const since = this.#unreachableSince
    return since !== undefined && Date.now() - since >= PATIENCE_MS ? new StorageError(UNREACHABLE) : undefined
  }

  /** Seconds since it was last known what other nodes have changed; since the start of this process if it never was. */
  lag(): number {
    return (performance.now() - Math.max(0, this.#askedAt)) / 1000
  }

  /** True if it is not known for too long what other nodes have changed. */
  isCutOff(): boolean {
    return !this.#isClosed && performance.now() - this.#askedAt >= (this.options.cutOffMs ?? CUT_OFF_MS)
  }

  /** Resolves when the other nodes can know of a change. Never rejects: they compare everything now and then. */
  async tell(names: readonly string[]): Promise<void> {
    await this.options.feed.tell(names).catch((error: unknown) => {
      this.#noteFailure(error)
    })
  }

  /** Does what follows a change that has happened: at once, or later if the store does not answer. Never rejects. */
  async owe(task: () => Promise<void>): Promise<void> {
    try {
      await task()
    } catch (error) {
      this.#owed.push(task)
      this.#noteFailure(error)
    }
  }

  /** Notes that the mirror could not take what the bucket has. */
  noteStale(names: readonly string[], cause: unknown): void {
    for (const name of names) {
      if (!isShared(name)) continue
      this.options.mirror.stale.add(name)
      // It is fetched whatever was known of it.
      this.options.mirror.state.set(name, undefined)
    }
    this.options.health.report(
      {
        id: STALE,
        message:
          'What was saved is in the store, but the disk of this server takes no writes, so its pages stay as they were. Free some space, or make the disk writable.',
      },
      cause,
    )
  }

  /** True while the mirror lacks what the bucket has under a name. */
  isStale(name: string): boolean {
    return this.options.mirror.stale.has(name)
  }

  /**
   * Resolves when everything that was acknowledged on any node before this call is here: at most ten seconds later, or at once
   * while the store does not answer. Never rejects.
   */
  async refresh(): Promise<void> {
    if (this.#isClosed || this.refusal()) return
    const round = this.#round()
    let timer: NodeJS.Timeout | undefined
    await Promise.race([round, new Promise((resolve) => (timer = setTimeout(resolve, REFRESH_MS)))])
    clearTimeout(timer)
  }

  /** Tells that the mirror has got what another node has changed. Whoever changed something meanwhile does not wait for it. */
  notify(names: readonly string[]): void {
    void this.#tellFollowers(names)
  }

  async #tellFollowers(names: readonly string[]) {
    for (const name of names) this.#untold?.add(name)
    await Promise.all([...this.#followers].map((listener) => listener(names)))
  }

  followOthers(listener: (names: readonly string[]) => Promise<void>): () => void {
    this.#followers.add(listener)
    if (this.#untold && this.#untold.size > 0) void listener([...this.#untold])
    this.#untold = undefined
    return () => {
      this.#followers.delete(listener)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    for (const stop of this.#stopWatches) stop()
    await this.#keepingUp
    await this.#running
    await this.options.mirror.state.write()
  }

  /** Follows the other nodes, takes hand edits, and compares now and then; for as long as the storage is open. */
  async #keepUp() {
    await this.#round()
    await this.#try(async () => {
      if (!this.#isTested) return
      await this.#takeHandEdits()
      const now = Date.now()
      if (this.#mustCompareAll || now - this.#comparedAll >= COMPARE_ALL_MS) await this.#compareAll()
      else if (now - this.#comparedContent >= COMPARE_CONTENT_MS) await this.#compare('content')
    })
    if (this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#keepingUp = this.#keepUp()
    }, POLL_MS).unref()
  }

  /** Asks once what others have changed, and fetches it. The question is asked after this call. */
  #round(): Promise<void> {
    if (!this.#running) {
      this.#running = this.#try(() => (this.#isTested ? this.#follow() : this.#contact())).finally(() => {
        this.#running = undefined
      })
      return this.#running
    }
    // The one under way may have asked before.
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
    const began = performance.now()
    await testStore(client)
    // Before everything is compared: what is changed meanwhile is told by the next round.
    await feed.read(true)
    const inBucket = await this.#compareAll()
    if (!this.#isBesideSite) await this.#takeLocalFiles(inBucket)
    this.#isTested = true
    this.#askedAt = began
  }

  async #follow() {
    const { feed, health } = this.options
    const began = performance.now()
    const changes = await feed.read()
    if (changes === 'all') this.#mustCompareAll = true
    const due = [...(changes === 'all' ? [] : changes), ...this.options.mirror.stale]
    if (due.length > 0) await this.#pull(due)
    this.#askedAt = began
    while (this.#owed[0]) {
      await this.#owed[0]()
      this.#owed.shift()
    }
    await feed.retell()
    if (this.options.mirror.stale.size === 0) health.clear(STALE)
  }

  async #pull(names: readonly string[]) {
    try {
      await this.options.mirror.pull(names, (changed) => this.#tellFollowers(changed))
      for (const name of names) this.options.mirror.stale.delete(name)
    } catch (error) {
      for (const name of names) this.options.mirror.stale.add(name)
      if (!(error instanceof StorageError)) throw error
      this.noteStale(names, error)
    }
  }

  async #compareAll(): Promise<Set<string>> {
    this.#mustCompareAll = false
    const found = new Set<string>()
    for (const root of SHARED_ROOTS) for (const name of await this.#compare(root)) found.add(name)
    this.#comparedAll = Date.now()
    return found
  }

  /** Fetches what differs from the bucket below one root. Resolves with the names in the bucket. */
  async #compare(root: (typeof SHARED_ROOTS)[number]): Promise<Set<string>> {
    const { client, mirror } = this.options
    const listed = new Map<string, string>()
    const different: string[] = []
    for await (const { key, etag } of client.list(`${root}/`)) {
      if (!isShared(key)) continue
      listed.set(key, etag)
      if (mirror.state.get(key)?.etag !== etag) different.push(key)
    }
    for (const name of mirror.state.names()) {
      if (name.startsWith(`${root}/`) && !listed.has(name)) different.push(name)
    }
    // What was told is older: a part of a publication must not come before its record.
    if (different.length > 0 && this.#isTested) await this.#round()
    const isDifferent = (name: string) => mirror.state.get(name)?.etag !== listed.get(name)
    const due = different.filter(isDifferent)
    if (due.length > 0) await this.#pull(due)
    if (root === 'content') this.#comparedContent = Date.now()
    return new Set(listed.keys())
  }

  /** At the start: what is in the folders and not, or not so, in the bucket. */
  async #takeLocalFiles(inBucket: ReadonlySet<string>) {
    const { mirror, log } = this.options
    let setAside = 0
    for await (const name of mirror.files()) {
      // Nobody edits files of `data` by hand: such a one was removed elsewhere, or right before a kill. So was one that the node
      // itself was writing.
      const isByHand = mirror.state.isKnown && !name.startsWith('data/') && !mirror.state.isBegun(name)
      // It was fetched after the bucket was listed.
      const isInBucket = inBucket.has(name) || mirror.state.get(name) !== undefined
      if (inBucket.size > 0 && !isByHand && !isInBucket) {
        await mirror.setAside(name)
        setAside += 1
      } else await mirror.pushHandEdit(name)
    }
    // A file of the mirror that was lost comes back.
    for (const name of inBucket) if (!(await mirror.disk.stat(name))) await this.#pull([name])
    if (setAside > 0)
      log.warn({ files: setAside }, 'Files that the store does not have were set aside in data/.set-aside')
  }

  async #takeHandEdits() {
    const { mirror } = this.options
    for (const changed of [...this.#handEdits]) {
      this.#handEdits.delete(changed)
      try {
        const kind = (await mirror.disk.stat(changed))?.kind
        const names = kind === 'folder' ? await filesBelow(mirror, changed) : [changed]
        for (const name of names) if (await mirror.pushHandEdit(name)) await this.tell([name])
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
          'The store of the site cannot be reached. Visitors are served from the copy on this server; nothing can be saved until the store answers again.',
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
