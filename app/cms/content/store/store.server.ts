import type { Author } from '#app/cms/platform/author.server.ts'
import { ContentHistory } from '#app/cms/content/history/content-history.server.ts'
import type { HistoryRecord } from '#app/cms/content/history/history-record.ts'
import { stateByHistory, type FindState } from '#app/cms/content/history/removal-record.server.ts'
import { FollowedPublications } from '#app/cms/content/publication-log/followed-publications.server.ts'
import type { PublicationRecord } from '#app/cms/content/publication-log/publication-record.ts'
import type { ParsedContents } from '#app/cms/content/section-file/parsed-contents.server.ts'
import { SectionFile } from '#app/cms/content/section-file/section-file.server.ts'
import { BY_HAND } from '#app/cms/content/section-file/section-records.server.ts'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import { Listeners } from '#app/cms/platform/listeners.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import { measured } from '#app/cms/platform/operations.server.ts'
import type { ContentOf, SectionDefinition } from '#app/cms/define/define-section.ts'
import type { SiteDefinition } from '#app/cms/define/define-site.ts'
import { DiskTrust } from '#app/cms/storage/disk/disk-trust.server.ts'
import type { Clocks } from '#app/cms/storage/elapsed-days.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { ContentUnavailable, InvalidContent } from './errors.ts'
import type { DerivedContent } from '#app/cms/define/derived-content.ts'
import { CollectionEntries } from './collection-entries.ts'
import type { EntryAtStart } from './find-entries.server.ts'
import { HandEditWatch } from './hand-edit-watch.server.ts'
import { NewerFiles } from './newer-files.ts'
import { DerivedSection } from './derived-section.server.ts'
import { Publisher } from './publisher.server.ts'
import type {
  ContentStore,
  EditPolicy,
  FollowedFiles,
  PublicationSource,
  PublishedSection,
  PublishOptions,
  RemoveOptions,
  SectionChange,
  Snapshot,
  StagedPublication,
  Updated,
  UpdateOptions,
} from './store.types.ts'

interface StoreOptions {
  /** Must be open as long as the store. */
  storage: Storage
  sections: readonly SectionDefinition[]
  collections?: SiteDefinition['collections']
  /** The section with an id. Needed if there are collections. */
  findSection?: SiteDefinition['findSection']
  /** What `findEntries` has found. */
  entries?: readonly EntryAtStart[]
  /** What is known of an entry that has no file. Default: what the history in the storage says. */
  findState?: FindState
  /** What was parsed at the start before. */
  parsed?: ParsedContents | undefined
  log: Logger
  health: HealthReports
  /** Called when an edit by a person or a program is public, before it is acknowledged. Must not throw. */
  onEdit?: (edit: PublishedEdit) => void
  /** Left out: every edit may be published, and no files go with it. */
  policy?: EditPolicy
  /** Content that is derived from other content. It is published with it. */
  derived?: readonly DerivedContent[]
  /** Decide when old records of the history are removed. */
  clocks?: Clocks | undefined
  /** Interrupted publications: they are public from the first read on. `recoverPublications` completes them. */
  publications?: readonly PublicationRecord[]
}

/** An edit that has changed a section. */
interface PublishedEdit {
  kind: 'saved' | 'restored' | 'created' | 'removed'
  section: string
  author: Author
  approvedBy: string | undefined
  reason: string
  historyEntry: string
}

const SAVE = { kind: 'save' } as const

/**
 * Opens the content of a site: reads and checks the file of every section and watches for hand edits. Synchronous, so
 * that the first request finds everything in memory. While the storage cannot be written, only edits are refused.
 */
export function openContentStore(options: StoreOptions): ContentStore {
  return new FileContentStore(options)
}

class FileContentStore implements ContentStore {
  readonly #files = new Map<string, SectionFile>()
  readonly #entries: CollectionEntries
  readonly #history: ContentHistory
  /** Retries what could not be written yet to the history, or of a publication. */
  readonly #diskTrust: DiskTrust
  readonly #derived: readonly DerivedSection[]
  readonly #publisher: Publisher
  #followed: FollowedPublications | undefined
  /** The newest records of the derived sections, at the start. */
  readonly #newestDerived: ReadonlyMap<DerivedSection, ReturnType<ContentHistory['newest']>>
  /** Resolves once the history of every file at the start is known. */
  readonly #recovered: Promise<unknown>
  readonly #newerFiles: NewerFiles
  readonly #listeners = new Listeners<[sectionId: string]>()
  readonly #handEditWatch: HandEditWatch
  #closed = false

