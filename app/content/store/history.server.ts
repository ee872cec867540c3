import { constants } from 'node:fs'
import { open, readdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { limitConcurrency } from '#app/storage/limit-concurrency.ts'
import { versionOf } from '#app/content/format/content-file.ts'
import { discardStaged, removeDurably, syncFolder, writeNewDurably } from '#app/storage/durable-file.server.ts'
import { HistoryEntryDamaged, HistoryEntryNotFound } from './errors.ts'
import { hasCode } from '#app/storage/has-code.ts'
import {
  headOf,
  makeRecordId,
  pendingName,
  readRecord,
  recordId,
  recordName,
  recordTime,
  writeRecord,
  type HistoryRecord,
  type Predecessor,
} from './history-record.ts'
import { surplusOf } from './history-surplus.ts'
import type { HistoryEntry } from './store.types.ts'
import type { HealthReports, Logger } from '#app/platform/reports.ts'

/** No record of ours is larger: two texts of 4 MB, escaped. */
const MAX_RECORD_BYTES = 64_000_000

/** A record that is on disk, but does not count yet. */
export interface StagedEntry {
  entry: HistoryEntry
  /** Makes it count. Lasts once `sync` has resolved. */
  commit(): Promise<void>
  sync(): Promise<void>
  /** Takes it back, at whichever stage. Never rejects: what stays behind is sorted out at the next start. */
  withdraw(): Promise<void>
}

/**
 * The predecessors of every edit, one JSON file each below `{folder}/{section}/`, with the text that replaced each. File names
 * sort by time. The list of a section is read from disk once and then kept in memory, without the texts. A record that cannot
 * be read is left out and named by the site's health.
 */
export class ContentHistory {
  /** Sections may have a thousand files each, and a process may not open as many at once. */
  readonly #readGate = limitConcurrency({ running: 16, waiting: Infinity })
  readonly #lists = new Map<string, Promise<HistoryEntry[]>>()
  /** Ids of each section's records, newest first. */
  readonly #ids = new Map<string, string[]>()
  readonly #damaged = new Set<string>()
  #sequence = 0

  constructor(
    private readonly folder: string,
    private readonly log: Logger,
    private readonly health: HealthReports,
  ) {}

  /** Past edits of a section, newest first. */
  async list(section: string): Promise<HistoryEntry[]> {
    return [...(await this.#entries(section))]
  }

  /**
   * Puts a predecessor on disk as a record that does not count yet. In two steps so that it can be written at the same time
   * as the file that replaces it, and so that a record that counts tells that its edit has happened.
   */
  async stage({ text, nextText, ...described }: Predecessor): Promise<StagedEntry> {
    const { section } = described
    const now = Date.now()
    const id = this.#nextId(section, now)
    const entry: HistoryEntry = { id, time: new Date(now).toISOString(), ...described }
    const [pending, file] = [this.#path(section, pendingName(id)), this.#path(section, recordName(id))]
    await writeNewDurably(pending, writeRecord(entry, { text, nextText }), { mode: 0o600 })
    return {
      entry,
      commit: async () => {
        await rename(pending, file)
        // A list that was not asked for yet is not read for this: it will find the record on disk.
        const entries = await this.#lists.get(section)
        if (entries && !entries.some((known) => known.id === id)) entries.unshift(entry)
        this.#idsOf(section).unshift(id)
        void this.#trim(section)
      },
      sync: () => syncFolder(path.dirname(file)),
      withdraw: async () => {
        try {
          remove(this.#idsOf(section), (known) => known === id)
          remove((await this.#lists.get(section)) ?? [], (known) => known.id === id)
          await discardStaged(pending)
          await removeDurably(file)
        } catch (err) {
          this.log.error({ err, section, entry: id }, 'The history entry of a failed edit could not be removed')
        }
      },
    }
  }

  /** Records what was replaced by hand. Rejects with the system's error, and then there is no record. */
  async record(predecessor: Predecessor): Promise<void> {
    const staged = await this.stage(predecessor)
    try {
      await staged.commit()
      await staged.sync()
    } catch (error) {
      await staged.withdraw()
      throw error
    }
  }

  /** Where the records of a section are. */
  folderOf(section: string) {
    return path.join(this.folder, section)
  }

  /**
   * After a start: sorts out the records of edits that were cut short. `standing` is the version of what the file holds now,
   * undefined where that cannot be read. One whose predecessor still stands has not happened and was not acknowledged: its
   * record goes. Any other may have happened, so its record counts. Answers the newest record that can be read.
   */
  async settle(section: string, standing: string | undefined): Promise<HistoryRecord | undefined> {
    const pending = (await this.#names(section)).filter(({ isPending }) => isPending)
    if (pending.length > 0) {
      const ids = pending.map(({ id }) => id)
      await this.#settlePending(section, ids, standing)
    }
    this.#lists.delete(section)
    this.#ids.set(section, await this.#readIds(section))
    void this.#trim(section)
    return this.newest(section)
  }

  /** The newest record of a section that can be read. */
  async newest(section: string): Promise<HistoryRecord | undefined> {
    for (const id of await this.#readIds(section)) {
      const record = await this.#readRecord(section, recordName(id))
      if (record) return record
    }
    return undefined
  }

  /** The text an entry keeps. Throws HistoryEntryNotFound, and HistoryEntryDamaged where there is none that can be used. */
  async text(section: string, id: string): Promise<string> {
    const known = (await this.#entries(section)).find((entry) => entry.id === id)
    if (!known) throw new HistoryEntryNotFound(id)
    const record = await this.#readRecord(section, recordName(id))
    if (!record) throw new HistoryEntryDamaged(id, 'its record on the server cannot be read')
    if (record.encoding === 'base64') throw new HistoryEntryDamaged(id, 'it is not UTF-8 text')
    if (versionOf(record.text) !== record.version) {
      throw new HistoryEntryDamaged(id, 'its record on the server was altered')
    }
    return record.text
  }

  async #settlePending(section: string, ids: readonly string[], standing: string | undefined) {
    const records = new Map<string, HistoryRecord | undefined>()
    for (const id of ids) {
      const json = await this.#readFile(section, pendingName(id))
      if (json !== undefined) records.set(id, readRecord(json))
    }
    const hasHappened = [...records.values()].every((record) => record?.version !== standing)
    for (const [id, record] of records) {
      // An edit waits until its record is whole on disk: with half a record there was none yet.
      if (!record || !hasHappened) await discardStaged(this.#path(section, pendingName(id)))
      else await rename(this.#path(section, pendingName(id)), this.#path(section, recordName(id)))
    }
    await syncFolder(this.folderOf(section))
  }

  /** Later than every id there is, even where the clock was ahead when that was made. */
  #nextId(section: string, now: number) {
    const [newest] = this.#idsOf(section)
    return makeRecordId(newest === undefined ? now : Math.max(now, recordTime(newest) + 1), ++this.#sequence)
  }

  /** No edit waits for it. What a failure leaves over goes after the next start. */
  async #trim(section: string) {
    const ids = this.#idsOf(section)
    const surplus = new Set(surplusOf(ids))
    if (surplus.size === 0) return
    remove(ids, (id) => surplus.has(id))
    try {
      remove((await this.#lists.get(section)) ?? [], ({ id }) => surplus.has(id))
      for (const id of surplus) await discardStaged(this.#path(section, recordName(id)))
    } catch (err) {
      this.log.warn({ err, section }, 'Old history entries could not be removed')
    }
  }

  #entries(section: string) {
    let list = this.#lists.get(section)
    if (!list) {
      list = this.#readList(section)
      this.#lists.set(section, list)
    }
    return list
  }

  async #readList(section: string): Promise<HistoryEntry[]> {
    const ids = await this.#readIds(section)
    const records = await Promise.all(
      ids.map((id) => this.#readGate(async () => this.#readRecord(section, recordName(id)))),
    )
    return records.flatMap((record) => (record ? [headOf(record)] : []))
  }

  async #readIds(section: string): Promise<string[]> {
    return (await this.#names(section)).flatMap(({ id, isPending }) => (isPending ? [] : [id]))
  }

  /** The records of a section, newest first. */
  async #names(section: string) {
    try {
      const names = await readdir(this.folderOf(section))
      return names
        .sort()
        .reverse()
        .flatMap((name) => recordId(name) ?? [])
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) this.#reportDamaged(section, error)
      return []
    }
  }

  async #readRecord(section: string, name: string): Promise<HistoryRecord | undefined> {
    const json = await this.#readFile(section, name)
    const record = json === undefined ? undefined : readRecord(json)
    if (json !== undefined && !record) this.#reportDamaged(`${section}/${name}`, undefined)
    return record
  }

  async #readFile(section: string, name: string): Promise<string | undefined> {
    try {
      return await readRegularFile(this.#path(section, name))
    } catch (error) {
      // Removed since the folder was read: an old one, or one that was taken back.
      if (!hasCode(error, 'ENOENT')) this.#reportDamaged(`${section}/${name}`, error)
      return undefined
    }
  }

  /** Says so once for each; the folder may hold many. */
  #reportDamaged(what: string, cause: unknown) {
    if (this.#damaged.has(what)) return
    this.#damaged.add(what)
    const [first = '', ...others] = this.#damaged
    const more = others.length > 0 ? ` and ${others.length} more` : ''
    this.health.report(
      {
        id: 'history-damaged',
        message: `Earlier versions cannot be read and are left out: data/history/${first}${more}. Restore them from a back-up, or remove them, and start the site again.`,
      },
      cause,
    )
  }

  #idsOf(section: string) {
    let ids = this.#ids.get(section)
    if (!ids) this.#ids.set(section, (ids = []))
    return ids
  }

  #path(section: string, name: string) {
    return path.join(this.folderOf(section), name)
  }
}

async function readRegularFile(file: string): Promise<string> {
  // Without O_NONBLOCK, opening a named pipe would wait for a writer.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = await handle.stat()
    if (!stats.isFile() || stats.size > MAX_RECORD_BYTES) throw new Error(`${file} is no record: not a file, or too large`)
    return await handle.readFile('utf8')
  } finally {
    await handle.close()
  }
}

function remove<Item>(items: Item[], isGone: (item: Item) => boolean) {
  const kept = items.filter((item) => !isGone(item))
  items.length = 0
  for (const item of kept) items.push(item)
}
