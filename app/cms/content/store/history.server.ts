import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import { ElapsedDays, SYSTEM_CLOCKS } from '#app/cms/storage/elapsed-days.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import { versionOf, type Put, type Storage } from '#app/cms/storage/storage.ts'
import { HistoryEntryDamaged, HistoryEntryNotFound } from './errors.ts'
import {
  headOf,
  makeRecordId,
  pendingName,
  readHeads,
  readRecord,
  recordId,
  recordName,
  recordTime,
  surplusOf,
  writeHeads,
  writeRecord,
  type HistoryRecord,
  type Predecessor,
  type StoredRecord,
} from './history-record.ts'
import type { HistoryEntry } from './store.types.ts'

const FOLDER = 'data/history'
const HEADS_FOLDER = 'data/history-heads'

/** How long after an edit the file of heads is written (ms): once for many edits. */
const HEADS_DELAY_MS = 10_000

/** A record that has been pending for so long (ms) was left over by a node that has ended. */
const LEFT_OVER_MS = 3600_000

/** How many of the newest records are searched for an edit of another node. */
const NEWEST = 12

/** An entry for an edit that has not happened yet. */
export interface PreparedEntry {
  entry: HistoryEntry
  /** To be written before the edit: a record that does not count yet. */
  put: Put & { bytes: string }
  /** To be carried out with the edit: the record counts from then on. */
  move: { from: string; to: string }
}

/**
 * The predecessors of every edit, one JSON file each in `data/history/{section}/`, with the text that replaced each.
 * File names sort by time. The list of a section is read once and then cached, without the texts. A record that cannot
 * be read is ignored and reported to the site's health.
 */
export class ContentHistory {
  /** A section may have a thousand files, more than a process may open at once. */
  readonly #limitReads = limitConcurrency({ running: 16, waiting: Infinity })
  readonly #lists = new Map<string, Promise<HistoryEntry[]>>()
  /** The sections whose list has been read completely. */
  readonly #listed = new Set<string>()
  /** Each section's records, newest first. */
  readonly #records = new Map<string, StoredRecord[]>()
  readonly #damaged = new Set<string>()
  readonly #age: ElapsedDays
  readonly #headsToWrite = new Set<string>()
  #headsTimer: NodeJS.Timeout | undefined
  #sequence = 0

  constructor(
    private readonly storage: Storage,
    private readonly log: Logger,
    private readonly health: HealthReports,
    clocks = SYSTEM_CLOCKS,
  ) {
    this.#age = new ElapsedDays(clocks)
  }

  /**
   * Past edits of a section, newest first, at most `newest`. A few of the newest do not wait for the whole list, which
   * takes seconds if no process has stored its heads.
   */
  async list(section: string, newest = Infinity): Promise<HistoryEntry[]> {
    if (newest === Infinity || this.#listed.has(section)) return (await this.#entries(section)).slice(0, newest)
    const entries: HistoryEntry[] = []
    // One after the other, and not behind the reads of whole lists.
    for (const id of await this.#readIds(section)) {
      if (entries.length === newest) break
      const record = await this.#readRecord(section, recordName(id))
      if (record) entries.push(headOf(record))
    }
    return entries
  }

  /**
   * Prepares the record of an edit. Its file is written with the edit in one commit: before the content file under a
   * pending name, and renamed after it. So a record that is not pending proves that its edit has happened, even after a
   * crash. With `inPlaceOf` it replaces a record that was prepared before. It sorts after the edits of the next `ahead`
   * milliseconds.
   */
  prepare(
    { text, nextText, ...described }: Predecessor,
    { inPlaceOf, ahead = 0 }: { inPlaceOf?: HistoryEntry; ahead?: number } = {},
  ): PreparedEntry {
    const { section } = described
    const now = Date.now()
    const { id, time } = inPlaceOf ?? { id: this.#nextId(section, now + ahead), time: new Date(now).toISOString() }
    const entry: HistoryEntry = { id, time, ...described }
    const from = pathOf(section, pendingName(id))
    return {
      entry,
      put: { name: from, bytes: writeRecord(entry, { text, nextText }), ifVersion: null },
      move: { from, to: pathOf(section, recordName(id)) },
    }
  }

  /** Adds an entry whose record is on disk. */
  add({ entry, put }: PreparedEntry): void {
    const { section, id } = entry
    const records = this.#recordsOf(section)
    insert(records, { id, bytes: Buffer.byteLength(put.bytes) })
    // A list that is not in memory yet is not read now: it will find the record on disk. The edit does not wait for one
    // that is being read. Whoever asks for it from now on gets it with the entry.
    void this.#lists.get(section)?.then((entries) => {
      insert(entries, entry)
    })
    this.#writeHeadsSoon(section)
    void this.#trim(section)
  }

