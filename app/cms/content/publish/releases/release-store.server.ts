import { randomBytes } from 'node:crypto'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { cleanLine } from '#app/cms/define/clean-text.ts'
import type { AuditEvent } from '#app/cms/people/audit/audit-event.ts'
import { InvalidContent } from '#app/cms/content/store/errors.ts'
import type { DataFile } from '#app/cms/content/publication-log/publication-record.ts'
import type { FollowedPublication, OtherPublication } from '#app/cms/content/store/store.types.ts'
import type { Draft, Drafts } from '#app/cms/content/publish/drafts/draft.ts'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { Listeners } from '#app/cms/platform/listeners.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { addedObstacles, refusedFor, type Obstacle } from './obstacles.ts'
import { ReleasePublisher, toEdit, type Assumption, type ReleasePublisherOptions } from './publish-release.server.ts'
import { isRecordName, releasesAmong, readReleases, recordName, writeRelease } from './release-records.server.ts'
import {
  invalidReleaseField,
  isOpen,
  mergedEdit,
  MAX_NAME_LENGTH,
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

interface ReleasesOptions extends ReleasePublisherOptions {
  storage: Storage
  drafts: Pick<Drafts, 'list' | 'moveTo' | 'discard' | 'dropPublished' | 'prepare'>
  /** Files of pending publications, which may not be on disk yet. */
  pendingFiles?: readonly DataFile[]
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

/** Opens the releases of a site. Publishes the scheduled ones whose time has passed while the site was not running. */
export async function openReleases(options: ReleasesOptions): Promise<Releases> {
  const releases = new Releases(options, await readReleases(options))
  releases.recordCompleted()
  await releases.clearDrafts()
  await releases.publishDue(true)
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
  /** Releases whose record on disk is older than the one in memory. */
  readonly #unsaved = new Set<string>()
  /** Releases that another node has published or undone, and whose records it has not written yet. */
  readonly #followed = new Map<string, Release>()
  readonly #listeners = new Listeners()
  #timer: NodeJS.Timeout | undefined
  #isStarted = false

  constructor(
    private readonly options: ReleasesOptions,
    private readonly releases: Map<string, Release>,
  ) {
    this.#now = options.now ?? (() => Date.now())
    this.#publisher = new ReleasePublisher(options, {
      onCommit: (release) => this.releases.set(release.id, release),
      stamp: (by) => this.#stamp(by),
    })
  }

  /** All releases: open ones by their time, then past ones, newest first. */
  list(): Release[] {
    const all = [...this.releases.values()]
    const timeOf = ({ time, created }: Release) => `${time === undefined ? '9' : ''}${time ?? created.time}`
    const open = all.filter(isOpen).sort((one, other) => (timeOf(one) < timeOf(other) ? -1 : 1))
    const past = all.filter((release) => !isOpen(release))
    return [...open, ...past.sort((one, other) => (one.changed.time > other.changed.time ? -1 : 1))]
  }

  find(id: string): Release | undefined {
    return this.releases.get(id)
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
          other.section.id === section.id && other.release !== id && this.releases.get(other.release ?? '')
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
      if ([...this.releases.values()].filter(isOpen).length >= MAX_OPEN) {
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
    return this.#runExclusive(() => this.#publish(this.#requireOpen(id), by, false))
  }

  /**
   * Reverts what a published release has changed. Later changes in other places stay. The release is open again, with
   * its drafts and files.
   */
  undo(id: string, by: string): Promise<Release> {
    return this.#runExclusive(async () => {
      const undone = await this.#publisher.undo(this.#require(id), by)
      this.releases.set(id, undone)
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
      this.releases.delete(id)
      this.#unsaved.delete(id)
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

  /** Reads again what other nodes have changed. `names` are the changed files. Never rejects. */
  async takeOver(names: readonly string[]): Promise<void> {
    if (!names.some((name) => isRecordName(name))) return
    await this.#runExclusive(async () => {
      const read = await readReleases({ ...this.options, pendingFiles: [] })
      for (const id of [...this.releases.keys()]) if (!read.has(id) && !this.#unsaved.has(id)) this.releases.delete(id)
      for (const [id, release] of read) {
        if (!this.#unsaved.has(id)) this.releases.set(id, this.#followed.get(id) ?? release)
      }
      this.#listeners.announce()
      this.#watchClock()
    })
  }

  /**
   * Shows what another node has published or undone beside content: files, and the states of releases. Synchronous, so
   * that visitors see all of it at one moment. The files are served from their old places until `moveFiles` has moved
   * them.
   */
  follow({ moves, dataFiles }: OtherPublication): FollowedPublication {
    const { files } = this.options
    const published = filesAmong(moves.map(({ to }) => to))
    const unpublished = filesAmong(moves.map(({ from }) => from))
    const releases = releasesAmong(dataFiles)
    files.show(published)
    const endHiding = files.hide(unpublished)
    for (const release of releases) {
      this.#followed.set(release.id, release)
      this.releases.set(release.id, release)
    }
    this.#listeners.announce()
    return {
      moveFiles: async () => {
        await files.publish(published)
        await files.unpublish(this.#publisher.unusedFiles(unpublished))
      },
      end: () => {
        endHiding()
        for (const { id } of releases) this.#followed.delete(id)
      },
      onCompleted: () =>
        this.#runExclusive(async () => {
          this.#recordCompleted(releases, 'Completed by another server, because the first server had stopped')
          for (const release of releases) if (!isOpen(release)) await this.#publisher.clearDrafts(release.id)
        }),
    }
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
    this.#recordCompleted(releasesAmong(this.options.pendingFiles), 'Completed when the site was started again')
  }

  /** Removes drafts of published releases that a killed process has left. Never rejects. */
  async clearDrafts(): Promise<void> {
    for (const release of this.releases.values()) if (!isOpen(release)) await this.#publisher.clearDrafts(release.id)
  }

  /** Publishes the releases that are due. `isMissed`: the site was not running at their time. Never rejects. */
  async publishDue(isMissed = false): Promise<void> {
    const { storage } = this.options
    // Only the leading node publishes. This one then reads the result.
    if (!storage.isLeader()) return
    // Another node may have published the release or cancelled its schedule. Outside the queue, because `takeOver`
    // needs the queue.
    if (this.#due().length > 0) await storage.refresh()
    await this.#runExclusive(async () => {
      for (const id of this.#unsaved) await this.#saveAgain(id)
      for (const release of this.#due()) {
        // Another process has taken over the folders, and publishes the rest.
        if (storage.refusal()?.code === 'lock-lost') return
        await this.#publishAtMoment(release, isMissed)
      }
    })
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
    return [...this.releases.values()]
      .filter(({ state, time }) => state === 'scheduled' && time !== undefined && Date.parse(time) <= this.#now())
      .sort((one, other) => (String(one.time) < String(other.time) ? -1 : 1))
  }

  async #publishAtMoment(release: Release, isMissed: boolean) {
    const { log } = this.options
    const by = release.changed.by
    try {
      await this.#publish(release, by, isMissed)
      const { id, name, time } = release
      if (isMissed)
        log.warn(
          { release: id, name, time },
          'A release was published late, because the site was not running at its time',
        )
      else log.info({ release: id, name, time }, 'A scheduled release was published')
    } catch (err) {
      const failure = reasonOf(err)
      log.error({ err, release: release.id, name: release.name }, 'A scheduled release was not published')
      const failed: Release = { ...release, state: 'failed', failure, changed: this.#stamp(by) }
      // From here on only a person publishes it, even if the disk does not accept this state.
      this.releases.set(release.id, failed)
      this.#unsaved.add(release.id)
      this.#record('failed', failed)
      await this.#saveAgain(release.id)
    }
  }

  async #publish(release: Release, by: string, isMissed: boolean): Promise<Release> {
    const { published, drafts } = await this.#publisher.publish(release, { by, isMissed })
    this.releases.set(release.id, published)
    this.#record('published', published)
    this.#unsaved.delete(release.id)
    this.#watchClock()
    await this.#publisher.clearDrafts(release.id, drafts)
    await this.#removeOldest()
    return published
  }

  #requireFuture(time: string | undefined) {
    if (time === undefined) throw invalidReleaseField('time', 'Enter the time of publication.')
    if (Date.parse(time) <= this.#now()) throw invalidReleaseField('time', 'This time is in the past.')
  }

  #require(id: string): Release {
    const release = this.releases.get(id)
    if (release) return release
    throw new ReleaseRefused('This release does not exist any more.', 404)
  }

  #requireOpen(id: string): Release {
    const release = this.#require(id)
    if (isOpen(release)) return release
    throw new ReleaseRefused('This release is published already.')
  }

  #stamp(by: string) {
    return { by, time: new Date(this.#now()).toISOString() }
  }

  async #store(release: Release, change: ReleaseChangeKind): Promise<Release> {
    await writeRelease(this.options.storage, release)
    this.releases.set(release.id, release)
    this.#unsaved.delete(release.id)
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

  #recordCompleted(releases: readonly Release[], what: string) {
    for (const release of releases) this.#record(isOpen(release) ? 'undone' : 'published', release, what)
  }

  async #saveAgain(id: string) {
    const release = this.releases.get(id)
    try {
      if (release) await writeRelease(this.options.storage, release)
      this.#unsaved.delete(id)
    } catch (err) {
      this.options.log.error({ err, release: id }, 'The state of a release could not be stored')
    }
  }

  async #removeOldest() {
    const surplus = this.list()
      .filter((release) => !isOpen(release))
      .slice(MAX_PAST)
    if (surplus.length === 0) return
    try {
      await this.options.storage.remove(surplus.map(({ id }) => recordName(id)))
      for (const { id } of surplus) this.releases.delete(id)
    } catch (err) {
      this.options.log.warn({ err }, 'Old releases could not be removed')
    }
  }

  /** Sets the timer for the next release. It fires earlier too, because the system's clock may be changed meanwhile. */
  #watchClock() {
    clearTimeout(this.#timer)
    if (!this.#isStarted) return
    const times = [...this.releases.values()].flatMap(({ state, time }) =>
      state === 'scheduled' && time !== undefined ? Date.parse(time) : [],
    )
    if (times.length === 0 && this.#unsaved.size === 0) return
    const left = Math.min(...times) - this.#now()
    this.#timer = setTimeout(
      () => {
        void this.publishDue().finally(() => {
          this.#watchClock()
        })
      },
      // A release that is due and was not published above is held, or is published by the leading node.
      left <= 0 && (this.#isHeld() || !this.options.storage.isLeader())
        ? POLL_MS
        : Math.min(POLL_MS, Math.max(1, left)),
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

/** The files of the uploads folder among names of the storage, as paths below that folder. */
function filesAmong(names: readonly string[]) {
  return names.flatMap((name) => (name.startsWith('uploads/') ? [name.slice('uploads/'.length)] : []))
}
