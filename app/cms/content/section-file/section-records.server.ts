import { authorId, type Author } from '#app/cms/platform/author.server.ts'
import type { ReadableFile } from '#app/cms/content/format/content-file.ts'
import { versionOf, type Storage } from '#app/cms/storage/storage.ts'
import type { ContentOf, SectionDefinition } from '#app/cms/define/define-section.ts'
import type { DiskTrust } from '#app/cms/storage/disk/disk-trust.server.ts'
import type { ContentHistory } from '#app/cms/content/history/content-history.server.ts'
import type { HistoryEntry } from '#app/cms/content/history/history-entry.ts'
import type { HistoryRecord, Predecessor } from '#app/cms/content/history/history-record.ts'
import { ABSENT } from './absent-entry.server.ts'
import { readBytes, type FileRead } from './file-read.ts'
import type { SectionContent } from './section-content.server.ts'
import { summariseEdit } from '#app/cms/content/compare/schema-labels.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'

export interface SectionRecordsOptions<Section extends SectionDefinition> {
  section: Section
  history: ContentHistory
  storage: Storage
  /** Retries what could not be recorded yet. */
  diskTrust: DiskTrust
  log: Logger
}

interface By {
  author: Author
  approvedBy?: string | undefined
  reason: string
  undoes?: HistoryEntry['undoes']
}

interface Replacement {
  published: ReadableFile<unknown> | undefined
  /** The content of a file that cannot be used. */
  broken: string | Uint8Array | undefined
  next: ReadableFile<unknown>
}

export const BY_HAND = { author: 'by hand', reason: 'File edited outside the admin' }

/** Limits the memory in use while nothing can be written. The last good copy also contains the oldest one. */
const MAX_WAITING = 20

/** Makes the records that a section has in the history: the predecessors of edits and of hand edits. */
export class SectionRecords<Section extends SectionDefinition> {
  readonly #waiting: Predecessor[] = []
  #recording: Promise<void> = Promise.resolve()

  constructor(
    private readonly options: SectionRecordsOptions<Section>,
    private readonly content: SectionContent<Section>,
  ) {}

  /** True if everything that was replaced is recorded. */
  get isComplete(): boolean {
    return this.#waiting.length === 0
  }

  /** The record of a content that `next` replaces, with a summary of the difference. */
  ofContent(
    { text, version, value }: ReadableFile<unknown>,
    next: ReadableFile<unknown>,
    by: By = BY_HAND,
  ): Predecessor {
    const { section } = this.options
    const predecessor = { ...this.#common(next, by), text, version }
    return next.value === undefined
      ? predecessor
      : { ...predecessor, summary: summariseEdit(section, value, next.value) }
  }

  /** The record of a file that could not be used. */
  ofText(text: string | Uint8Array, next: ReadableFile<unknown>, by: By = BY_HAND): Predecessor {
    return { ...this.#common(next, by), text, version: versionOf(text) }
  }

  /**
   * The records of an edit, the most important first: the published content, and the broken file that had replaced it. There
   * is always at least one, so that the history shows every edit and stores its text.
   */
  ofEdit({ published, broken, next }: Replacement, by: By): [Predecessor, ...Predecessor[]] {
    const asWell = { author: by.author, reason: 'Invalid file that was replaced' }
    const isOther = published !== undefined && published.version !== next.version
    if (isOther)
      return [this.ofContent(published, next, by), ...(broken === undefined ? [] : [this.ofText(broken, next, asWell)])]
    return [this.ofText(broken ?? published?.text ?? '', next, by)]
  }

  /** Records what a program wrote into a file after a save had replaced it. Never rejects. */
  async recordLate(read: FileRead, published: ReadableFile<unknown> | undefined): Promise<void> {
    const text = readBytes(read)
    const next = published ?? (this.content.isAbsent ? ABSENT : undefined)
    if (text === undefined || text.length === 0 || !next || versionOf(text) === next.version) return
    const by = { ...BY_HAND, reason: 'File edited outside the admin during a save' }
    const parsed = typeof text === 'string' ? this.content.parse(text) : undefined
    await this.record(parsed ? this.ofContent(parsed, next, by) : this.ofText(text, next, by))
  }

  /** Records what was replaced by hand. A failure is retried, and no edit is accepted until then. Never rejects. */
  async record(predecessor: Predecessor): Promise<void> {
    const { section, diskTrust, storage } = this.options
    // A store that is only read has no history.
    if (storage.refusal(`content/${section.file}`)?.isReadOnly) return
    this.#waiting.push(predecessor)
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift()
    try {
      this.#recording = this.#recording.catch(() => undefined).then(() => this.#recordAll())
      await this.#recording
    } catch (error) {
      diskTrust.lose(`history of ${section.id}`, error, () => this.#recordAll())
    }
  }

  /**
   * After a start: records what was acknowledged and is neither in the file nor in the history, because the file was
   * replaced while the process was down. `newest` is the newest record. Resolves with the content that was replaced
   * then, if it can be read.
   */
  async recordReplaced(
    published: ReadableFile<unknown>,
    newest: HistoryRecord | undefined,
    lastGood: ReadableFile<ContentOf<Section>> | undefined,
  ): Promise<ReadableFile<ContentOf<Section>> | undefined> {
    // The file is the result of the newest edit. A copy that differs was left behind by a crash.
    if (newest?.replacedBy === published.version) return undefined
    const isRecorded = lastGood?.version === newest?.version || lastGood?.version === newest?.replacedBy
    if (lastGood && lastGood.version !== published.version && !isRecorded)
      await this.record(this.ofContent(lastGood, published))
    if (!newest) return lastGood?.version === published.version ? undefined : lastGood
    const parsed = this.content.parse(newest.nextText)
    await this.record(parsed ? this.ofContent(parsed, published) : this.ofText(newest.nextText, published))
    return parsed ?? lastGood
  }

  async #recordAll() {
    for (let [next] = this.#waiting; next; [next] = this.#waiting) {
      await this.options.history.record(next)
      if (this.#waiting[0] === next) this.#waiting.shift()
    }
  }

  #common(next: ReadableFile<unknown>, { author, approvedBy, reason, undoes }: By) {
    const approval = approvedBy === undefined ? {} : { approvedBy }
    const undo = undoes === undefined ? {} : { undoes }
    return {
      section: this.options.section.id,
      author: authorId(author),
      ...approval,
      reason,
      ...undo,
      replacedBy: next.version,
      nextText: next.text,
    }
  }
}
