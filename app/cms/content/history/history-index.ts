import type { HistoryEntry } from '#app/cms/content/history/history-entry.ts'

/** A committed record. */
export interface IndexedRecord {
  id: string
  /** Undefined until it is needed: a start reads no sizes. */
  bytes?: number
}

/**
 * What is known in memory of the history: the committed records of each section, and the lists of entries that were read
 * or are being read. All are newest first.
 */
export class HistoryIndex {
  readonly #records = new Map<string, IndexedRecord[]>()
  readonly #lists = new Map<string, Promise<HistoryEntry[]>>()
  /** The sections whose list has been read completely. */
  readonly #complete = new Set<string>()

  records(section: string): IndexedRecord[] {
    let records = this.#records.get(section)
    if (!records) this.#records.set(section, (records = []))
    return records
  }

  /** The entries of a section, undefined if they were not asked for yet. */
  entries(section: string): Promise<HistoryEntry[]> | undefined {
    return this.#lists.get(section)
  }

  isComplete(section: string): boolean {
    return this.#complete.has(section)
  }

  /** The entries of a section. `read` reads them the first time. */
  entriesOr(section: string, read: () => Promise<HistoryEntry[]>): Promise<HistoryEntry[]> {
    let list = this.#lists.get(section)
    if (!list) {
      list = read()
      this.#lists.set(section, list)
      void list.then(() => this.#complete.add(section))
    }
    return list
  }

  /** Forgets the entries of a section, and replaces its records. */
  reset(section: string, records: IndexedRecord[]): void {
    this.#lists.delete(section)
    this.#complete.delete(section)
    this.#records.set(section, records)
  }
}

/** Inserts an item into a list that has the newest first, unless it is in the list. */
export function insert<Item extends { id: string }>(items: Item[], item: Item): void {
  if (items.some(({ id }) => id === item.id)) return
  const at = items.findIndex(({ id }) => id < item.id)
  items.splice(at === -1 ? items.length : at, 0, item)
}

/** Removes items from a list in place. */
export function removeWhere<Item>(items: Item[], isRemoved: (item: Item) => boolean): void {
  const kept = items.filter((item) => !isRemoved(item))
  items.length = 0
  for (const item of kept) items.push(item)
}
