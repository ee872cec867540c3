import { setTimeout as delay } from 'node:timers/promises'
import type { HealthReports } from '#app/platform/health.server.ts'
import type { DiskTrust } from '#app/storage/disk-trust.server.ts'
import { limitConcurrency } from '#app/storage/limit-concurrency.ts'
import type { Storage } from '#app/storage/storage.ts'
import { publishingRecordName, type PublishingRecord } from './publishing-record.ts'

interface Options {
  storage: Storage
  unrecorded: DiskTrust
  health: HealthReports
  /** Writes what the files of sections owe. */
  writeSections: readonly (() => Promise<void>)[]
  /** Moves the staged files to where they belong. Left out: they are moved in the storage, and nobody is told. */
  moveFiles?: (() => Promise<void>) | undefined
}

/** A publication whose record is on disk: it is public, and what it consists of is still to be written in its places. */
export class Publication {
  readonly #publicSince = performance.now()

  constructor(
    private readonly record: PublishingRecord,
    private readonly options: Options,
  ) {}

  /** Writes everything and removes the record. Never rejects: after a fault it is tried again, and no edit is accepted before. */
  async finish(): Promise<void> {
    const { unrecorded, health } = this.options
    const { id, reason } = this.record
    try {
      await this.#write()
    } catch (error) {
      health.report(
        {
          id: PROBLEM,
          message: `“${reason}” is public, but the disk of the server did not take all of its files yet. Saves are refused until it does, which is tried every few seconds. Do not remove the file data/publishing/${id}.json.`,
        },
        error,
      )
      unrecorded.lose(`publication ${id}`, error, async () => {
        await this.#write()
        health.clear(PROBLEM)
      })
    }
  }

  async #write() {
    const { storage, writeSections, moveFiles } = this.options
    const write = limitConcurrency({ running: 8, waiting: Infinity })
    const written = await Promise.allSettled(writeSections.map(write))
    for (const result of written) if (result.status === 'rejected') throw result.reason
    if (moveFiles) await moveFiles()
    else for (const file of this.record.files) await moveStaged(storage, file)
    // Another node has completed it. What these files tell may have changed since.
    if (!(await storage.stat(publishingRecordName(this.record.id)))) return
    for (const { name, text } of this.record.puts) await storage.commit([{ name, bytes: text }])
    if (storage.hasOthers) await delay(Math.max(0, this.#publicSince + SEEN_MS - performance.now()))
    await storage.remove(publishingRecordName(this.record.id))
  }
}

/** The record stays for so long at least (ms): the other nodes have seen it by then, and shown all of it at once. */
const SEEN_MS = 1_000

const PROBLEM = 'publication-unfinished'

/** Does nothing with a file that is in its place already. */
async function moveStaged(storage: Storage, { from, to }: { from: string; to: string }) {
  if (await storage.stat(from)) await storage.move(from, to)
}
