import { authorId, type Author } from '#app/cms/platform/author.server.ts'
import { randomBytes } from 'node:crypto'
import { cleanLine } from '#app/cms/define/clean-text.ts'
import type { AuditEvent } from '#app/cms/people/audit/audit-event.ts'
import type { PublicationRecord } from '#app/cms/content/publication-log/publication-record.ts'
import type { Draft, DraftChanges, Drafts, SaveDraft } from '#app/cms/publishing/drafts/draft.ts'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import { versionOf, type Storage } from '#app/cms/storage/storage.ts'
import { KnownReleases } from './known-releases.server.ts'
import { requireDetachable, requireMovable } from './movable-drafts.ts'
import { refusedFor } from './obstacles.ts'
import {
  ReleasePublisher,
  type Lateness,
  type ReleaseCallbacks,
  type ReleasePublisherOptions,
  type StagedRelease,
} from './publish-release.server.ts'
import { ReleaseAudit, type ReleaseChangeKind } from './release-audit.server.ts'
import { ReleaseClock } from './release-clock.server.ts'
import { ReleaseForecast } from './release-forecast.server.ts'
import { ReleaseUndo } from './undo-release.server.ts'
import { readReleases, recordFile, recordName, type StoredRelease } from './release-records.server.ts'
import { invalidReleaseField, isOpen, MAX_NAME_LENGTH, ReleaseRefused, type Release } from './release-format.ts'

const MAX_OPEN = 50
const MAX_PAST = 500
/** Files of a release that no draft names. */
const MAX_FILES = 100

/** When drafts of published releases that could not be removed are tried again (ms). */
const CLEAR_AGAIN_MS = 30_000

interface ReleasesOptions extends ReleasePublisherOptions {
  storage: Storage
  drafts: Pick<Drafts, 'list' | 'changeTogether' | 'dropPublished' | 'prepare'>
  /** The publications that an earlier process had begun, and that the start has completed. */
  interrupted?: readonly Pick<PublicationRecord, 'committedBy'>[]
  /** Gets an event for every change of a release. */
  audit: { record: (event: AuditEvent) => void }
  health: HealthReports
  /** True while the clock of the machine cannot be relied on: then no scheduled release is due. */
  isHeld?: () => boolean
  /** Milliseconds since 1970. */
  now?: () => number
}

interface NewRelease {
  name: string
  time?: string | undefined
}

/** A draft that is made together with its release. */
type NewDraft = Omit<SaveDraft, 'release' | 'author'> & { section: SectionDefinition }

/**
 * Opens the releases of a site. Publishes the scheduled ones whose time has passed while the site was not running: at
 * once, or with its background work if others have to see the publication, because that takes seconds, and a process
 * that takes over has to accept changes first.
 */
