import type { ContentStore } from '#app/content/store/store.types.ts'
import { collectFileRefsInText } from '#app/media/library/collect-file-refs.ts'
import type { SectionDefinition } from '#app/schema/define-section.ts'
import { limitConcurrency } from '#app/storage/limit-concurrency.ts'

/** The last version of a section that names a file. */
export interface PastUse {
  section: Pick<SectionDefinition, 'id' | 'label'>
  /** The history entry that stores this version. */
  entry: string
  /** When this version was replaced, ISO 8601. */
  until: string
}

interface SectionFiles {
  /** What each entry names. Entries that name the same files share one list: most edits change none. */
  named: Map<string, readonly string[]>
  /** The newest use of each file. */
  lastUses: Map<string, PastUse>
}

/**
 * The files that the history names, in any version that can be restored. It is read when it is asked for the first time, and
 * later only what is new. It is in memory: some 30 MB for 10,000 files in 1,000 versions, if each version names other files.
 */
export class HistoryFiles {
  readonly #sections = new Map<string, SectionFiles>()
  readonly #runExclusive = limitConcurrency({ running: 1, waiting: Infinity })
  #unreadable = 0
  #isClosed = false

  constructor(
    private readonly content: Pick<ContentStore, 'history' | 'pastTexts'>,
    private readonly sections: readonly SectionDefinition[],
  ) {}

  /**
   * Reads what has been added to the history, and forgets what has been removed from it. Resolves with false if it could not
   * read all of it.
   */
  refresh(): Promise<boolean> {
    return this.#runExclusive(async () => {
      this.#unreadable = 0
      for (const section of this.sections) {
        if (this.#isClosed) return false
        await this.#refreshSection(section)
      }
      return this.#unreadable === 0
    })
  }

  /** The last version of any section that names a file. From memory. */
  lastUse(file: string): PastUse | undefined {
    let last: PastUse | undefined
    for (const { lastUses } of this.#sections.values()) {
      const use = lastUses.get(file)
      // Compared as they are: times in ISO 8601 sort by their characters.
      if (use && (!last || use.until > last.until)) last = use
    }
    return last
  }

  /** Ends a running refresh. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#runExclusive.onIdle()
  }

  async #refreshSection(section: SectionDefinition) {
    const known = this.#sections.get(section.id)
    const entries = await this.content.history(section)
    const isSame = known?.named.size === entries.length && entries.every(({ id }) => known.named.has(id))
    if (isSame) return
    const named = new Map<string, readonly string[]>()
    const lastUses = new Map<string, PastUse>()
    let previous: readonly string[] = []
    for (const { id, time } of entries) {
      if (this.#isClosed) return
      const files = known?.named.get(id) ?? (await this.#read(section, id))
      if (!files) {
        this.#unreadable += 1
        continue
      }
      if (!isSameList(files, previous)) previous = files
      named.set(id, previous)
      for (const file of previous) {
        if (!lastUses.has(file)) lastUses.set(file, { section, entry: id, until: time })
      }
    }
    this.#sections.set(section.id, { named, lastUses })
  }

  async #read(section: SectionDefinition, id: string): Promise<readonly string[] | undefined> {
    const texts = await this.content.pastTexts(section, id)
    if (!texts) return undefined
    const files = new Set<string>()
    for (const text of texts) for (const file of collectFileRefsInText(text)) files.add(file)
    return [...files]
  }
}

function isSameList(one: readonly string[], other: readonly string[]) {
  return one === other || (one.length === other.length && one.every((file, at) => file === other[at]))
}
