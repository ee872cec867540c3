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
} from '#app/content/format/content-file.ts'
import { MAX_YAML_BYTES } from '#app/content/format/yaml-document.ts'
import type { ContentOf, SectionDefinition } from '#app/schema/define-section.ts'
import { limitConcurrency } from '#app/storage/limit-concurrency.ts'
import { PreconditionFailed, versionOf, type Committed, type Put } from '#app/storage/storage.ts'
import { StorageError } from '#app/storage/storage-error.ts'
import { HistoryEntryDamaged, InvalidContent, VersionConflict } from './errors.ts'
import { mergeEdits } from '#app/content/compare/merge-edits.ts'
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

/** All nodes know of a publication by then. */
const KNOWN_EVERYWHERE_MS = 5_000

/** A program may write a file in steps: a save that meets a hand edit waits until the file has not changed for so long. */
const REST_MS = 60
const MAX_RESTS = 20
/** A save begins again if the file was changed by hand meanwhile. */
const MAX_ATTEMPTS = 5

/** What the file of a section needs. */
export interface SectionFileOptions<Section extends SectionDefinition> extends SectionRecordsOptions<Section> {
  /** Called when `good` has changed. */
  onChange: () => void
  /** What a publication owes to the file since before this start: it is public, and it may not be on disk yet. */
  owed?: OwedText | undefined
  /** As for the store. */
  stagedFilesOf?: ((content: unknown) => Promise<PublishedFiles | undefined>) | undefined
  /** As for the store. */
  approverOf?: ((change: ChangeToApprove) => string | undefined) | undefined
  /** Publishes an edit together with its staged files. Rejects if it is not published. */
  publish: (edit: PreparedEdit<ContentOf<Section>>, reason: string, files: PublishedFiles) => Promise<void>
}

/** A text that has been published and is still to be written into its file. */
export interface OwedText {
  text: string
  /** Version that the file had when it was published; null: there was no file. */
  ifVersion: string | null
  /** The records of the history, the most important one last. */
  entries: readonly PreparedEntry[]
}

/** An edit that is ready to be published together with others. */
export interface PreparedEdit<Content> extends OwedText {
  file: ReadableFile<Content>
}

/** The next text of a file, and the content it was written from where that is known to fit the schema. */
export interface NextText<Content> {
  text: string
  content?: Content
}

export interface EditedBy extends ApprovalOptions {
  author: string
  reason: string
  expectedVersion?: string | undefined
}

interface ApprovedEdit extends EditedBy {
  /** Id of the person who approved it; undefined if that was not needed. */
  approvedBy: string | undefined
}

/**
 * The file of one section: its content in memory, and the last good content while the file is broken. Saves and hand edits are
 * handled one after the other.
 */
export class SectionFile<Section extends SectionDefinition = SectionDefinition> {
  /** What readers get. Undefined if the file could never be read. */
  good: ReadableFile<ContentOf<Section>> | undefined
  /** When this process, or the one before it, first had that content: milliseconds since 1970. */
  #goodSince = Date.now()
  /** What is on disk, as far as this process knows. */
  #current: FileRead = { kind: 'missing', problem: '' }
  /** Why that cannot be used; undefined if it can. */
  #broken: UnusableFile | undefined
  readonly name: string
  readonly #format: ContentFormat
  readonly #records: SectionRecords<Section>
  /** Runs a task after all earlier ones. Its caller handles a failure. */
  readonly runExclusive = limitConcurrency({ running: 1, waiting: Infinity })
  #owed: OwedText | undefined
  #copying: Promise<void> = Promise.resolve()
  #copyTimer: NodeJS.Timeout | undefined

  /** Reads the file. A broken one falls back to the last good text; a hand edit made while the process was down is taken in. */
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
    if (options.owed) this.#takeOwed(options.owed)
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

  /** Resolves when nothing is being done any more. */
  async settled(): Promise<void> {
    await this.runExclusive.onIdle()
    await this.#copyGood()
  }

