import type { Author } from '#app/cms/platform/author.server.ts'
import { isDeepStrictEqual } from 'node:util'
import type { ReadableFile } from '#app/cms/content/format/content-file.ts'
import { MAX_YAML_BYTES } from '#app/cms/content/format/yaml-document.ts'
import type { HistoryEntry } from '#app/cms/content/history/history-entry.ts'
import type { HistoryRecord, PreparedEntry } from '#app/cms/content/history/history-record.ts'
import type { FindState } from '#app/cms/content/history/removal-record.server.ts'
import type { PendingText } from '#app/cms/content/publication-log/publication-record.ts'
import type {
  ApprovalOptions,
  BrokenFile,
  ContentProblem,
  EditPolicy,
  Updated,
} from '#app/cms/content/store/store.types.ts'
import { EntryKept, NewerFormat } from '#app/cms/content/store/errors.ts'
import type { ContentOf, SectionDefinition } from '#app/cms/define/define-section.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import { PreconditionFailed, versionOf, type Put } from '#app/cms/storage/storage.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { ABSENT, isNothing } from './absent-entry.server.ts'
import { MISSING, type FileRead } from './file-read.ts'
import { HandEdits } from './hand-edits.server.ts'
import { LastGoodCopy } from './last-good-copy.server.ts'
import type { ParsedContents } from './parsed-contents.server.ts'
import { PendingChange, type PreparedEdit } from './pending-change.server.ts'
import { SectionContent, type NextFile, type RequestedFile } from './section-content.server.ts'
import { SectionRecords, type SectionRecordsOptions } from './section-records.server.ts'

/** The reason in the history of a file that was written in the current format of its section. */
const CONVERTED = 'Converted to the current file format'

interface SectionFileOptions<Section extends SectionDefinition> extends SectionRecordsOptions<Section> {
  /** Decides whether an edit may be published. */
  policy: Pick<EditPolicy, 'approve'>
  /** Called when `published` has changed. */
  onChange: () => void
  /**
   * For an entry: `absent` if it does not exist by its history, `expected` if it does, although it has no file.
   * Undefined: it has a file.
   */
  entryState?: 'absent' | 'expected' | undefined
  /** What is known of an entry that has no file. */
  findState: FindState
  /** What a start need not parse. */
  parsed?: ParsedContents | undefined
  /** False if it certainly has no history at the start. */
  hasHistory?: boolean | undefined
  /** Called after a start with the newest record of its history, if there is one. Must not throw. */
  onRecovered?: ((newest: HistoryRecord) => Promise<void>) | undefined
  /** The text of a publication that was interrupted before this start. It is public, but it may not be in the file yet. */
  pending?: PendingText | undefined
  /** Called after an edit by hand, with the content that it has replaced. Must not throw. */
  onHandEdit?: ((replaced: ContentOf<Section>) => void) | undefined
}

export interface EditedBy extends ApprovalOptions {
  author: Author
  reason: string
  expectedVersion?: string | undefined
  isUndo?: boolean | undefined
  undoes?: HistoryEntry['undoes']
  /** True if the edit restores an earlier version that is not the last one. */
  isRestoration?: boolean | undefined
  /** True if the edit may replace a file that a later release has written in a format of its own. */
  replacesNewer?: boolean | undefined
  /** Where visitors of the page go if the edit removes the entry. */
  visitorsGoTo?: string | undefined
  /** Who has approved a change without approval of its own. */
  approvedBy?: string | undefined
  /** The moment of the edit (ms since 1970), if it is prepared before. Left out: now. */
  time?: number | undefined
}

/** An edit that may be published: what the file is to say, and who has made and approved it. */
export interface ApprovedEdit<Content> {
  /** Without a value: the entry is removed. */
  file: ReadableFile<Content | undefined>
  by: EditedBy
}

/** Says what an edit asks for, with the published content in view. Throws to cancel the edit. */
export type MakeNext<Section extends SectionDefinition> = (
  published: ReadableFile<ContentOf<Section>> | undefined,
) => NextFile

