import { randomBytes } from 'node:crypto'
import type { AuditEvent } from '#app/audit/audit-event.ts'
import { listDifferences } from '#app/content/compare/content-differences.ts'
import type {
  ContentStore,
  FollowedPublication,
  OtherPublication,
  PublishedFiles,
  PublishOptions,
} from '#app/content/store/store.types.ts'
import { ApprovalRequired, InvalidContent } from '#app/content/store/errors.ts'
import { parseContentFile } from '#app/content/format/content-file.ts'
import { collectFileRefs } from '#app/media/library/collect-file-refs.ts'
import { UploadRefused } from '#app/media/uploads/upload-refused.ts'
import type { Draft, Drafts } from '#app/drafts/draft.ts'
import type { HealthReports } from '#app/platform/health.server.ts'
import type { Logger } from '#app/platform/log.server.ts'
import type { SectionDefinition } from '#app/schema/define-section.ts'
import { jsonText } from '#app/storage/json-text.ts'
import { limitConcurrency } from '#app/storage/limit-concurrency.ts'
import { StorageError } from '#app/storage/storage-error.ts'
import type { Storage } from '#app/storage/storage.ts'
import {
  conflictsOf,
  mergedEdit,
  refusedBy,
  toChange,
  type SectionEdit,
  MOST_NAME_LENGTH,
  ReleaseRefused,
  releaseRecord,
  type Release,
  type ReleaseConflict,
} from './release.ts'

const FOLDER = 'data/releases'

const MOST_OPEN = 50
const MOST_PAST = 500
/** Files of a release that no draft names. */
const MOST_FILES = 100

/** How often the clock is asked while a release is scheduled (ms): one that is set is noticed. */
const POLL_MS = 500

/** What a release needs of the staged files. */
export interface ReleaseFiles {
  take: (files: Iterable<string>) => string[]
  check: (files: Iterable<string>) => Promise<void>
  open: (files: Iterable<string>) => void
  publish: (files: Iterable<string>) => Promise<unknown>
  hide: (files: Iterable<string>) => () => void
  withdraw: (files: Iterable<string>) => Promise<unknown>
}

export interface ReleasesOptions {
  storage: Storage
  content: ContentStore
  sections: readonly SectionDefinition[]
  drafts: Pick<Drafts, 'list' | 'moveTo' | 'discard' | 'dropPublished'>
  /** Those of some drafts that need approval and do not have it. Left out: none does. */
  notApproved?: (drafts: readonly Draft[]) => readonly { section: SectionDefinition }[]
  files: ReleaseFiles
  /** The staged folder, and where its files belong. */
  moveOf: (file: string) => ReturnType<PublishedFiles['moves']>[number]
  /** What is wrong with files that this content of a section names, in words. */
  missingFiles: (section: SectionDefinition, value: unknown) => string[]
  /** Files of publications that were cut short, and that the disk may not have taken yet. */
  owed?: readonly { name: string; text: string }[]
  /** Told of every change of a release. */
  audit: { record: (event: AuditEvent) => void }
  log: Logger
  health: HealthReports
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

/** Opens the releases of a site. Publishes those whose moment has passed while the site was not running. */
export async function openReleases(options: ReleasesOptions): Promise<Releases> {
  const releases = new Releases(options, await readReleases(options))
  releases.recordOwed()
  await releases.settleDrafts()
  await releases.publishDue(true)
  return releases
}

/**
 * The releases of a site, in memory and as one file each. Changes are made one after the other; they reject with ReleaseRefused
 * or StorageError, and then nothing has changed.
 */
export class Releases {
  readonly #runExclusive = limitConcurrency({ running: 1, waiting: Infinity })
  readonly #now: () => number
  /** Releases whose record on disk is older than the one in memory. */
  readonly #unsaved = new Set<string>()
  /** Releases that another node has published or undone, and whose records it has not written yet. */
  readonly #followed = new Map<string, Release>()
  #timer: NodeJS.Timeout | undefined
  #isStarted = false

  constructor(
    private readonly options: ReleasesOptions,
    private readonly releases: Map<string, Release>,
  ) {
    this.#now = options.now ?? (() => Date.now())
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
    return this.options.sections.flatMap((section) => {
      const draft = drafts.find((candidate) => candidate.release === id && candidate.section.id === section.id)
      const current = this.options.content.find(section)?.value
      if (!draft) return []
      const { value, conflict } = mergedEdit(toEdit(section, draft), current)
      const alsoIn = drafts.flatMap((other) => {
        const release =
          other.section.id === section.id && other.release !== id && this.releases.get(other.release ?? '')
        return release && isOpen(release) ? release : []
      })
      return { section, draft, current, next: value, conflict, alsoIn }
    })
  }

