import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { InvalidContent } from '#app/cms/content/store/errors.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import { StorageError, toStorageError } from '#app/cms/storage/storage-error.ts'
import { FileUnreadable, type Storage } from '#app/cms/storage/storage.ts'
import type { KnownReleases } from './known-releases.server.ts'
import type { Lateness, ReleasePublisher, StagedRelease } from './publish-release.server.ts'
import { ReleaseChanged, type Release } from './release-format.ts'
import { inOrderOfMoments } from './releases-in-turn.ts'

/** How often the clock is read while a release is scheduled (ms). So a change of the system's clock is noticed. */
const POLL_MS = 500
/** How often a release is tried again that could not be published at its time (ms). */
const RETRY_MS = 1_000

/**
 * A release is prepared so long before its moment, if a change is not seen at once (ms): that needs two seconds, and more
 * under load. It is not prepared anew right before its moment, which would delay it.
 */
const STAGE_MS = 10_000
const MIN_STAGE_MS = 1_000

/** A release is not tried while one of these places cannot be written. */
const WRITTEN = ['data/releases/', 'content/']

/** A scheduled release that cannot be published, with the version of its record before. */
interface RefusedRelease {
  release: Release
  version: string | null
  err: unknown
}

/** A scheduled release that is being published. */
interface Attempt {
  /** What it changes. */
  targets: readonly string[]
  refusal: Promise<RefusedRelease | undefined>
}

interface ReleaseClockOptions {
  storage: Pick<Storage, 'refusal' | 'isSeenAtOnce'>
  known: KnownReleases
  publisher: Pick<ReleasePublisher, 'targetsOf' | 'stage' | 'isCurrent'>
  /** Runs one change of the releases at a time. */
  runExclusive: (change: () => Promise<void>) => Promise<void>
  /** Publishes a release for the person with this id. Rejects as `publish` of the publisher does. */
  publish: (
    release: Release,
    by: string,
    how: Lateness & { isDue: boolean; staged: StagedRelease | undefined },
  ) => Promise<unknown>
  /** Stores that a release was not published, on the condition that its record has the version `ifVersion`. */
  fail: (release: Release, failure: string, ifVersion: string | null) => Promise<unknown>
  /** True while the clock of the machine cannot be relied on: then no scheduled release is due. */
  isHeld?: (() => boolean) | undefined
  /** Milliseconds since 1970. */
  now: () => number
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}

/** Publishes the scheduled releases at their moments. */
export class ReleaseClock {
  readonly #openedAt: number
  /** Why the disk or the store did not accept releases at their time. They stay scheduled, and are tried again. */
  readonly #delays = new WeakMap<Release, string>()
  /** Releases whose time has come, and that could not be published yet. */
  readonly #tried = new WeakSet<Release>()
  /** Scheduled releases that are prepared for their moment, by id. */
  readonly #staged = new Map<string, StagedRelease>()
  /** Those that could not be prepared. At their moment it is found out why. */
  readonly #notStaged = new WeakSet<Release>()
  #timer: NodeJS.Timeout | undefined
  #isStarted = false

  constructor(private readonly options: ReleaseClockOptions) {
    this.#openedAt = options.now()
    options.known.subscribe(() => {
      this.#watch()
    })
  }

  /** Starts to watch the clock. */
  start(): void {
    this.#isStarted = true
    this.#watch()
  }

  stop(): void {
    this.#isStarted = false
    clearTimeout(this.#timer)
  }

  /**
   * Publishes the releases that are due, side by side: what one of them still has to write does not delay the others.
   * `isMissed`: they could not be published at their time, although the site was running. Never rejects.
   */
  async publishDue(isMissed = false): Promise<void> {
    await this.options.runExclusive(async () => {
      const attempts: Attempt[] = []
      for (const release of this.#due()) {
        this.#tried.add(release)
        if (!this.#mayBeWritten(release)) continue
        const targets = this.options.publisher.targetsOf(release)
        // Those that change the same go one after the other.
        const earlier = attempts.filter((attempt) => attempt.targets.some((target) => targets.includes(target)))
        const refusal = Promise.all(earlier.map((attempt) => attempt.refusal)).then(() =>
          this.#publishAtMoment(release, isMissed),
        )
        attempts.push({ targets, refusal })
      }
      const refused = (await Promise.all(attempts.map(({ refusal }) => refusal))).flatMap((one) => one ?? [])
      for (const one of refused) {
        // What another one has published may be what it needs.
        const last = attempts.length > 1 ? await this.#publishAtMoment(one.release, isMissed) : one
        if (last) await this.#fail(last)
      }
    })
  }

  /** False if the disk or the store cannot be written, which is noted. */
  #mayBeWritten(release: Release): boolean {
    const refusal = WRITTEN.map((name) => this.options.storage.refusal(name)).find((found) => found !== undefined)
    // A site that is only read does not publish.
    if (refusal && !refusal.isReadOnly) this.#delay(release, refusal)
    return refusal === undefined
  }

  /** Prepares the releases whose moment is near, and anew those that were changed since. Never rejects. */
  async #stageNear(): Promise<void> {
    // Otherwise a release is seen as soon as it is committed.
    if (this.options.storage.isSeenAtOnce) return
    await this.options.runExclusive(async () => {
      for (const [id, staged] of this.#staged) {
        if (this.options.publisher.isCurrent(staged, this.options.known.find(id))) continue
        this.#staged.delete(id)
        await staged.publication.discard()
      }
      if (this.#isHeld()) return
      for (const release of this.options.known.all()) {
        const { id, state, changed } = release
        const time = Date.parse(release.time ?? '')
        const left = time - this.options.now()
        const isNear = state === 'scheduled' && left <= STAGE_MS && left >= MIN_STAGE_MS
        if (!isNear || this.#staged.has(id) || this.#notStaged.has(release)) continue
        try {
          this.#staged.set(id, await this.options.publisher.stage(release, { by: changed.by, time }))
        } catch {
          this.#notStaged.add(release)
        }
      }
    })
  }

  /** Why a release whose time has come is not published yet: the disk or the store has not accepted it. */
  delayOf({ id }: Release): string | undefined {
    const release = this.options.known.find(id)
    return release && this.#delays.get(release)
  }

  /** Seconds since the earliest time of a scheduled release that is not published yet; 0 if there is none. */
  overdueSeconds(): number {
    const [earliest] = this.#atTheirTime()
    return earliest?.time === undefined ? 0 : (this.options.now() - Date.parse(earliest.time)) / 1000
  }

  /** The scheduled releases that would be published now if the clock of the machine could be relied on. */
  held(): Release[] {
    return this.#isHeld() ? this.#atTheirTime() : []
  }

  /** The scheduled releases to publish now, the earliest first. */
  #due(): Release[] {
    return this.#isHeld() ? [] : this.#atTheirTime()
  }

  #isHeld() {
    return this.options.isHeld?.() ?? false
  }

