import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { PendingPublication } from '#app/cms/content/publication-log/pending-publication.server.ts'
import {
  commitPublication,
  commitStaged,
  discardStaged,
  stagePublication,
} from '#app/cms/content/publication-log/publication-log.server.ts'
import type { CommittingFile, PublicationRecord } from '#app/cms/content/publication-log/publication-record.ts'
import type { PreparedEdit } from '#app/cms/content/section-file/pending-change.server.ts'
import {
  updatedTo,
  type ApprovedEdit,
  type EditedBy,
  type MakeNext,
  type SectionFile,
} from '#app/cms/content/section-file/section-file.server.ts'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import type { ContentOf, SectionDefinition } from '#app/cms/define/define-section.ts'
import type { DiskTrust } from '#app/cms/storage/disk/disk-trust.server.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { versionOf, type Storage } from '#app/cms/storage/storage.ts'
import { ContentUnavailable } from './errors.ts'
import { byWebsite, cannotBeDerived, type DerivedSection } from './derived-section.server.ts'
import type {
  EditPolicy,
  PublishedFiles,
  PublishedSection,
  PublishOptions,
  SectionChange,
  StagedPublication,
  Updated,
} from './store.types.ts'

/** A save or a publication is prepared again, at most so often, if a file is changed by hand meanwhile. */
const MAX_ATTEMPTS = 5

/** An edit of one section that is prepared to be published. */
interface SectionEdit {
  section: SectionDefinition
  file: SectionFile
  edit: PreparedEdit<unknown>
  by: EditedBy
  /** Version of the content that it replaces. */
  before: string
  /** True if it makes an entry of a collection. */
  isNew: boolean
  /** Where visitors of the page go if it removes an entry. */
  visitorsGoTo?: string | undefined
}

/** Everything that a publication needs to be committed. */
interface PreparedPublication {
  edits: readonly SectionEdit[]
  record: PublicationRecord
  committing: CommittingFile | undefined
}

/** The published sections of a staged publication; undefined if it was not current any more. */
type StagedOutcome = ReturnType<StagedPublication['publish']>

interface CommitOptions {
  /** Its record was written before. */
  isStaged?: boolean
  isDue?: boolean | undefined
  /** Called as soon as readers see the publication. */
  onShown?: () => void
}

interface Options {
  storage: Storage
  health: HealthReports
  log: Logger
  diskTrust: DiskTrust
  policy: Pick<EditPolicy, 'stagedFilesOf'>
  /** The files of all sections, in the order in which they are locked. */
  files: ReadonlyMap<string, SectionFile>
  /** In the order in which their files are locked, after all others. */
  derivedSections: readonly DerivedSection[]
  /** Called with the next content of the entries of a publication, by their ids. Throws to refuse it. */
  checkEntries: (next: ReadonlyMap<string, unknown>) => void
  /** Called with the sections whose content has changed. */
  notify: (sectionIds: readonly string[]) => void
  /** Called for each edit that is public. */
  onEdit: (
    kind: 'saved' | 'created' | 'removed',
    section: string,
    by: EditedBy,
    edit: Pick<Updated<unknown>, 'historyEntry' | 'approvedBy'>,
  ) => void
}

/**
 * Saves an edit of one section, and publishes edits of several at one moment, by the log of publications
 * (`docs/publication-log.md`): prepares all of them, commits one record, shows them to readers, and applies them to the
 * files.
 */
export class Publisher {
  constructor(private readonly options: Options) {}

