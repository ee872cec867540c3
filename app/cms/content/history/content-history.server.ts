import { parseContentFile } from '#app/cms/content/format/content-file.ts'
import { HistoryEntryDamaged, HistoryEntryNotFound } from '#app/cms/content/store/errors.ts'
import type { PastState } from '#app/cms/content/store/store.types.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import type { HistoryEntry } from '#app/cms/content/history/history-entry.ts'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import { ElapsedDays, SYSTEM_CLOCKS } from '#app/cms/storage/elapsed-days.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import { versionOf, type Storage } from '#app/cms/storage/storage.ts'
import { HeadsCache } from './heads-cache.server.ts'
import { HistoryIndex, insert, removeWhere } from './history-index.ts'
import {
  headOf,
  makeRecordId,
  preparedName,
  recordName,
  recordTime,
  writeRecord,
  type HistoryRecord,
  type Predecessor,
  type PreparedEntry,
} from './history-record.ts'
import { RecordFiles, recordPath } from './record-files.server.ts'
import { ALWAYS_STORED, surplusOf, type StoredRecord } from './record-retention.ts'

/**
 * The predecessors of every edit, one JSON file each in `data/history/{section}/`, with the text that replaced each.
 * File names sort by time. The list of a section is read once and then cached, without the texts. A record that cannot
 * be read is ignored and reported to the site's health.
 */
export class ContentHistory {
  readonly #files: RecordFiles
  readonly #index = new HistoryIndex()
  readonly #heads: HeadsCache
  readonly #age: ElapsedDays
  /** A site has thousands of sections, and visitors get pages while their histories are read. */
  readonly #limitRecoveries = limitConcurrency({ running: 16, waiting: Infinity })
  #sequence = 0

  constructor(
    private readonly storage: Storage,
    private readonly log: Logger,
    health: HealthReports,
    clocks = SYSTEM_CLOCKS,
  ) {
    this.#files = new RecordFiles(storage, health)
    this.#heads = new HeadsCache(storage, log, (section) => this.#entries(section))
    this.#age = new ElapsedDays(clocks)
  }

  /**
   * Past edits of a section, newest first, at most `newest`. A few of the newest do not wait for the whole list, which
   * takes seconds if no process has stored its heads.
   */
  async list(section: string, newest = Infinity): Promise<HistoryEntry[]> {
    if (newest === Infinity || this.#index.isComplete(section)) return (await this.#entries(section)).slice(0, newest)
    const entries: HistoryEntry[] = []
    // One after the other, and not behind the reads of whole lists.
    for (const id of await this.#files.ids(section)) {
      if (entries.length === newest) break
      const record = await this.#files.read(section, id)
      if (record) entries.push(headOf(record))
    }
    return entries
  }

  /**
   * The newest past edits of several sections, newest first, at most `count`. Which they are is known in memory, from
   * the names of the records; only these are read.
   */
  async latest(sections: readonly string[], count: number): Promise<HistoryEntry[]> {
    const candidates = sections.flatMap((section) =>
      this.#index
        .records(section)
        .slice(0, count)
        .map(({ id }) => ({ section, id })),
    )
    // The names of records sort by their times.
    candidates.sort((one, other) => (one.id < other.id ? 1 : one.id > other.id ? -1 : 0))
    const entries: HistoryEntry[] = []
    for (const { section, id } of candidates) {
      if (entries.length === count) break
      const known = this.#index.isComplete(section) ? await this.#entries(section) : undefined
      const entry = known ? known.find((one) => one.id === id) : await this.#files.head(section, id)
      if (entry) entries.push(entry)
    }
    return entries
  }

  /**
   * Prepares the record of an edit. Its file is written with the edit in one commit: before the content file under the
   * name of a prepared record, and renamed after it. So a committed record proves that its edit has happened, even
   * after a crash. `time` is that of the edit, for one that is prepared before its moment.
   */
  prepare({ text, nextText, ...described }: Predecessor, time = Date.now()): PreparedEntry {
    const { section } = described
    const id = this.#nextId(section, time)
    const entry: HistoryEntry = { id, time: new Date(time).toISOString(), ...described }
    const from = recordPath(section, preparedName(id))
    return {
      entry,
      put: { name: from, bytes: writeRecord(entry, { text, nextText }), ifVersion: null },
      move: { from, to: recordPath(section, recordName(id)) },
    }
  }

  /** Adds an entry whose record is committed. */
  add({ entry, put }: PreparedEntry): void {
    const { section, id } = entry
    insert(this.#index.records(section), { id, bytes: Buffer.byteLength(put.bytes) })
    // A list that is not in memory yet is not read now: it will find the record on disk. The edit does not wait for one
    // that is being read. Each later reader gets it with the entry.
    void this.#index.entries(section)?.then((entries) => {
      insert(entries, entry)
    })
    this.#heads.writeSoon(section)
    void this.#trim(section)
  }

  /** Commits the records of an edit that has happened, unless they are committed. Rejects with StorageError. */
  async commit(entries: readonly PreparedEntry[]): Promise<void> {
    for (const { put, move } of entries) {
      if (!(await this.storage.stat(move.to))) await this.storage.commit([{ name: move.to, bytes: put.bytes }])
      await this.storage.remove(move.from)
    }
  }

  /** Records what was replaced by hand. Rejects with StorageError, and then there is no record. */
  async record(predecessor: Predecessor): Promise<void> {
    const prepared = this.prepare(predecessor)
    await this.storage.commit([{ ...prepared.put, name: prepared.move.to }])
    this.add(prepared)
  }