  /** The scheduled releases whose time has come by the clock of the machine, the earliest first. */
  #atTheirTime(): Release[] {
    const { known, now } = this.options
    return inOrderOfMoments(known.all()).filter(({ time }) => Date.parse(time ?? '') <= now())
  }

  /** Publishes a release at its time. Resolves with why it was refused, if a person has to solve that. */
  async #publishAtMoment(release: Release, isMissed: boolean): Promise<RefusedRelease | undefined> {
    const { log } = this.options
    const { id, name, time, changed } = release
    const version = this.options.known.versionOf(release)
    const moment = Date.parse(time ?? '')
    const late = { isMissed: isMissed || moment < this.#openedAt, wasDelayed: this.#delays.has(release) }
    const staged = this.#staged.get(id)
    this.#staged.delete(id)
    const isDue = !late.isMissed && !late.wasDelayed && this.options.now() - moment < STAGE_MS
    if (!isDue) await staged?.publication.discard()
    try {
      await this.options.publish(release, changed.by, { ...late, isDue, staged: isDue ? staged : undefined })
      if (late.isMissed)
        log.warn(
          { release: id, name, time },
          'A release was published late, because the site was not running at its time',
        )
      else log.info({ release: id, name, time }, 'A scheduled release was published')
      return undefined
    } catch (err) {
      const cause = temporaryCause(err)
      if (cause) this.#delay(release, cause)
      else if (err instanceof ReleaseChanged)
        log.warn({ err, release: id, name }, 'A scheduled release was changed by another program at its moment')
      else return { release, version, err }
      return undefined
    }
  }

  /** Keeps a release scheduled that the disk or the store has not accepted at its time. */
  #delay(release: Release, err: StorageError) {
    const reason = err.message
    if (this.#delays.get(release) === reason) return
    this.#delays.set(release, reason)
    const { id, name, time } = release
    this.options.log.error(
      { err, release: id, name, time },
      'A scheduled release could not be published at its time. It is tried again every second',
    )
    this.options.known.announce()
  }

  /** Stores that a release was not published: then only a person publishes it. */
  async #fail({ release, version, err }: RefusedRelease) {
    const { log } = this.options
    const { id, name } = release
    try {
      await this.options.fail(release, reasonOf(err), version)
      log.error({ err, release: id, name }, 'A scheduled release was not published')
    } catch (error) {
      if (error instanceof StorageError) this.#delay(release, error)
      else log.error({ err, release: id, name }, 'A scheduled release was changed by another program at its moment')
    }
  }

  /** Sets the timer for the next release. It fires earlier too, because the system's clock may be changed meanwhile. */
  #watch() {
    clearTimeout(this.#timer)
    if (!this.#isStarted) return
    const waits = this.options.known.all().flatMap((release) => {
      const { state, time } = release
      if (state !== 'scheduled' || time === undefined) return []
      const left = Date.parse(time) - this.options.now()
      if (left > 0) return Math.min(POLL_MS, left)
      return this.#isHeld() ? POLL_MS : this.#tried.has(release) ? RETRY_MS : 0
    })
    if (this.#staged.size > 0) waits.push(POLL_MS)
    if (waits.length === 0) return
    this.#timer = setTimeout(
      () => {
        void this.publishDue()
          .then(() => this.#stageNear())
          .finally(() => {
            this.#watch()
          })
      },
      Math.min(...waits),
    ).unref()
  }
}

function reasonOf(error: unknown) {
  if (error instanceof InvalidContent) return `The content of ${error.section} would have an error: ${error.message}`
  if (error instanceof ExpectedError) return error.message
  return 'An unexpected error occurred. The log of the server has the cause.'
}

/** The error of a disk or a store that does not respond. Undefined for an error that a person has to solve. */
function temporaryCause(error: unknown): StorageError | undefined {
  const isOfSystem = error instanceof Error && 'syscall' in error
  const isTransient = error instanceof FileUnreadable && error.isTransient
  return error instanceof StorageError || isOfSystem || isTransient ? toStorageError(error) : undefined
}