  /**
   * Saves an edit of one section after all earlier ones, with the staged files that it names and with what is derived from
   * it. The content of an entry that was removed is undefined. Rejects as `update` of the store does.
   */
  save<Section extends SectionDefinition>(
    file: SectionFile<Section>,
    by: EditedBy,
    makeNext: MakeNext<Section>,
  ): Promise<Updated<ContentOf<Section>>> {
    return file.runExclusive(async () => {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const edit = await file.makeEdit(by, makeNext)
        if (!edit) return file.unchanged()
        if (file.section.entry) this.options.checkEntries(new Map([[file.section.id, edit.file.value]]))
        const updated = await this.#saveEdit(file, edit)
        if (updated) return updated
      }
      throw new StorageError('file-changing')
    })
  }

  /** Resolves with undefined, and without a change, if a file was changed by hand meanwhile. */
  async #saveEdit<Section extends SectionDefinition>(
    file: SectionFile<Section>,
    edit: ApprovedEdit<ContentOf<Section>>,
  ): Promise<Updated<ContentOf<Section>> | undefined> {
    const { policy, diskTrust, derivedSections } = this.options
    const { value } = edit.file
    const files = value === undefined ? undefined : await policy.stagedFilesOf?.(value)
    const next = new Map([[file.section.id, value]])
    const isDerivedFrom =
      !derivedSections.some(({ section }) => section.id === file.section.id) &&
      derivedSections.some((derived) => derived.changeAfter(next, edit.by) !== undefined)
    if (!files && !isDerivedFrom) return file.commit(edit)
    await diskTrust.recover()
    const prepared = await file.prepare(edit)
    if (!file.hasNoHandEdit()) return undefined
    // The file cannot be read, so it is set aside. The files move after the content that names them.
    if (!prepared) return file.commit(edit)
    const isPublished = await this.#publishEdit(file, prepared, edit.by, files)
    return isPublished ? updatedTo(edit.file, prepared.entries, edit.by) : undefined
  }

  /**
   * Prepares and publishes changes. Resolves and rejects as `publish` of the store does; `onShown` is called as soon as
   * readers see them.
   */
  publish(
    changes: readonly SectionChange[],
    options: PublishOptions,
    onShown: () => void,
  ): Promise<PublishedSection[]> {
    return this.#runExclusive(sectionsOf(changes), () => this.#publish(changes, options, onShown))
  }

  /** Prepares changes for a moment that is near. Resolves and rejects as `stage` of the store does. */
  async stage(
    changes: readonly SectionChange[],
    options: PublishOptions,
  ): Promise<Pick<StagedPublication, 'discard'> & { publish: (onShown: () => void) => StagedOutcome }> {
    const { storage, diskTrust } = this.options
    const { published, isCurrent, ...prepared } = await this.#runExclusive(sectionsOf(changes), async () => {
      await diskTrust.recover()
      return this.#withPublication(changes, options, async (made) => {
        await stagePublication(storage, made.record)
        return { ...made, isCurrent: this.#noteContent(changes, made.edits, options) }
      })
    })
    const discard = () => discardStaged(storage, prepared.record.id)
    const { edits } = prepared
    return {
      publish: (onShown) =>
        this.#runExclusive([...sectionsOf(changes), ...sectionsOf(edits)], async () => {
          await diskTrust.recover()
          const how = { isStaged: true, onShown }
          if (isCurrent() && (await this.#commit(prepared, options.files, edits, how))) return published
          await discard()
          return undefined
        }),
      discard,
    }
  }

  /** Runs a task within the queues of the sections that it changes. */
  #runExclusive<Result>(sections: readonly SectionDefinition[], task: () => Promise<Result>): Promise<Result> {
    const { files, derivedSections } = this.options
    const ids = new Set(sections.map(({ id }) => id))
    // The files are always locked in the same order, so that two publications never wait for each other.
    const others = [...files].flatMap(([id, file]) => (ids.has(id) && !this.#isDerived(file) ? [file] : []))
    // A save of one section locks its own file first, and then those of the derived sections.
    const inOrder = [...others, ...derivedSections.flatMap(({ section, file }) => (ids.has(section.id) ? [file] : []))]
    const run = inOrder.reduceRight<() => Promise<Result>>((next, file) => () => file.runExclusive(next), task)
    return run()
  }

  #isDerived(file: SectionFile) {
    return this.options.derivedSections.some((derived) => derived.file === file)
  }

  async #publish(
    changes: readonly SectionChange[],
    options: PublishOptions,
    onShown: () => void,
  ): Promise<PublishedSection[]> {
    // A publication of the same parts may be pending after a fault of the disk.
    await this.options.diskTrust.recover()
    const how = { isDue: options.isDue, onShown }
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const done = await this.#withPublication(changes, options, async ({ published, ...prepared }) =>
        (await this.#commit(prepared, options.files, prepared.edits, how)) ? published : undefined,
      )
      if (done) return done
    }
    throw new StorageError('file-changing')
  }

  /** Notes what `edits` were prepared from. The function that is returned says whether that is unchanged. */
  #noteContent(changes: readonly SectionChange[], edits: readonly SectionEdit[], by: EditedBy): () => boolean {
    const { files, derivedSections } = this.options
    const changed = new Set([
      ...changes.flatMap(({ section }) => files.get(section.id) ?? []),
      ...edits.map(({ file }) => file),
    ])
    const before = [...changed].map((file) => ({ file, published: file.published }))
    const mayChange = derivedSections.filter(({ file }) => !changed.has(file))
    return () => {
      try {
        this.#checkEntries(edits)
      } catch {
        // The reason is found again when the publication is prepared anew.
        return false
      }
      if (mayChange.some((derived) => this.#derivedChange(derived, edits, by))) return false
      return before.every(({ file, published }) => file.published === published && !file.pending.text && !file.fault())
    }
  }

  /** Throws if entries could not be told apart after these edits, or were too many. */
  #checkEntries(edits: readonly SectionEdit[]) {
    const entries = edits.filter(({ section }) => section.entry)
    if (entries.length > 0)
      this.options.checkEntries(new Map(entries.map(({ section, edit }) => [section.id, edit.file.value])))
  }

  /** Prepares a publication, and calls `use` within the queues of all sections that it changes. */
  async #withPublication<Result>(
    changes: readonly SectionChange[],
    options: PublishOptions,
    use: (made: PreparedPublication & { published: PublishedSection[] }) => Promise<Result>,
  ): Promise<Result> {
    const requested = await this.#prepare(changes, options)
    this.#checkEntries(requested)
    const isLocked = ({ section: { id } }: DerivedSection) => changes.some(({ section }) => section.id === id)
    return this.#withDerived(requested, options, isLocked, async (edits) => {
      const published = edits
        .filter(({ section }) => requested.some((edit) => edit.section === section))
        .map(({ section, edit, before }) => ({
          section: section.id,
          before,
          version: edit.file.version,
          historyEntry: edit.entries.at(-1)?.entry.id,
        }))
      const { id, reason, files } = options
      const dataFiles = [...(options.dataFiles?.(published) ?? [])]
      const committing = options.committingFile?.(published)
      const record = recordOf({ id, reason, dataFiles, committing }, edits, files)
      return use({ edits, published, committing, record })
    })
  }

  /**
   * Publishes a prepared edit of one section with the staged files that it names, and with what is derived from it. Only
   * within the queue of the section. Resolves with false, and without a change, if a file was changed by hand meanwhile.
   * The caller reports this edit itself.
   */
  async #publishEdit(
    file: SectionFile,
    edit: PreparedEdit<unknown>,
    by: EditedBy,
    files: PublishedFiles | undefined,
  ): Promise<boolean> {
    const { visitorsGoTo } = by
    const { section } = file
    const own = { section, file, edit, by, before: file.published?.version ?? '', isNew: !file.exists, visitorsGoTo }
    const publish = (edits: readonly SectionEdit[]) =>
      this.#commit(
        {
          edits,
          committing: undefined,
          record: recordOf({ id: 'save', reason: by.reason, dataFiles: [] }, edits, files),
        },
        files,
        edits.filter((one) => one !== own),
      )
    if (this.#isDerived(file)) return publish([own])
    return this.#withDerived([own], by, () => false, publish)
  }

  /** After a start: completes the publications that were interrupted. They are shown to readers already. */
  async recover(publications: readonly PublicationRecord[]): Promise<void> {
    const { storage, health, diskTrust } = this.options
    for (const publication of publications) {
      const files = publication.sections.flatMap(({ section }) => this.options.files.get(section) ?? [])
      // After a start, updates of the history may still be queued.
      await Promise.all(files.map((file) => file.runExclusive(() => Promise.resolve())))
      const applySections = files.map((file) => () => file.pending.apply())
      await new PendingPublication(publication, { storage, health, diskTrust, applySections }).complete()
    }
  }

  /**
   * Commits a publication, which makes it public, and then applies it. `reported` are the edits that are reported from
   * here. Resolves with false, and without a change, if a file was changed by hand.
   */
  async #commit(
    { edits, record, committing }: PreparedPublication,
    files: PublishedFiles | undefined,
    reported: readonly SectionEdit[],
    { isStaged = false, isDue = false, onShown }: CommitOptions = {},
  ): Promise<boolean> {
    const { storage, health, diskTrust, notify, onEdit } = this.options
    const mayCommit = () => edits.every(({ file }) => file.hasNoHandEdit())
    let isCommitted: boolean
    if (!committing || (!isStaged && (isDue || storage.isSeenAtOnce))) {
      isCommitted = await commitPublication(storage, record, committing, mayCommit)
    } else {
      if (!isStaged) {
        await stagePublication(storage, record)
        // Then nothing but the commit is to be seen, and everybody sees it at one moment.
        await storage.whenSeen()
      }
      isCommitted = await commitStaged(storage, record, committing, mayCommit)
    }
    if (!isCommitted) return false
    // In one turn of the event loop, so that no request reads a part of it.
    files?.onCommit()
    for (const { file, edit } of edits) file.pending.show(edit)
    notify(edits.map(({ section }) => section.id))
    for (const { section, edit, by, isNew } of reported) {
      const { id: historyEntry, approvedBy } = edit.entries.at(-1)?.entry ?? {}
      const kind = edit.file.value === undefined ? 'removed' : isNew ? 'created' : 'saved'
      onEdit(kind, section.id, by, { historyEntry, approvedBy })
    }
    onShown?.()
    await new PendingPublication(record, {
      storage,
      health,
      diskTrust,
      applySections: edits.map(
        ({ file }) =>
          () =>
            file.pending.apply(),
      ),
      moveFiles: files && (() => files.apply()),
    }).complete()
    return true
  }

  /** The change of a derived section that the edits of a publication lead to. */
  #derivedChange(derived: DerivedSection, edits: readonly SectionEdit[], by: EditedBy) {
    const others = edits.filter(({ file }) => file !== derived.file)
    const next = new Map(others.map(({ section, edit }) => [section.id, edit.file.value]))
    const goTo = new Map(others.map(({ section, visitorsGoTo = '' }) => [section.id, visitorsGoTo]))
    return derived.changeAfter(next, { isUndo: by.isUndo, goTo, time: by.time })
  }

  /**
   * Calls `use` with the edits and those of the sections that are derived from them, within the queues of these sections. Does
   * not enter a queue if nothing changes there, so that publications need not wait for each other.
   */
  async #withDerived<Result>(
    edits: readonly SectionEdit[],
    by: EditedBy,
    isLocked: (derived: DerivedSection) => boolean,
    use: (edits: readonly SectionEdit[]) => Promise<Result>,
  ): Promise<Result> {
    const addAll = this.options.derivedSections.reduceRight(
      (next, derived) => (known) => {
        if (!this.#derivedChange(derived, known, by)) return next(known)
        const add = async () => next(await this.#addDerived(known, by, derived))
        return isLocked(derived) ? add() : derived.file.runExclusive(add)
      },
      use,
    )
    return addAll(edits)
  }

  /** Only within the queue of the derived section. */
  async #addDerived(
    edits: readonly SectionEdit[],
    by: EditedBy,
    derived: DerivedSection,
  ): Promise<readonly SectionEdit[]> {
    const { log } = this.options
    const derivedChange = this.#derivedChange(derived, edits, by)
    if (!derivedChange) return edits
    const own = edits.find(({ file }) => file === derived.file)
    const others = edits.filter((edit) => edit !== own)
    try {
      const [made] = await this.#prepare(
        [{ section: derived.section, change: (current) => derivedChange.change(own ? own.edit.file.value : current) }],
        own
          ? { ...by, withoutApproval: true, approvedBy: own.edit.entries.at(-1)?.entry.approvedBy }
          : { ...byWebsite(derivedChange), time: by.time },
      )
      return made ? [...others, made] : edits
    } catch (err) {
      if (!cannotBeDerived(err)) throw err
      log.error({ err, section: derived.section.id }, 'A section could not be changed with others')
      return edits
    }
  }

  /** The edits of a publication that change something. Rejects if one of them is refused. */
  async #prepare(changes: readonly SectionChange[], by: EditedBy): Promise<SectionEdit[]> {
    const edits: SectionEdit[] = []
    for (const { section, change, visitorsGoTo } of changes) {
      const file = this.options.files.get(section.id)
      if (!file) throw new Error(`The section "${section.id}" is not among those of the store`)
      const { author, reason, isUndo, approval, withoutApproval, approvedBy, time } = by
      const edited = { author, reason, isUndo, approval, withoutApproval, approvedBy, time }
      await this.options.diskTrust.recover()
      const approved = await file.makeEdit(edited, (published) => {
        if (!published && file.exists) throw new ContentUnavailable(section.id)
        return { content: change(published?.value) }
      })
      const edit = approved && (await file.prepare(approved))
      if (approved && !edit) throw new StorageError('file-unreadable')
      const before = file.published?.version ?? ''
      if (edit) edits.push({ section, file, edit, by, before, isNew: !file.exists, visitorsGoTo })
      // To parse and write many sections takes long. Other requests are handled in between.
      await nextTurn()
    }
    return edits
  }
}

function sectionsOf(parts: readonly { section: SectionDefinition }[]) {
  return parts.map(({ section }) => section)
}

/** The record of a publication, with an id of its own. */
function recordOf(
  {
    id,
    committing,
    ...described
  }: Pick<PublicationRecord, 'id' | 'reason' | 'dataFiles'> & { committing?: CommittingFile | undefined },
  edits: readonly SectionEdit[],
  files: PublishedFiles | undefined,
): PublicationRecord {
  return {
    ...described,
    id: `${id}-${randomUUID()}`,
    committedBy: committing && { name: committing.name, version: versionOf(committing.text) },
    sections: edits.map(({ section, edit }) => ({ ...edit, section: section.id })),
    moves: files?.moves() ?? [],
  }
}
