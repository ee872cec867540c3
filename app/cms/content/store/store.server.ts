import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { rewriteContentFile, toContentIssues, type ReadableFile } from '#app/cms/content/format/content-file.ts'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import { measured } from '#app/cms/platform/operations.server.ts'
import type { ContentOf, SectionDefinition } from '#app/cms/define/define-section.ts'
import { DiskTrust } from '#app/cms/storage/disk/disk-trust.server.ts'
import type { Clocks } from '#app/cms/storage/elapsed-days.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { ContentUnavailable, InvalidContent } from './errors.ts'
import { byWebsite, cannotFollow, Follower, type FollowingContent } from './following-content.server.ts'
import { FollowedPublications } from './followed-publications.server.ts'
import { ContentHistory } from './history.server.ts'
import {
  Publication,
  MAX_RECORD_BYTES,
  unwrittenTextOf,
  publishingRecordName,
  type PublishingRecord,
} from './publication.server.ts'
import { BY_HAND } from './section-records.server.ts'
import { SectionFile, type EditedBy, type NextText, type PreparedEdit } from './section-file.server.ts'
import type {
  ChangeToApprove,
  ContentStore,
  EditSummary,
  FollowedPublication,
  OtherPublication,
  PublishedFiles,
  PublishedSection,
  PublishOptions,
  SectionChange,
  Snapshot,
  Updated,
  UpdateOptions,
} from './store.types.ts'
import { Listeners } from '#app/cms/platform/listeners.ts'

export interface StoreOptions {
  /** Must be open as long as the store. */
  storage: Storage
  sections: readonly SectionDefinition[]
  /** Describes an edit from the content before and after it. Must not throw. */
  summarise: (section: SectionDefinition, before: unknown, after: unknown) => EditSummary
  log: Logger
  health: HealthReports
  /** Called when an edit by a person or a program is public, before it is acknowledged. Must not throw. */
  onEdit?: (edit: PublishedEdit) => void
  /**
   * The staged files that new content names, if there are any: an edit publishes them with the content. Rejects if one
   * of them cannot be published; then the edit is refused.
   */
  stagedFilesOf?: (content: unknown) => Promise<PublishedFiles | undefined>
  /**
   * Called before anything is published. Returns the id of the person who has approved the change, undefined if no
   * approval is needed. Throws ApprovalRequired if an approval is needed and missing.
   */
  approverOf?: (change: ChangeToApprove) => string | undefined
  /** Called before each change is published, also one without approval. May throw to refuse it. */
  beforeChange?: ((change: ChangeToApprove) => void) | undefined
  /** Content that follows from other content. It is published with it. */
  following?: FollowingContent | undefined
  /** Decide when old records of the history are removed. */
  clocks?: Clocks | undefined
  /** Interrupted publications: they are public from the first read on. `finishPublications` completes them. */
  publications?: readonly PublishingRecord[]
}

/** An edit that has changed a section. */
export interface PublishedEdit {
  kind: 'saved' | 'restored'
  section: string
  author: string
  approvedBy: string | undefined
  reason: string
  historyEntry: string
}

/** An edit of one section that is ready to be published. */
interface SectionEdit {
  section: SectionDefinition
  file: SectionFile
  edit: PreparedEdit<unknown>
  by: EditedBy
  /** Version of the content that it replaces. */
  before: string
}

/** A publication is prepared again, at most so often, if a file is changed by hand meanwhile. */
const MAX_ATTEMPTS = 5

/** Intervals of the searches for publications and for records that ended nodes have left over (ms). */
const LOOK_AFTER_MS = 2_000
const SETTLE_MS = 3600_000

const SAVE = { kind: 'save' } as const

/**
 * Opens the content of a site: reads and checks the file of every section and watches for hand edits. Synchronous, so
 * that the first request finds everything in memory. While the storage cannot be written, only edits are refused.
 */
export function openContentStore(options: StoreOptions): ContentStore {
  return new FileContentStore(options)
}

class FileContentStore implements ContentStore {
  readonly #files: Map<string, SectionFile>
  readonly #history: ContentHistory
  /** Retries what could not be written yet to the history, or of a publication. */
  readonly #unrecorded: DiskTrust
  #followed: FollowedPublications | undefined
  readonly #follower: Follower | undefined
  readonly #listeners = new Listeners<[sectionId: string]>()
  #lookAfterTimer: NodeJS.Timeout | undefined
  #lookingAfter: Promise<void> | undefined
  #settledAt = performance.now()
  readonly #stopWatching: () => void
  #closed = false