  /** The staged files that a release publishes: those that its drafts name, and its own. */
  stagedFiles({ id, files }: Release): string[] {
    const contents = this.options.drafts.list().flatMap(({ release, content }) => (release === id ? [content] : []))
    return this.options.files.take([...contents.flatMap((content) => [...collectFileRefs(content)]), ...files])
  }

  create(values: { name: string; time?: string | undefined }, by: string): Promise<Release> {
    return this.#runExclusive(async () => {
      if ([...this.releases.values()].filter(isOpen).length >= MOST_OPEN) {
        throw new ReleaseRefused(`There are ${MOST_OPEN} releases that are not published. Publish or delete one first.`)
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
   * Adds staged files that become public with the release although no draft names them. Files that are public already, or that
   * are not there, are left out. Resolves with the release; rejects if it has too many.
   */
  addFiles(id: string, files: readonly string[], by: string): Promise<Release> {
    return this.#runExclusive(async () => {
      const release = this.#requireOpen(id)
      const all = [...new Set([...release.files, ...this.options.files.take(files)])]
      if (all.length > MOST_FILES) throw new ReleaseRefused(`A release takes at most ${MOST_FILES} files of its own.`)
      if (all.length === release.files.length) return release
      return this.#store({ ...release, files: all, changed: this.#stamp(by) }, 'changed')
    })
  }