  constructor(private readonly options: StoreOptions) {
    const { storage, sections, collections = [], entries = [], log, health, derived = [] } = options
    const history = new ContentHistory(storage, log, health, options.clocks)
    const diskTrust = new DiskTrust(health)
    this.#history = history
    this.#diskTrust = diskTrust
    this.#entries = new CollectionEntries(collections)
    this.#newerFiles = new NewerFiles({
      health,
      isNewer: (id) => this.#files.get(id)?.fault()?.isOfNewerFormat === true,
    })
    for (const section of sections) this.#open(section)
    for (const { section, state, hasHistory } of entries)
      this.#open(section, state === 'file' ? undefined : state, { hasHistory })
    this.#newerFiles.note([...this.#files.keys()])
    this.#derived = derived.map((one) => this.#openDerived(one))
    this.#newestDerived = new Map(this.#derived.map((one) => [one, history.newest(one.section.id)] as const))
    this.#recovered = Promise.all([...this.#files.values()].map(({ whenRecovered }) => whenRecovered))
    this.#publisher = new Publisher({
      storage,
      health,
      log,
      diskTrust,
      policy: options.policy ?? {},
      files: this.#files,
      derivedSections: this.#derived,
      notify: (ids) => {
        this.#notify(ids)
      },
      checkEntries: (next) => {
        this.#checkEntries(next)
      },
      onEdit: (kind, section, by, edit) => {
        this.#reportEdit(kind, section, by, edit)
      },
    })
    this.#handEditWatch = new HandEditWatch({
      storage,
      sections,
      collections,
      findSection: options.findSection ?? (() => undefined),
      health,
      log,
      files: this.#files,
      open: (section) => this.#open(section, 'absent'),
      updateFollowed: async () => this.#followed?.update(),
    })
  }

  read<Section extends SectionDefinition>(section: Section): Snapshot<ContentOf<Section>> {
    const snapshot = this.find(section)
    if (!snapshot) throw new ContentUnavailable(section.id)
    return snapshot
  }

  find<Section extends SectionDefinition>(section: Section): Snapshot<ContentOf<Section>> | undefined {
    return this.#isUnknownEntry(section) ? undefined : this.#file(section).published
  }

  lastChange(section: SectionDefinition): Date | undefined {
    // Copies of a file have the times at which they were copied, and a page shows one time to everybody.
    if (!this.options.storage.isSeenAtOnce || !this.find(section)) return undefined
    const { isChanged, publishedSince } = this.#file(section)
    return isChanged ? new Date(publishedSince) : undefined
  }

  entryKeys({ id }: { id: string }): readonly string[] {
    return this.#entries.keys(id)
  }

  refusalOf(next: ReadonlyMap<string, unknown>) {
    try {
      this.#checkEntries(next)
      return undefined
    } catch (error) {
      if (error instanceof InvalidContent) return error
      throw error
    }
  }

  brokenFile(section: SectionDefinition) {
    return this.#isUnknownEntry(section) ? undefined : this.#file(section).brokenFile()
  }

  async update<Section extends SectionDefinition>(
    section: Section,
    { change, create, ...by }: UpdateOptions<ContentOf<Section>>,
  ): Promise<Updated<ContentOf<Section>>> {
    const file = this.#openFile(section)
    const edited = await measured(SAVE, () =>
      this.#entries.runExclusive(section, async () => {
        const isNew = !file.exists
        const updated = await this.#publisher.save(file, by, (published) => {
          if (!published && !create) throw new ContentUnavailable(section.id)
          return { content: published ? change(published.value) : create?.() }
        })
        return { updated, isNew }
      }),
    )
    this.#reportEdit(edited.isNew ? 'created' : file.exists ? 'saved' : 'removed', section.id, by, edited.updated)
    return edited.updated
  }

  async remove(section: SectionDefinition, by: RemoveOptions): Promise<Pick<Updated<unknown>, 'historyEntry'>> {
    if (!section.entry) throw new TypeError(`${section.id} is not an entry of a collection`)
    const file = this.#openFile(section)
    const removed = await measured(SAVE, () =>
      this.#entries.runExclusive(section, () => this.#publisher.save(file, by, () => ({ content: undefined }))),
    )
    this.#reportEdit('removed', section.id, by, removed)
    return { historyEntry: removed.historyEntry }
  }

  async publish(changes: readonly SectionChange[], options: PublishOptions): Promise<PublishedSection[]> {
    for (const { section } of changes) this.#openFile(section)
    return measured(SAVE, () =>
      this.#runPublication(changes, (onShown) => this.#publisher.publish(changes, options, onShown)),
    )
  }

  async stage(changes: readonly SectionChange[], options: PublishOptions): Promise<StagedPublication> {
    for (const { section } of changes) this.#openFile(section)
    const { publish, discard } = await this.#entries.runAllExclusive(sectionsOf(changes), () =>
      this.#publisher.stage(changes, options),
    )
    return { publish: () => measured(SAVE, () => this.#runPublication(changes, publish)), discard }
  }

  /** Publishes within the queues of the collections. These go on as soon as readers see the publication. */
  async #runPublication<Result>(
    changes: readonly SectionChange[],
    run: (onShown: () => void) => Promise<Result>,
  ): Promise<Result> {
    const { publication } = await this.#entries.runAllExclusive(sectionsOf(changes), async () => {
      let onShown: () => void = () => undefined
      const isShown = new Promise<void>((resolve) => (onShown = resolve))
      const publication = run(onShown)
      await Promise.race([isShown, publication])
      return { publication }
    })
    return publication
  }

  /** Opens the file of a section. */
  #open<Section extends SectionDefinition>(
    section: Section,
    entryState?: 'absent' | 'expected',
    { hasHistory = true } = {},
  ): SectionFile<Section> {
    const { storage, parsed, log, policy = {}, publications, findState = stateByHistory(storage) } = this.options
    const file = new SectionFile({
      section,
      entryState,
      hasHistory,
      findState,
      storage,
      history: this.#history,
      diskTrust: this.#diskTrust,
      parsed,
      log,
      policy,
      pending: publications?.flatMap(({ sections }) => sections).findLast((part) => part.section === section.id),
      onHandEdit: (replaced) => {
        for (const derived of this.#derived) derived.deriveAfterHandEdit(section, replaced)
      },
      onRecovered: (newest) => this.#deriveAfterEarlierHandEdit(section, newest),
      onChange: () => {
        this.#notify([section.id])
      },
    })
    this.#files.set(section.id, file)
    this.#entries.note(section, file.exists)
    return file
  }

  /** Opens the file of an entry that is new. */
  #openNew(id: string): SectionFile | undefined {
    const section = this.options.findSection?.(id)
    return section?.entry && this.#open(section, 'absent')
  }

  /** Throws InvalidContent if entries with this next content could not be told apart, or are too many. */
  #checkEntries(next: ReadonlyMap<string, unknown>) {
    const { findSection = () => undefined } = this.options
    this.#entries.check(next, findSection, (id) => this.#files.get(id)?.published?.value)
  }

  /** True for an entry whose file was never opened: there is none. */
  #isUnknownEntry({ id, entry }: SectionDefinition) {
    return entry !== undefined && !this.#files.has(id)
  }

  #isDerived({ id }: SectionDefinition) {
    return this.#derived.some(({ section }) => section.id === id)
  }

  #openDerived(derived: DerivedContent): DerivedSection {
    const { log } = this.options
    const file = this.#file(derived.section)
    return new DerivedSection({
      derived,
      find: (section) => this.find(section)?.value,
      entryKeys: ({ id }) => this.#entries.keys(id),
      file,
      save: async (by, change) => {
        const { section } = derived
        const updated = await this.#publisher.save(file, by, (published) => {
          if (!published) throw new ContentUnavailable(section.id)
          return { content: change(published.value) }
        })
        this.#reportEdit('saved', section.id, by, updated)
      },
      log,
    })
  }

  async followPublications(source: PublicationSource, files: FollowedFiles): Promise<void> {
    const { health, log } = this.options
    this.#followed = new FollowedPublications({
      source,
      fileOf: (id) => this.#files.get(id) ?? this.#openNew(id),
      files,
      health,
      log,
      notify: (ids) => {
        this.#notify(ids)
      },
    })
    await this.#followed.update()
  }

  async completePublications(): Promise<void> {
    await this.#diskTrust.recover()
  }

  async recoverPublications(): Promise<void> {
    await this.#publisher.recover(this.options.publications ?? [])
  }

  /**
   * After a start, with the newest record of a section: an earlier process may have recorded an edit by hand, and was
   * killed before it saved what is derived from it. Never rejects.
   */
  async #deriveAfterEarlierHandEdit(section: SectionDefinition, newest: HistoryRecord) {
    const { log } = this.options
    if (this.#isDerived(section) || newest.author !== BY_HAND.author) return
    try {
      for (const [derived, record] of this.#newestDerived) {
        // As it was at the start: what is saved for one of these edits is newer than all of them.
        const own = await record
        // A later edit of the derived section was made with that edit in view.
        if (newest.time < (own?.time ?? '')) continue
        const { value, issues } = await this.past(section, newest.id)
        if (issues.length === 0) derived.deriveAfterHandEdit(section, value)
      }
    } catch (err) {
      log.error({ err }, 'It could not be checked what follows from an edit by hand before the start')
    }
  }

  async restore<Section extends SectionDefinition>(
    section: Section,
    entryId: string,
    by: { author: Author; expectedVersion?: string },
  ): Promise<Updated<ContentOf<Section>>> {
    const text = await this.#history.text(section.id, entryId)
    const reason = 'Earlier version restored'
    const [newest] = await this.history(section)
    const isUndo = newest?.id === entryId
    const file = this.#openFile(section)
    const updated = await measured(SAVE, () =>
      this.#entries.runExclusive(section, () =>
        this.#publisher.save(file, { ...by, reason, isUndo, isRestoration: !isUndo, replacesNewer: true }, () => ({
          text,
        })),
      ),
    )
    this.#reportEdit(file.exists ? 'restored' : 'removed', section.id, { ...by, reason }, updated)
    return updated
  }

  async writeLastGood<Section extends SectionDefinition>(section: Section, by: { author: Author }) {
    const reason = 'Last valid version written to the file'
    const file = this.#openFile(section)
    const updated = await this.#entries.runExclusive(section, () =>
      this.#publisher.save(file, { ...by, reason, replacesNewer: true }, (published) => {
        if (!published) throw new ContentUnavailable(section.id)
        return { text: published.text }
      }),
    )
    this.#reportEdit('restored', section.id, { ...by, reason }, updated)
    return updated
  }

  async history({ id }: Pick<SectionDefinition, 'id'>, newest?: number) {
    // After a start, updates of the history may still be queued. Edits do not wait until the list is read.
    await this.#files.get(id)?.runExclusive(() => Promise.resolve())
    return this.#history.list(id, newest)
  }

  async latestEdits(sections: readonly SectionDefinition[], count: number) {
    await this.#recovered
    return this.#history.latest(
      sections.map(({ id }) => id),
      count,
    )
  }

  async readHistory() {
    for (const { section } of this.#files.values()) await this.history(section)
  }

  async past(section: SectionDefinition, entryId: string) {
    return this.#history.past(section, entryId)
  }

  async pastTexts(section: Pick<SectionDefinition, 'id'>, entryId: string) {
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
    this.#handEditWatch.close()
    await this.#followed?.close()
    for (const derived of this.#derived) await derived.close()
    await Promise.all([...this.#files.values()].map((file) => file.onIdle()))
    await this.#history.close()
    this.#diskTrust.stop()
  }

  /** Notifies the listeners of each changed section, after all of them have changed. */
  #notify(sectionIds: readonly string[]) {
    const collections = new Set<string>()
    for (const sectionId of sectionIds) {
      const file = this.#files.get(sectionId)
      if (file?.section.orderOf !== undefined) collections.add(file.section.orderOf)
      if (!file?.section.entry) continue
      this.#entries.note(file.section, file.exists)
      collections.add(file.section.entry.collection)
    }
    this.#newerFiles.note(sectionIds)
    for (const id of [...sectionIds, ...collections]) this.#listeners.announce(id)
  }

  #reportEdit(
    kind: PublishedEdit['kind'],
    section: string,
    { author, reason }: { author: Author; reason: string },
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
    if (!file) {
      if (!this.#entries.has(section)) throw new Error(`The section "${section.id}" is not among those of the store`)
      return this.#open(section, 'absent')
    }
    // It was stored under the section's own id. A map over all sections cannot express the type of each.
    return file as unknown as SectionFile<Section>
  }
}

function sectionsOf(changes: readonly SectionChange[]) {
  return changes.map(({ section }) => section)
}
