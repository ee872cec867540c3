import { mkdirSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { limitConcurrency } from '#app/limit-concurrency.ts'
import { discardStaged, isTemporaryName, removeDurably, renameStaged, stageDurably, syncFolder } from './durable-file.server.ts'
import { HistoryEntryNotFound } from './errors.ts'
import type { HistoryEntry, Logger } from './store.types.ts'

/** Entries kept for each section; the oldest go first. */
const MAX_ENTRIES = 1_000

/** An edit to record: the text that is about to be replaced and what replaces it. */
export type Predecessor = Omit<HistoryEntry, 'id' | 'time'> & { text: string }

export interface StagedEntry {
  entry: HistoryEntry
  /** Makes it an entry, which lasts once `sync` has resolved. */
  commit(): Promise<void>
  sync(): Promise<void>
  withdraw(): Promise<void>
}

/**
 * The predecessors of every edit, one JSON file each below `{folder}/{section}/`. File names sort by time.
 * The list of a section is read from disk once and then kept in memory, without the texts.
 */
export class ContentHistory {
  readonly #folder: string
  readonly #log: Logger
  /** Sections may have a thousand files each, and a process may not open as many at once. */
  readonly #readGate = limitConcurrency({ running: 16, waiting: Infinity })
  readonly #lists = new Map<string, Promise<HistoryEntry[]>>()
  #sequence = 0

  constructor(folder: string, log: Logger) {
    this.#folder = folder
    this.#log = log
    mkdirSync(folder, { recursive: true })
  }

  /** Past edits of a section, newest first. */
  async list(section: string): Promise<HistoryEntry[]> {
    return [...(await this.#entries(section))]
  }

  /**
   * Puts a predecessor on disk under a temporary name. `commit` and `sync` make it an entry, `withdraw` leaves no trace of
   * it, at whichever stage. In two steps so that it can be written at the same time as the file that replaces it.
   */
  async stage({ text, ...described }: Predecessor): Promise<StagedEntry> {
    const time = new Date().toISOString()
    const id = `${time.replace(/[-:.]/g, '')}-${String(++this.#sequence).padStart(6, '0')}`
    const entry: HistoryEntry = { id, time, ...described }
    const file = this.#file(entry.section, id)
    const staged = await stageDurably(file, JSON.stringify({ ...entry, text }))
    return {
      entry,
      commit: async () => {
        await renameStaged(staged)
        // A list that nobody has asked for yet is not read for this: it will find the entry on disk.
        const entries = await this.#lists.get(entry.section)
        if (!entries || entries.some(({ id: known }) => known === id)) return
        entries.unshift(entry)
        void this.#removeOld(entries.splice(MAX_ENTRIES))
      },
      sync: () => syncFolder(path.dirname(file)),
      withdraw: async () => {
        await discardStaged(staged.temporary)
        await removeDurably(file)
        const entries = await this.#lists.get(entry.section)
        const place = entries?.findIndex(({ id: known }) => known === id) ?? -1
        if (place >= 0) entries?.splice(place, 1)
      },
    }
  }

  /**
   * Forgets entries of edits that never came about: the process was killed after it had recorded what it was about to
   * replace, but before it did. `version` is what stands. Answers the newest entry that is left, having read no more of them
   * than that takes.
   */
  async withdrawUnfinished(section: string, version: string): Promise<HistoryEntry | undefined> {
    for (const name of await this.#names(section)) {
      const entry = await this.#readFile(section, name)
      if (entry === undefined) continue
      if (entry.version !== version || entry.replacedBy === version) return entry
      await removeDurably(path.join(this.#folder, section, name))
      this.#lists.delete(section)
    }
    return undefined
  }

  /** The text an entry keeps. Throws HistoryEntryNotFound. */
  async text(section: string, id: string): Promise<string> {
    const known = (await this.#entries(section)).find((entry) => entry.id === id)
    if (!known) throw new HistoryEntryNotFound(id)
    const stored = readEntry(await readFile(this.#file(section, id), 'utf8'))
    if (!stored) throw new HistoryEntryNotFound(id)
    return stored.text
  }

  /** No edit waits for it. What a failure leaves over goes when the list is next read from disk. */
  async #removeOld(entries: readonly HistoryEntry[]) {
    try {
      for (const { section, id } of entries) await removeDurably(this.#file(section, id))
    } catch (err) {
      this.#log.warn({ err }, 'Old history entries could not be removed')
    }
  }

  #entries(section: string) {
    let list = this.#lists.get(section)
    if (!list) {
      list = this.#read(section)
      this.#lists.set(section, list)
      // A list that could not be read is tried again the next time.
      list.catch(() => this.#lists.delete(section))
    }
    return list
  }

  async #read(section: string): Promise<HistoryEntry[]> {
    const names = await this.#names(section)
    const found = await Promise.all(names.map((name) => this.#readGate(() => this.#readFile(section, name))))
    const entries = found.filter((entry) => entry !== undefined)
    void this.#removeOld(entries.splice(MAX_ENTRIES))
    return entries
  }

  /** Names of a section's entries, newest first. */
  async #names(section: string): Promise<string[]> {
    const names = await readdir(path.join(this.#folder, section)).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
      throw error
    })
    return names
      .filter((name) => !isTemporaryName(name))
      .sort()
      .reverse()
  }

  async #readFile(section: string, name: string): Promise<HistoryEntry | undefined> {
    const stored = readEntry(await readFile(path.join(this.#folder, section, name), 'utf8'))
    if (!stored) this.#log.warn({ section, entry: name }, 'A damaged history entry is left out')
    return stored && withoutText(stored)
  }

  #file(section: string, id: string) {
    return path.join(this.#folder, section, `${id}.json`)
  }
}

function readEntry(json: string) {
  try {
    return storedEntry.parse(JSON.parse(json))
  } catch {
    return undefined
  }
}

function withoutText({ text: _text, ...entry }: z.infer<typeof storedEntry>): HistoryEntry {
  return entry
}

const storedEntry = z.object({
  id: z.string(),
  section: z.string(),
  time: z.iso.datetime(),
  author: z.string(),
  reason: z.string(),
  version: z.string(),
  replacedBy: z.string(),
  summary: z
    .object({
      changes: z.number(),
      fields: z.array(z.string()),
      removed: z.array(z.object({ list: z.string(), id: z.string(), title: z.string() })),
      changed: z.array(z.object({ list: z.string(), id: z.string() })).optional(),
    })
    .optional(),
  text: z.string(),
})