  /** Takes a file out that was added. It stays staged. */
  takeFileOut(id: string, file: string, by: string): Promise<Release> {
    return this.#runExclusive(async () => {
      const release = this.#requireOpen(id)
      if (!release.files.includes(file)) throw new ReleaseRefused('This file is not in the release any more.', 404)
      const files = release.files.filter((one) => one !== file)
      return this.#store({ ...release, files, changed: this.#stamp(by) }, 'changed')
    })
  }

  /** From now on it is published at its time. */
  schedule(id: string, by: string): Promise<Release> {
    return this.#runExclusive(async () => {
      const { failure: _failure, ...release } = this.#requireOpen(id)
      this.#requireFuture(release.time)
      this.#requireContent(release)
      this.#requireApproval(release)
      return this.#store({ ...release, state: 'scheduled', changed: this.#stamp(by) }, 'scheduled')
    })
  }

  /** Takes a scheduled release back: it is not published at its time. */
  takeBack(id: string, by: string): Promise<Release> {
    return this.#runExclusive(async () => {
      const { failure: _failure, ...release } = this.#requireOpen(id)
      return this.#store({ ...release, state: 'open', changed: this.#stamp(by) }, 'unscheduled')
    })
  }

  /** Publishes it now, whatever its time. */
  publish(id: string, by: string): Promise<Release> {
    return this.#runExclusive(() => this.#publish(this.#requireOpen(id), by, false))
  }

  /** Takes back what a published release has changed, as one publication. What was changed since in other places stays. */
  undo(id: string, by: string): Promise<Release> {
    return this.#runExclusive(async () => {
      const release = this.#require(id)
      const { published } = release
      if (release.state !== 'published' || !published)
        throw new ReleaseRefused('Only a published release can be undone.')
      const { content } = this.options
      const edits = await Promise.all(published.sections.map((part) => this.#undoEdit(part)))
      this.#refuseConflicts(edits)
      const stamp = this.#stamp(by)
      const undone: Release = { ...release, state: 'undone', undone: stamp, changed: stamp }
      const next = new Map<string, unknown>()
      const changes = edits.map((edit) => toChange(edit, (value) => next.set(edit.section.id, value)))
      const withdrawal = this.#filesToWithdraw(published.files, next)
      await content.publish(changes, {
        author: by,
        reason: `Release “${release.name}” undone`,
        // What comes back was public before, and a mistake has to be withdrawn at once.
        withoutApproval: true,
        id: `undo-${id}`,
        files: {
          ...withdrawal,
          reveal: () => {
            withdrawal.reveal()
            this.releases.set(id, undone)
          },
        },
        record: () => [recordPut(undone)],
      })
      this.releases.set(id, undone)
      this.#tell('undone', undone)
      return undone
    })
  }

  /** Those of the published files that no content names once each section has its `next` content. */
  #filesToWithdraw(published: readonly string[], next: ReadonlyMap<string, unknown>): PublishedFiles {
    const { files, moveOf } = this.options
    const unusedByNext = () => this.#unnamed(published, next)
    let endHiding: () => void = () => undefined
    return {
      moves: () =>
        unusedByNext().map((file) => {
          const { from, to } = moveOf(file)
          return { from: to, to: from }
        }),
      reveal: () => {
        endHiding = files.hide(unusedByNext())
      },
      publish: async () => {
        // Another save may name one of them by now.
        await files.withdraw(this.#unnamed(published))
        endHiding()
      },
    }
  }

  /** Those of the files that no content names, where sections have their `next` content. */
  #unnamed(files: readonly string[], next?: ReadonlyMap<string, unknown>): string[] {
    const { content, sections } = this.options
    const contents = sections.map((section) => next?.get(section.id) ?? content.find(section)?.value)
    const named = new Set(contents.flatMap((value) => [...collectFileRefs(value)]))
    return files.filter((file) => !named.has(file))
  }

  /** Deletes an open release. Its drafts are discarded, or become drafts outside any release. */
  async remove(id: string, drafts: 'detach' | 'discard', by: string): Promise<void> {
    const detached = await this.#runExclusive(async () => {
      const release = this.#require(id)
      if (release.state === 'published') throw new ReleaseRefused('A published release stays in the list.')
      if (release.state === 'scheduled')
        throw new ReleaseRefused('Take the release back first. Then it can be deleted.')
      const own = this.#draftsOf(id)
      const outside = new Set(this.options.drafts.list().flatMap((draft) => (draft.release ? [] : draft.section.id)))
      const taken = drafts === 'detach' ? own.filter(({ section }) => outside.has(section.id)) : []
      if (taken.length > 0) {
        throw new ReleaseRefused(
          `There are drafts outside any release already: ${taken.map(({ section }) => section.label).join(', ')}. Publish or discard these first.`,
        )
      }
      for (const { section } of own) {
        if (drafts === 'detach') await this.options.drafts.moveTo(section, { from: id, author: by })
        else await this.options.drafts.discard(section, { release: id, author: by })
      }
      await this.options.storage.remove(recordName(id))
      this.releases.delete(id)
      this.#unsaved.delete(id)
      this.#tell('removed', { ...release, changed: this.#stamp(by) })
      return drafts === 'detach' ? own : []
    })
    for (const { section } of detached) this.#tellMoved(section, { from: id })
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
        throw new ReleaseRefused('This draft is no longer there.', 404)
      if (drafts.some(({ release }) => release === to)) {
        const where = to === undefined ? 'outside any release' : 'in that release'
        throw new ReleaseRefused(`${section.label} has a draft ${where} already. Publish or discard it first.`)
      }
      await this.options.drafts.moveTo(section, { from, to, author: by })
    })
    // Not in the queue: the record names the person of this request.
    this.#tellMoved(section, { from, to })
  }

  /** Takes over what other nodes have changed, by the names of the files. Never rejects. */
  async takeOver(names: readonly string[]): Promise<void> {
    if (!names.some((name) => name.startsWith(`${FOLDER}/`))) return
    await this.#runExclusive(async () => {
      const read = await readReleases({ ...this.options, owed: [] })
      for (const id of [...this.releases.keys()]) if (!read.has(id) && !this.#unsaved.has(id)) this.releases.delete(id)
      for (const [id, release] of read) {
        if (!this.#unsaved.has(id)) this.releases.set(id, this.#followed.get(id) ?? release)
      }
      this.#watchClock()
    })
  }

  /**
   * Makes public at once, in this turn of the event loop, what another node has published or undone beside content: files from
   * where they lie, and what the records of releases say.
   */
  follow({ files: moves, puts }: OtherPublication): FollowedPublication {
    const { files } = this.options
    const published = filesAmong(moves.map(({ to }) => to))
    const withdrawn = filesAmong(moves.map(({ from }) => from))
    const releases = owedReleases(puts)
    files.open(published)
    const endHiding = files.hide(withdrawn)
    for (const release of releases) {
      this.#followed.set(release.id, release)
      this.releases.set(release.id, release)
    }
    return {
      moveFiles: async () => {
        await files.publish(published)
        await files.withdraw(this.#unnamed(withdrawn))
      },
      end: () => {
        endHiding()
        for (const { id } of releases) this.#followed.delete(id)
      },
      onCompleted: () =>
        this.#runExclusive(async () => {
          this.#tellCompleted(releases, 'Completed in the place of a server that has ended')
          for (const { id } of releases) await this.#settleDrafts(id)
        }),
    }
  }

  /** Starts to watch the clock. */
  start(): void {
    this.#isStarted = true
    this.#watchClock()
  }

  /** Records publications that a kill has cut short: their own events may be lost with that process. */
  recordOwed(): void {
    this.#tellCompleted(owedReleases(this.options.owed), 'Completed by a start of the site')
  }

  /** Removes the drafts that a kill left over after their release was published. Never rejects. */
  async settleDrafts(): Promise<void> {
    for (const release of this.releases.values()) if (!isOpen(release)) await this.#settleDrafts(release.id)
  }

  /** Publishes what is due. `isMissed`: the site was not running at the moment. Never rejects. */
  async publishDue(isMissed = false): Promise<void> {
    const { storage } = this.options
    // The node that leads publishes it, and this one takes it over.
    if (!storage.isLeader()) return
    // Another node may have published it by hand, or taken it back. Not in the queue, which that has to pass through.
    if (this.#due().length > 0) await storage.refresh()
    await this.#runExclusive(async () => {
      for (const id of this.#unsaved) await this.#saveAgain(id)
      for (const release of this.#due()) {
        // Another process has taken over, and publishes it.
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

  /** The releases whose moment has come, the earliest first. */
  #due(): Release[] {
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
      if (isMissed) log.warn({ release: id, name, time }, 'A release was published late: the site was not running')
      else log.info({ release: id, name, time }, 'A scheduled release was published')
    } catch (err) {
      const failure = reasonOf(err)
      log.error({ err, release: release.id, name: release.name }, 'A scheduled release was not published')
      const failed: Release = { ...release, state: 'failed', failure, changed: this.#stamp(by) }
      // From here on it is not published without a person, even if the disk does not take this.
      this.releases.set(release.id, failed)
      this.#unsaved.add(release.id)
      this.#tell('failed', failed)
      await this.#saveAgain(release.id)
    }
  }

  async #publish(release: Release, by: string, isMissed: boolean): Promise<Release> {
    const { content, files, missingFiles, moveOf } = this.options
    this.#requireContent(release)
    this.#requireApproval(release)
    const drafts = this.#draftsOf(release.id)
    const edits = drafts.map((draft) => toEdit(draft.section, draft))
    this.#refuseConflicts(edits)
    const staged = this.stagedFiles(release)
    await files.check(staged).catch((error: unknown) => {
      throw error instanceof UploadRefused ? new ReleaseRefused(`${error.message} Nothing was changed.`) : error
    })
    const changes = edits.map((edit) =>
      toChange(edit, (value) => {
        const [missing] = missingFiles(edit.section, value)
        if (missing === undefined) return
        throw new ReleaseRefused(`${edit.section.label}: ${missing}. Nothing was changed.`)
      }),
    )
    const { failure: _failure, ...rest } = release
    let published = rest as Release
    const stamp = this.#stamp(by)
    const record: PublishOptions['record'] = (parts) => {
      published = {
        ...rest,
        state: 'published',
        changed: stamp,
        published: { ...stamp, sections: parts.map((part) => ({ ...part })), files: staged, isMissed },
      }
      return [recordPut(published)]
    }
    await content.publish(changes, {
      author: by,
      reason: `Release “${release.name}”`,
      approval: release.id,
      id: `release-${release.id}`,
      files: {
        moves: () => staged.map(moveOf),
        reveal: () => {
          files.open(staged)
          // Visitors see it from here on, while it is still written to its places.
          this.releases.set(release.id, published)
        },
        publish: async () => {
          await files.publish(staged)
        },
      },
      record,
    })
    this.releases.set(release.id, published)
    this.#tell('published', published)
    this.#unsaved.delete(release.id)
    this.#watchClock()
    await this.#settleDrafts(release.id, drafts)
    await this.#removeOldest()
    return published
  }

  /**
   * Drops the drafts of a past release that are published: the `published` ones, and those that say the same. One that was saved
   * meanwhile becomes a draft outside any release.
   */
  async #settleDrafts(release: string, published: readonly Draft[] = []) {
    const { drafts, content, log } = this.options
    const isPublished = (draft: Draft) => {
      if (published.includes(draft)) return true
      const current = content.find(draft.section)?.value
      return listDifferences(mergedEdit(toEdit(draft.section, draft), current).value, current).length === 0
    }
    const own = this.#draftsOf(release)
    const dropped = own.filter(isPublished)
    try {
      await drafts.dropPublished(dropped)
    } catch (err) {
      log.error({ err, release }, 'Drafts of a release are left over')
    }
    for (const draft of own) {
      if (dropped.includes(draft)) continue
      const { section, author } = draft
      try {
        await drafts.moveTo(section, { from: release, author })
      } catch (err) {
        log.error({ err, release, section: section.id }, 'A draft of a release is left over')
      }
    }
  }

  #draftsOf(release: string): Draft[] {
    return this.options.drafts.list().filter((draft) => draft.release === release)
  }

  /** The edit that takes back what a release did to a section. */
  async #undoEdit({
    section: id,
    historyEntry,
  }: {
    section: string
    historyEntry?: string | undefined
  }): Promise<SectionEdit> {
    const section = this.options.sections.find((candidate) => candidate.id === id)
    const texts = section && (await this.options.content.pastTexts(section, historyEntry ?? ''))
    const [before, after] = (texts ?? []).map((text) => section && parseContentFile(section, text))
    if (!section || !before || !after || !('file' in before) || !('file' in after)) {
      throw new ReleaseRefused(`The history no longer has what ${this.#labelOf(id)} said before. Nothing was changed.`)
    }
    return { section, from: after.file.value, to: before.file.value }
  }

  #refuseConflicts(edits: readonly SectionEdit[]) {
    const conflicts = conflictsOf(edits, (section) => this.options.content.find(section)?.value)
    if (conflicts.length > 0) throw refusedBy(conflicts)
  }

  #requireContent(release: Release) {
    if (this.#draftsOf(release.id).length > 0) return
    if (this.stagedFiles(release).length > 0) return
    throw new ReleaseRefused('This release is empty. Add a draft to it first.', 422)
  }

  /** The content store asks again at the moment itself. */
  #requireApproval({ id }: Release) {
    const drafts = this.#draftsOf(id)
    const labels = (this.options.notApproved?.(drafts) ?? []).map(({ section }) => section.label)
    if (labels.length === 0) return
    throw new ReleaseRefused(
      `Not approved yet: ${labels.join(', ')}. A second person has to approve each. Nothing was changed.`,
    )
  }

  #requireFuture(time: string | undefined) {
    if (time === undefined) throw new ReleaseRefused('Say when it is to be published.', 422)
    if (Date.parse(time) <= this.#now()) throw new ReleaseRefused('This time is in the past.', 422)
  }

  #require(id: string): Release {
    const release = this.releases.get(id)
    if (release) return release
    throw new ReleaseRefused('This release is no longer there.', 404)
  }

  #requireOpen(id: string): Release {
    const release = this.#require(id)
    if (isOpen(release)) return release
    throw new ReleaseRefused('This release has been published already.')
  }

  #labelOf(section: string) {
    return this.options.sections.find(({ id }) => id === section)?.label ?? section
  }

  #stamp(by: string) {
    return { by, time: new Date(this.#now()).toISOString() }
  }

  async #store(release: Release, change: ReleaseChangeKind): Promise<Release> {
    await this.options.storage.commit([putOf(release)])
    this.releases.set(release.id, release)
    this.#unsaved.delete(release.id)
    this.#watchClock()
    this.#tell(change, release)
    return release
  }

  #tell(change: ReleaseChangeKind, { id, name, time, changed }: Release, what?: string) {
    this.options.audit.record({ kind: `release.${change}`, about: id, detail: { name, time, by: changed.by, what } })
  }

  #tellMoved({ id }: SectionDefinition, { from, to }: { from?: string | undefined; to?: string | undefined }) {
    this.options.audit.record({ kind: 'draft.moved', about: id, detail: { from, to } })
  }

  #tellCompleted(releases: readonly Release[], what: string) {
    for (const release of releases) this.#tell(release.state === 'undone' ? 'undone' : 'published', release, what)
  }

  async #saveAgain(id: string) {
    const release = this.releases.get(id)
    try {
      if (release) await this.options.storage.commit([putOf(release)])
      this.#unsaved.delete(id)
    } catch (err) {
      this.options.log.error({ err, release: id }, 'The state of a release could not be stored')
    }
  }

  async #removeOldest() {
    const surplus = this.list()
      .filter((release) => !isOpen(release))
      .slice(MOST_PAST)
    if (surplus.length === 0) return
    try {
      await this.options.storage.remove(surplus.map(({ id }) => recordName(id)))
      for (const { id } of surplus) this.releases.delete(id)
    } catch (err) {
      this.options.log.warn({ err }, 'Old releases could not be removed')
    }
  }

  /** At the moment of the next release, and often before it: the clock may be set meanwhile. */
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
      // What is due and stays is published by another node.
      left <= 0 && !this.options.storage.isLeader() ? POLL_MS : Math.min(POLL_MS, Math.max(1, left)),
    ).unref()
  }
}