/**
 * The file of one section: its content in memory, and the last good content while the file is broken. Saves and hand
 * edits are handled one after the other.
 */
export class SectionFile<Section extends SectionDefinition = SectionDefinition> {
  readonly name: string
  readonly section: Section
  /** Runs a task after all earlier ones. Its caller handles a failure. */
  readonly runExclusive = limitConcurrency({ running: 1, waiting: Infinity })
  /** Resolves when the history is known, and what an earlier process has left is recorded. */
  readonly whenRecovered: Promise<void>
  /** What a pending publication changes here. */
  readonly pending: PendingChange<Section>
  readonly #content: SectionContent<Section>
  readonly #records: SectionRecords<Section>
  readonly #lastGood: LastGoodCopy<Section>
  readonly #handEdits: HandEdits<Section>

  /**
   * Reads the file. A broken file falls back to the last good text. A hand edit that was made while the process was
   * down becomes the content.
   */
  constructor(private readonly options: SectionFileOptions<Section>) {
    const { section, log } = options
    this.name = `content/${section.file}`
    this.section = section
    const content = new SectionContent(section, log, options.parsed)
    const records = new SectionRecords(options, content)
    const lastGood = new LastGoodCopy(options, content, () => records.isComplete)
    const parts = { ...options, name: this.name, content, records, lastGood }
    const handEdits = new HandEdits(parts)
    this.pending = new PendingChange({ ...parts, handEdits })
    this.#content = content
    this.#records = records
    this.#lastGood = lastGood
    this.#handEdits = handEdits
    const { file, since } = lastGood.read()
    const copy = options.entryState === 'absent' ? undefined : file
    const onDisk = handEdits.read()
    // A file of an entry that is new here is an edit by hand.
    const known: FileRead = options.entryState === 'absent' ? { kind: 'missing', problem: MISSING } : onDisk
    // Its file was in the list of the folder.
    const isUnread = options.entryState === undefined && onDisk.kind === 'transient'
    content.start(copy, since, known, { isExpected: options.entryState === 'expected' || isUnread })
    if (options.pending) this.pending.recover(options.pending)
    this.whenRecovered = this.runExclusive(async () => {
      await handEdits.recover(copy, onDisk, () => this.pending.text !== undefined)
      await this.#writeMigrated()
      await lastGood.update()
    })
  }

  /** What readers get. Undefined if the file could never be read. */
  get published(): ReadableFile<ContentOf<Section>> | undefined {
    return this.#content.published
  }

  /** Since when readers get that: milliseconds since 1970. */
  get publishedSince(): number {
    return this.#content.publishedSince
  }

  /** True if it was changed at that time; false if it may only have been copied then. */
  get isChanged(): boolean {
    return this.#content.isChanged
  }

  fault(): ContentProblem | undefined {
    return this.#content.fault()
  }

  brokenFile(): BrokenFile | undefined {
    return this.#content.brokenFile()
  }

  /** Resolves when no task runs or waits. */
  async onIdle(): Promise<void> {
    await this.runExclusive.onIdle()
    await this.#lastGood.update()
  }

  /** True if the file has the content that this process last read or wrote. */
  hasNoHandEdit(): boolean {
    return this.#handEdits.hasNone()
  }

  /** To be called if the file may have changed on disk: uses a hand edit as the content. Only within `runExclusive`. */
  async readHandEdit(): Promise<void> {
    const read = this.#handEdits.read()
    // A pending text is about to replace the text of the file, which the history then records.
    if (!this.pending.text) await this.#handEdits.take(read)
  }

  /** True if there is something that staff or visitors see: content, or a file that cannot be used. */
  get exists(): boolean {
    return !this.#content.isAbsent
  }