  /**
   * After a start: rolls prepared records forward or back, and reads which records there are. `current` is the version
   * of the file now, undefined if it cannot be read. Resolves to the newest record that can be read. Rejects with
   * StorageError.
   */
  async recover(section: string, current: string | undefined): Promise<HistoryRecord | undefined> {
    return this.#limitRecoveries(async () => {
      const ids = await this.#files.recover(section, current)
      const newest = await this.#useIndex(section, ids)
      if (ids.length > ALWAYS_STORED) await this.#readSizes(section)
      void this.#trim(section)
      return newest
    })
  }

  /** After a start: reads which records there are, and changes nothing. Resolves as `recover` does. */
  async readIndex(section: string): Promise<HistoryRecord | undefined> {
    return this.#limitRecoveries(async () => this.#useIndex(section, await this.#files.ids(section)))
  }

  #useIndex(section: string, ids: readonly string[]) {
    this.#index.reset(
      section,
      ids.map((id) => ({ id })),
    )
    return this.#files.newest(section, ids)
  }

  /** The newest record of a section that can be read. */
  newest(section: string): Promise<HistoryRecord | undefined> {
    return this.#files.newest(section)
  }

  /** The text that an entry stores. Rejects with HistoryEntryNotFound, or HistoryEntryDamaged if it cannot be used. */
  async text(section: string, id: string): Promise<string> {
    const known = (await this.#entries(section)).find((entry) => entry.id === id)
    if (!known) throw new HistoryEntryNotFound(id)
    const record = await this.#files.readEither(section, id)
    if (!record) throw new HistoryEntryDamaged(id, 'its record on the server cannot be read')
    if (record.encoding === 'base64') throw new HistoryEntryDamaged(id, 'it is not UTF-8 text')
    if (versionOf(record.text) !== record.version) {
      throw new HistoryEntryDamaged(id, 'its record on the server was altered')
    }
    return record.text
  }

  /** The earlier version of a section that an entry records. Rejects with HistoryEntryNotFound. */
  async past(section: SectionDefinition, id: string): Promise<PastState> {
    try {
      const text = await this.text(section.id, id)
      // The entry did not exist.
      if (section.entry && text === '') return { version: versionOf(text), value: undefined, issues: [] }
      const parsed = parseContentFile(section, text)
      if ('fault' in parsed) return { version: versionOf(text), value: parsed.written, issues: parsed.issues }
      return { version: parsed.file.version, value: parsed.file.value, issues: [] }
    } catch (error) {
      if (!(error instanceof HistoryEntryDamaged)) throw error
      return { version: '', value: undefined, issues: [{ path: '', message: error.message }] }
    }
  }

  /** The texts that the record of an entry stores, unchecked. Undefined if it cannot be read. */
  async texts(section: string, id: string): Promise<string[] | undefined> {
    const record = await this.#files.readEither(section, id)
    if (!record) return undefined
    const { text, encoding, nextText } = record
    return [...(encoding === undefined ? [text] : []), nextText]
  }

  /** Writes the caches of heads, which save time at the next start. Never rejects. */
  async close(): Promise<void> {
    await this.#heads.close()
  }

  /** An id that sorts after all existing ones, even if the clock was ahead when the newest one was made. */
  #nextId(section: string, now: number) {
    const [newest] = this.#index.records(section)
    return makeRecordId(newest === undefined ? now : Math.max(now, recordTime(newest.id) + 1), ++this.#sequence)
  }

  /** Reads the sizes that are not known yet: a start leaves out those of short histories. */
  async #readSizes(section: string) {
    const unknown = this.#index.records(section).filter(({ bytes }) => bytes === undefined)
    await this.#files.readSizes(section, unknown)
  }

  /** Removes surplus records. No edit waits for it. After a failure, the next start tries again. */
  async #trim(section: string) {
    const records = this.#index.records(section)
    if (records.length <= ALWAYS_STORED) return
    const isOlder = ({ id }: StoredRecord, days: number) =>
      this.#age.isOverSince(`${section}/${id}`, recordTime(id), days)
    if (records.some(({ bytes }) => bytes === undefined)) await this.#readSizes(section)
    const stored = records.map(({ id, bytes = 0 }) => ({ id, bytes }))
    const surplus = new Set(surplusOf(stored, isOlder).map(({ id }) => id))
    if (surplus.size === 0) return
    for (const id of surplus) this.#age.forget(`${section}/${id}`)
    removeWhere(records, ({ id }) => surplus.has(id))
    try {
      removeWhere((await this.#index.entries(section)) ?? [], ({ id }) => surplus.has(id))
      await this.storage.remove([...surplus].map((id) => recordPath(section, recordName(id))))
    } catch (err) {
      this.log.warn({ err, section }, 'Old history entries could not be removed')
    }
  }

  #entries(section: string) {
    return this.#index.entriesOr(section, () => this.#readEntries(section))
  }

  async #readEntries(section: string): Promise<HistoryEntry[]> {
    const ids = await this.#files.ids(section)
    const heads = ids.length > 0 ? await this.#heads.read(section) : new Map<string, HistoryEntry>()
    const entries = await Promise.all(ids.map(async (id) => heads.get(id) ?? this.#files.head(section, id)))
    if (ids.some((id) => !heads.has(id))) this.#heads.writeSoon(section)
    return entries.filter((entry) => entry !== undefined)
  }
}
