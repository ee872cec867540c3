import type { ContentStore } from '#app/cms/content/store/store.types.ts'
import { collectFileRefsInText } from '#app/cms/media/library/collect-file-refs.ts'
import type { SectionOfHistory } from '#app/cms/content/history/removed-sections.server.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'

/** The last version of a section that names a file. */
export interface PastUse {
  section: SectionOfHistory
  /** The history entry that stores this version. */
  entry: string
  /** When this version was replaced, ISO 8601. */
  until: string
}

/** The files that one version names. Versions with the same files share one array, because most edits change none. */
interface NamedFiles {
  files: readonly string[]
  time: string
}

/**
 * The files that versions in the history name, because each version can be restored. The first refresh reads the whole
 * history, later ones only what is new. The result is in memory.
 */
export class HistoryFiles {
  /** By section and entry, the newest entry first. */
  readonly #versions = new Map<string, { section: SectionOfHistory; named: Map<string, NamedFiles> }>()
  /** One copy of each name, so that the source texts of the names do not stay in memory. */
  readonly #names = new Map<string, string>()
  /** A cache of the newest use of each file; undefined after a change. */
  #lastUses: Map<string, PastUse> | undefined
  readonly #runExclusive = limitConcurrency({ running: 1, waiting: Infinity })
  #unreadable = 0
  #isClosed = false

  constructor(
    private readonly content: Pick<ContentStore, 'history' | 'pastTexts'>,
    /** All sections that have a history, also of entries that were removed, and those that the site does not have. */
    private readonly sectionsOfHistory: () => Promise<readonly SectionOfHistory[]>,
  ) {}

  /**
   * Reads the new entries of the history, and forgets the removed ones. Resolves with false if it could not read all of
   * them.
   */
  refresh(): Promise<boolean> {
    return this.#runExclusive(async () => {
      this.#unreadable = 0
      const sections = await this.sectionsOfHistory()
      for (const section of sections) {
        if (this.#isClosed) return false
        await this.#refreshSection(section)
      }
      const ids = new Set(sections.map(({ id }) => id))
      for (const id of this.#versions.keys()) if (!ids.has(id)) this.#forget(id)
      return this.#unreadable === 0
    })
  }

  /** The last version of any section that names a file. From memory. */
  lastUse(file: string): PastUse | undefined {
    this.#lastUses ??= this.#findLastUses()
    return this.#lastUses.get(file)
  }

  /** Ends a running refresh. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#runExclusive.onIdle()
  }

  async #refreshSection(section: SectionOfHistory) {
    const known = this.#versions.get(section.id)?.named
    const entries = await this.content.history(section)
    if (known?.size === entries.length && entries.every(({ id }) => known.has(id))) return
    const named = new Map<string, NamedFiles>()
    let previous: readonly string[] = []
    for (const { id, time } of entries) {
      if (this.#isClosed) return
      const files = known?.get(id)?.files ?? (await this.#read(section, id))
      if (!files) {
        this.#unreadable += 1
        continue
      }
      if (!isSameList(files, previous)) previous = files
      named.set(id, { files: previous, time })
    }
    this.#versions.set(section.id, { section, named })
    this.#lastUses = undefined
  }

  #forget(section: string) {
    this.#versions.delete(section)
    this.#lastUses = undefined
  }

  async #read(section: SectionOfHistory, id: string): Promise<readonly string[] | undefined> {
    const texts = await this.content.pastTexts(section, id)
    if (!texts) return undefined
    const files = new Set<string>()
    for (const text of texts) for (const file of collectFileRefsInText(text)) files.add(this.#nameOf(file))
    return [...files]
  }

  #nameOf(file: string) {
    const known = this.#names.get(file)
    if (known !== undefined) return known
    // A substring keeps the whole string in memory; a copy does not. Names are ASCII.
    const copy = Buffer.from(file, 'latin1').toString('latin1')
    this.#names.set(copy, copy)
    return copy
  }

  #findLastUses() {
    const uses = new Map<string, PastUse>()
    for (const { section, named } of this.#versions.values()) {
      let newer: readonly string[] = []
      for (const [entry, { files, time }] of named) {
        if (files === newer) continue
        newer = files
        for (const file of files) {
          const known = uses.get(file)
          // Times in ISO 8601 can be compared as strings.
          if (!known || known.until < time) uses.set(file, { section, entry, until: time })
        }
      }
    }
    return uses
  }
}

function isSameList(one: readonly string[], other: readonly string[]) {
  return one === other || (one.length === other.length && one.every((file, at) => file === other[at]))
}