  /**
   * True for an entry that is shown without a file in a store that is only read: its removal may not be known here yet.
   */
  get mayBeRemoved(): boolean {
    const { section, storage } = this.options
    if (!section.entry || !this.published || this.pending.text || !isNothing(this.#content.read)) return false
    return storage.refusal(this.name)?.isReadOnly === true
  }

  /**
   * The edit that makes this the next content, checked, completed by the server and approved. Undefined if it changes
   * nothing. Only within `runExclusive`, which has to last until it is published. Throws what `makeNext` throws,
   * VersionConflict, InvalidContent, ApprovalRequired, EntryKept and NewerFormat.
   */
  async makeEdit(by: EditedBy, makeNext: MakeNext<Section>): Promise<ApprovedEdit<ContentOf<Section>> | undefined> {
    await this.pending.applyFirst()
    await this.#handEdits.takeFinished()
    const requested = this.#content.requested(makeNext(this.#content.requirePublished(by.expectedVersion)))
    if (requested.text !== undefined && this.#changesNothing(requested.text)) return undefined
    const now = new Date(by.time ?? Date.now())
    const file = this.#completed(requested, now, by)
    if (this.#changesNothing(file.text)) return undefined
    // The approval is for what people have typed.
    const approvedBy = this.#approverOf(requested.value, by)
    if (file.value === undefined) this.#refuseIfKept(now)
    return { file, by: { ...by, approvedBy } }
  }

  /** What a save resolves with that has changed nothing. */
  unchanged(): Updated<ContentOf<Section>> {
    return updatedTo<ContentOf<Section>>(this.published ?? ABSENT, [], {})
  }

  /**
   * Publishes an edit of this section alone: replaces the file by the next text, in one commit with the records of the
   * history. Resolves with undefined if the file was changed by hand meanwhile: then nothing was saved.
   */
  async commit({ file, by }: ApprovedEdit<ContentOf<Section>>): Promise<Updated<ContentOf<Section>> | undefined> {
    const { storage, history, diskTrust, onChange } = this.options
    await diskTrust.recover()
    const condition = await this.#condition()
    const note =
      condition.preserveAs === undefined ? '' : `. The unreadable file was renamed to ${condition.preserveAs}`
    const entries = this.#prepareEntries(file, { ...by, reason: by.reason + note })
    const bytes = file.value === undefined ? null : file.text
    const put = { name: this.name, bytes, maxBytes: MAX_YAML_BYTES, ...condition }
    try {
      const { overwritten } = await storage.commit([...entries.map((prepared) => prepared.put), put], {
        moves: entries.map(({ move }) => move),
        // A program that has the replaced file open may still be writing its hand edit into it.
        onLateWrite: (bytes) => this.#handEdits.recordLate(bytes),
      })
      for (const entry of entries) history.add(entry)
      this.#content.become(file)
      onChange()
      this.#lastGood.updateSoon()
      if (overwritten) await this.#handEdits.recordLate(overwritten)
      return updatedTo(file, entries, by)
    } catch (error) {
      if (error instanceof PreconditionFailed) return undefined
      if (error instanceof StorageError && error.code === 'not-put-back') {
        for (const entry of entries) history.add(entry)
        this.#content.breakWith(
          file.text,
          'The disk failed during a save, so the file contains text that was not published. The site will restore the file automatically',
        )
      }
      throw error
    }
  }

  #changesNothing(text: string) {
    return text === (this.#content.isAbsent ? '' : this.published?.text) && !this.#content.isBroken
  }

  /**
   * Makes an edit ready to be published with others. Undefined if the file cannot be read: then the existing file is set
   * aside when the next text is written.
   */
  async prepare({ file, by }: ApprovedEdit<ContentOf<Section>>): Promise<PreparedEdit<ContentOf<Section>> | undefined> {
    const { ifVersion, preserveAs } = await this.#condition()
    if (preserveAs !== undefined || ifVersion === undefined) return undefined
    return { file, text: file.text, ifVersion, entries: this.#prepareEntries(file, by) }
  }

  /** The records of an edit, the most important one last: it becomes the newest entry. */
  #prepareEntries(next: ReadableFile<ContentOf<Section> | undefined>, by: EditedBy): PreparedEntry[] {
    const predecessors = this.#records.ofEdit(
      { published: this.published, broken: this.#content.brokenBytes(), next },
      by,
    )
    return predecessors.toReversed().map((predecessor) => this.options.history.prepare(predecessor, by.time))
  }

  /** Id of the person who approved the edit; undefined if that is not needed. Throws ApprovalRequired and NewerFormat. */
  #approverOf(next: ContentOf<Section> | undefined, by: EditedBy): string | undefined {
    const { section, policy } = this.options
    if (this.#content.isOfNewerFormat && !by.replacesNewer) throw new NewerFormat(section)
    const { author, approval, withoutApproval = false } = by
    const change = { section, current: this.published, next, author, approval, withoutApproval }
    const approvedBy = policy.approve?.(change)
    return withoutApproval ? by.approvedBy : approvedBy
  }

  /** The file with the next content and what the server adds to it. It is written once, with both. */
  #completed(
    requested: RequestedFile<ContentOf<Section>>,
    now: Date,
    { isUndo = false, isRestoration = false }: Pick<EditedBy, 'isUndo' | 'isRestoration'>,
  ): ReadableFile<ContentOf<Section> | undefined> {
    const { value } = requested
    if (value === undefined) return ABSENT
    const { lifecycle } = this.section
    const by = { isUndo: isUndo || isRestoration }
    const completed = lifecycle?.complete?.(value, this.published?.value, now, by) ?? value
    if (requested.text !== undefined && isDeepStrictEqual(completed, value)) return requested
    return this.#content.rewritten(completed, requested.text)
  }

  /** Throws EntryKept for an entry that must not be removed now. */
  #refuseIfKept(now: Date) {
    const before = this.published?.value
    const reason = before === undefined ? undefined : this.section.lifecycle?.keptBecause?.(before, now)
    if (reason !== undefined) throw new EntryKept(reason)
  }

  /** The condition under which the file may be replaced. Throws StorageError if it must not be replaced at all. */
  async #condition(): Promise<Pick<Put, 'ifVersion' | 'preserveAs'>> {
    const { read } = this.#content
    if (read.kind === 'text') return { ifVersion: versionOf(read.text) }
    if (read.kind === 'bytes') return { ifVersion: versionOf(read.bytes) }
    if (read.kind === 'transient') throw new StorageError('file-unreadable')
    if (read.kind === 'unreadable') {
      const time = new Date().toISOString().replace(/[-:.]/g, '')
      return { preserveAs: `${this.name.slice(this.name.lastIndexOf('/') + 1)}.unreadable-${time}` }
    }
    // If the content folder is a disk that is not mounted, the file would be hidden below it later.
    if (!(await this.options.storage.stat('content'))) throw new StorageError('content-missing')
    return { ifVersion: null }
  }

  /** Writes content of an older format in the current format. The history records the original. Never rejects. */
  async #writeMigrated() {
    const { section, storage, log } = this.options
    const { published } = this
    if (!published?.isMigrated || this.#content.isBroken || this.pending.text || storage.refusal(this.name)) return
    try {
      const file = this.#content.rewritten(published.value, published.text)
      await this.commit({ file, by: { author: 'system', reason: CONVERTED } })
    } catch (err) {
      log.error({ err, section: section.id }, 'A content file could not be converted to the current format')
    }
  }
}

/** What a save resolves with that has given a section this content, with its records in the history. */
export function updatedTo<Content>(
  { value, version }: ReadableFile<Content | undefined>,
  entries: readonly PreparedEntry[],
  { approvedBy }: Pick<EditedBy, 'approvedBy'>,
): Updated<Content> {
  // Who removes an entry does not ask for its content.
  return { value: value as Content, version, historyEntry: entries.at(-1)?.entry.id, approvedBy }
}
