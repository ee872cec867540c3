import type { ReadableFile } from '#app/cms/content/format/content-file.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import type { ContentOf, SectionDefinition } from '#app/cms/define/define-section.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { readContentFile } from './file-read.ts'
import type { SectionContent } from './section-content.server.ts'

/** The folder of the copies. */
export const LAST_GOOD = 'data/last-good'

/** Delay before the copy is written (ms): once for several edits. */
const DELAY_MS = 500

interface Options<Section extends SectionDefinition> {
  section: Section
  storage: Storage
  log: Logger
}

/** A copy of the last good content of a section. It is served if the file is broken at the next start. */
export class LastGoodCopy<Section extends SectionDefinition> {
  readonly #name: string
  /** Version of the copy on disk. */
  #stored: string | undefined
  #writing: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly options: Options<Section>,
    private readonly content: SectionContent<Section>,
    /** False while the copy may be the only place that has an earlier content. */
    private readonly mayReplace: () => boolean,
  ) {
    this.#name = `${LAST_GOOD}/${options.section.id}.txt`
  }

  /**
   * The copy, undefined if there is none or it does not fit the schema; and `since` when this version exists, in
   * milliseconds since 1970.
   */
  read(): { file: ReadableFile<ContentOf<Section>> | undefined; since: number } {
    const read = readContentFile(this.options.storage, this.#name)
    if (read.kind !== 'text') return { file: undefined, since: 0 }
    const file = this.content.parse(read.text)
    this.#stored = file?.version ?? ''
    return { file, since: read.modified ?? 0 }
  }

  /** Brings the copy up to date after the response. */
  updateSoon(): void {
    this.#timer ??= setTimeout(() => void this.update(), DELAY_MS).unref()
  }

  /** Brings the copy up to date. Never rejects: nothing that was acknowledged depends on it. */
  update(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  /** The entry was removed, and only its history has its content. */
  async #remove() {
    const { section, storage, log } = this.options
    try {
      await storage.remove(this.#name)
      this.#stored = undefined
    } catch (err) {
      log.error({ err, section: section.id }, 'The copy of an entry that was removed could not be removed')
    }
  }

  async #write() {
    const { section, storage, log } = this.options
    const { good } = this.content
    if (this.content.isAbsent && this.#stored !== undefined && !storage.refusal(this.#name)) {
      await this.#remove()
      return
    }
    if (!good || good.version === this.#stored || !this.mayReplace() || storage.refusal(this.#name)) return
    try {
      await storage.commit([{ name: this.#name, bytes: good.text }])
      this.#stored = good.version
    } catch (err) {
      log.error({ err, section: section.id }, 'The last valid version of a content file could not be stored')
    }
  }
}
