import type { CollectionDefinition } from '#app/cms/define/define-collection.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import type { SiteDefinition } from '#app/cms/define/define-site.ts'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import type { SectionFile } from '#app/cms/content/section-file/section-file.server.ts'
import { entriesWithFile, entryOfFile, misnamedFiles } from './find-entries.server.ts'

/** How often a store that is only read looks whether an entry without a file was removed (ms). */
const LOOK_AGAIN_MS = 1_000

interface Options {
  storage: Storage
  sections: readonly SectionDefinition[]
  collections: SiteDefinition['collections']
  findSection: SiteDefinition['findSection']
  health: HealthReports
  log: Logger
  /** The files of all sections, by their ids. */
  files: ReadonlyMap<string, SectionFile>
  /** Opens the file of an entry that is new. */
  open: (section: SectionDefinition) => SectionFile
  /** Shows the publications of a process that writes, of which a change may be a part. */
  updateFollowed: () => Promise<void>
}

/** Reads what people and other programs change in the content folder. */
export class HandEditWatch {
  readonly #stopWatching: () => void
  #lookAgain: NodeJS.Timeout | undefined
  #closed = false

  constructor(private readonly options: Options) {
    this.#stopWatching = options.storage.watch('content', (changed) => this.#readChanged(changed))
    this.#lookAgainSoon()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#lookAgain)
    this.#stopWatching()
  }

  /** Reads what was changed by hand: a file, or everything below a folder. Never rejects. */
  async #readChanged(changed: string) {
    const { log } = this.options
    // The change may be a part of a publication.
    await this.options.updateFollowed()
    const known = [...this.options.files.values()].filter(
      ({ name }) => name === changed || name.startsWith(`${changed}/`),
    )
    await Promise.all([
      this.#openNewFiles(changed).catch((err: unknown) => {
        log.error({ err, folder: changed }, 'A folder of entries could not be read')
      }),
      ...known.map((file) => this.#readHandEdit(file)),
    ])
    this.#lookAgainSoon()
  }

  /** While entries without a file are shown, it is looked again and again whether they were removed. */
  #lookAgainSoon() {
    const missing = () => [...this.options.files.values()].filter((file) => file.mayBeRemoved)
    if (this.#lookAgain || this.#closed || missing().length === 0) return
    this.#lookAgain = setTimeout(() => {
      void (async () => {
        await this.options.updateFollowed()
        for (const file of missing()) if (!this.#closed) await this.#readHandEdit(file)
        this.#lookAgain = undefined
        this.#lookAgainSoon()
      })()
    }, LOOK_AGAIN_MS).unref()
  }

  async #readHandEdit(file: SectionFile) {
    try {
      await file.runExclusive(() => file.readHandEdit())
    } catch (err) {
      this.options.log.error({ err, file: file.name }, 'A content file that was changed could not be processed')
    }
  }

  /** Opens the files of entries that were added by hand. `changed` is a file or a folder. */
  async #openNewFiles(changed: string) {
    const { storage, collections, findSection } = this.options
    for (const collection of collections) {
      const folder = `content/${collection.folder}`
      const isInside = changed.startsWith(`${folder}/`)
      if (!isInside && changed !== folder && !folder.startsWith(`${changed}/`)) continue
      const named = isInside ? entryOfFile(collection, changed.slice('content/'.length), findSection) : undefined
      const sections = isInside ? (named ?? []) : await entriesWithFile(storage, collection, findSection)
      for (const section of [sections].flat()) {
        if (this.#closed || this.options.files.has(section.id)) continue
        await this.#readHandEdit(this.options.open(section))
      }
      // An entry has its name from the site, so that a save does not read the folder.
      if (!named) await this.#reportMisnamed(collection)
    }
  }

  /** Tells staff of files that a person has put beside the entries, and that are none because of their names. */
  async #reportMisnamed(collection: CollectionDefinition) {
    const { storage, sections, health } = this.options
    const id = `names-of-${collection.id}`
    const [first, ...others] = await misnamedFiles(storage, collection, sections)
    if (first === undefined) {
      health.clear(id)
      return
    }
    const more = others.length > 0 ? ` and ${others.length} more ${others.length === 1 ? 'file' : 'files'} there` : ''
    const message = `Visitors do not see content/${first}${more}, because of the name. The name of the file of a ${collection.noun} has small letters, digits and single hyphens, as in ${collection.folder}/a-name${collection.ending}. Rename the file, or move it elsewhere.`
    health.report({ id, message })
  }
}
