import { randomBytes } from 'node:crypto'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { cleanLine } from '#app/cms/define/clean-text.ts'
import type { AuditEvent } from '#app/cms/people/audit/audit-event.ts'
import { InvalidContent } from '#app/cms/content/store/errors.ts'
import type { PublicationRecord } from '#app/cms/content/publication-log/publication-record.ts'
import type { Draft, Drafts } from '#app/cms/content/publish/drafts/draft.ts'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { Listeners } from '#app/cms/platform/listeners.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import { StorageError, toStorageError } from '#app/cms/storage/storage-error.ts'
import { FileUnreadable, PreconditionFailed, versionOf, type Storage } from '#app/cms/storage/storage.ts'
import { addedObstacles, refusedFor, type Obstacle } from './obstacles.ts'
import {
  ReleasePublisher,
  toEdit,
  type Assumption,
  type Lateness,
  type ReleasePublisherOptions,
  type StagedRelease,
} from './publish-release.server.ts'
import {
  readRelease,
  readReleases,
  recordFile,
  recordName,
  writeRelease,
  type StoredRelease,
} from './release-records.server.ts'
import {
  invalidReleaseField,
  isOpen,
  mergedEdit,
  MAX_NAME_LENGTH,
  ReleaseChanged,
  ReleaseRefused,
  type Release,
  type ReleaseConflict,
} from './release-format.ts'

const MAX_OPEN = 50
const MAX_PAST = 500
/** Files of a release that no draft names. */
const MAX_FILES = 100

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

interface ReleasesOptions extends ReleasePublisherOptions {
  storage: Storage
  drafts: Pick<Drafts, 'list' | 'moveTo' | 'discard' | 'dropPublished' | 'prepare'>
  /** The publications that an earlier process had begun, and that the start has completed. */
  interrupted?: readonly Pick<PublicationRecord, 'committedBy' | 'dataFiles'>[]
  /** Gets an event for every change of a release. */
  audit: { record: (event: AuditEvent) => void }
  health: HealthReports
  /** True while the clock of the machine cannot be relied on: then no scheduled release is due. */
  isHeld?: () => boolean
  /** Milliseconds since 1970. */
  now?: () => number
}

type ReleaseChangeKind =
  'made' | 'changed' | 'scheduled' | 'unscheduled' | 'published' | 'failed' | 'undone' | 'removed'

/** A draft of a release and what it does to what is published now. */
export interface ReleaseChange {
  section: SectionDefinition
  draft: Draft
  /** What is published now, and what would be. */
  current: unknown
  next: unknown
  conflict: ReleaseConflict | undefined
  /** Other open releases that change this section too. */
  alsoIn: Release[]
}

/** A scheduled release that cannot be published, with the version of its record before. */
interface RefusedRelease {
  release: Release
  version: string | null
  err: unknown
}

/** A scheduled release that is being published. */
interface Attempt {
  /** What it changes. */
  places: readonly string[]
  refusal: Promise<RefusedRelease | undefined>
}

/**
 * Opens the releases of a site. Publishes the scheduled ones whose time has passed while the site was not running: at
 * once, or with its background work if others have to see the publication, because that takes seconds, and a process
 * that takes over has to accept changes first.
 */
export async function openReleases(options: ReleasesOptions): Promise<Releases> {
  const pendingFiles = (options.interrupted ?? []).flatMap(({ dataFiles }) => dataFiles)
  const releases = new Releases(options, await readReleases({ ...options, pendingFiles }))
  releases.recordCompleted()
  await releases.clearDrafts()
  if (options.storage.isSeenAtOnce) await releases.publishDue()
  return releases
}

/**
 * The releases of a site, in memory and as one file each. Changes run one at a time. They reject with ReleaseRefused or
 * StorageError, and then nothing has changed.
 */
