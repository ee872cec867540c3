import { commitEdit, type Edit } from './commit-edit.server.ts'
import { parseContentFile, versionOf, type FileFault, type ReadableFile } from './content-file.ts'
import type { ContentOf, SectionDefinition } from './define-section.ts'
import { ContentUnavailable, ContentWriteFailed, InvalidContent, VersionConflict } from './errors.ts'
import type { ContentHistory } from './history.server.ts'
import { LastGoodCopy } from './last-good.server.ts'
import { readTextSync, type FileText } from './read-text.server.ts'
import type { ContentFault, EditSummary, Logger, PastState, Updated } from './store.types.ts'

const COPY_DELAY_MS = 500

/** What a section's file needs around it. */
export interface SectionFileOptions<Section extends SectionDefinition> {
  section: Section
  path: string
  lastGoodPath: string
  history: ContentHistory
  /** Tells what an edit did, for its history entry. */
  summarise: (section: SectionDefinition, before: unknown, after: unknown) => EditSummary
  log: Logger
  /** False once this process may not write any more. */
  mayWrite: () => boolean
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
  /** What is on disk now and cannot be used, if anything. Without a text where not even that could be read. */
  #broken: { text: string | null; fault: FileFault } | undefined
  readonly #lastGood: LastGoodCopy<Section>
  #queue: Promise<unknown> = Promise.resolve()
  #copying: Promise<void> = Promise.resolve()
  #copyTimer: NodeJS.Timeout | undefined

  /** Reads the file. A broken one falls back to the last good text; one edited while the process was down is taken in. */
  constructor(private readonly options: SectionFileOptions<Section>) {
    this.#lastGood = new LastGoodCopy(options.section, options.lastGoodPath, options.log)
    this.good = this.#lastGood.read()
    const replaced = this.#take(readTextSync(options.path))
    void this.inTurn(async () => {
      await this.#bringHistoryUpToDate(replaced)
      await this.#copyGood()
    })
  }

  get path() {
    return this.options.path
  }

  fault(): ContentFault | undefined {
    const { id, file } = this.options.section
    return this.#broken && { section: id, file, ...this.#broken.fault, servesLastGood: this.good !== undefined }
  }

  /** Runs a task after all earlier ones. A failure is its caller's to handle; the next task goes on. */
  inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
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
    const read = readTextSync(this.path)
    if (this.#isKnown(read)) return
    const replaced = this.#take(read)
    this.options.onChange()
    if (replaced) await this.#keepAfterHandEdit(replaced)
    await this.#copyGood()
  }

