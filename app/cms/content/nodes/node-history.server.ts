import { insert, removeWhere, type HistoryIndex } from '#app/cms/content/history/history-index.ts'
import {
  headOf,
  preparedName,
  readRecord,
  recordId,
  recordName,
  recordTime,
  type HistoryRecord,
  type PreparedEntry,
} from '#app/cms/content/history/history-record.ts'
import { recordPath, type RecordFiles } from '#app/cms/content/history/record-files.server.ts'
import type { HistoryEntry } from '#app/cms/content/history/history-entry.ts'
import type { Storage } from '#app/cms/storage/storage.ts'

/** A record that has been prepared for so long (ms) belongs to a node that has ended. */
const ABANDONED_MS = 3600_000

/** How many of the newest records are searched for an edit of another node. */
const NEWEST = 12

/** The part of the history that is needed where several nodes write to one storage. */
export class NodeHistory {
  constructor(
    private readonly storage: Storage,
    private readonly files: RecordFiles,
    private readonly index: HistoryIndex,
  ) {}

  /**
   * Commits the prepared records of edits that a node has made before it ended. Removes those of edits not made within
   * an hour: until then a node may be making them. `current` is the version of the file. Rejects with StorageError.
   */
  async recoverRecords(section: string, current: string | undefined): Promise<void> {
    for (const { id, isPrepared } of await this.files.list(section)) {
      if (!isPrepared) continue
      const from = recordPath(section, preparedName(id))
      const json = await this.files.text(section, preparedName(id))
      const record = json === undefined ? undefined : readRecord(json)
      if (json !== undefined && record && (await this.#isMade(record, current))) {
        // Not with `move`: the node that makes the edit may be renaming the record at the same time.
        await this.storage.commit([{ name: recordPath(section, recordName(id)), bytes: json }])
        await this.storage.remove(from)
        await this.takeOver(section, [recordName(id)])
      } else if (Date.now() - recordTime(id) > ABANDONED_MS) await this.storage.remove(from)
    }
  }

  /**
   * True if a prepared edit has been made, by this node or another: its record is committed, the file contains its
   * text, or a later edit has replaced that. `current` is the version of the file.
   */
  async isMade({ entry, move }: PreparedEntry, current: string): Promise<boolean> {
    if (await this.storage.stat(move.to)) return true
    // Another node may have merged the edit into a later version and replaced the record.
    const json = await this.files.text(entry.section, preparedName(entry.id))
    return this.#isMade((json === undefined ? undefined : readRecord(json)) ?? entry, current)
  }

  /**
   * Adds the record of the edit by which another node has made this version, even if that node has not committed it
   * yet. False if the newest records do not include it.
   */
  async takeOverEdit(section: string, version: string): Promise<boolean> {
    if (!this.storage.hasOthers) return false
    for (const { id, isPrepared } of (await this.files.list(section)).slice(0, NEWEST)) {
      const json = await this.files.text(section, isPrepared ? preparedName(id) : recordName(id))
      const record = json === undefined ? undefined : readRecord(json)
      if (json === undefined || record?.replacedBy !== version) continue
      insert(this.index.records(section), { id, bytes: Buffer.byteLength(json) })
      const entries = await this.index.entries(section)
      if (entries) insert(entries, headOf(record))
      return true
    }
    return false
  }

  /** Updates the lists in memory with the records that other nodes have written or removed. */
  async takeOver(section: string, fileNames: readonly string[]): Promise<void> {
    const records = this.index.records(section)
    const entries = (await this.index.entries(section)) ?? []
    for (const fileName of fileNames) {
      const named = recordId(fileName)
      if (!named || named.isPrepared) continue
      const { id } = named
      const bytes = await this.files.size(section, id)
      if (bytes === undefined) {
        removeWhere(records, (record) => record.id === id)
        removeWhere(entries, (entry) => entry.id === id)
        continue
      }
      insert(records, { id, bytes })
      const head = this.index.entries(section) ? await this.files.head(section, id) : undefined
      if (head) insert(entries, head)
    }
  }

  async #isMade({ section, id, version, replacedBy }: HistoryEntry, current: string | undefined) {
    let isMade = replacedBy === current
    let next: HistoryRecord | undefined
    for (const { id: later, isPrepared } of await this.files.list(section)) {
      if (later <= id) break
      const record = isPrepared ? undefined : await this.files.read(section, later)
      isMade ||= record?.version === replacedBy
      next = record ?? next
    }
    // If the next edit has replaced the same predecessor, this one was not made: both may have the same text.
    return isMade && next?.version !== version
  }
}
