import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseContentFile, versionOf, type ReadableFile, type UnusableFile } from '#app/content/format/content-file.ts'
import type { ContentOf, SectionDefinition } from '#app/schema/define-section.ts'
import { HistoryEntryDamaged, InvalidContent, VersionConflict } from './errors.ts'
import { StorageError } from '#app/storage/storage-error.ts'
import { LastGoodCopy } from './last-good.server.ts'
import { isSameRead, readBytes, readDescriptorSync, readTextSync, type FileRead } from '#app/content/format/read-text.server.ts'
import { replaceContentFile } from './replace-content-file.server.ts'
import type { ReplacedFiles } from './replaced-files.server.ts'
import { SectionRecords, type SectionRecordsOptions } from './section-records.server.ts'
import type { ContentProblem, PastState, UnreadableState, Updated } from './store.types.ts'

const COPY_DELAY_MS = 500

/** A program may write a file in steps: a save that finds it just touched by hand waits until it has rested so long. */
const REST_MS = 60
const MOST_RESTS = 20
/** An edit begins anew where the file was touched by hand meanwhile. */
const MOST_ATTEMPTS = 5

/** What a section's file needs around it. */
export interface SectionFileOptions<Section extends SectionDefinition> extends SectionRecordsOptions<Section> {
  contentDir: string
  lastGoodPath: string
  replacedFiles: ReplacedFiles
  /** Called when what `good` answers has changed. */
  onChange: () => void
}

export interface EditedBy {
  author: string
  reason: string
  expectedVersion?: string | undefined
}

/**
 * One section's file: its content in memory, edits and the reading of hand edits one after the other, and the last good
 * content while the file is broken.
 */
export class SectionFile<Section extends SectionDefinition = SectionDefinition> {
  /** What readers get. Undefined where the file never could be read. */
  good: ReadableFile<ContentOf<Section>> | undefined
  /** What is on disk, as far as this process knows. */
  #standing: FileRead = { kind: 'missing', problem: '' }
  /** Why that cannot be used, if so. */
  #broken: UnusableFile | undefined
  readonly path: string
  readonly #records: SectionRecords<Section>
  readonly #lastGood: LastGoodCopy<Section>
  #queue: Promise<unknown> = Promise.resolve()
  #copying: Promise<void> = Promise.resolve()
  #copyTimer: NodeJS.Timeout | undefined

  /** Reads the file. A broken one falls back to the last good text; one edited while the process was down is taken in. */
  constructor(private readonly options: SectionFileOptions<Section>) {
    const { section, contentDir, lastGoodPath, log } = options
    this.path = path.join(contentDir, section.file)
    this.#records = new SectionRecords(options)
    this.#lastGood = new LastGoodCopy(section, lastGoodPath, log)
    this.good = this.#lastGood.read()
    const lastGood = this.good
    this.#take(readTextSync(this.path))
    void this.runExclusive(() => this.#bringHistoryUpToDate(lastGood))
  }

  fault(): ContentProblem | undefined {
    const { id, file } = this.options.section
    return this.#broken && { section: id, file, ...this.#broken.fault, servesLastGood: this.good !== undefined }
  }

  /** What the file says where it never could be read. */
  unreadable(): UnreadableState | undefined {
    const fault = this.good ? undefined : this.fault()
    if (!fault || !this.#broken) return undefined
    const { issues, written } = this.#broken
    return { fault, issues, value: written, version: versionOf(readBytes(this.#standing) ?? '') }
  }

  /** Runs a task after all earlier ones. A failure is its caller's to handle; the next task goes on. */
  runExclusive<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#queue.then(task)
    this.#queue = result.catch(() => undefined)
    return result
  }

  /** Resolves when nothing is under way any more. */
  async settled(): Promise<void> {
    for (let last; last !== this.#queue; ) await (last = this.#queue)
    await this.#copyGood()
  }

  /** The file may have changed on disk: takes a hand edit in. */
  async readHandEdit(): Promise<void> {
    // Without waiting: it is a small file, nearly always in the system's memory, and every save looks at it first.
    await this.#takeHandEdit(readTextSync(this.path))
  }

  /**
   * One edit, in its turn. `makeText` gives the file's next text from the good content, or from the text that is there where
   * there is none, or throws to give up.
   */
  edit(
    by: EditedBy,
    makeText: (good: ReadableFile<ContentOf<Section>> | undefined, text: string) => string,
  ): Promise<Updated<ContentOf<Section>>> {
    return this.runExclusive(async () => {
      for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
        await this.#takeHandEdit(await this.#readAtRest())
        const updated = await this.#tryEdit(by, makeText(this.#goodAt(by.expectedVersion), this.#parsedText()))
        if (updated) return updated
      }
      throw new StorageError('file-changing')
    })
  }

  /** The predecessor that a history entry keeps. */
  async past(entryId: string): Promise<PastState> {
    const { section, history } = this.options
    try {
      const text = await history.text(section.id, entryId)
      const parsed = parseContentFile(section, text)
      if ('fault' in parsed) return { version: versionOf(text), value: parsed.written, issues: parsed.issues }
      return { version: parsed.file.version, value: parsed.file.value, issues: [] }
    } catch (error) {
      if (!(error instanceof HistoryEntryDamaged)) throw error
      return { version: '', value: undefined, issues: [{ path: '', message: error.message }] }
    }
  }

  /** What the edit is made from. Throws VersionConflict where that is not what it was asked for. */
  #goodAt(expectedVersion: string | undefined) {
    const { good } = this
    if (good && expectedVersion !== undefined && expectedVersion !== good.version) {
      throw new VersionConflict(this.options.section.id, good)
    }
    return good
  }

  /** What is on disk, where it can be parsed; its comments are worth keeping. */
  #parsedText() {
    return this.#standing.kind === 'text' && this.#broken?.written !== undefined ? this.#standing.text : ''
  }

  /** Undefined where the file was touched by hand meanwhile; then nothing was done. */
  async #tryEdit(by: EditedBy, text: string): Promise<Updated<ContentOf<Section>> | undefined> {
    const { section, refusal, onChange, replacedFiles } = this.options
    const { good } = this
    if (text === good?.text && !this.#broken) return { ...good, historyEntry: undefined }
    const next = parseContentFile(section, text)
    if ('fault' in next) throw new InvalidContent(section.id, next.issues)
    const refused = refusal()
    if (refused) throw refused
    const replaced = await this.#replace(next.file, by)
    if (!replaced) return undefined
    const before = this.#standing
    this.good = next.file
    this.#standing = { kind: 'text', text }
    this.#broken = undefined
    onChange()
    this.#copyGoodSoon()
    if (replaced.open) {
      // A program that has the replaced file open may still be writing its hand edit into it.
      const keep = (read: FileRead) => this.#records.keepLate(read, this.good)
      const now = readDescriptorSync(replaced.open.descriptor)
      if (!isSameRead(now, before)) await keep(now)
      replacedFiles.watch(replaced.open, now, keep)
    }
    return { value: next.file.value, version: next.file.version, historyEntry: replaced.entry.id }
  }

  async #replace(next: ReadableFile<ContentOf<Section>>, by: EditedBy) {
    try {
      return await replaceContentFile({
        ...this.options,
        path: this.path,
        standing: this.#standing,
        text: next.text,
        predecessors: (note) => {
          const broken = this.#broken && readBytes(this.#standing)
          return this.#records.ofEdit({ good: this.good, broken, next }, { ...by, reason: by.reason + note })
        },
      })
    } catch (error) {
      if (error instanceof StorageError && error.code === 'not-put-back') {
        this.#standing = { kind: 'text', text: next.text }
        this.#broken = unusable('The file holds a save that the disk refused; it is put back soon')
      }
      throw error
    }
  }

  /** Uses what was read as the content, or notes why it cannot be used. Answers the content it took the place of, if any. */
  #take(read: FileRead): ReadableFile<ContentOf<Section>> | undefined {
    const { section, log } = this.options
    this.#standing = read
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
    return replaced
  }