/** True for a release that is still to be published. */
export function isOpen({ state }: Pick<Release, 'state'>): boolean {
  return state === 'open' || state === 'scheduled' || state === 'failed'
}

/**
 * Why a person may not change an open or a past release and its drafts; undefined if they may. What is scheduled is published
 * without a further look, so only who may publish changes it.
 */
export function whyReleaseStays(release: Release, { mayPublish }: { mayPublish: boolean }): string | undefined {
  if (!isOpen(release)) return 'This release is published already. Make a new one for further changes.'
  if (release.state !== 'scheduled' || mayPublish) return undefined
  return 'This release is scheduled. Somebody with the role Publisher has to take it back before its drafts can be changed.'
}

function toEdit(section: SectionDefinition, draft: Draft): SectionEdit {
  return { section, from: draft.base.content, to: draft.content }
}

function checkedName(name: string) {
  const trimmed = name.trim().replaceAll(/\s+/g, ' ')
  if (trimmed === '') throw new ReleaseRefused('Give the release a name.', 422)
  if (trimmed.length > MOST_NAME_LENGTH) {
    throw new ReleaseRefused(`A name may have at most ${MOST_NAME_LENGTH} characters.`, 422)
  }
  return trimmed
}

function reasonOf(error: unknown) {
  if (error instanceof ReleaseRefused || error instanceof ApprovalRequired || error instanceof StorageError) {
    return error.message
  }
  if (error instanceof InvalidContent) return `${error.section} would not be valid: ${error.message}`
  return 'An unexpected fault. The log of the server says more.'
}

