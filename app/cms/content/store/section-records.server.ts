import { parseContentFile, type ReadableFile } from '#app/cms/content/format/content-file.ts'
import { versionOf, type Storage } from '#app/cms/storage/storage.ts'
import type { ContentOf, SectionDefinition } from '#app/cms/define/define-section.ts'
import type { DiskTrust } from '#app/cms/storage/disk/disk-trust.server.ts'
import type { ContentHistory } from './history.server.ts'
import type { HistoryRecord, Predecessor } from './history-record.ts'
import { readBytes, readContentFile, type FileRead } from './file-read.ts'
import type { EditSummary } from './store.types.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'

/** What the records of a section need. */
export interface SectionRecordsOptions<Section extends SectionDefinition> {
  section: Section
  history: ContentHistory
  /** Describes what an edit did, for its history entry. */
  summarise: (section: SectionDefinition, before: unknown, after: unknown) => EditSummary
  storage: Storage
  /** Retries what could not be recorded yet. */
  unrecorded: DiskTrust
  log: Logger
}

interface By {
  author: string
  approvedBy?: string | undefined
  reason: string
}

interface Replacement {
  good: ReadableFile<unknown> | undefined
  /** The content of a file that cannot be used. */
  broken: string | Uint8Array | undefined
  next: ReadableFile<unknown>
}

/** Author and reason of an edit by hand. */
export const BY_HAND: By = { author: 'by hand', reason: 'File edited by hand' }

/** Limits the memory in use while nothing can be written. The last good copy also contains the oldest one. */
const MAX_PENDING = 20

/**
 * The data of one section in the data folder: in the history, the predecessors of edits and of hand edits; and a copy
 * of the last good file, which is served if the file is broken at the next start.
 */
export class SectionRecords<Section extends SectionDefinition> {
  readonly #pending: Predecessor[] = []
  #recording: Promise<void> = Promise.resolve()
  /** Version of the last good copy on disk. */
  #copied: string | undefined

  constructor(private readonly options: SectionRecordsOptions<Section>) {}

