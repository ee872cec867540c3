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

/**
 * A copy of the last good content of a section. It is served if the file is broken at the next start. Each format of the
 * section has a copy of its own, and a release writes that of its format only: to the release before, a file in a later
 * format is a broken file.
 */
export class LastGoodCopy<Section extends SectionDefinition> {
  /** The names of the copies: that of the present format, then those of older ones. */
  readonly #names: readonly [string, ...string[]]
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
    this.#names = namesOfCopies(options.section)
  }

  /**
   * The copy that was written last, undefined if there is none or it does not fit the schema; and `since` when this
   * version exists, in milliseconds since 1970.
   */
  read(): { file: ReadableFile<ContentOf<Section>> | undefined; since: number } {
    const copies = this.#names.flatMap((name, at) => {
      const read = readContentFile(this.options.storage, name)
      if (read.kind !== 'text') return []
      const file = this.content.parsePublic(read.text)
      if (at === 0) this.#stored = file?.version ?? ''
      return [{ file, since: read.modified ?? 0 }]
    })
    // A copy of an older format is newer if the release of that format was in use again.
    const [newest] = copies.filter(({ file }) => file).sort((one, other) => other.since - one.since)
    return newest ?? { file: undefined, since: copies[0]?.since ?? 0 }
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
      await storage.remove([...this.#names])
      this.#stored = undefined
    } catch (err) {
      log.error({ err, section: section.id }, 'The copy of an entry that was removed could not be removed')
    }
  }

  async #write() {
    const { section, storage, log } = this.options
    const { published } = this.content
    if (this.content.isAbsent && this.#stored !== undefined && !storage.refusal(this.#names[0])) {
      await this.#remove()
      return
    }
    if (!published || published.version === this.#stored || !this.mayReplace() || storage.refusal(this.#names[0]))
      return
    try {
      await storage.commit([{ name: this.#names[0], bytes: published.text }])
      this.#stored = published.version
    } catch (err) {
      log.error({ err, section: section.id }, 'The last valid version of a content file could not be stored')
    }
  }
}

/** The names of the copies of a section: that of its present format, then those of older ones. */
export function namesOfCopies({ id, format }: Pick<SectionDefinition, 'id' | 'format'>): [string, ...string[]] {
  const older = Array.from({ length: (format?.version ?? 1) - 1 }, (_none, at) => nameOfCopy(id, at + 1))
  return [nameOfCopy(id, format?.version ?? 1), ...older.reverse()]
}

function nameOfCopy(id: string, format: number) {
  return `${LAST_GOOD}/${id}${format === 1 ? '' : `.${format}`}.txt`
}

/** The id of the section that a copy is of, by the name of the file; undefined if it is no copy. */
export function sectionOfCopy(file: string): string | undefined {
  return /^([^.]+)(?:\.\d+)?\.txt$/.exec(file)?.[1]
}