export async function openReleases(options: ReleasesOptions): Promise<Releases> {
  const releases = new Releases(options, await readReleases(options))
  releases.recordCompleted()
  await releases.clearDrafts()
  if (options.storage.isSeenAtOnce) await releases.clock.publishDue()
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
  readonly #undo: ReleaseUndo
  readonly #known: KnownReleases
  readonly #audit: ReleaseAudit
  #clearing: NodeJS.Timeout | undefined
  /** Publishes the scheduled releases at their moments. */
  readonly clock: ReleaseClock
  readonly forecast: ReleaseForecast

  constructor(
    private readonly options: ReleasesOptions,
    stored: ReadonlyMap<string, StoredRelease>,
  ) {
    this.#now = options.now ?? (() => Date.now())
    this.#known = new KnownReleases(options, stored)
    this.#audit = new ReleaseAudit(options.audit)
    const callbacks: ReleaseCallbacks = {
      versionOf: (release) => this.#known.versionOf(release),
      onCommit: (release) => {
        this.#known.keep(release, versionOf(recordFile(release).text))
      },
      stamp: (by, time) => this.#stamp(by, time),
    }
    this.#publisher = new ReleasePublisher(options, callbacks)
    this.#undo = new ReleaseUndo(options, callbacks)
    this.forecast = new ReleaseForecast({ ...options, known: this.#known, publisher: this.#publisher })
    this.clock = new ReleaseClock({
      ...options,
      known: this.#known,
      publisher: this.#publisher,
      runExclusive: this.#runExclusive,
      publish: (release, by, how) => this.#publish(release, by, how),
      fail: (release, failure, ifVersion) =>
        this.#store(
          { ...release, state: 'failed', failure, changed: this.#stamp(release.changed.by) },
          'failed',
          release.changed.by,
          ifVersion,
        ),
      now: this.#now,
    })
  }

  /** All releases: open ones by their time, then past ones, newest first. */
  list(): Release[] {
    const all = this.#known.all()
    const timeOf = ({ time, created }: Release) => `${time === undefined ? '9' : ''}${time ?? created.time}`
    const open = all.filter(isOpen).sort((one, other) => (timeOf(one) < timeOf(other) ? -1 : 1))
    const past = all.filter((release) => !isOpen(release))
    return [...open, ...past.sort((one, other) => (one.changed.time > other.changed.time ? -1 : 1))]
  }

  find(id: string): Release | undefined {
    return this.#known.find(id)
  }

  /** The staged files that a release publishes: its own, and those that its drafts name. */
  stagedFiles(release: Release): string[] {
    return this.#publisher.stagedFiles(release)
  }

  create(values: NewRelease, by: Author): Promise<Release> {
    return this.createWithDrafts(values, {}, by)
  }

  /**
   * Makes a release with drafts: with `saved` ones, and with those of `moved` sections outside any release. All of it in
   * one commit. Rejects as `changeTogether` of the drafts does, and then nothing is made.
   */
  async createWithDrafts(
    values: NewRelease,
    { saved = [], moved = [] }: { saved?: readonly NewDraft[]; moved?: readonly SectionDefinition[] },
    by: Author,
  ): Promise<Release> {
    const made = await this.#runExclusive(async () => {
      if (this.#known.all().filter(isOpen).length >= MAX_OPEN) {
        throw new ReleaseRefused(`There are ${MAX_OPEN} releases that are not published. Publish or delete one first.`)
      }
      const stamp = this.#stamp(by)
      const release: Release = {
        format: 1,
        id: randomBytes(6).toString('hex'),
        name: checkedName(values.name),
        ...(values.time !== undefined && { time: values.time }),
        state: 'open',
        created: stamp,
        changed: stamp,
        files: [],
        earlier: [],
      }
      await this.#commitWithDrafts([release], recordFile(release).text, {
        saved: saved.map((draft) => ({ ...draft, release: release.id, author: by })),
        moved: moved.map((section) => ({ section, to: release.id, author: by })),
      })
      this.#record('made', release, by)
      return release
    })
    for (const { section } of saved) this.#audit.draft('saved', section, made.id, by)
    for (const section of moved) this.#audit.move(section, { to: made.id }, by)
    return made
  }

  /** Writes the records of releases, or removes them (null), in one commit with changes of drafts. */
  async #commitWithDrafts(releases: readonly Release[], text: string | null, changes: DraftChanges) {
    const puts = releases.map((release) => ({
      name: recordName(release.id),
      bytes: text,
      ifVersion: this.#known.versionOf(release),
    }))
    const onCommit = () => {
      for (const release of releases) {
        if (text === null) this.#known.forget(release.id)
        else this.#known.keep(release, versionOf(text))
      }
    }
    const ids = releases.map(({ id }) => id)
    await this.#known.ifUnchanged(ids, () => this.options.drafts.changeTogether(changes, { puts, onCommit }))
  }

  /** Changes name and time. A scheduled release stays scheduled, and then needs a time. */
  change(id: string, values: { name: string; time: string | undefined }, by: Author): Promise<Release> {
    return this.#runExclusive(async () => {
      const { time: _time, ...release } = this.#known.requireOpen(id)
      if (release.state === 'scheduled') this.#requireFuture(values.time)
      const time = values.time === undefined ? {} : { time: values.time }
      return this.#store(
        { ...release, ...time, name: checkedName(values.name), changed: this.#stamp(by) },
        'changed',
        by,
      )
    })
  }

  /**
   * Adds staged files that become public with the release although no draft names them. Ignores files that are public
   * already or do not exist. Rejects if the release has too many files.
   */
  addFiles(id: string, files: readonly string[], by: Author): Promise<Release> {
    return this.#runExclusive(async () => {
      const release = this.#known.requireOpen(id)
      const all = [...new Set([...release.files, ...this.options.files.stagedOf(files)])]
      if (all.length > MAX_FILES) throw new ReleaseRefused(`A release can have at most ${MAX_FILES} files of its own.`)
      if (all.length === release.files.length) return release
      return this.#store({ ...release, files: all, changed: this.#stamp(by) }, 'changed', by)
    })
  }

  /** Removes a file that was added. The file stays staged. */
  removeFile(id: string, file: string, by: Author): Promise<Release> {
    return this.#runExclusive(async () => {
      const release = this.#known.requireOpen(id)
      if (!release.files.includes(file)) throw new ReleaseRefused('This file is not in the release any more.', 404)
      const files = release.files.filter((one) => one !== file)
      return this.#store({ ...release, files, changed: this.#stamp(by) }, 'changed', by)
    })
  }

  /** Throws ReleaseRefused if a release has no time in the future, or cannot be published. */
  async requireSchedulable(release: Release): Promise<void> {
    this.#requireFuture(release.time)
    const obstacles = await this.#publisher.obstacles(release)
    if (obstacles.length > 0) throw refusedFor(obstacles)
  }

  /** Schedules a release: it is published at its time. */
  schedule(id: string, by: Author): Promise<Release> {
    return this.#runExclusive(async () => {
      const { failure: _failure, ...release } = this.#known.requireOpen(id)
      await this.requireSchedulable(release)
      return this.#store({ ...release, state: 'scheduled', changed: this.#stamp(by) }, 'scheduled', by)
    })
  }

  /** Cancels the schedule of a release: it is not published at its time. */
  unschedule(id: string, by: Author): Promise<Release> {
    return this.#runExclusive(async () => {
      const { failure: _failure, ...release } = this.#known.requireOpen(id)
      return this.#store({ ...release, state: 'open', changed: this.#stamp(by) }, 'unscheduled', by)
    })
  }

  /** Publishes a release now, whatever its time. */
  publish(id: string, by: Author): Promise<Release> {
    return this.#runExclusive(() => this.#publish(this.#known.requireOpen(id), by))
  }

  /**
   * Reverts what a published release has changed. Later changes in other places stay. The release is open again, with
   * its drafts and files. Entries that have to be kept are withdrawn with the `reason`.
   */
  undo(id: string, by: Author, reason?: string): Promise<Release> {
    return this.#runExclusive(async () => {
      const undone = await this.#known.ifUnchanged([id], () => this.#undo.undo(this.#known.require(id), { by, reason }))
      this.#record('undone', undone, by)
      return undone
    })
  }

  /** The entries that the undo of a release would withdraw, because they have to be kept. */
  keptByUndo(release: Release): Promise<SectionDefinition[]> {
    return this.#undo.keptByUndo(release)
  }

  /** Deletes an open release, as `removeTogether`. */
  remove(id: string, drafts: 'detach' | 'discard', by: Author): Promise<void> {
    return this.removeTogether([id], drafts, by)
  }

  /**
   * Deletes open releases in one commit. Their drafts are discarded, or become drafts outside any release. Rejects with
   * ReleaseRefused if one of them cannot be deleted, and then none is.
   */
  async removeTogether(ids: readonly string[], drafts: 'detach' | 'discard', by: Author): Promise<void> {
    const own = await this.#runExclusive(async () => {
      const releases = ids.map((id) => this.#known.require(id))
      for (const { name, state } of releases) {
        if (state === 'published') throw new ReleaseRefused(`“${name}” is published, so it cannot be deleted.`)
        if (state === 'scheduled')
          throw new ReleaseRefused(`“${name}” is scheduled. Cancel the schedule before you delete it.`)
      }
      const own = ids.flatMap((id) => this.#publisher.draftsOf(id))
      if (drafts === 'detach') requireDetachable(own, this.options.drafts.list())
      await this.#commitWithDrafts(releases, null, {
        moved: drafts === 'detach' ? own.map(({ section, release }) => ({ section, from: release, author: by })) : [],
        ended: { releases: ids, author: by },
      })
      for (const release of releases) this.#record('removed', { ...release, changed: this.#stamp(by) }, by)
      return own
    })
    for (const { section, release } of own) {
      if (drafts === 'detach') this.#audit.move(section, { from: release }, by)
      else if (release !== undefined) this.#audit.draft('discarded', section, release, by)
    }
  }

  /** Moves the draft of a section into a release, or out of it. */
  async moveDrafts(
    sections: readonly SectionDefinition[],
    { from, to, by }: { from?: string | undefined; to?: string | undefined; by: Author },
  ): Promise<void> {
    await this.#runExclusive(async () => {
      for (const id of [from, to]) if (id !== undefined) this.#known.requireOpen(id)
      for (const section of sections) requireMovable(section, { from, to }, this.options.drafts.list())
      await this.options.drafts.changeTogether({
        moved: sections.map((section) => ({ section, from, to, author: by })),
      })
    })
    for (const section of sections) this.#audit.move(section, { from, to }, by)
  }

  /** Calls `listener` after each change. Returns a function that removes it. */
  subscribe(listener: () => void): () => void {
    return this.#known.subscribe(listener)
  }

  async close(): Promise<void> {
    this.clock.stop()
    clearTimeout(this.#clearing)
    await this.#runExclusive.onIdle()
  }

  /** Records an audit event for each publication that a killed process has left unfinished, since its own event may be lost. */
  recordCompleted(): void {
    const what = 'Completed when the site was started again'
    for (const { committedBy } of this.options.interrupted ?? []) {
      for (const release of this.#known.all()) {
        if (committedBy?.name === recordName(release.id))
          this.#record(isOpen(release) ? 'undone' : 'published', release, release.changed.by, what)
      }
    }
  }

  /**
   * Removes drafts of published releases that a killed process has left, or that the disk has not let go. Tries again
   * later if they stay. Never rejects.
   */
  async clearDrafts(): Promise<void> {
    for (const release of this.#known.all()) if (!isOpen(release)) await this.#clearDraftsOf(release)
  }

  async #clearDraftsOf({ id }: Release, published: readonly Draft[] = []) {
    if (await this.#publisher.clearDrafts(id, published)) return
    this.#clearing ??= setTimeout(() => {
      this.#clearing = undefined
      void this.#runExclusive(() => this.clearDrafts())
    }, CLEAR_AGAIN_MS).unref()
  }

  async #publish(
    release: Release,
    by: Author,
    how: Lateness & { isDue?: boolean; staged?: StagedRelease | undefined } = {},
  ): Promise<Release> {
    const { published, drafts } = await this.#known.ifUnchanged([release.id], () =>
      this.#publisher.publish(release, { by, ...how }),
    )
    this.#record('published', published, by)
    await this.#clearDraftsOf(release, drafts)
    const past = this.list().filter((one) => !isOpen(one))
    await this.#known.removeOld(past.slice(MAX_PAST))
    return published
  }

  #requireFuture(time: string | undefined) {
    if (time === undefined) throw invalidReleaseField('time', 'Enter the time of publication.')
    if (Date.parse(time) <= this.#now()) throw invalidReleaseField('time', 'This time is in the past.')
  }

  #stamp(by: Author, time = this.#now()) {
    return { by: authorId(by), time: new Date(time).toISOString() }
  }

  /** Stores a release on the condition that its record has the version `ifVersion`; null: there is none. */
  async #store(
    release: Release,
    change: ReleaseChangeKind,
    by: Author,
    ifVersion = this.#known.versionOf(release),
  ): Promise<Release> {
    await this.#known.store(release, ifVersion)
    this.#record(change, release, by)
    return release
  }

  #record(change: ReleaseChangeKind, release: Release, by: Author, what?: string) {
    this.#audit.release(change, release, by, what)
    this.#known.announce()
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
