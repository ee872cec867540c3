import { isDeepStrictEqual } from 'node:util'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import {
  contentFormat,
  parseContentFile,
  rewriteContentFile,
  unusable,
  type ContentFormat,
  type ReadableFile,
  type UnusableFile,
} from '#app/cms/content/format/content-file.ts'
import { MAX_YAML_BYTES } from '#app/cms/content/format/yaml-document.ts'
import type { ContentOf, SectionDefinition } from '#app/cms/define/define-section.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import { PreconditionFailed, versionOf, type Committed, type Put } from '#app/cms/storage/storage.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { HistoryEntryDamaged, InvalidContent, VersionConflict } from './errors.ts'
import { mergeContent } from '#app/cms/content/compare/merge-content.ts'
import { readRecord } from './history-record.ts'
import { decodeContent, isSameRead, readableText, readBytes, readContentFile, type FileRead } from './file-read.ts'
import type { PreparedEntry } from './history.server.ts'
import { SectionRecords, type SectionRecordsOptions } from './section-records.server.ts'
import type {
  ApprovalOptions,
  BrokenFile,
  ChangeToApprove,
  ContentProblem,
  PastState,
  PublishedFiles,
  Updated,
} from './store.types.ts'

const COPY_DELAY_MS = 500

/** Time after which every node has seen a publication. */
const KNOWN_EVERYWHERE_MS = 5_000

/**
 * A program may write a file in steps. So a save that finds a hand edit waits until the file has not changed for this
 * time.
 */
const REST_MS = 60
const MAX_RESTS = 20
/** A save starts again if the file was changed by hand while it ran. */
const MAX_ATTEMPTS = 5

/** What the file of a section needs. */
export interface SectionFileOptions<Section extends SectionDefinition> extends SectionRecordsOptions<Section> {
  /** Called when `good` has changed. */
  onChange: () => void
  /** The text of a publication from before this start. It is public, but it may not be in the file yet. */
  unwritten?: UnwrittenText | undefined
  /** As for the store. */
  stagedFilesOf?: ((content: unknown) => Promise<PublishedFiles | undefined>) | undefined
  /** As for the store. */
  approverOf?: ((change: ChangeToApprove) => string | undefined) | undefined
  /** As for the store. */
  beforeChange?: ((change: ChangeToApprove) => void) | undefined
  /** True if content of another section follows from this content. */
  isFollowed?: ((next: ContentOf<Section>, by: EditedBy) => boolean) | undefined
  /** Called after an edit by hand, with the content that it has replaced. Must not throw. */
  onHandEdit?: ((replaced: ContentOf<Section>) => void) | undefined
  /**
   * Publishes an edit together with its staged files and with what follows from it. Rejects if it is not published.
   * Resolves with false, and without a change, if a file was changed by hand meanwhile.
   */
  publish: (edit: PreparedEdit<ContentOf<Section>>, by: EditedBy, files: PublishedFiles | undefined) => Promise<boolean>
}

/** A text that is public but not written to its file yet. */
export interface UnwrittenText {
  text: string
  /** Version that the file had when it was published; null: there was no file. */
  ifVersion: string | null
  /** The records of the history, the most important one last. */
  entries: readonly PreparedEntry[]
}

/** An edit that is ready to be published together with others. */
export interface PreparedEdit<Content> extends UnwrittenText {
  file: ReadableFile<Content>
}

/** The next text of a file, and its content if that is known to fit the schema. */
export interface NextText<Content> {
  text: string
  content?: Content
}

export interface EditedBy extends ApprovalOptions {
  author: string
  reason: string
  expectedVersion?: string | undefined
  isUndo?: boolean | undefined
  /** Who has approved a change without approval of its own. */
  approvedBy?: string | undefined
}

interface ApprovedEdit extends Omit<EditedBy, 'approvedBy'> {
  /** Id of the person who approved it; undefined if that was not needed. */
  approvedBy: string | undefined
}

/**
 * The file of one section: its content in memory, and the last good content while the file is broken. Saves and hand
 * edits are handled one after the other.
 */