  /** One edit, in its turn. `makeText` gives the file's next text, or throws to give up. */
  edit(
    by: EditedBy,
    makeText: (good: ReadableFile<ContentOf<Section>>) => string,
  ): Promise<Updated<ContentOf<Section>>> {
    const { section, history, mayWrite, onChange } = this.options
    return this.inTurn(async () => {
      await this.readHandEdit()
      const { good } = this
      if (!good) throw new ContentUnavailable(section.id)
      if (by.expectedVersion !== undefined && by.expectedVersion !== good.version) {
        throw new VersionConflict(section.id, good)
      }
      const text = makeText(good)
      if (text === good.text && !this.#broken) return { ...good, historyEntry: undefined }
      const next = parseContentFile(section, text)
      if ('fault' in next) throw new InvalidContent(section.id, next.issues)

      if (!mayWrite()) throw new ContentWriteFailed('lock-lost')
      const entry = await commitEdit(history, this.#describeEdit(good, next.file, by))
      this.good = next.file
      this.#broken = undefined
      onChange()
      this.#copyGoodSoon()
      return { value: next.file.value, version: next.file.version, historyEntry: entry.id }
    })
  }

  /** The predecessor that a history entry keeps. */
  async past(entryId: string): Promise<PastState> {
    const { section, history } = this.options
    const text = await history.text(section.id, entryId)
    const parsed = parseContentFile(section, text)
    if ('fault' in parsed) return { version: versionOf(text), value: parsed.written, issues: parsed.issues }
    return { version: parsed.file.version, value: parsed.file.value, issues: [] }
  }

  /** Uses a text as the content, or notes why it cannot be used. Answers the content it took the place of, if any. */
  #take(read: FileText): ReadableFile<ContentOf<Section>> | undefined {
    const { section, log } = this.options
    if (read.text !== null && read.text === this.good?.text) {
      this.#broken = undefined
      return undefined
    }
    const parsed =
      read.text === null
        ? { fault: { line: 1, column: 1, message: read.problem } }
        : parseContentFile(section, read.text)
    if ('fault' in parsed) {
      this.#broken = { text: read.text, fault: parsed.fault }
      log.error({ ...this.fault() }, 'A content file cannot be used')
      return undefined
    }
    const replaced = this.good
    this.good = parsed.file
    this.#broken = undefined
    return replaced
  }

  #isKnown(read: FileText) {
    if (!this.#broken) return this.good?.text === read.text
    return read.text === null ? this.#broken.fault.message === read.problem : this.#broken.text === read.text
  }

  /** An unreadable file that the edit replaces is kept as well, behind the good content it had hidden. */
  #describeEdit(good: ReadableFile<unknown>, next: ReadableFile<unknown>, by: EditedBy): Edit {
    const common = { section: this.options.section.id, author: by.author, replacedBy: next.version }
    const unreadable = this.#broken?.text
    return {
      path: this.path,
      text: next.text,
      previousText: unreadable ?? good.text,
      predecessors: [
        { ...common, reason: by.reason, ...this.#predecessor(good, next) },
        ...(unreadable == null
          ? []
          : [{ ...common, reason: 'Unreadable file replaced', version: versionOf(unreadable), text: unreadable }]),
      ],
    }
  }

  /** After a start: drops what a kill cut short, and keeps what was replaced by hand while the process was down. */
  async #bringHistoryUpToDate(replaced: ReadableFile<unknown> | undefined) {
    const { section, history, log } = this.options
    if (!this.good) return
    try {
      const newest = await history.withdrawUnfinished(section.id, this.good.version)
      // The last good copy is written after a save is acknowledged, so a kill can leave it behind our own edits.
      if (replaced && newest?.replacedBy !== this.good.version) await this.#keepAfterHandEdit(replaced)
    } catch (err) {
      log.error({ err, section: section.id }, 'The history of a section could not be read')
    }
  }

  /** What a hand edit replaced goes into history. */
  async #keepAfterHandEdit(replaced: ReadableFile<unknown>) {
    const { section, history, log } = this.options
    if (!this.good) return
    const described = { section: section.id, author: 'by hand', reason: 'File edited by hand' }
    try {
      const { good } = this
      const entry = await history.stage({ ...described, replacedBy: good.version, ...this.#predecessor(replaced, good) })
      await entry.commit()
      await entry.sync()
    } catch (err) {
      log.error({ err, section: section.id }, 'The version before a hand edit could not be kept')
    }
  }

  /** After the answer, once for edits in a row: the copy is only needed when the file is broken at the next start. */
  #copyGoodSoon() {
    this.#copyTimer ??= setTimeout(() => void this.#copyGood(), COPY_DELAY_MS).unref()
  }

  /** Brings the last good copy up to date, one copy after the other. Never rejects. */
  #copyGood(): Promise<void> {
    clearTimeout(this.#copyTimer)
    this.#copyTimer = undefined
    this.#copying = this.#copying.then(() => this.#lastGood.keep(this.good))
    return this.#copying
  }

  /** What history keeps of a content that `next` takes the place of. */
  #predecessor({ text, version, value }: ReadableFile<unknown>, next: ReadableFile<unknown>) {
    const { section, summarise } = this.options
    return { text, version, summary: summarise(section, value, next.value) }
  }
}
