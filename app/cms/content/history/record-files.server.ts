import type { HealthReports } from '#app/cms/platform/health.server.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { headOf, preparedName, readRecord, recordId, recordName, type HistoryRecord } from './history-record.ts'
import type { IndexedRecord } from './history-index.ts'
import type { HistoryEntry } from '#app/cms/content/history/history-entry.ts'

/** The folder of the history. Each section has a folder in it. */
export const HISTORY_FOLDER = 'data/history'

export function recordPath(section: string, name: string): string {
  return `${HISTORY_FOLDER}/${section}/${name}`
}

/** The records of the history in the storage. A file that cannot be read is ignored and reported. */
export class RecordFiles {
  /** A section may have a thousand files, more than a process may open at once. */
  readonly #limitReads = limitConcurrency({ running: 16, waiting: Infinity })
  readonly #damaged = new Set<string>()

  constructor(
    private readonly storage: Storage,
    private readonly health: HealthReports,
  ) {}

  /** The committed and the prepared records of a section, newest first. */
  async list(section: string): Promise<{ id: string; isPrepared: boolean }[]> {
    try {
      const entries = await this.storage.list(`${HISTORY_FOLDER}/${section}`)
      return entries.toReversed().flatMap(({ name }) => recordId(name) ?? [])
    } catch (error) {
      this.#reportDamaged(section, error)
      return []
    }
  }

  /** The ids of the committed records of a section, newest first. */
  async ids(section: string): Promise<string[]> {
    return (await this.list(section)).flatMap(({ id, isPrepared }) => (isPrepared ? [] : [id]))
  }

  /** Reads the sizes of records, and notes each in its record. */
  async readSizes(section: string, records: readonly IndexedRecord[]): Promise<void> {
    await Promise.all(
      records.map(async (record) => {
        record.bytes = (await this.#limitReads(() => this.size(section, record.id))) ?? 0
      }),
    )
  }

  /** The size of a committed record in bytes: undefined if there is none, 0 if it cannot be read. */
  async size(section: string, id: string): Promise<number | undefined> {
    return this.storage.stat(recordPath(section, recordName(id))).then(
      (stats) => stats?.size,
      () => 0,
    )
  }

  async read(section: string, id: string): Promise<HistoryRecord | undefined> {
    return this.#record(section, recordName(id))
  }

  /** A record whose edit has happened. */
  async readEither(section: string, id: string): Promise<HistoryRecord | undefined> {
    return (await this.read(section, id)) ?? (await this.#record(section, preparedName(id)))
  }

  /** The newest committed record of a section that can be read. `ids` are its records, if they are known. */
  async newest(section: string, ids?: readonly string[]): Promise<HistoryRecord | undefined> {
    for (const id of ids ?? (await this.ids(section))) {
      const record = await this.read(section, id)
      if (record) return record
    }
    return undefined
  }

  /** The head of a committed record. Few are read at a time. */
  async head(section: string, id: string): Promise<HistoryEntry | undefined> {
    const record = await this.#limitReads(() => this.read(section, id))
    return record && headOf(record)
  }

  /** The text of a record's file. Undefined if it cannot be read, or was removed since the folder was listed. */
  async text(section: string, name: string): Promise<string | undefined> {
    try {
      return (await this.storage.read(recordPath(section, name)))?.bytes.toString()
    } catch (error) {
      this.#reportDamaged(`${section}/${name}`, error)
      return undefined
    }
  }

  /**
   * After a start: rolls the prepared records of an interrupted edit forward or back. `current` is the version of the
   * file now, undefined if it cannot be read. If the file still contains the predecessor of a record, the edit has not
   * happened and was not acknowledged: the records are removed. Otherwise it may have happened, so they are committed.
   * Resolves with the ids of the committed records, newest first. Rejects with StorageError.
   */
  async recover(section: string, current: string | undefined): Promise<string[]> {
    const listed = await this.list(section)
    // Few sections had an edit that was interrupted, and a start looks at thousands of them.
    if (!listed.some(({ isPrepared }) => isPrepared)) return listed.map(({ id }) => id)
    const records = new Map<string, HistoryRecord | undefined>()
    for (const { id, isPrepared } of listed) {
      const json = isPrepared ? await this.text(section, preparedName(id)) : undefined
      if (json !== undefined) records.set(id, readRecord(json))
    }
    const hasHappened = [...records.values()].every((record) => record?.version !== current)
    for (const [id, record] of records) {
      const prepared = recordPath(section, preparedName(id))
      // An edit is made when its record is completely on disk: an incomplete record proves that it has not happened.
      if (!record || !hasHappened) await this.storage.remove(prepared)
      else await this.storage.move(prepared, recordPath(section, recordName(id)))
    }
    return this.ids(section)
  }

  async #record(section: string, name: string): Promise<HistoryRecord | undefined> {
    const json = await this.text(section, name)
    const record = json === undefined ? undefined : readRecord(json)
    if (json !== undefined && !record) this.#reportDamaged(`${section}/${name}`, undefined)
    return record
  }

  /** Reports each file once, and all of them in one problem: the folder may contain many. */
  #reportDamaged(what: string, cause: unknown) {
    if (this.#damaged.has(what)) return
    this.#damaged.add(what)
    const [first = '', ...others] = this.#damaged
    const more = others.length > 0 ? ` and ${others.length} more` : ''
    this.health.report(
      {
        id: 'history-damaged',
        message: `Earlier versions cannot be read, so the history does not show them: data/history/${first}${more}. Restore these files from a backup, or remove them. Then restart the site.`,
      },
      cause,
    )
  }
}
