import { parseContentFile, versionOf, type ReadableFile } from '#app/content/format/content-file.ts'
import type { SectionDefinition } from '#app/schema/define-section.ts'
import type { DiskTrust } from '#app/storage/disk-trust.server.ts'
import type { StorageError } from '#app/storage/storage-error.ts'
import type { ContentHistory } from './history.server.ts'
import type { HistoryRecord, Predecessor } from './history-record.ts'
import { readBytes, type FileRead } from '#app/content/format/read-text.server.ts'
import type { EditSummary } from './store.types.ts'
import type { Logger } from '#app/platform/reports.ts'

/** What a section's records need around them. */
export interface SectionRecordsOptions<Section extends SectionDefinition> {
  section: Section
  history: ContentHistory
  /** Tells what an edit did, for its history entry. */
  summarise: (section: SectionDefinition, before: unknown, after: unknown) => EditSummary
  disk: DiskTrust
  /** Why this process may not write now; undefined where it may. */
  refusal: () => StorageError | undefined
  log: Logger
}

interface By {
  author: string
  reason: string
}

interface Replacement {
  good: ReadableFile<unknown> | undefined
  /** What a file holds that cannot be used. */
  broken: string | Uint8Array | undefined
  next: ReadableFile<unknown>
}

const BY_HAND: By = { author: 'by hand', reason: 'File edited by hand' }

/** More than these would fill the memory while the data folder takes nothing. The oldest one is in the last good copy, too. */
const MOST_UNKEPT = 20

/** What history keeps of one section: the predecessors of edits, and what was replaced by hand. */
export class SectionRecords<Section extends SectionDefinition> {
  readonly #unkept: Predecessor[] = []
  #keeping: Promise<void> = Promise.resolve()

  constructor(private readonly options: SectionRecordsOptions<Section>) {}

  /** True while something that was replaced by hand is in memory alone. */
  get hasUnkept() {
    return this.#unkept.length > 0
  }

  /** A content that `next` takes the place of, with what that changed. */
  ofContent({ text, version, value }: ReadableFile<unknown>, next: ReadableFile<unknown>, by: By = BY_HAND): Predecessor {
    const { section, summarise } = this.options
    return { ...this.#common(next, by), text, version, summary: summarise(section, value, next.value) }
  }

  /** What a file held that was no content. */
  ofText(text: string | Uint8Array, next: ReadableFile<unknown>, by: By = BY_HAND): Predecessor {
    return { ...this.#common(next, by), text, version: versionOf(text) }
  }

  /**
   * What an edit replaces, the most important first: the good content, and the broken file that had hidden it. There is always
   * one, so that history tells of every edit and keeps its text.
   */
  ofEdit(
    { good, broken, next }: Replacement,
    by: By,
  ): [Predecessor, ...Predecessor[]] {
    const asWell = { ...by, reason: 'Unreadable file replaced' }
    const isOther = good !== undefined && good.version !== next.version
    if (isOther) return [this.ofContent(good, next, by), ...(broken === undefined ? [] : [this.ofText(broken, next, asWell)])]
    return [this.ofText(broken ?? good?.text ?? '', next, by)]
  }

  /** What a program wrote into a file after a save had replaced it. Never rejects. */
  async keepLate(read: FileRead, good: ReadableFile<unknown> | undefined): Promise<void> {
    const text = readBytes(read)
    if (text === undefined || text.length === 0 || !good || versionOf(text) === good.version) return
    const by = { ...BY_HAND, reason: 'Hand edit that met a save' }
    const parsed = typeof text === 'string' ? this.parse(text) : undefined
    await this.keep(parsed ? this.ofContent(parsed, good, by) : this.ofText(text, good, by))
  }

  /** Records what was replaced by hand. Where that fails it is tried again, and no edit is taken before. Never rejects. */
  async keep(predecessor: Predecessor): Promise<void> {
    const { section, disk, refusal } = this.options
    // To the process that has taken over it is a hand edit as well.
    if (refusal()?.code === 'lock-lost') return
    this.#unkept.push(predecessor)
    if (this.#unkept.length > MOST_UNKEPT) this.#unkept.shift()
    try {
      this.#keeping = this.#keeping.catch(() => undefined).then(() => this.#keepAll())
      await this.#keeping
    } catch (error) {
      disk.lose(`history of ${section.id}`, error, () => this.#keepAll())
    }
  }

  /**
   * After a start: keeps what was acknowledged once and is neither in the file nor in history, since the file was replaced
   * while the process was down. `newest` is the newest record, `lastGood` the copy in the data folder.
   */
  async keepReplaced(
    good: ReadableFile<unknown>,
    newest: HistoryRecord | undefined,
    lastGood: ReadableFile<unknown> | undefined,
  ): Promise<void> {
    // The file is what the newest edit made of it. A copy that says something else was left behind by a kill.
    if (newest?.replacedBy === good.version) return
    const { nextText } = newest ?? {}
    const isRecorded = lastGood?.version === newest?.version || (lastGood?.version === newest?.replacedBy && nextText !== undefined)
    if (lastGood && lastGood.version !== good.version && !isRecorded) await this.keep(this.ofContent(lastGood, good))
    if (nextText === undefined) return
    const parsed = this.parse(nextText)
    await this.keep(parsed ? this.ofContent(parsed, good) : this.ofText(nextText, good))
  }

  /** A text as content; undefined where it is none. */
  parse(text: string) {
    const parsed = parseContentFile(this.options.section, text)
    return 'file' in parsed ? parsed.file : undefined
  }

  async #keepAll() {
    for (let [next] = this.#unkept; next; [next] = this.#unkept) {
      await this.options.history.record(next)
      if (this.#unkept[0] === next) this.#unkept.shift()
    }
  }

  #common(next: ReadableFile<unknown>, { author, reason }: By) {
    return { section: this.options.section.id, author, reason, replacedBy: next.version, nextText: next.text }
  }
}