  /** The file may have changed on disk: takes a hand edit in. */
  async readHandEdit(): Promise<void> {
    const read = readContentFile(this.options.storage, this.name)
    if (!this.#owed) await this.#takeHandEdit(read)
    // What the file holds is about to be replaced by what is public; it will be in the history.
    else if (this.options.storage.hasOthers && read.kind === 'text') await this.#followOwed(this.#owed, read)
  }

  /** Another node has changed the file while a publication owes it something. */
  async #followOwed(owed: OwedText, read: FileRead & { kind: 'text' }) {
    if (read.text === owed.text || (await this.#isWritten(owed, read.text))) await this.dropOwed()
    else {
      const merged = await this.#onTopOf(read.text, owed)
      if (!merged) return
      this.switchTo(merged)
      this.options.onChange()
    }
  }

  /**
   * Saves an edit after all earlier ones. `makeText` makes the next text of the file from the good content, or from the text of
   * the file if there is none. It throws to give up.
   */
  edit(
    by: EditedBy,
    makeText: (
      good: ReadableFile<ContentOf<Section>> | undefined,
      text: string,
    ) => Promise<NextText<ContentOf<Section>>>,
  ): Promise<Updated<ContentOf<Section>>> {
    return this.runExclusive(async () => {
      if (this.#owed) await this.#settleOwed()
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
    await this.#settleOwed()
    await this.#takeHandEdit(await this.#readAtRest())
    const next = await makeText(this.#goodAt(by.expectedVersion), this.#parsedText())
    if (next.text === this.good?.text && !this.#broken) return undefined
    const file = await this.#readNext(next)
    const prepared = await this.#prepareEdit(file, this.#approved(file, by))
    if (!prepared) throw new StorageError('file-unreadable')
    return prepared
  }

  /** Undefined if the file cannot be read, so that its next text has to be put beside it. */
  async #prepareEdit(
    file: ReadableFile<ContentOf<Section>>,
    by: ApprovedEdit,
  ): Promise<PreparedEdit<ContentOf<Section>> | undefined> {
    const { ifVersion, aside } = await this.#condition()
    if (aside !== undefined || ifVersion === undefined) return undefined
    // Another node may save before it knows of the publication, which goes on top of that then.
    const ahead = this.options.storage.hasOthers ? KNOWN_EVERYWHERE_MS : 0
    return { file, text: file.text, ifVersion, entries: this.#prepareEntries(file, by, ahead) }
  }

  /** True if the file holds what this process knows of it. */
  isAtRest(): boolean {
    return isSameRead(readContentFile(this.options.storage, this.name), this.#current)
  }

  /** Makes a published edit what readers get, at once. The file owes it from then on, and `onChange` is not called. */
  switchTo({ file, ...owed }: PreparedEdit<ContentOf<Section>>): void {
    this.#owed = owed
    this.#become(file)
  }

  /**
   * Makes what another node has published ready for `switchTo`, on top of what others have saved since. Only within
   * `runExclusive`. `written` if the file has held it already, `unreadable` if this release cannot read it. Never rejects.
   */
  async prepareOwed(owed: OwedText): Promise<PreparedEdit<ContentOf<Section>> | 'written' | 'unreadable'> {
    try {
      const read = readContentFile(this.options.storage, this.name)
      const isOther = read.kind === 'text' && read.text !== owed.text
      if (this.#owed || (isOther && (await this.#isWritten(owed, read.text)))) return 'written'
      const file = await this.#readNext({ text: owed.text })
      const merged = isOther ? await this.#onTopOf(read.text, owed) : undefined
      return merged ?? { file, ...owed }
    } catch (err) {
      const { log, section } = this.options
      log.error({ err, section: section.id }, 'What another node has published cannot be read')
      return 'unreadable'
    }
  }

  /** Takes the file as it is, whatever a publication owes it: another node has written that. */
  async dropOwed(): Promise<void> {
    this.#owed = undefined
    await this.#takeHandEdit(readContentFile(this.options.storage, this.name))
    this.#copyGoodSoon()
  }

  /** What is owed comes before another edit: after a fault of the disk, or in the place of the node that has published it. */
  async #settleOwed() {
    await this.options.unrecorded.regain()
    await this.writeOwed()
  }

  /** True if a publication has written what it owed, whatever was saved after it. `text` is what the file holds. */
  async #isWritten({ ifVersion, entries }: OwedText, text: string): Promise<boolean> {
    const version = versionOf(text)
    const entry = entries.at(-1)
    return version !== ifVersion && entry !== undefined && (await this.options.history.isMade(entry, version))
  }

  /** Writes what the file owes. Rejects with StorageError, and may then be called again. */
  async writeOwed(): Promise<void> {
    let owed = this.#owed
    const published = this.good
    if (!owed || !published) return
    const { storage, history } = this.options
    for (let attempt = 0; ; attempt += 1) {
      const onDisk = readContentFile(storage, this.name)
      const held = readBytes(onDisk)
      if (held === undefined && onDisk.kind !== 'missing') throw new StorageError('file-unreadable')
      const version = held === undefined ? null : versionOf(held)
      if (storage.hasOthers && onDisk.kind === 'text' && onDisk.text !== owed.text) {
        if (await this.#isWritten(owed, onDisk.text)) return this.dropOwed()
        const merged = await this.#onTopOf(onDisk.text, owed)
        if (merged) {
          this.switchTo(merged)
          this.options.onChange()
          owed = merged
        }
      }
      const isWritten = onDisk.kind === 'text' && onDisk.text === owed.text
      if (await (isWritten ? this.#completeRecords(owed) : this.#writePublished(owed, version))) {
        // A hand edit was made at the same moment, or while the process was down: the history has it.
        if (!isWritten && version !== owed.ifVersion) await this.#records.keepLate(onDisk, published)
        break
      }
      if (attempt === MAX_ATTEMPTS) throw new StorageError('file-changing')
    }
    for (const entry of owed.entries) await history.add(entry)
    this.#owed = undefined
    this.#copyGoodSoon()
  }

  /**
   * What a publication owes, on top of what another node has saved since: changes of both, and the publication's own where they
   * collide. Undefined if the file is as it was, or if they do not fit together.
   */
  async #onTopOf(text: string, owed: OwedText): Promise<PreparedEdit<ContentOf<Section>> | undefined> {
    const { section, history } = this.options
    const [entry, ...others] = owed.entries
    if (versionOf(text) === owed.ifVersion || !entry || others.length > 0) return undefined
    const base = this.#records.parse(readRecord(entry.put.bytes)?.text ?? '')
    const [mine, theirs] = [this.#records.parse(owed.text), this.#records.parse(text)]
    if (!base || !mine || !theirs || base.version !== owed.ifVersion) return undefined
    const merged = section.schema.safeParse(mergeEdits(base.value, mine.value, theirs.value).value)
    if (!merged.success) return undefined
    // The schema's output is ContentOf by definition; TypeScript cannot follow it through the generic.
    const content = merged.data as ContentOf<Section>
    const isThere = isDeepStrictEqual(content, theirs.value)
    const file = isThere
      ? theirs
      : await this.#readNext({ text: await rewriteContentFile(section, text, content), content })
    // Before a kill it was written already; then its record is on disk as well.
    const entries = isThere
      ? [entry]
      : [history.prepare(this.#records.ofContent(theirs, file, entry.entry), { inPlaceOf: entry.entry })]
    return { file, text: file.text, ifVersion: theirs.version, entries }
  }

  /** The predecessor that a history entry keeps. */
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

  /** What the edit is made from. Throws VersionConflict if that is not the expected version. */
  #goodAt(expectedVersion: string | undefined) {
    const { good } = this
    if (good && expectedVersion !== undefined && expectedVersion !== good.version) {
      throw new VersionConflict(this.options.section.id, good)
    }
    return good
  }

  /** What is on disk and cannot be used, if it can be parsed: its comments are worth keeping. Else an empty text. */
  #parsedText() {
    return this.#current.kind === 'text' && this.#broken?.written !== undefined ? this.#current.text : ''
  }

  /** Undefined if the file was changed by hand meanwhile; then nothing was done. */
  async #tryEdit(by: EditedBy, next: NextText<ContentOf<Section>>): Promise<Updated<ContentOf<Section>> | undefined> {
    if (next.text === this.good?.text && !this.#broken) return { ...this.good, historyEntry: undefined }
    const file = await this.#readNext(next)
    const approved = this.#approved(file, by)
    const { approvedBy } = approved
    const files = await this.options.stagedFilesOf?.(file.value)
    if (files && this.options.storage.hasOthers) {
      // The moment has to be the put of the content: a record of its own would not notice what another node saves meanwhile.
      // So the files are public some milliseconds earlier, under addresses that nobody knows.
      await this.options.unrecorded.regain()
      await files.publish()
    } else if (files) {
      await this.options.unrecorded.regain()
      const prepared = await this.#prepareEdit(file, approved)
      if (!this.isAtRest()) return undefined
      if (prepared) {
        await this.options.publish(prepared, by.reason, files)
        return { value: file.value, version: file.version, historyEntry: prepared.entries.at(-1)?.entry.id, approvedBy }
      }
      // The files follow: content names them.
    }
    const replaced = await this.#replace(file, approved)
    if (!replaced) return undefined
    this.#become(file)
    this.options.onChange()
    this.#copyGoodSoon()
    if (replaced.overwritten) await this.#records.keepLate(decodeContent(replaced.overwritten), file)
    return { value: file.value, version: file.version, historyEntry: replaced.historyEntry, approvedBy }
  }

  /** The edit with who approved it. Throws ApprovalRequired. */
  #approved(next: ReadableFile<ContentOf<Section>>, by: EditedBy): ApprovedEdit {
    const { section, approverOf } = this.options
    const change = { section, current: this.good, next: next.value, approval: by.approval }
    return { ...by, approvedBy: by.withoutApproval ? undefined : approverOf?.(change) }
  }

  /** The next text as content. Throws InvalidContent. */
  async #readNext({ text, content }: NextText<ContentOf<Section>>): Promise<ReadableFile<ContentOf<Section>>> {
    const { section } = this.options
    await this.#format.prepare(text)
    const next = parseContentFile(section, text, content)
    // A long list takes its time in each of these steps: other requests get theirs in between.
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

  /** Puts the next text in the place of the file, in one commit with the records of the history. */
  async #replace(
    next: ReadableFile<ContentOf<Section>>,
    by: ApprovedEdit,
  ): Promise<(Committed & { historyEntry: string | undefined }) | undefined> {
    const { storage, history, unrecorded } = this.options
    await unrecorded.regain()
    const condition = await this.#condition()
    const note = condition.aside === undefined ? '' : `. The unreadable file is now ${condition.aside}`
    const entries = this.#prepareEntries(next, { ...by, reason: by.reason + note })
    const put = { name: this.name, bytes: next.text, maxBytes: MAX_YAML_BYTES, ...condition }
    try {
      const committed = await storage.commit([...entries.map((prepared) => prepared.put), put], {
        moves: entries.map(({ move }) => move),
        // A program that has the replaced file open may still be writing its hand edit into it.
        onLateWrite: (bytes) => this.#records.keepLate(decodeContent(bytes), this.good),
      })
      for (const entry of entries) await history.add(entry)
      return { ...committed, historyEntry: entries.at(-1)?.entry.id }
    } catch (error) {
      if (error instanceof PreconditionFailed) return undefined
      if (error instanceof StorageError && error.code === 'not-put-back') {
        for (const entry of entries) await history.add(entry)
        this.#current = { kind: 'text', text: next.text }
        this.#broken = unusable('The file holds a save that the disk refused; it is put back soon')
      }
      throw error
    }
  }

  /** False if the file is in another state than `ifVersion` says. */
  async #writePublished({ text, entries }: OwedText, ifVersion: string | null): Promise<boolean> {
    const { storage } = this.options
    try {
      await storage.commit(
        [
          // One may be there already: from before a kill, or of a disk that refused the rest.
          ...entries.map(({ put: { name, bytes } }) => ({ name, bytes })),
          { name: this.name, bytes: text, ifVersion, maxBytes: MAX_YAML_BYTES },
        ],
        {
          moves: entries.map(({ move }) => move),
          onLateWrite: (bytes) => this.#records.keepLate(decodeContent(bytes), this.good),
        },
      )
      return true
    } catch (error) {
      if (error instanceof PreconditionFailed) return false
      throw error
    }
  }

  /** The file holds the text already. False if it does not any more: the disk may have put the earlier one back. */
  async #completeRecords({ text, entries }: OwedText): Promise<boolean> {
    await this.options.history.complete(entries)
    const read = readContentFile(this.options.storage, this.name)
    return read.kind === 'text' && read.text === text
  }

  /** Finishes or drops the records that nodes have left over. Never rejects. */
  async settleLeftOver(): Promise<void> {
    const { section, storage, history, log } = this.options
    const held = readBytes(readContentFile(storage, this.name))
    if (this.#owed || held === undefined) return
    await history.settleLeftOver(section.id, versionOf(held)).catch((err: unknown) => {
      log.warn({ err, section: section.id }, 'Records that other nodes have left over could not be tidied up')
    })
  }

  /** After a start: takes what the file owes as its content. */
  #takeOwed(owed: OwedText) {
    const parsed = parseContentFile(this.options.section, owed.text)
    // An earlier release has published it, and this one reads it no longer.
    if ('fault' in parsed) return
    this.#owed = owed
    this.#become(parsed.file)
  }

  /** The state that the file must still be in when it is replaced. Throws StorageError if it must not be replaced at all. */
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

  /** Uses what was read as the content, or notes why it cannot be used. Returns the content that it replaced, if any. */
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
    // An edit of another node comes with its record.
    const { section, history } = this.options
    const isRecorded = this.good && (await history.takeOverEdit(section.id, this.good.version))
    if (replaced && this.good && !isRecorded) await this.#records.keep(this.#records.ofContent(replaced, this.good))
    await this.#copyGood()
  }

  /** The file, once a program that has just changed it has finished. */
  async #readAtRest(): Promise<FileRead> {
    let read = readContentFile(this.options.storage, this.name)
    if (isSameRead(read, this.#current)) return read
    for (let rests = 0; rests < MAX_RESTS; rests += 1) {
      await delay(REST_MS)
      const again = readContentFile(this.options.storage, this.name)
      // A program that writes in place has emptied the file first.
      if (isSameRead(again, read) && !(read.kind === 'text' && read.text === '')) return again
      read = again
    }
    return read
  }

  /** After a start: settles edits that a crash has cut short, and keeps what was replaced while the process was down. */
  async #bringHistoryUpToDate(
    lastGood: ReadableFile<ContentOf<Section>> | undefined,
    held: string | Uint8Array | undefined,
  ) {
    const { section, storage, history, onChange, log } = this.options
    try {
      const newest = storage.refusal()
        ? await history.newest(section.id)
        : await history.settle(section.id, held === undefined ? undefined : versionOf(held))
      if (this.#owed) {
        // What it replaces is in its own records.
      } else if (!this.#broken) {
        if (this.good) await this.#records.keepReplaced(this.good, newest, lastGood)
      } else if (newest?.nextText !== undefined && (!lastGood || lastGood.version === newest.version)) {
        // The copy is written after a save is acknowledged, so a crash may leave an older one.
        const file = this.#records.parse(newest.nextText)
        if (file) this.#goodSince = Date.parse(newest.time)
        this.good = file ?? this.good
        onChange()
      }
    } catch (err) {
      log.error({ err, section: section.id }, 'The history of a section could not be brought up to date')
    }
    await this.#writeMigrated()
    await this.#copyGood()
  }

  /** Writes content of an older format in the current one. The history keeps the original. Never rejects. */
  async #writeMigrated() {
    const { section, storage, log } = this.options
    if (!this.good?.isMigrated || this.#broken || this.#owed || storage.refusal(this.name)) return
    try {
      const text = await rewriteContentFile(section, this.good.text, this.good.value)
      await this.#tryEdit({ author: 'system', reason: 'Brought into the format of this release' }, { text })
    } catch (err) {
      log.error({ err, section: section.id }, 'A file of an older format could not be written in the current one')
    }
  }

  /** After the response, once for several edits: the copy is only needed if the file is broken at the next start. */
  #copyGoodSoon() {
    this.#copyTimer ??= setTimeout(() => void this.#copyGood(), COPY_DELAY_MS).unref()
  }

  /** Brings the last good copy up to date, one copy after the other. Never rejects. */
  #copyGood(): Promise<void> {
    clearTimeout(this.#copyTimer)
    this.#copyTimer = undefined
    this.#copying = this.#copying.then(() => this.#records.copyLastGood(this.good))
    return this.#copying
  }
}