  /**
   * The last good copy, undefined if there is none or it does not fit the schema; and `since` when this version exists,
   * in milliseconds since 1970.
   */
  readLastGood(): { file: ReadableFile<ContentOf<Section>> | undefined; since: number } {
    const read = readContentFile(this.options.storage, this.#copyName)
    if (read.kind !== 'text') return { file: undefined, since: 0 }
    const file = this.parse(read.text)
    this.#copied = file?.version
    return { file, since: read.modified ?? 0 }
  }

  /** Brings the last good copy up to date. Never rejects: nothing that was acknowledged depends on it. */
  async copyLastGood(file: ReadableFile<unknown> | undefined): Promise<void> {
    const { section, storage, log } = this.options
    // The copy may be the only place that has what could not be recorded yet.
    if (!file || file.version === this.#copied || this.#pending.length > 0 || storage.refusal()) return
    try {
      await storage.commit([{ name: this.#copyName, bytes: file.text }])
      this.#copied = file.version
    } catch (err) {
      log.error({ err, section: section.id }, 'The last valid version of a content file could not be stored')
    }
  }

  /** The record of a content that `next` replaces, with a summary of the difference. */
  ofContent(
    { text, version, value }: ReadableFile<unknown>,
    next: ReadableFile<unknown>,
    by: By = BY_HAND,
  ): Predecessor {
    const { section, summarise } = this.options
    return { ...this.#common(next, by), text, version, summary: summarise(section, value, next.value) }
  }

  /** The record of a file that could not be used. */
  ofText(text: string | Uint8Array, next: ReadableFile<unknown>, by: By = BY_HAND): Predecessor {
    return { ...this.#common(next, by), text, version: versionOf(text) }
  }

  /**
   * The records of an edit, the most important first: the good content, and the broken file that had replaced it. There
   * is always at least one, so that the history shows every edit and stores its text.
   */
  ofEdit({ good, broken, next }: Replacement, by: By): [Predecessor, ...Predecessor[]] {
    const asWell = { author: by.author, reason: 'Invalid file that was replaced' }
    const isOther = good !== undefined && good.version !== next.version
    if (isOther)
      return [this.ofContent(good, next, by), ...(broken === undefined ? [] : [this.ofText(broken, next, asWell)])]
    return [this.ofText(broken ?? good?.text ?? '', next, by)]
  }

  /** Records what a program wrote into a file after a save had replaced it. Never rejects. */
  async recordLate(read: FileRead, good: ReadableFile<unknown> | undefined): Promise<void> {
    const text = readBytes(read)
    if (text === undefined || text.length === 0 || !good || versionOf(text) === good.version) return
    const by = { ...BY_HAND, reason: 'File edited by hand during a save' }
    const parsed = typeof text === 'string' ? this.parse(text) : undefined
    await this.record(parsed ? this.ofContent(parsed, good, by) : this.ofText(text, good, by))
  }

  /** Records what was replaced by hand. A failure is retried, and no edit is accepted until then. Never rejects. */
  async record(predecessor: Predecessor): Promise<void> {
    const { section, unrecorded, storage } = this.options
    // Another process may write instead of this one: it also sees the hand edit, and records it.
    const code = storage.refusal(`content/${section.file}`)?.code
    if (code === 'lock-lost' || code === 'reader') return
    this.#pending.push(predecessor)
    if (this.#pending.length > MAX_PENDING) this.#pending.shift()
    try {
      this.#recording = this.#recording.catch(() => undefined).then(() => this.#recordAll())
      await this.#recording
    } catch (error) {
      unrecorded.lose(`history of ${section.id}`, error, () => this.#recordAll())
    }
  }

  /**
   * After a start: records what was acknowledged and is neither in the file nor in the history, because the file was
   * replaced while the process was down. `newest` is the newest record. Resolves with the content that was replaced
   * then, if it can be read.
   */
  async recordReplaced(
    good: ReadableFile<unknown>,
    newest: HistoryRecord | undefined,
    lastGood: ReadableFile<ContentOf<Section>> | undefined,
  ): Promise<ReadableFile<ContentOf<Section>> | undefined> {
    // The file is the result of the newest edit. A copy that differs was left behind by a crash.
    if (newest?.replacedBy === good.version) return undefined
    // Records of several nodes are not in the order of the edits if a publication was merged into a save.
    if (await this.options.history.takeOverEdit(this.options.section.id, good.version)) return undefined
    const { nextText } = newest ?? {}
    const isRecorded =
      lastGood?.version === newest?.version || (lastGood?.version === newest?.replacedBy && nextText !== undefined)
    if (lastGood && lastGood.version !== good.version && !isRecorded) await this.record(this.ofContent(lastGood, good))
    if (nextText === undefined) return lastGood?.version === good.version ? undefined : lastGood
    const parsed = this.parse(nextText)
    await this.record(parsed ? this.ofContent(parsed, good) : this.ofText(nextText, good))
    return parsed ?? lastGood
  }

  /** A text as content; undefined if it does not fit the schema. */
  parse(text: string): ReadableFile<ContentOf<Section>> | undefined {
    const parsed = parseContentFile(this.options.section, text)
    return 'file' in parsed ? parsed.file : undefined
  }

  async #recordAll() {
    for (let [next] = this.#pending; next; [next] = this.#pending) {
      await this.options.history.record(next)
      if (this.#pending[0] === next) this.#pending.shift()
    }
  }

  get #copyName() {
    return `data/last-good/${this.options.section.id}.txt`
  }

  #common(next: ReadableFile<unknown>, { author, approvedBy, reason }: By) {
    const approval = approvedBy === undefined ? {} : { approvedBy }
    return {
      section: this.options.section.id,
      author,
      ...approval,
      reason,
      replacedBy: next.version,
      nextText: next.text,
    }
  }
}
