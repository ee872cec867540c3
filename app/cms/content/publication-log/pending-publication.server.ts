import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { DiskTrust } from '#app/cms/storage/disk/disk-trust.server.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { publicationRecordName, type FileMove, type PublicationRecord } from './publication-record.ts'

interface Options {
  storage: Storage
  diskTrust: DiskTrust
  health: HealthReports
  /** Each writes the pending text of one section to its file. It may be called again. */
  applySections: readonly (() => Promise<void>)[]
  /** Moves the staged files to their names. Left out: they are moved in the storage only, without a notification. */
  moveFiles?: (() => Promise<void>) | undefined
}

/** A committed publication: it is public, and its files are still to be written. */
export class PendingPublication {
  readonly #publicSince = performance.now()

  constructor(
    private readonly record: PublicationRecord,
    private readonly options: Options,
  ) {}

  /**
   * Applies the publication to all files and removes its record. Never rejects: a fault is retried, and no edit is
   * accepted until then.
   */
  async complete(): Promise<void> {
    const { diskTrust, health } = this.options
    const { id, reason } = this.record
    try {
      await this.#apply()
    } catch (error) {
      health.report(
        {
          id: PROBLEM,
          message: `“${reason}” is public, but the server could not write all of its files to the disk. The server tries again every few seconds. Until then, nothing can be saved. Do not remove the file data/publishing/${id}.json.`,
        },
        error,
      )
      diskTrust.lose(`publication ${id}`, error, async () => {
        await this.#apply()
        health.clear(PROBLEM)
      })
    }
  }

  /** Can be repeated: the record has whole texts, and what was applied before is left as it is. */
  async #apply() {
    const { storage, applySections, moveFiles } = this.options
    const { id, moves, dataFiles } = this.record
    const move = async () => {
      if (moveFiles) await moveFiles()
      else for (const one of moves) await moveStaged(storage, one)
    }
    // Content never names a file that is not there, also for those who do not see the record.
    const isPublishing = moves.some(({ to }) => to.startsWith('uploads/'))
    if (isPublishing) {
      // The other processes get time to show the publication: until then, they would show its files alone.
      await storage.whenSeen(this.#publicSince)
      await move()
    }
    const limit = limitConcurrency({ running: 8, waiting: Infinity })
    const applied = await Promise.allSettled(applySections.map((apply) => limit(apply)))
    for (const result of applied) if (result.status === 'rejected') throw result.reason
    if (!isPublishing) await move()
    for (const { name, text } of dataFiles) await storage.commit([{ name, bytes: text }])
    // Who sees its record shows the publication as a whole.
    await storage.whenSeen(this.#publicSince)
    await storage.remove(publicationRecordName(id))
  }
}

const PROBLEM = 'publication-unfinished'

/** Moves a staged file, unless that was done before. */
async function moveStaged(storage: Storage, { from, to }: FileMove) {
  if (await storage.stat(from)) await storage.move(from, to)
}