  /** Writes the records of an edit that has happened, unless they are on disk. Rejects with StorageError. */
  async complete(entries: readonly PreparedEntry[]): Promise<void> {
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
   * After a start: finishes or drops the pending records of an edit that a crash has interrupted. `current` is the
   * version of the file now, undefined if it cannot be read. If the file still contains the predecessor of a record,
   * the edit has not happened and was not acknowledged: the records are dropped. Otherwise it may have happened, so
   * they count. If there are other nodes, `settleLeftOver` does this. Resolves to the newest record that can be read.
   */
  async settle(section: string, current: string | undefined): Promise<HistoryRecord | undefined> {
    const pending = (await this.#names(section)).filter(({ isPending }) => isPending)
    if (this.storage.hasOthers) await this.settleLeftOver(section, current)
    else if (pending.length > 0) {
      const ids = pending.map(({ id }) => id)
      await this.#settlePending(section, ids, current)
    }
    this.#lists.delete(section)
    this.#listed.delete(section)
    this.#records.set(section, await this.#readSizes(section))
    void this.#trim(section)
    return this.newest(section)
  }

  /**
   * Finishes the pending records of edits that a node has made before it ended. Drops those of edits not made within an
   * hour: until then a node may be making them. `current` is the version of the file. Rejects with StorageError.
   */
  async settleLeftOver(section: string, current: string | undefined): Promise<void> {
    for (const { id, isPending } of await this.#names(section)) {
      if (!isPending) continue
      const from = pathOf(section, pendingName(id))
      const json = await this.#readFile(section, pendingName(id))
      const record = json === undefined ? undefined : readRecord(json)
      if (json !== undefined && record && (await this.#isMade(record, current))) {
        // Not with `move`: the node that makes the edit may be renaming the record at the same time.
        await this.storage.commit([{ name: pathOf(section, recordName(id)), bytes: json }])
        await this.storage.remove(from)
        await this.takeOver(section, [recordName(id)])
      } else if (Date.now() - recordTime(id) > LEFT_OVER_MS) await this.storage.remove(from)
    }
  }

  /**
   * True if a prepared edit has been made, by this node or another: its record is not pending, the file contains its
   * text, or a later edit has replaced that. `current` is the version of the file.
   */
  async isMade({ entry, move }: PreparedEntry, current: string): Promise<boolean> {
    if (await this.storage.stat(move.to)) return true
    // Another node may have merged the edit into a later version and replaced the record.
    const json = await this.#readFile(entry.section, pendingName(entry.id))
    return this.#isMade((json === undefined ? undefined : readRecord(json)) ?? entry, current)
  }

  /**
   * Adds the record of the edit by which another node has made this version, even if that node has not renamed it yet.
   * False if the newest records do not include it.
   */
  async takeOverEdit(section: string, version: string): Promise<boolean> {
    if (!this.storage.hasOthers) return false
    for (const { id, isPending } of (await this.#names(section)).slice(0, NEWEST)) {
      const json = await this.#readFile(section, isPending ? pendingName(id) : recordName(id))
      const record = json === undefined ? undefined : readRecord(json)
      if (json === undefined || record?.replacedBy !== version) continue
      insert(this.#recordsOf(section), { id, bytes: Buffer.byteLength(json) })
      const entries = await this.#lists.get(section)
      if (entries) insert(entries, headOf(record))
      return true
    }
    return false
  }

  /** Updates the lists in memory with the records that other nodes have written or removed. */
  async takeOver(section: string, fileNames: readonly string[]): Promise<void> {
    const records = this.#recordsOf(section)
    const entries = (await this.#lists.get(section)) ?? []
    for (const fileName of fileNames) {
      const named = recordId(fileName)
      if (!named || named.isPending) continue
      const { id } = named
      const bytes = await this.#sizeOf(section, id)
      if (bytes === undefined) {
        removeWhere(records, (record) => record.id === id)
        removeWhere(entries, (entry) => entry.id === id)
        continue
      }
      insert(records, { id, bytes })
      const head = this.#lists.has(section) ? await this.#readHead(section, id) : undefined
      if (head) insert(entries, head)
    }
  }

  /** The newest record of a section that can be read. */
  async newest(section: string): Promise<HistoryRecord | undefined> {
    for (const id of await this.#readIds(section)) {
      const record = await this.#readRecord(section, recordName(id))
      if (record) return record
    }
    return undefined
  }

  /** The text that an entry stores. Rejects with HistoryEntryNotFound, or HistoryEntryDamaged if it cannot be used. */
  async text(section: string, id: string): Promise<string> {
    const known = (await this.#entries(section)).find((entry) => entry.id === id)
    if (!known) throw new HistoryEntryNotFound(id)
    const record = await this.#readEntry(section, id)
    if (!record) throw new HistoryEntryDamaged(id, 'its record on the server cannot be read')
    if (record.encoding === 'base64') throw new HistoryEntryDamaged(id, 'it is not UTF-8 text')
    if (versionOf(record.text) !== record.version) {
      throw new HistoryEntryDamaged(id, 'its record on the server was altered')
    }
    return record.text
  }

  /** The texts that the record of an entry stores, unchecked. Undefined if it cannot be read. */
  async texts(section: string, id: string): Promise<string[] | undefined> {
    const record = await this.#readEntry(section, id)
    if (!record) return undefined
    const { text, encoding, nextText } = record
    return [...(encoding === undefined ? [text] : []), ...(nextText === undefined ? [] : [nextText])]
  }

  /** Writes the caches of heads, which save time at the next start. Never rejects. */
  async close(): Promise<void> {
    clearTimeout(this.#headsTimer)
    await this.#writeHeads()
  }

  async #settlePending(section: string, ids: readonly string[], current: string | undefined) {
    const records = new Map<string, HistoryRecord | undefined>()
    for (const id of ids) {
      const json = await this.#readFile(section, pendingName(id))
      if (json !== undefined) records.set(id, readRecord(json))
    }
    const hasHappened = [...records.values()].every((record) => record?.version !== current)
    for (const [id, record] of records) {
      const pending = pathOf(section, pendingName(id))
      // An edit is made when its record is completely on disk: an incomplete record proves that it has not happened.
      if (!record || !hasHappened) await this.storage.remove(pending)
      else await this.storage.move(pending, pathOf(section, recordName(id)))
    }
  }

  async #isMade({ section, id, version, replacedBy }: HistoryEntry, current: string | undefined) {
    let isMade = replacedBy === current
    let next: HistoryRecord | undefined
    for (const { id: later, isPending } of await this.#names(section)) {
      if (later <= id) break
      const record = isPending ? undefined : await this.#readRecord(section, recordName(later))
      isMade ||= record?.version === replacedBy
      next = record ?? next
    }
    // If the next edit has replaced the same predecessor, this one was not made: both may have the same text.
    return isMade && next?.version !== version
  }

  /** An id that sorts after all existing ones, even if the clock was ahead when the newest one was made. */
  #nextId(section: string, now: number) {
    const [newest] = this.#recordsOf(section)
    return makeRecordId(newest === undefined ? now : Math.max(now, recordTime(newest.id) + 1), ++this.#sequence)
  }

  /** Removes surplus records. No edit waits for it. After a failure, the next start tries again. */
  async #trim(section: string) {
    const records = this.#recordsOf(section)
    const isOlder = ({ id }: StoredRecord, days: number) =>
      this.#age.isOverSince(`${section}/${id}`, recordTime(id), days)
    const surplus = new Set(surplusOf(records, isOlder).map(({ id }) => id))
    if (surplus.size === 0) return
    for (const id of surplus) this.#age.forget(`${section}/${id}`)
    removeWhere(records, ({ id }) => surplus.has(id))
    try {
      removeWhere((await this.#lists.get(section)) ?? [], ({ id }) => surplus.has(id))
      await this.storage.remove([...surplus].map((id) => pathOf(section, recordName(id))))
    } catch (err) {
      this.log.warn({ err, section }, 'Old history entries could not be removed')
    }
  }

  #entries(section: string) {
    let list = this.#lists.get(section)
    if (!list) {
      list = this.#readList(section)
      this.#lists.set(section, list)
      void list.then(() => this.#listed.add(section))
    }
    return list
  }

  async #readList(section: string): Promise<HistoryEntry[]> {
    const ids = await this.#readIds(section)
    const heads = ids.length > 0 ? await this.#readHeads(section) : new Map<string, HistoryEntry>()
    const entries = await Promise.all(ids.map(async (id) => heads.get(id) ?? this.#readHead(section, id)))
    if (ids.some((id) => !heads.has(id))) this.#writeHeadsSoon(section)
    return entries.filter((entry) => entry !== undefined)
  }

  async #readHead(section: string, id: string) {
    const record = await this.#limitReads(() => this.#readRecord(section, recordName(id)))
    return record && headOf(record)
  }

  async #readHeads(section: string): Promise<Map<string, HistoryEntry>> {
    try {
      const file = await this.storage.read(headsPathOf(section))
      return file ? readHeads(file.bytes.toString()) : new Map<string, HistoryEntry>()
    } catch {
      // The file is only a cache: the records contain the same.
      return new Map()
    }
  }

  #writeHeadsSoon(section: string) {
    this.#headsToWrite.add(section)
    this.#headsTimer ??= setTimeout(() => void this.#writeHeads(), HEADS_DELAY_MS).unref()
  }

  async #writeHeads() {
    this.#headsTimer = undefined
    const sections = [...this.#headsToWrite]
    this.#headsToWrite.clear()
    for (const section of sections) {
      if (this.storage.refusal()) return
      try {
        const entries = await this.#entries(section)
        await this.storage.commit([{ name: headsPathOf(section), bytes: writeHeads(entries) }])
      } catch (err) {
        this.log.warn(
          { err, section },
          'The list of history entries could not be stored. The next start reads each entry instead',
        )
      }
    }
  }

  async #readIds(section: string): Promise<string[]> {
    return (await this.#names(section)).flatMap(({ id, isPending }) => (isPending ? [] : [id]))
  }

  async #readSizes(section: string): Promise<StoredRecord[]> {
    const ids = await this.#readIds(section)
    const sizes = ids.map((id) => this.#limitReads(() => this.#sizeOf(section, id)))
    return Promise.all(ids.map(async (id, at) => ({ id, bytes: (await sizes[at]) ?? 0 })))
  }

  /** The size of a record in bytes: undefined if there is none, 0 if it cannot be read. */
  async #sizeOf(section: string, id: string) {
    return this.storage.stat(pathOf(section, recordName(id))).then(
      (stats) => stats?.size,
      () => 0,
    )
  }

  /** The records of a section, newest first. */
  async #names(section: string) {
    try {
      const entries = await this.storage.list(`${FOLDER}/${section}`)
      return entries.toReversed().flatMap(({ name }) => recordId(name) ?? [])
    } catch (error) {
      this.#reportDamaged(section, error)
      return []
    }
  }

  /** The record of a known entry. Another node may still be renaming it. */
  async #readEntry(section: string, id: string): Promise<HistoryRecord | undefined> {
    return (await this.#readRecord(section, recordName(id))) ?? (await this.#readRecord(section, pendingName(id)))
  }

  async #readRecord(section: string, name: string): Promise<HistoryRecord | undefined> {
    const json = await this.#readFile(section, name)
    const record = json === undefined ? undefined : readRecord(json)
    if (json !== undefined && !record) this.#reportDamaged(`${section}/${name}`, undefined)
    return record
  }

  /** Undefined if it cannot be read, or was removed since the folder was listed. */
  async #readFile(section: string, name: string): Promise<string | undefined> {
    try {
      return (await this.storage.read(pathOf(section, name)))?.bytes.toString()
    } catch (error) {
      this.#reportDamaged(`${section}/${name}`, error)
      return undefined
    }
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

  #recordsOf(section: string) {
    let records = this.#records.get(section)
    if (!records) this.#records.set(section, (records = []))
    return records
  }
}

/** Ids of sections that have a history, but are not among `known`: an earlier release had them. */
export async function listGoneSections(storage: Storage, known: ReadonlySet<string>): Promise<string[]> {
  const entries = await storage.list(FOLDER)
  return entries.flatMap(({ name, kind }) =>
    kind === 'folder' && !name.startsWith('.') && name !== 'lost+found' && !known.has(name) ? name : [],
  )
}

/** Permanently removes what the data folder has of a section that no longer exists. Rejects with StorageError. */
export async function removeGoneSection(storage: Storage, id: string): Promise<void> {
  await storage.remove([`${FOLDER}/${id}/`, headsPathOf(id), `data/last-good/${id}.txt`])
}

function pathOf(section: string, name: string) {
  return `${FOLDER}/${section}/${name}`
}

function headsPathOf(section: string) {
  return `${HEADS_FOLDER}/${section}.json`
}

/** Inserts an item into a list that has the newest first, unless it is in the list. */
function insert<Item extends { id: string }>(items: Item[], item: Item) {
  if (items.some(({ id }) => id === item.id)) return
  const at = items.findIndex(({ id }) => id < item.id)
  items.splice(at === -1 ? items.length : at, 0, item)
}

function removeWhere<Item>(items: Item[], isGone: (item: Item) => boolean) {
  const kept = items.filter((item) => !isGone(item))
  items.length = 0
  for (const item of kept) items.push(item)
}