  async #takeHandEdit(read: FileRead) {
    if (isSameRead(read, this.#standing)) return
    const replaced = this.#take(read)
    this.options.onChange()
    if (replaced && this.good) await this.#records.keep(this.#records.ofContent(replaced, this.good))
    await this.#copyGood()
  }

  /** The file as it is, once a program that has just touched it has finished. */
  async #readAtRest(): Promise<FileRead> {
    let read = readTextSync(this.path)
    if (isSameRead(read, this.#standing)) return read
    for (let rests = 0; rests < MOST_RESTS; rests += 1) {
      await delay(REST_MS)
      const again = readTextSync(this.path)
      // A program that writes in place has emptied the file first.
      if (isSameRead(again, read) && !(read.kind === 'text' && read.text === '')) return again
      read = again
    }
    return read
  }

  /** After a start: sorts out edits that were cut short, and keeps what was replaced while the process was down. */
  async #bringHistoryUpToDate(lastGood: ReadableFile<ContentOf<Section>> | undefined) {
    const { section, history, refusal, onChange, log } = this.options
    const held = readBytes(this.#standing)
    try {
      const newest = refusal()
        ? await history.newest(section.id)
        : await history.settle(section.id, held === undefined ? undefined : versionOf(held))
      if (!this.#broken) {
        if (this.good) await this.#records.keepReplaced(this.good, newest, lastGood)
      } else if (newest?.nextText !== undefined && (!lastGood || lastGood.version === newest.version)) {
        // The copy is written after a save is acknowledged: a kill leaves it behind.
        this.good = this.#records.parse(newest.nextText) ?? this.good
        onChange()
      }
    } catch (err) {
      log.error({ err, section: section.id }, 'The history of a section could not be brought up to date')
    }
    await this.#copyGood()
  }

  /** After the answer, once for edits in a row: the copy is only needed when the file is broken at the next start. */
  #copyGoodSoon() {
    this.#copyTimer ??= setTimeout(() => void this.#copyGood(), COPY_DELAY_MS).unref()
  }

  /** Brings the last good copy up to date, one copy after the other. Never rejects. */
  #copyGood(): Promise<void> {
    clearTimeout(this.#copyTimer)
    this.#copyTimer = undefined
    this.#copying = this.#copying.then(async () => {
      // What could not be recorded yet may be nowhere but in the copy.
      if (!this.options.refusal() && !this.#records.hasUnkept) await this.#lastGood.keep(this.good)
    })
    return this.#copying
  }
}

function unusable(message: string, position = { line: 1, column: 1 }): UnusableFile {
  return { fault: { ...position, message }, issues: [{ path: '', message }], written: undefined }
}