export class SectionFile<Section extends SectionDefinition = SectionDefinition> {
  /** What readers get. Undefined if the file could never be read. */
  good: ReadableFile<ContentOf<Section>> | undefined
  /** When this process, or the one before it, first had that content: milliseconds since 1970. */
  #goodSince = Date.now()
  /** What is on disk, as far as this process knows. */
  #current: FileRead = { kind: 'missing', problem: '' }
  /** Why the file cannot be used; undefined if it can. */
  #broken: UnusableFile | undefined
  readonly name: string
  readonly #format: ContentFormat
  readonly #records: SectionRecords<Section>
  /** Runs a task after all earlier ones. Its caller handles a failure. */
  readonly runExclusive = limitConcurrency({ running: 1, waiting: Infinity })
  #unwritten: UnwrittenText | undefined
  #copying: Promise<void> = Promise.resolve()
  #copyTimer: NodeJS.Timeout | undefined

  /**
   * Reads the file. A broken file falls back to the last good text. A hand edit that was made while the process was
   * down becomes the content.
   */
  constructor(private readonly options: SectionFileOptions<Section>) {
    const { section, storage } = options
    this.name = `content/${section.file}`
    this.#format = contentFormat(section.file)
    this.#records = new SectionRecords(options)
    const { file: lastGood, since } = this.#records.readLastGood()
    this.good = lastGood
    this.#take(readContentFile(storage, this.name))
    if (lastGood && this.good?.version === lastGood.version) this.#goodSince = since
    const held = readBytes(this.#current)
    if (options.unwritten) this.#showUnwritten(options.unwritten)
    void this.runExclusive(() => this.#bringHistoryUpToDate(lastGood, held))
  }

  fault(): ContentProblem | undefined {
    const { id, file } = this.options.section
    if (!this.#broken) return undefined
    const servesLastGood = this.good !== undefined
    const lastGoodSince = servesLastGood ? new Date(this.#goodSince).toISOString() : undefined
    return { section: id, file, ...this.#broken.fault, servesLastGood, lastGoodSince }
  }

  /** What the file says if it cannot be used. */
  brokenFile(): BrokenFile | undefined {
    const fault = this.fault()
    if (!fault || !this.#broken) return undefined
    const { issues, written } = this.#broken
    const version = this.good?.version ?? versionOf(readBytes(this.#current) ?? '')
    return { fault, issues, value: written, version, text: readableText(this.#current) }
  }

  /** Resolves when no task runs or waits. */
  async settled(): Promise<void> {
    await this.runExclusive.onIdle()
    await this.#copyGood()
  }

  /** To be called if the file may have changed on disk: uses a hand edit as the content. */
  async readHandEdit(): Promise<void> {
    const read = readContentFile(this.options.storage, this.name)
    if (!this.#unwritten) await this.#takeHandEdit(read)
    // The published text is about to replace the text of the file, which the history then records.
    else if (this.options.storage.hasOthers && read.kind === 'text') await this.#followUnwritten(this.#unwritten, read)
  }

  /** Handles that another node has changed the file while a published text is not written to it yet. */
  async #followUnwritten(unwritten: UnwrittenText, read: FileRead & { kind: 'text' }) {
    if (read.text === unwritten.text || (await this.#isWritten(unwritten, read.text))) await this.dropUnwritten()
    else {
      const merged = await this.#onTopOf(read.text, unwritten)
      if (!merged) return
      this.switchTo(merged)
      this.options.onChange()
    }
  }

  /**
   * Saves an edit after all earlier ones. `makeText` makes the next text of the file from the good content, or from the
   * text of the file if no good content exists. It throws to cancel the edit.
   */
  edit(
    by: EditedBy,
    makeText: (
      good: ReadableFile<ContentOf<Section>> | undefined,
      text: string,
    ) => Promise<NextText<ContentOf<Section>>>,
  ): Promise<Updated<ContentOf<Section>>> {
    return this.runExclusive(async () => {
      if (this.#unwritten) await this.#settleUnwritten()
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        await this.#takeHandEdit(await this.#readAtRest())
        const next = await makeText(this.#goodAt(by.expectedVersion), this.#parsedText())
        const updated = await this.#tryEdit(by, next)
        if (updated) return updated
      }
      throw new StorageError('file-changing')
    })
  }

  /**
   * Makes an edit ready to be published with others. Only within `runExclusive`, which has to last until it is written.
   * Undefined if it changes nothing. Throws as `edit` does.
   */
  async prepare(
    by: EditedBy,
    makeText: (
      good: ReadableFile<ContentOf<Section>> | undefined,
      text: string,
    ) => Promise<NextText<ContentOf<Section>>>,
  ): Promise<PreparedEdit<ContentOf<Section>> | undefined> {
    await this.#settleUnwritten()
    await this.#takeHandEdit(await this.#readAtRest())
    const next = await makeText(this.#goodAt(by.expectedVersion), this.#parsedText())
    if (next.text === this.good?.text && !this.#broken) return undefined
    const file = await this.#readNext(next)
    const prepared = await this.#prepareEdit(file, this.#approved(file, by))
    if (!prepared) throw new StorageError('file-unreadable')
    return prepared
  }

  /** Undefined if the file cannot be read: then the existing file is set aside when the next text is written. */
  async #prepareEdit(
    file: ReadableFile<ContentOf<Section>>,
    by: ApprovedEdit,
  ): Promise<PreparedEdit<ContentOf<Section>> | undefined> {
    const { ifVersion, aside } = await this.#condition()
    if (aside !== undefined || ifVersion === undefined) return undefined
    // Another node may save before it sees the publication. The publication is then merged on top of that save.
    const ahead = this.options.storage.hasOthers ? KNOWN_EVERYWHERE_MS : 0
    return { file, text: file.text, ifVersion, entries: this.#prepareEntries(file, by, ahead) }
  }

  /** True if the file has the content that this process last read or wrote. */
  isAtRest(): boolean {
    return isSameRead(readContentFile(this.options.storage, this.name), this.#current)
  }

  /**
   * Shows a published edit to readers, synchronously. It is written to the file later, and `onChange` is not called.
   */
  switchTo({ file, ...unwritten }: PreparedEdit<ContentOf<Section>>): void {
    this.#unwritten = unwritten
    this.#become(file)
  }

  /**
   * Prepares the text that another node has published for `switchTo`, merged on top of later saves. Only within
   * `runExclusive`. Resolves with `written` if the file has contained it already, and with `unreadable` if this release
   * of the program cannot read it. Never rejects.
   */
  async prepareUnwritten(
    unwritten: UnwrittenText,
  ): Promise<PreparedEdit<ContentOf<Section>> | 'written' | 'unreadable'> {
    try {
      const read = readContentFile(this.options.storage, this.name)
      const isOther = read.kind === 'text' && read.text !== unwritten.text
      if (this.#unwritten || (isOther && (await this.#isWritten(unwritten, read.text)))) return 'written'
      const file = await this.#readNext({ text: unwritten.text })
      const merged = isOther ? await this.#onTopOf(read.text, unwritten) : undefined
      return merged ?? { file, ...unwritten }
    } catch (err) {
      const { log, section } = this.options
      log.error({ err, section: section.id }, 'A publication of another node cannot be read')
      return 'unreadable'
    }
  }

  /** Forgets the text that is not written yet and reads the file: another node has written that text. */
  async dropUnwritten(): Promise<void> {
    this.#unwritten = undefined
    await this.#takeHandEdit(readContentFile(this.options.storage, this.name))
    this.#copyGoodSoon()
  }

  /**
   * Writes the unwritten text before another edit. It is left after a fault of the disk, or if the node that has
   * published it has ended.
   */
  async #settleUnwritten() {
    await this.options.unrecorded.regain()
    await this.writeUnwritten()
  }

  /**
   * True if the unwritten text was in the file already, even if later saves have replaced it. `text` is the text of the
   * file.
   */
  async #isWritten({ ifVersion, entries }: UnwrittenText, text: string): Promise<boolean> {
    const version = versionOf(text)
    const entry = entries.at(-1)
    return version !== ifVersion && entry !== undefined && (await this.options.history.isMade(entry, version))
  }

  /** Writes the unwritten text to the file. Rejects with StorageError, and may then be called again. */
  async writeUnwritten(): Promise<void> {
    let unwritten = this.#unwritten
    const published = this.good
    if (!unwritten || !published) return
    const { storage, history } = this.options
    for (let attempt = 0; ; attempt += 1) {
      const onDisk = readContentFile(storage, this.name)
      const held = readBytes(onDisk)
      if (held === undefined && onDisk.kind !== 'missing') throw new StorageError('file-unreadable')
      const version = held === undefined ? null : versionOf(held)
      if (storage.hasOthers && onDisk.kind === 'text' && onDisk.text !== unwritten.text) {
        if (await this.#isWritten(unwritten, onDisk.text)) return this.dropUnwritten()
        const merged = await this.#onTopOf(onDisk.text, unwritten)
        if (merged) {
          this.switchTo(merged)
          this.options.onChange()
          unwritten = merged
        }
      }
      const isWritten = onDisk.kind === 'text' && onDisk.text === unwritten.text
      if (await (isWritten ? this.#completeRecords(unwritten) : this.#writePublished(unwritten, version))) {
        // A hand edit was made at the same moment, or while the process was down. The history records it.
        if (!isWritten && version !== unwritten.ifVersion) await this.#records.recordLate(onDisk, published)
        break
      }
      if (attempt === MAX_ATTEMPTS) throw new StorageError('file-changing')
    }
    for (const entry of unwritten.entries) history.add(entry)
    this.#unwritten = undefined
    this.#copyGoodSoon()
  }

  /**
   * The unwritten text merged with what another node has saved since: the changes of both, and those of the publication
   * where both changed the same field. Undefined if the file has not changed.
   */
  async #onTopOf(text: string, unwritten: UnwrittenText): Promise<PreparedEdit<ContentOf<Section>> | undefined> {
    const { section, history } = this.options
    const [entry, ...others] = unwritten.entries
    if (versionOf(text) === unwritten.ifVersion || !entry || others.length > 0) return undefined
    const base = this.#records.parse(readRecord(entry.put.bytes)?.text ?? '')
    const [mine, theirs] = [this.#records.parse(unwritten.text), this.#records.parse(text)]
    if (!base || !mine || !theirs || base.version !== unwritten.ifVersion) return undefined
    const merged = mergeContent(section.schema, { base, mine: mine.value, theirs: theirs.value })
    // The schema's output is ContentOf by definition; TypeScript cannot follow it through the generic.
    const content = merged.value as ContentOf<Section>
    const isThere = isDeepStrictEqual(content, theirs.value)
    const file = isThere
      ? theirs
      : await this.#readNext({ text: await rewriteContentFile(section, text, content), content })
    // Before the process was killed, the text may have been written already. Then its record is on disk as well.
    const entries = isThere
      ? [entry]
      : [history.prepare(this.#records.ofContent(theirs, file, entry.entry), { inPlaceOf: entry.entry })]
    return { file, text: file.text, ifVersion: theirs.version, entries }
  }

  /** The earlier version that a history entry records. */
  async past(entryId: string): Promise<PastState> {
    const { section, history } = this.options
    try {
      const text = await history.text(section.id, entryId)
      await this.#format.prepare(text)
      const parsed = parseContentFile(section, text)
      if ('fault' in parsed) return { version: versionOf(text), value: parsed.written, issues: parsed.issues }
      return { version: parsed.file.version, value: parsed.file.value, issues: [] }
    } catch (error) {
      if (!(error instanceof HistoryEntryDamaged)) throw error
      return { version: '', value: undefined, issues: [{ path: '', message: error.message }] }
    }
  }

  /** The content that the edit starts from. Throws VersionConflict if it is not the expected version. */
  #goodAt(expectedVersion: string | undefined) {
    const { good } = this
    if (good && expectedVersion !== undefined && expectedVersion !== good.version) {
      throw new VersionConflict(this.options.section.id, good)
    }
    return good
  }

  /**
   * The text of a file that is not valid but can be parsed, because its comments are worth keeping. Otherwise an empty
   * text.
   */
  #parsedText() {
    return this.#current.kind === 'text' && this.#broken?.written !== undefined ? this.#current.text : ''
  }

  /** Resolves with undefined if the file was changed by hand meanwhile: then nothing was saved. */
  async #tryEdit(by: EditedBy, next: NextText<ContentOf<Section>>): Promise<Updated<ContentOf<Section>> | undefined> {
    if (next.text === this.good?.text && !this.#broken) return { ...this.good, historyEntry: undefined }
    const file = await this.#readNext(next)
    const approved = this.#approved(file, by)
    const { approvedBy } = approved
    const isFollowed = this.options.isFollowed?.(file.value, by) ?? false
    let files = await this.options.stagedFilesOf?.(file.value)
    if (files || isFollowed) await this.options.unrecorded.regain()
    if (files && this.options.storage.hasOthers) {
      // The write of the content has to be the commit point: a separate record would not notice a save of another node.
      // So the files become public some milliseconds earlier, at addresses that no visitor knows yet.
      await files.publish()
      files = undefined
    }
    if (files || isFollowed) {
      const prepared = await this.#prepareEdit(file, approved)
      if (!this.isAtRest()) return undefined
      if (prepared) {
        if (!(await this.options.publish(prepared, by, files))) return undefined
        return { value: file.value, version: file.version, historyEntry: prepared.entries.at(-1)?.entry.id, approvedBy }
      }
      // The files move after the content that names them.
    }
    const replaced = await this.#replace(file, approved)
    if (!replaced) return undefined
    this.#become(file)
    this.options.onChange()
    this.#copyGoodSoon()
    if (replaced.overwritten) await this.#records.recordLate(decodeContent(replaced.overwritten), file)
    return { value: file.value, version: file.version, historyEntry: replaced.historyEntry, approvedBy }
  }

  /** The edit together with the person who approved it. Throws ApprovalRequired. */
  #approved(next: ReadableFile<ContentOf<Section>>, by: EditedBy): ApprovedEdit {
    const { section, approverOf, beforeChange } = this.options
    const change = { section, current: this.good, next: next.value, approval: by.approval }
    const approvedBy = by.withoutApproval ? by.approvedBy : approverOf?.(change)
    beforeChange?.(change)
    return { ...by, approvedBy }
  }

  /** Parses the next text. Throws InvalidContent. */
  async #readNext({ text, content }: NextText<ContentOf<Section>>): Promise<ReadableFile<ContentOf<Section>>> {
    const { section } = this.options
    await this.#format.prepare(text)
    const next = parseContentFile(section, text, content)
    // Each of these steps is slow for a long list. Other requests are handled in between.
    await nextTurn()
    if ('fault' in next) throw new InvalidContent(section.id, next.issues)
    return next.file
  }

  #become(file: ReadableFile<ContentOf<Section>>) {
    this.good = file
    this.#goodSince = Date.now()
    this.#current = { kind: 'text', text: file.text }
    this.#broken = undefined
  }

  /** The records of an edit, the most important one last: it becomes the newest entry. */
  #prepareEntries(next: ReadableFile<ContentOf<Section>>, by: ApprovedEdit, ahead = 0): PreparedEntry[] {
    const broken = this.#broken && readBytes(this.#current)
    const predecessors = this.#records.ofEdit({ good: this.good, broken, next }, by)
    return predecessors.toReversed().map((predecessor) => this.options.history.prepare(predecessor, { ahead }))
  }

  /** Replaces the file by the next text, in one commit with the records of the history. */
  async #replace(
    next: ReadableFile<ContentOf<Section>>,
    by: ApprovedEdit,
  ): Promise<(Committed & { historyEntry: string | undefined }) | undefined> {
    const { storage, history, unrecorded } = this.options
    await unrecorded.regain()
    const condition = await this.#condition()
    const note = condition.aside === undefined ? '' : `. The unreadable file was renamed to ${condition.aside}`
    const entries = this.#prepareEntries(next, { ...by, reason: by.reason + note })
    const put = { name: this.name, bytes: next.text, maxBytes: MAX_YAML_BYTES, ...condition }
    try {
      const committed = await storage.commit([...entries.map((prepared) => prepared.put), put], {
        moves: entries.map(({ move }) => move),
        // A program that has the replaced file open may still be writing its hand edit into it.
        onLateWrite: (bytes) => this.#records.recordLate(decodeContent(bytes), this.good),
      })
      for (const entry of entries) history.add(entry)
      return { ...committed, historyEntry: entries.at(-1)?.entry.id }
    } catch (error) {
      if (error instanceof PreconditionFailed) return undefined
      if (error instanceof StorageError && error.code === 'not-put-back') {
        for (const entry of entries) history.add(entry)
        this.#current = { kind: 'text', text: next.text }
        this.#broken = unusable(
          'The disk failed during a save, so the file contains text that was not published. The site will restore the file automatically',
        )
      }
      throw error
    }
  }

  /** Resolves with false if the file does not have the version `ifVersion`. */
  async #writePublished({ text, entries }: UnwrittenText, ifVersion: string | null): Promise<boolean> {
    const { storage } = this.options
    try {
      await storage.commit(
        [
          // A record may exist already, because the process was killed or the disk refused the rest.
          ...entries.map(({ put: { name, bytes } }) => ({ name, bytes })),
          { name: this.name, bytes: text, ifVersion, maxBytes: MAX_YAML_BYTES },
        ],
        {
          moves: entries.map(({ move }) => move),
          onLateWrite: (bytes) => this.#records.recordLate(decodeContent(bytes), this.good),
        },
      )
      return true
    } catch (error) {
      if (error instanceof PreconditionFailed) return false
      throw error
    }
  }

  /**
   * Adds the records of a text that is in the file already. Resolves with false if the disk has restored the earlier
   * text.
   */
  async #completeRecords({ text, entries }: UnwrittenText): Promise<boolean> {
    await this.options.history.complete(entries)
    const read = readContentFile(this.options.storage, this.name)
    return read.kind === 'text' && read.text === text
  }

  /** Completes or removes the unfinished records that nodes have left. Never rejects. */
  async settleLeftOver(): Promise<void> {
    const { section, storage, history, log } = this.options
    const held = readBytes(readContentFile(storage, this.name))
    if (this.#unwritten || held === undefined) return
    await history.settleLeftOver(section.id, versionOf(held)).catch((err: unknown) => {
      log.warn(
        { err, section: section.id },
        'Unfinished history records of other nodes could not be completed or removed',
      )
    })
  }

  /** After a start: uses the unwritten text as the content. */
  #showUnwritten(unwritten: UnwrittenText) {
    const parsed = parseContentFile(this.options.section, unwritten.text)
    // An earlier release of the program has published it, and this one cannot read it.
    if ('fault' in parsed) return
    this.#unwritten = unwritten
    this.#become(parsed.file)
  }

  /** The condition under which the file may be replaced. Throws StorageError if it must not be replaced at all. */
  async #condition(): Promise<Pick<Put, 'ifVersion' | 'aside'>> {
    const current = this.#current
    if (current.kind === 'text') return { ifVersion: versionOf(current.text) }
    if (current.kind === 'bytes') return { ifVersion: versionOf(current.bytes) }
    if (current.kind === 'transient') throw new StorageError('file-unreadable')
    if (current.kind === 'unreadable') {
      const time = new Date().toISOString().replace(/[-:.]/g, '')
      return { aside: `${this.name.slice(this.name.lastIndexOf('/') + 1)}.unreadable-${time}` }
    }
    // If the content folder is a disk that is not mounted, the file would be hidden below it later.
    if (!(await this.options.storage.stat('content'))) throw new StorageError('content-missing')
    return { ifVersion: null }
  }

  /**
   * Uses what was read as the content, or remembers why it cannot be used. Returns the content that it replaced, if
   * any.
   */
  #take(read: FileRead): ReadableFile<ContentOf<Section>> | undefined {
    const { section, log } = this.options
    this.#current = read
    this.#broken = undefined
    if (read.kind === 'text' && read.text === this.good?.text) return undefined
    const parsed =
      read.kind === 'text'
        ? parseContentFile(section, read.text)
        : unusable(read.problem, 'position' in read ? read.position : undefined)
    if ('fault' in parsed) {
      this.#broken = parsed
      log.error({ ...this.fault() }, 'A content file cannot be used')
      return undefined
    }
    const replaced = this.good
    this.good = parsed.file
    this.#goodSince = Date.now()
    return replaced
  }

  async #takeHandEdit(read: FileRead) {
    if (isSameRead(read, this.#current)) return
    if (read.kind === 'text') await this.#format.prepare(read.text)
    const replaced = this.#take(read)
    this.options.onChange()
    // Another node writes the record of its edit itself.
    const { section, history } = this.options
    const isRecorded = this.good && (await history.takeOverEdit(section.id, this.good.version))
    if (replaced && this.good && !isRecorded) {
      this.options.onHandEdit?.(replaced.value)
      await this.#records.record(this.#records.ofContent(replaced, this.good))
    }
    await this.#copyGood()
  }

  /** Reads the file once a program that is changing it has finished. */
  async #readAtRest(): Promise<FileRead> {
    let read = readContentFile(this.options.storage, this.name)
    if (isSameRead(read, this.#current)) return read
    for (let rests = 0; rests < MAX_RESTS; rests += 1) {
      await delay(REST_MS)
      const again = readContentFile(this.options.storage, this.name)
      // A program that writes in place empties the file first.
      if (isSameRead(again, read) && !(read.kind === 'text' && read.text === '')) return again
      read = again
    }
    return read
  }

  /** After a start: completes or undoes unfinished edits, and records what was replaced while the process was down. */
  async #bringHistoryUpToDate(
    lastGood: ReadableFile<ContentOf<Section>> | undefined,
    held: string | Uint8Array | undefined,
  ) {
    const { section, storage, history, onChange, log } = this.options
    try {
      const newest = storage.refusal()
        ? await history.newest(section.id)
        : await history.settle(section.id, held === undefined ? undefined : versionOf(held))
      if (this.#unwritten) {
        // The publication has its own records of what it replaces.
      } else if (!this.#broken) {
        const replaced = this.good && (await this.#records.recordReplaced(this.good, newest, lastGood))
        if (replaced) this.options.onHandEdit?.(replaced.value)
      } else if (newest?.nextText !== undefined && (!lastGood || lastGood.version === newest.version)) {
        // The copy is written after a save is acknowledged, so a crash may leave an older one.
        const file = this.#records.parse(newest.nextText)
        if (file) this.#goodSince = Date.parse(newest.time)
        this.good = file ?? this.good
        onChange()
      }
    } catch (err) {
      log.error({ err, section: section.id }, 'The history of a section could not be updated')
    }
    await this.#writeMigrated()
    await this.#copyGood()
  }

  /** Writes content of an older format in the current format. The history records the original. Never rejects. */
  async #writeMigrated() {
    const { section, storage, log } = this.options
    if (!this.good?.isMigrated || this.#broken || this.#unwritten || storage.refusal(this.name)) return
    try {
      const text = await rewriteContentFile(section, this.good.text, this.good.value)
      await this.#tryEdit({ author: 'system', reason: 'Converted to the current file format' }, { text })
    } catch (err) {
      log.error({ err, section: section.id }, 'A content file could not be converted to the current format')
    }
  }

  /**
   * Copies the good content after the response, once for several edits. The copy is needed only if the file is broken
   * at a start.
   */
  #copyGoodSoon() {
    this.#copyTimer ??= setTimeout(() => void this.#copyGood(), COPY_DELAY_MS).unref()
  }

  /** Updates the copy of the last good content. Copies run one at a time. Never rejects. */
  #copyGood(): Promise<void> {
    clearTimeout(this.#copyTimer)
    this.#copyTimer = undefined
    this.#copying = this.#copying.then(() => this.#records.copyLastGood(this.good))
    return this.#copying
  }
}
