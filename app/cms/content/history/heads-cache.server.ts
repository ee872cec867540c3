import type { Logger } from '#app/cms/platform/log.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import type { HistoryEntry } from '#app/cms/content/history/history-entry.ts'
import { readHeads, writeHeads } from './history-record.ts'

const FOLDER = 'data/history-heads'

/** How long after an edit the file of heads is written (ms): once for many edits. */
const DELAY_MS = 10_000

/** The name of the file with the heads of a section's records. */
function headsPath(section: string): string {
  return `${FOLDER}/${section}.json`
}

/**
 * One file for each section with the heads of its records, so that a start need not read every record. The files are
 * only a cache and may be deleted.
 */
export class HeadsCache {
  readonly #toWrite = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly storage: Storage,
    private readonly log: Logger,
    private readonly entriesOf: (section: string) => Promise<readonly HistoryEntry[]>,
  ) {}

  /** The stored heads by id; none if there is no usable file. */
  async read(section: string): Promise<Map<string, HistoryEntry>> {
    try {
      const file = await this.storage.read(headsPath(section))
      return file ? readHeads(file.bytes.toString()) : new Map<string, HistoryEntry>()
    } catch {
      // The records contain the same.
      return new Map()
    }
  }

  /** Writes the file of a section after some time. */
  writeSoon(section: string): void {
    this.#toWrite.add(section)
    this.#timer ??= setTimeout(() => void this.#write(), DELAY_MS).unref()
  }

  /** Writes what is still to be written. Never rejects. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#write()
  }

  async #write() {
    this.#timer = undefined
    const sections = [...this.#toWrite]
    this.#toWrite.clear()
    for (const section of sections) {
      if (this.storage.refusal()) return
      try {
        const entries = await this.entriesOf(section)
        await this.storage.commit([{ name: headsPath(section), bytes: writeHeads(entries) }])
      } catch (err) {
        this.log.warn(
          { err, section },
          'The list of history entries could not be stored. The next start reads each entry instead',
        )
      }
    }
  }
}