function recordName(id: string) {
  return `${FOLDER}/${id}.json`
}

function recordPut(release: Release) {
  return { name: recordName(release.id), text: JSON.stringify(release) }
}

function putOf(release: Release) {
  const { name, text } = recordPut(release)
  return { name, bytes: text }
}

/** The files below the uploads folder among names of the storage. */
function filesAmong(names: readonly string[]) {
  return names.flatMap((name) => (name.startsWith('uploads/') ? [name.slice('uploads/'.length)] : []))
}

/** The releases on disk. A record that cannot be read is reported and left where it is. */
async function readReleases(options: ReleasesOptions): Promise<Map<string, Release>> {
  const { storage, health } = options
  const releases = new Map<string, Release>()
  const damaged: string[] = []
  let cause: unknown
  for (const { name, kind } of await storage.list(FOLDER).catch(() => [])) {
    if (kind !== 'file' || !name.endsWith('.json')) continue
    try {
      const file = await storage.read(`${FOLDER}/${name}`, { maxBytes: 1_000_000 })
      if (!file) continue
      const release = jsonText(releaseRecord).parse(file.bytes.toString())
      if (recordName(release.id) !== `${FOLDER}/${name}`) throw new Error('It is the record of another release')
      releases.set(release.id, release)
    } catch (error) {
      damaged.push(`${FOLDER}/${name}`)
      cause = error
    }
  }
  for (const release of owedReleases(options.owed)) releases.set(release.id, release)
  if (damaged.length > 0) {
    const message = `Releases cannot be read and are left out, so they are not published either: ${damaged.join(', ')}. Restore these files from a back-up, or remove them, and start the site again.`
    health.report({ id: 'release-damaged', message }, cause)
  }
  return releases
}

/** The releases whose publication or undoing was cut short, as they are from then on. */
function owedReleases(owed: ReleasesOptions['owed'] = []): Release[] {
  return owed.flatMap(({ name, text }) =>
    name.startsWith(`${FOLDER}/`) ? (jsonText(releaseRecord).safeParse(text).data ?? []) : [],
  )
}
