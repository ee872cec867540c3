import type { SectionFile } from '#app/cms/content/section-file/section-file.server.ts'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import type { FollowedFiles, PublicationSource } from '#app/cms/content/store/store.types.ts'
import { isCommitted, listPublications, readPublication } from './publication-log.server.ts'
import { LOG_FOLDER, type PublicationRecord } from './publication-record.ts'

interface Options {
  source: PublicationSource
  /** The file of a section; undefined if the site has no such section. */
  fileOf: (section: string) => SectionFile | undefined
  files: FollowedFiles
  health: HealthReports
  log: Logger
  /** Called with the sections whose content has changed. */
  notify: (sectionIds: readonly string[]) => void
}

interface Shown {
  sections: readonly SectionFile[]
  endFiles: () => Promise<void>
}

/**
 * The pending publications of a log that is written elsewhere, for a store that is only read. Each is shown as a whole,
 * in one turn of the event loop, from its record. When the record is gone, the files have everything, and count again.
 */
export class FollowedPublications {
  readonly #records = new Map<string, PublicationRecord>()
  /** Whether the files of these records are known. */
  readonly #prepared = new Map<string, Promise<boolean>>()
  /** Ends the hiding of the files of these records, until they are shown. */
  readonly #holds = new Map<string, () => void>()
  readonly #shown = new Map<string, Shown>()
  /** Ends the watches of the log and of the files that commit publications, by their names. */
  readonly #watches = new Map<string, () => void>()
  readonly #runExclusive = limitConcurrency({ running: 1, waiting: Infinity })
  #isClosed = false

  constructor(private readonly options: Options) {
    this.#watch(LOG_FOLDER)
  }

  /**
   * Shows the publications that are new, and ends those that are complete. To be called before a changed content file is
   * read, because that may be a part of a publication. Never rejects.
   */
  update(): Promise<void> {
    return this.#runExclusive(async () => {
      try {
        if (!this.#isClosed) await this.#update()
      } catch (err) {
        this.options.log.error({ err }, 'The log of publications could not be followed')
      }
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const end of this.#watches.values()) end()
    for (const id of this.#holds.keys()) this.#endHold(id)
    await this.#runExclusive.onIdle()
  }

  async #update() {
    const { source, health } = this.options
    const ids = new Set(await listPublications(source))
    for (const id of ids) {
      const record = this.#records.get(id) ?? (await readPublication(source, id, health))
      if (record && !this.#records.has(id)) {
        this.#records.set(id, record)
        this.#holds.set(id, this.options.files.hold(record.moves))
        // Its commit may come later, and must not wait for this then.
        this.#prepared.set(id, this.#prepare(record))
      }
    }
    for (const [id, record] of this.#records) {
      const isShown = this.#shown.has(id)
      // A file that cannot be read for a moment changes nothing.
      const counts = ids.has(id) && (await isCommitted(source, record).catch(() => isShown))
      if (counts && !isShown) await this.#show(id, record)
      else if (!counts && isShown) await this.#end(id)
      if (ids.has(id)) continue
      this.#endHold(id)
      this.#records.delete(id)
      this.#prepared.delete(id)
    }
    this.#watchCommits()
  }

  #endHold(id: string) {
    this.#holds.get(id)?.()
    this.#holds.delete(id)
  }

  #prepare({ moves }: PublicationRecord) {
    return this.options.files.prepare(moves).catch(() => false)
  }

  /** Waits for the commits of the publications whose record was written before. */
  #watchCommits() {
    const waiting = new Set<string>([LOG_FOLDER])
    for (const [id, { committedBy }] of this.#records) {
      if (committedBy && !this.#shown.has(id)) waiting.add(committedBy.name)
    }
    for (const name of waiting) this.#watch(name)
    for (const [name, end] of this.#watches) {
      if (waiting.has(name)) continue
      end()
      this.#watches.delete(name)
    }
  }

  #watch(name: string) {
    if (this.#watches.has(name)) return
    this.#watches.set(
      name,
      this.options.source.watch(name, () => this.update(), { isAwaited: name !== LOG_FOLDER }),
    )
  }

  async #show(id: string, { sections: parts, moves }: PublicationRecord) {
    const { fileOf, files, notify } = this.options
    if (!(await this.#prepared.get(id))) await files.prepare(moves)
    const own = parts.flatMap((part) => {
      const file = fileOf(part.section)
      return file ? [{ section: part.section, file, part }] : []
    })
    const show = own.reduceRight<() => Promise<void>>(
      (next, { file }) =>
        () =>
          file.runExclusive(next),
      () => {
        const edits = own.map(({ section, file, part }) => ({ section, file, edit: file.pending.read(part) }))
        // In one turn of the event loop, so that no request reads a part of it.
        const endFiles = files.show(moves)
        this.#endHold(id)
        for (const { file, edit } of edits) if (edit) file.pending.show(edit)
        this.#shown.set(id, { sections: own.map(({ file }) => file), endFiles })
        notify(edits.flatMap(({ section, edit }) => (edit ? section : [])))
        return Promise.resolve()
      },
    )
    await show()
  }

  /** The publication is complete: from now on the files count, and no longer the record. */
  async #end(id: string) {
    const shown = this.#shown.get(id)
    if (!shown) return
    this.#shown.delete(id)
    await Promise.all(shown.sections.map((file) => file.runExclusive(() => file.pending.drop())))
    await shown.endFiles()
  }
}