export class Releases {
  readonly #runExclusive = limitConcurrency({ running: 1, waiting: Infinity })
  readonly #now: () => number
  readonly #publisher: ReleasePublisher
  readonly #releases = new Map<string, Release>()
  /** The versions of their records, as they were read or written last. */
  readonly #versions = new Map<string, string>()
  /** Why the disk or the store did not accept releases at their time. They stay scheduled, and are tried again. */
  readonly #delays = new Map<string, string>()
  /** Releases whose time has come, and that could not be published yet. */
  readonly #tried = new Set<string>()
  /** Scheduled releases that are prepared for their moment, by id. */
  readonly #staged = new Map<string, StagedRelease>()
  /** Those that could not be prepared. At their moment it is found out why. */
  readonly #notStaged = new WeakSet<Release>()
  readonly #openedAt: number
  readonly #listeners = new Listeners()
  #timer: NodeJS.Timeout | undefined
  #isStarted = false

  constructor(
    private readonly options: ReleasesOptions,
    stored: ReadonlyMap<string, StoredRelease>,
  ) {
    this.#now = options.now ?? (() => Date.now())
    this.#openedAt = this.#now()
    for (const { release, version } of stored.values()) this.#keep(release, version)
    this.#publisher = new ReleasePublisher(options, {
      versionOf: ({ id }) => this.#versions.get(id) ?? null,
      onCommit: (release) => {
        this.#keep(release, versionOf(recordFile(release).text))
      },
      stamp: (by, time) => this.#stamp(by, time),
    })
  }

  /** All releases: open ones by their time, then past ones, newest first. */
  list(): Release[] {
    const all = [...this.#releases.values()]
    const timeOf = ({ time, created }: Release) => `${time === undefined ? '9' : ''}${time ?? created.time}`
    const open = all.filter(isOpen).sort((one, other) => (timeOf(one) < timeOf(other) ? -1 : 1))
    const past = all.filter((release) => !isOpen(release))
    return [...open, ...past.sort((one, other) => (one.changed.time > other.changed.time ? -1 : 1))]
  }

  find(id: string): Release | undefined {
    return this.#releases.get(id)
  }

  /** What a release would change now, in the order of the sections. */
  changes({ id }: Release): ReleaseChange[] {
    const drafts = this.options.drafts.list()
    const own = drafts.filter(({ release }) => release === id)
    return own.map((draft) => {
      const { section } = draft
      const current = this.options.content.find(section)?.value
      const { value, conflict } = mergedEdit(toEdit(section, draft), current)
      const alsoIn = drafts.flatMap((other) => {
        const release =
          other.section.id === section.id && other.release !== id && this.#releases.get(other.release ?? '')
        return release && isOpen(release) ? release : []
      })
      return { section, draft, current, next: value, conflict, alsoIn }
    })
  }

  /** Why a release cannot be published now; empty if it can. */
  obstacles(release: Release): Promise<Obstacle[]> {
    return this.#publisher.obstacles(release)
  }

  /**
   * The scheduled releases that something would block that is not done yet, with what it would add to their obstacles.
   * From memory.
   */
  blockedBy(assumed: Assumption): { release: Release; obstacles: Obstacle[] }[] {
    return this.list().flatMap((release) => {
      if (release.state !== 'scheduled') return []
      const before = this.#publisher.obstaclesIf(release, {})
      const obstacles = addedObstacles(before, this.#publisher.obstaclesIf(release, assumed))
      return obstacles.length > 0 ? [{ release, obstacles }] : []
    })
  }

  /** The staged files that a release publishes: its own, and those that its drafts name. */
  stagedFiles(release: Release): string[] {
    return this.#publisher.stagedFiles(release)
  }

  create(values: { name: string; time?: string | undefined }, by: string): Promise<Release> {
    return this.#runExclusive(async () => {
      if ([...this.#releases.values()].filter(isOpen).length >= MAX_OPEN) {
        throw new ReleaseRefused(`There are ${MAX_OPEN} releases that are not published. Publish or delete one first.`)
      }
      const stamp = this.#stamp(by)
      const id = randomBytes(6).toString('hex')
      return this.#store(
        {
          format: 1,
          id,
          name: checkedName(values.name),
          ...(values.time !== undefined && { time: values.time }),
          state: 'open',
          created: stamp,
          changed: stamp,
          files: [],
          earlier: [],
        },
        'made',
      )
    })
  }

  /** Changes name and time. A scheduled release stays scheduled, and then needs a time. */
  change(id: string, values: { name: string; time: string | undefined }, by: string): Promise<Release> {
    return this.#runExclusive(async () => {
      const { time: _time, ...release } = this.#requireOpen(id)
      if (release.state === 'scheduled') this.#requireFuture(values.time)
      const time = values.time === undefined ? {} : { time: values.time }
      return this.#store({ ...release, ...time, name: checkedName(values.name), changed: this.#stamp(by) }, 'changed')
    })
  }

  /**
   * Adds staged files that become public with the release although no draft names them. Ignores files that are public
   * already or do not exist. Rejects if the release has too many files.
   */
  addFiles(id: string, files: readonly string[], by: string): Promise<Release> {
    return this.#runExclusive(async () => {
      const release = this.#requireOpen(id)
      const all = [...new Set([...release.files, ...this.options.files.stagedOf(files)])]
      if (all.length > MAX_FILES) throw new ReleaseRefused(`A release can have at most ${MAX_FILES} files of its own.`)
      if (all.length === release.files.length) return release
      return this.#store({ ...release, files: all, changed: this.#stamp(by) }, 'changed')
    })
  }

  /** Removes a file that was added. The file stays staged. */
  removeFile(id: string, file: string, by: string): Promise<Release> {
    return this.#runExclusive(async () => {
      const release = this.#requireOpen(id)
      if (!release.files.includes(file)) throw new ReleaseRefused('This file is not in the release any more.', 404)
      const files = release.files.filter((one) => one !== file)
      return this.#store({ ...release, files, changed: this.#stamp(by) }, 'changed')
    })
  }

  /** Throws ReleaseRefused if a release has no time in the future, or cannot be published. */
  async requireSchedulable(release: Release): Promise<void> {
    this.#requireFuture(release.time)
    const obstacles = await this.obstacles(release)
    if (obstacles.length > 0) throw refusedFor(obstacles)
  }

  /** Schedules a release: it is published at its time. */
  schedule(id: string, by: string): Promise<Release> {
    return this.#runExclusive(async () => {
      const { failure: _failure, ...release } = this.#requireOpen(id)
      await this.requireSchedulable(release)
      return this.#store({ ...release, state: 'scheduled', changed: this.#stamp(by) }, 'scheduled')
    })
  }

  /** Cancels the schedule of a release: it is not published at its time. */
  unschedule(id: string, by: string): Promise<Release> {
    return this.#runExclusive(async () => {
      const { failure: _failure, ...release } = this.#requireOpen(id)
      return this.#store({ ...release, state: 'open', changed: this.#stamp(by) }, 'unscheduled')
    })
  }

  /** Publishes a release now, whatever its time. */
  publish(id: string, by: string): Promise<Release> {
    return this.#runExclusive(() => this.#publish(this.#requireOpen(id), by))
  }

  /**
   * Reverts what a published release has changed. Later changes in other places stay. The release is open again, with
   * its drafts and files.
   */
  undo(id: string, by: string): Promise<Release> {
    return this.#runExclusive(async () => {
      const undone = await this.#ifUnchanged(id, () => this.#publisher.undo(this.#require(id), by))
      this.#record('undone', undone)
      return undone
    })
  }

  /** Deletes an open release. Its drafts are discarded, or become drafts outside any release. */
  async remove(id: string, drafts: 'detach' | 'discard', by: string): Promise<void> {
    const detached = await this.#runExclusive(async () => {
      const release = this.#require(id)
      if (release.state === 'published') throw new ReleaseRefused('A published release cannot be deleted.')
      if (release.state === 'scheduled')
        throw new ReleaseRefused('This release is scheduled. Cancel the schedule before you delete it.')
      const own = this.#publisher.draftsOf(id)
      const outside = new Set(this.options.drafts.list().flatMap((draft) => (draft.release ? [] : draft.section.id)))
      const taken = drafts === 'detach' ? own.filter(({ section }) => outside.has(section.id)) : []
      if (taken.length > 0) {
        throw new ReleaseRefused(
          `These sections already have a draft outside any release: ${taken.map(({ section }) => section.label).join(', ')}. Publish or discard these drafts first.`,
        )
      }
      for (const { section } of own) {
        if (drafts === 'detach') await this.options.drafts.moveTo(section, { from: id, author: by })
        else await this.options.drafts.discard(section, { release: id, author: by })
      }
      await this.options.storage.remove(recordName(id))
      this.#forget(id)
      this.#record('removed', { ...release, changed: this.#stamp(by) })
      return drafts === 'detach' ? own : []
    })
    for (const { section } of detached) this.#recordMove(section, { from: id })
  }

  /** Moves the draft of a section into a release, or out of it. */
  async moveDraft(
    section: SectionDefinition,
    { from, to, by }: { from?: string | undefined; to?: string | undefined; by: string },
  ): Promise<void> {
    await this.#runExclusive(async () => {
      for (const id of [from, to]) if (id !== undefined) this.#requireOpen(id)
      const drafts = this.options.drafts.list().filter((draft) => draft.section.id === section.id)
      if (!drafts.some(({ release }) => release === from))
        throw new ReleaseRefused('This draft does not exist any more.', 404)
      if (drafts.some(({ release }) => release === to)) {
        const where = to === undefined ? 'outside any release' : 'in that release'
        throw new ReleaseRefused(`${section.label} has a draft ${where} already. Publish or discard it first.`)
      }
      await this.options.drafts.moveTo(section, { from, to, author: by })
    })
    // Outside the queue, so that the audit event names the person of this request.
    this.#recordMove(section, { from, to })
  }

  /** Calls `listener` after each change. Returns a function that removes it. */
  readonly subscribe = this.#listeners.subscribe

  /** Starts to watch the clock. */
  start(): void {
    this.#isStarted = true
    this.#watchClock()
  }

  /** Records an audit event for each publication that a killed process has left unfinished, since its own event may be lost. */
  recordCompleted(): void {
    const what = 'Completed when the site was started again'
    for (const { committedBy, dataFiles } of this.options.interrupted ?? []) {
      const names = [...(committedBy ? [committedBy] : []), ...dataFiles].map(({ name }) => name)
      for (const release of this.#releases.values()) {
        if (names.includes(recordName(release.id)))
          this.#record(isOpen(release) ? 'undone' : 'published', release, what)
      }
    }
  }

  /** Removes drafts of published releases that a killed process has left. Never rejects. */
  async clearDrafts(): Promise<void> {
    for (const release of this.#releases.values()) if (!isOpen(release)) await this.#publisher.clearDrafts(release.id)
  }

  /**
   * Publishes the releases that are due, side by side: what one of them still has to write does not delay the others.
   * `isMissed`: they could not be published at their time, although the site was running. Never rejects.
   */
  async publishDue(isMissed = false): Promise<void> {
    await this.#runExclusive(async () => {
      const attempts: Attempt[] = []
      for (const release of this.#due()) {
        this.#tried.add(release.id)
        if (!this.#mayBeWritten(release)) continue
        const places = this.#publisher.placesOf(release)
        // Those that change the same go one after the other.
        const earlier = attempts.filter((attempt) => attempt.places.some((place) => places.includes(place)))
        const refusal = Promise.all(earlier.map((attempt) => attempt.refusal)).then(() =>
          this.#publishAtMoment(release, isMissed),
        )
        attempts.push({ places, refusal })
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
    await this.#runExclusive(async () => {
      for (const [id, staged] of this.#staged) {
        if (this.#publisher.isCurrent(staged, this.#releases.get(id))) continue
        this.#staged.delete(id)
        await staged.publication.discard()
      }
      if (this.#isHeld()) return
      for (const release of this.#releases.values()) {
        const { id, state, changed } = release
        const time = Date.parse(release.time ?? '')
        const left = time - this.#now()
        const isNear = state === 'scheduled' && left <= STAGE_MS && left >= MIN_STAGE_MS
        if (!isNear || this.#staged.has(id) || this.#notStaged.has(release)) continue
        try {
          this.#staged.set(id, await this.#publisher.stage(release, { by: changed.by, time }))
        } catch {
          this.#notStaged.add(release)
        }
      }
    })
  }

  /** Why a release whose time has come is not published yet: the disk or the store has not accepted it. */
  delayOf({ id }: Release): string | undefined {
    return this.#delays.get(id)
  }

  /** Seconds since the earliest time of a scheduled release that is not published yet; 0 if there is none. */
  overdueSeconds(): number {
    const [earliest] = this.#atTheirTime()
    return earliest?.time === undefined ? 0 : (this.#now() - Date.parse(earliest.time)) / 1000
  }

  async close(): Promise<void> {
    this.#isStarted = false
    clearTimeout(this.#timer)
    await this.#runExclusive.onIdle()
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
    return [...this.#releases.values()]
      .filter(({ state, time }) => state === 'scheduled' && time !== undefined && Date.parse(time) <= this.#now())
      .sort((one, other) => (String(one.time) < String(other.time) ? -1 : 1))
  }

  /** Publishes a release at its time. Resolves with why it was refused, if a person has to solve that. */
  async #publishAtMoment(release: Release, isMissed: boolean): Promise<RefusedRelease | undefined> {
    const { log } = this.options
    const { id, name, time, changed } = release
    const version = this.#versions.get(id) ?? null
    const moment = Date.parse(time ?? '')
    const late = { isMissed: isMissed || moment < this.#openedAt, wasDelayed: this.#delays.has(id) }
    const staged = this.#staged.get(id)
    this.#staged.delete(id)
    const isDue = !late.isMissed && !late.wasDelayed && this.#now() - moment < STAGE_MS
    if (!isDue) await staged?.publication.discard()
    try {
      await this.#publish(release, changed.by, { ...late, isDue, staged: isDue ? staged : undefined })
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
    if (this.#delays.get(release.id) === reason) return
    this.#delays.set(release.id, reason)
    const { id, name, time } = release
    this.options.log.error(
      { err, release: id, name, time },
      'A scheduled release could not be published at its time. It is tried again every second',
    )
    this.#listeners.announce()
  }

  /** Stores that a release was not published: then only a person publishes it. */
  async #fail({ release, version, err }: RefusedRelease) {
    const { log } = this.options
    const { id, name, changed } = release
    const failed: Release = { ...release, state: 'failed', failure: reasonOf(err), changed: this.#stamp(changed.by) }
    try {
      await this.#store(failed, 'failed', version)
      log.error({ err, release: id, name }, 'A scheduled release was not published')
    } catch (error) {
      if (error instanceof StorageError) this.#delay(release, error)
      else log.error({ err, release: id, name }, 'A scheduled release was changed by another program at its moment')
    }
  }

  async #publish(
    release: Release,
    by: string,
    how: Lateness & { isDue?: boolean; staged?: StagedRelease | undefined } = {},
  ): Promise<Release> {
    const { published, drafts } = await this.#ifUnchanged(release.id, () =>
      this.#publisher.publish(release, { by, ...how }),
    )
    this.#record('published', published)
    this.#watchClock()
    await this.#publisher.clearDrafts(release.id, drafts)
    await this.#removeOldest()
    return published
  }

  /** Makes a change of a release. If another program has changed its record, that counts, and ReleaseChanged is thrown. */
  async #ifUnchanged<Result>(id: string, change: () => Promise<Result>): Promise<Result> {
    try {
      return await change()
    } catch (error) {
      if (!(error instanceof PreconditionFailed)) throw error
      await this.#readAgain(id)
      throw new ReleaseChanged()
    }
  }

  async #readAgain(id: string) {
    const { storage, log } = this.options
    try {
      const stored = await readRelease(storage, id)
      if (stored) this.#keep(stored.release, stored.version)
      else this.#forget(id)
    } catch (err) {
      log.error({ err, release: id }, 'The record of a release that was changed by another program cannot be read')
    }
    this.#listeners.announce()
    this.#watchClock()
  }

  #keep(release: Release, version: string) {
    this.#releases.set(release.id, release)
    this.#versions.set(release.id, version)
    this.#delays.delete(release.id)
    this.#tried.delete(release.id)
  }

  #forget(id: string) {
    this.#releases.delete(id)
    this.#versions.delete(id)
    this.#delays.delete(id)
    this.#tried.delete(id)
  }

  #requireFuture(time: string | undefined) {
    if (time === undefined) throw invalidReleaseField('time', 'Enter the time of publication.')
    if (Date.parse(time) <= this.#now()) throw invalidReleaseField('time', 'This time is in the past.')
  }

  #require(id: string): Release {
    const release = this.#releases.get(id)
    if (release) return release
    throw new ReleaseRefused('This release does not exist any more.', 404)
  }

  #requireOpen(id: string): Release {
    const release = this.#require(id)
    if (isOpen(release)) return release
    throw new ReleaseRefused('This release is published already.')
  }

  #stamp(by: string, time = this.#now()) {
    return { by, time: new Date(time).toISOString() }
  }

  /** Stores a release on the condition that its record has the version `ifVersion`; null: there is none. */
  async #store(
    release: Release,
    change: ReleaseChangeKind,
    ifVersion = this.#versions.get(release.id) ?? null,
  ): Promise<Release> {
    const { storage } = this.options
    const version = await this.#ifUnchanged(release.id, () => writeRelease(storage, release, ifVersion))
    this.#keep(release, version)
    this.#watchClock()
    this.#record(change, release)
    return release
  }

  #record(change: ReleaseChangeKind, { id, name, time, changed }: Release, what?: string) {
    this.options.audit.record({ kind: `release.${change}`, about: id, detail: { name, time, by: changed.by, what } })
    this.#listeners.announce()
  }

  #recordMove({ id }: SectionDefinition, { from, to }: { from?: string | undefined; to?: string | undefined }) {
    this.options.audit.record({ kind: 'draft.moved', about: id, detail: { from, to } })
  }

  async #removeOldest() {
    const surplus = this.list()
      .filter((release) => !isOpen(release))
      .slice(MAX_PAST)
    if (surplus.length === 0) return
    try {
      await this.options.storage.remove(surplus.map(({ id }) => recordName(id)))
      for (const { id } of surplus) this.#forget(id)
    } catch (err) {
      this.options.log.warn({ err }, 'Old releases could not be removed')
    }
  }

  /** Sets the timer for the next release. It fires earlier too, because the system's clock may be changed meanwhile. */
  #watchClock() {
    clearTimeout(this.#timer)
    if (!this.#isStarted) return
    const waits = [...this.#releases.values()].flatMap(({ id, state, time }) => {
      if (state !== 'scheduled' || time === undefined) return []
      const left = Date.parse(time) - this.#now()
      if (left > 0) return Math.min(POLL_MS, left)
      return this.#isHeld() ? POLL_MS : this.#tried.has(id) ? RETRY_MS : 0
    })
    if (this.#staged.size > 0) waits.push(POLL_MS)
    if (waits.length === 0) return
    this.#timer = setTimeout(
      () => {
        void this.publishDue()
          .then(() => this.#stageNear())
          .finally(() => {
            this.#watchClock()
          })
      },
      Math.min(...waits),
    ).unref()
  }
}

function checkedName(name: string) {
  const trimmed = cleanLine(name).replaceAll(/\s+/g, ' ')
  if (trimmed === '') throw invalidReleaseField('name', 'Give the release a name.')
  if (trimmed.length > MAX_NAME_LENGTH) {
    throw invalidReleaseField('name', `A name can have at most ${MAX_NAME_LENGTH} characters.`)
  }
  return trimmed
}

function reasonOf(error: unknown) {
  if (error instanceof InvalidContent) return `The content of ${error.section} would not be valid: ${error.message}`
  if (error instanceof ExpectedError) return error.message
  return 'An unexpected error occurred. The log of the server has the cause.'
}

/** The error of a disk or a store that does not respond. Undefined for an error that a person has to solve. */
function temporaryCause(error: unknown): StorageError | undefined {
  const isOfSystem = error instanceof Error && 'syscall' in error
  const isTransient = error instanceof FileUnreadable && error.isTransient
  return error instanceof StorageError || isOfSystem || isTransient ? toStorageError(error) : undefined
}