  constructor(private readonly options: StoreOptions) {
    const {
      storage,
      sections,
      summarise,
      log,
      health,
      stagedFilesOf,
      approverOf,
      beforeChange,
      following,
      publications = [],
    } = options
    const unwritten = new Map(
      publications.flatMap((publication) =>
        publication.sections.map((part) => [part.section, unwrittenTextOf(part)] as const),
      ),
    )
    const history = new ContentHistory(storage, log, health, options.clocks)
    const unrecorded = new DiskTrust(health)
    this.#history = history
    this.#unrecorded = unrecorded
    this.#files = new Map(
      sections.map((section) => [
        section.id,
        new SectionFile({
          section,
          storage,
          history,
          unrecorded,
          summarise,
          log,
          unwritten: unwritten.get(section.id),
          stagedFilesOf,
          approverOf,
          beforeChange,
          publish: (edit, by, files) => this.#publishOne(section, edit, by, files),
          isFollowed: (next, { isUndo }) =>
            section.id !== following?.section.id &&
            this.#follower?.followingFrom(new Map([[section.id, next]]), { isUndo }) !== undefined,
          onHandEdit: (replaced) => this.#follower?.followHandEdit(section, replaced),
          onChange: () => {
            this.#notify([section.id])
          },
        }),
      ]),
    )
    this.#follower = following && this.#openFollower(following)
    this.#stopWatching = storage.watch('content', (changed) => {
      for (const file of this.#files.values()) {
        if (file.name !== changed && !file.name.startsWith(`${changed}/`)) continue
        // The change may be a part of a publication of another node.
        Promise.resolve(this.#followed?.takeOver())
          .then(() => file.runExclusive(() => file.readHandEdit()))
          .catch((err: unknown) => {
            log.error({ err, file: file.name }, 'A content file that was edited by hand could not be processed')
          })
      }
    })
  }

  read<Section extends SectionDefinition>(section: Section): Snapshot<ContentOf<Section>> {
    const snapshot = this.find(section)
    if (!snapshot) throw new ContentUnavailable(section.id)
    return snapshot
  }

  find<Section extends SectionDefinition>(section: Section): Snapshot<ContentOf<Section>> | undefined {
    return this.#file(section).good
  }

  brokenFile(section: SectionDefinition) {
    return this.#file(section).brokenFile()
  }

  async update<Section extends SectionDefinition>(
    section: Section,
    { change, create, ...by }: UpdateOptions<ContentOf<Section>>,
  ): Promise<Updated<ContentOf<Section>>> {
    const updated = await measured(SAVE, () =>
      this.#openFile(section).edit(by, async (good, text) => {
        if (!good && !create) throw new ContentUnavailable(section.id)
        return nextText(section, good ? change(good.value) : create?.(), good, text)
      }),
    )
    this.#tellOfEdit('saved', section.id, by, updated)
    return updated
  }

  async publish(changes: readonly SectionChange[], options: PublishOptions): Promise<PublishedSection[]> {
    const involved = new Set(changes.map(({ section }) => this.#openFile(section)))
    if (this.#follower) involved.add(this.#follower.file)
    // The files are always locked in the same order, so that two publications never wait for each other.
    const inOrder = [...this.#files.values()].filter((file) => involved.has(file))
    const run = inOrder.reduceRight<() => Promise<PublishedSection[]>>(
      (next, file) => () => file.runExclusive(next),
      () => this.#publish(changes, options),
    )
    return measured(SAVE, run)
  }

  async #publish(changes: readonly SectionChange[], options: PublishOptions): Promise<PublishedSection[]> {
    const { id, reason, files, record } = options
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const requested = await this.#prepare(changes, options)
      const edits = await this.#withFollowing(requested, options)
      const published = edits
        .filter(({ section }) => requested.some((edit) => edit.section === section))
        .map(({ section, edit, before }) => ({
          section: section.id,
          before,
          version: edit.file.version,
          historyEntry: edit.entries.at(-1)?.entry.id,
        }))
      const journal: PublishingRecord = {
        format: 1,
        id,
        reason,
        sections: edits.map(({ section, edit }) => recordOf(section.id, edit)),
        files: [...(files?.moves() ?? [])],
        puts: [...(record?.(published) ?? [])],
      }
      const bytes = bytesOf(journal)
      if (!edits.every(({ file }) => file.isAtRest())) continue
      await this.#makePublic(journal, bytes, edits, files, () => {
        for (const edit of edits) this.#tellOfPrepared(edit)
      })
      return published
    }
    throw new StorageError('file-changing')
  }

  /**
   * Publishes an edit of one section with the staged files that it names, and with what follows from it. Only within
   * the queue of the section. Resolves with false, and without a change, if a file was changed by hand meanwhile.
   */
  async #publishOne(
    section: SectionDefinition,
    edit: PreparedEdit<unknown>,
    by: EditedBy,
    files: PublishedFiles | undefined,
  ): Promise<boolean> {
    const file = this.#file(section)
    const own = { section, file, edit, by, before: file.good?.version ?? '' }
    const publish = async (edits: readonly SectionEdit[]) => {
      const journal: PublishingRecord = {
        format: 1,
        id: `save-${randomUUID()}`,
        reason: by.reason,
        sections: edits.map((one) => recordOf(one.section.id, one.edit)),
        files: [...(files?.moves() ?? [])],
        puts: [],
      }
      if (!edits.every((one) => one.file.isAtRest())) return false
      await this.#makePublic(journal, bytesOf(journal), edits, files, () => {
        // The caller tells of its own edit.
        for (const one of edits) if (one !== own) this.#tellOfPrepared(one)
      })
      return true
    }
    const follower = this.#follower
    if (!follower || follower.file === file) return publish([own])
    return follower.file.runExclusive(async () => publish(await this.#withFollowing([own], by)))
  }

  /** Adds the edit of the section that follows from the others. Only within the queue of that section. */
  async #withFollowing(edits: readonly SectionEdit[], by: EditedBy): Promise<readonly SectionEdit[]> {
    const follower = this.#follower
    const own = edits.find(({ file }) => file === follower?.file)
    const others = edits.filter((edit) => edit !== own)
    const next = new Map(others.map(({ section, edit }) => [section.id, edit.file.value]))
    const following = follower?.followingFrom(next, by)
    if (!follower || !following) return edits
    try {
      const [made] = await this.#prepare(
        [{ section: follower.section, change: (current) => following.change(own ? own.edit.file.value : current) }],
        own
          ? { ...by, withoutApproval: true, approvedBy: own.edit.entries.at(-1)?.entry.approvedBy }
          : byWebsite(following),
      )
      return made ? [...others, made] : edits
    } catch (err) {
      if (!cannotFollow(err)) throw err
      this.options.log.error({ err, section: follower.section.id }, 'A section could not be changed with others')
      return edits
    }
  }

  /** Commits the record of a publication, which makes it public, and then writes its files. */
  async #makePublic(
    journal: PublishingRecord,
    bytes: Uint8Array,
    edits: readonly SectionEdit[],
    files: PublishedFiles | undefined,
    onPublic: () => void = () => undefined,
  ): Promise<void> {
    const { storage, health } = this.options
    await storage.commit([{ name: publishingRecordName(journal.id), bytes, ifVersion: null }])
    this.#followed?.noteOwn(journal.id)
    // The switch: in one turn of the event loop, so that no request reads a part of it.
    files?.reveal()
    for (const { file, edit } of edits) file.switchTo(edit)
    this.#notify(edits.map(({ section }) => section.id))
    onPublic()
    await new Publication(journal, {
      storage,
      health,
      unrecorded: this.#unrecorded,
      writeSections: edits.map(
        ({ file }) =>
          () =>
            file.writeUnwritten(),
      ),
      moveFiles: files && (() => files.publish()),
    }).finish()
  }

  /** The edits of a publication that change something. Rejects if one of them is refused. */
  async #prepare(changes: readonly SectionChange[], by: EditedBy): Promise<SectionEdit[]> {
    const edits: SectionEdit[] = []
    for (const { section, change } of changes) {
      const file = this.#file(section)
      const { author, reason, approval, withoutApproval, approvedBy } = by
      const edit = await file.prepare({ author, reason, approval, withoutApproval, approvedBy }, async (good, text) => {
        if (!good) throw new ContentUnavailable(section.id)
        return nextText(section, change(good.value), good, text)
      })
      if (edit) edits.push({ section, file, edit, by, before: file.good?.version ?? '' })
    }
    return edits
  }

  #openFollower(following: FollowingContent): Follower {
    const { storage, log } = this.options
    const file = this.#file(following.section)
    return new Follower({
      following,
      find: (section) => this.find(section)?.value,
      file,
      isWriter: () => storage.isLeader(),
      save: async (by, change) => {
        const { section } = following
        const updated = await file.edit(by, (good, text) => {
          if (!good) throw new ContentUnavailable(section.id)
          return nextText(section, change(good.value), good, text)
        })
        this.#tellOfEdit('saved', section.id, by, updated)
      },
      log,
    })
  }

  async takeOver(names: readonly string[]): Promise<void> {
    try {
      // Publications before sections, so that the sections of one publication change together.
      await this.#followed?.takeOver()
      await this.#takeOverSections(names)
    } catch (err) {
      this.options.log.error({ err }, 'Content that another node has changed could not be loaded')
    }
  }

  async #takeOverSections(names: readonly string[]) {
    await Promise.all(
      Array.from(this.#files, async ([id, file]) => {
        const records = names.filter((name) => name.startsWith(`data/history/${id}/`))
        if (records.length === 0 && !names.includes(file.name)) return
        await file.runExclusive(async () => {
          await this.#history.takeOver(
            id,
            records.map((name) => path.posix.basename(name)),
          )
          await file.readHandEdit()
        })
      }),
    )
  }

  async followOthers(reveal: (publication: OtherPublication) => FollowedPublication): Promise<void> {
    const { storage, health } = this.options
    if (!storage.hasOthers) return
    this.#followed = new FollowedPublications({
      storage,
      files: this.#files,
      unrecorded: this.#unrecorded,
      health,
      reveal,
      notify: (ids) => {
        this.#notify(ids)
      },
    })
    this.#lookAfterTimer = setInterval(() => {
      this.#lookingAfter ??= this.#lookAfterOthers().finally(() => (this.#lookingAfter = undefined))
    }, LOOK_AFTER_MS).unref()
    await this.takeOver([])
  }

  /** Completes what ended nodes have left over. Only the leader does it. */
  async #lookAfterOthers() {
    const { storage, log } = this.options
    await this.#followed?.completeLeftOver().catch((err: unknown) => {
      log.error({ err }, 'A publication that a stopped node left unfinished could not be completed')
    })
    if (!storage.isLeader() || storage.refusal() || performance.now() - this.#settledAt < SETTLE_MS) return
    this.#settledAt = performance.now()
    for (const file of this.#files.values()) await file.runExclusive(() => file.settleLeftOver())
  }

  async finishPublications(): Promise<void> {
    const { storage, health, publications = [] } = this.options
    for (const publication of publications) {
      const files = publication.sections.flatMap(({ section }) => this.#files.get(section) ?? [])
      // After a start, updates of the history may still be queued.
      await Promise.all(files.map((file) => file.runExclusive(() => Promise.resolve())))
      await new Publication(publication, {
        storage,
        health,
        unrecorded: this.#unrecorded,
        writeSections: files.map((file) => () => file.writeUnwritten()),
      }).finish()
    }
    await this.#followEarlierHandEdits()
  }

  /** After a start: an earlier process may have recorded an edit by hand, and was killed before it saved what follows. */
  async #followEarlierHandEdits() {
    const follower = this.#follower
    if (!follower) return
    try {
      const own = await this.#history.newest(follower.section.id)
      for (const section of this.options.sections) {
        const newest = section === follower.section ? undefined : await this.#history.newest(section.id)
        // A later edit of the section that follows was made with that edit in view.
        if (newest?.author !== BY_HAND.author || newest.time < (own?.time ?? '')) continue
        const { value, issues } = await this.past(section, newest.id)
        if (issues.length === 0) follower.followHandEdit(section, value)
      }
    } catch (err) {
      this.options.log.error({ err }, 'It could not be checked what follows from edits by hand before the start')
    }
  }

  async restore<Section extends SectionDefinition>(
    section: Section,
    entryId: string,
    by: { author: string; expectedVersion?: string },
  ): Promise<Updated<ContentOf<Section>>> {
    const text = await this.#history.text(section.id, entryId)
    const reason = 'Earlier version restored'
    const [newest] = await this.history(section)
    const isUndo = newest?.id === entryId
    const updated = await measured(SAVE, () =>
      this.#openFile(section).edit({ ...by, reason, isUndo }, () => Promise.resolve({ text })),
    )
    this.#tellOfEdit('restored', section.id, { ...by, reason }, updated)
    return updated
  }

  async writeLastGood<Section extends SectionDefinition>(section: Section, by: { author: string }) {
    const reason = 'Last valid version written to the file'
    const updated = await this.#openFile(section).edit({ ...by, reason }, (good) => {
      if (!good) throw new ContentUnavailable(section.id)
      return Promise.resolve(good)
    })
    this.#tellOfEdit('restored', section.id, { ...by, reason }, updated)
    return updated
  }

  async history(section: SectionDefinition, newest?: number) {
    // After a start, updates of the history may still be queued. Edits do not wait until the list is read.
    await this.#file(section).runExclusive(() => Promise.resolve())
    return this.#history.list(section.id, newest)
  }

  async readHistory() {
    for (const section of this.options.sections) await this.history(section)
  }

  async past(section: SectionDefinition, entryId: string) {
    return this.#file(section).past(entryId)
  }

  async pastTexts(section: SectionDefinition, entryId: string) {
    return this.#history.texts(section.id, entryId)
  }

  faults() {
    return [...this.#files.values()].flatMap((file) => file.fault() ?? [])
  }

  subscribe(listener: (sectionId: string) => void) {
    return this.#listeners.subscribe(listener)
  }

  async close() {
    this.#closed = true
    this.#stopWatching()
    clearInterval(this.#lookAfterTimer)
    await this.#lookingAfter
    await this.#follower?.close()
    await Promise.all([...this.#files.values()].map((file) => file.settled()))
    await this.#history.close()
    this.#unrecorded.stop()
  }

  /** Notifies the listeners of each changed section, after all of them have changed. */
  #notify(sectionIds: readonly string[]) {
    for (const sectionId of sectionIds) this.#listeners.announce(sectionId)
  }

  #tellOfPrepared({ section, edit, by }: SectionEdit) {
    const { id: historyEntry, approvedBy } = edit.entries.at(-1)?.entry ?? {}
    this.#tellOfEdit('saved', section.id, by, { historyEntry, approvedBy })
  }

  #tellOfEdit(
    kind: PublishedEdit['kind'],
    section: string,
    { author, reason }: { author: string; reason: string },
    { historyEntry, approvedBy }: Pick<Updated<unknown>, 'historyEntry' | 'approvedBy'>,
  ) {
    if (historyEntry === undefined) return
    this.options.onEdit?.({ kind, section, author, approvedBy, reason, historyEntry })
  }

  #openFile<Section extends SectionDefinition>(section: Section) {
    if (this.#closed) throw new StorageError('lock-lost')
    return this.#file(section)
  }

  #file<Section extends SectionDefinition>(section: Section) {
    const file = this.#files.get(section.id)
    if (!file) throw new Error(`The section "${section.id}" is not among those of the store`)
    // It was stored under the section's own id. A map over all sections cannot express the type of each.
    return file as unknown as SectionFile<Section>
  }
}

/** The text of a file with the next content, which has to fit the schema. Throws InvalidContent. */
async function nextText<Section extends SectionDefinition>(
  section: Section,
  next: unknown,
  good: ReadableFile<ContentOf<Section>> | undefined,
  text: string,
): Promise<NextText<ContentOf<Section>>> {
  const parsed = section.schema.safeParse(next)
  if (!parsed.success) throw new InvalidContent(section.id, toContentIssues(parsed.error.issues, next))
  if (good && isDeepStrictEqual(parsed.data, good.value)) return good
  // The schema's output is ContentOf by definition; TypeScript cannot follow it through the generic.
  const content = parsed.data as ContentOf<Section>
  return { text: await rewriteContentFile(section, text || (good?.text ?? ''), content), content }
}

function bytesOf(journal: PublishingRecord) {
  const bytes = Buffer.from(JSON.stringify(journal))
  if (bytes.byteLength > MAX_RECORD_BYTES)
    throw new RangeError('The publication is larger than the site can publish at once')
  return bytes
}

function recordOf(section: string, { text, ifVersion, entries }: PreparedEdit<unknown>) {
  return { section, text, ifVersion, entries: entries.map(({ put, move }) => ({ ...move, text: put.bytes })) }
}
