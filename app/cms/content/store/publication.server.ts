import { setTimeout as delay } from 'node:timers/promises'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { DiskTrust } from '#app/cms/storage/disk/disk-trust.server.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import { type Storage, FileUnreadable } from '#app/cms/storage/storage.ts'
import { z } from 'zod'
import type { PreparedEntry } from './history.server.ts'
import { headOf, readRecord } from './history-record.ts'
import type { UnwrittenText } from './section-file.server.ts'

const FOLDER = 'data/publishing'

/** A record contains each text three times, and a section may have 4 MB. */
export const MAX_RECORD_BYTES = 256_000_000

const move = z.object({ from: z.string(), to: z.string() })
const written = z.object({ name: z.string(), text: z.string() })

const publishingRecord = z.object({
  format: z.literal(1),
  id: z.string(),
  /** What was published, in words: the reason in the history. */
  reason: z.string(),
  sections: z.array(
    z.object({
      section: z.string(),
      text: z.string(),
      ifVersion: z.string().nullable(),
      /** Records of the history: the name before the publication, the name after it, and the text. */
      entries: z.array(move.extend({ text: z.string() })),
    }),
  ),
  /** Staged files, and the names to which they are moved. */
  files: z.array(move),
  /** Files of the data folder that describe the publication. */
  puts: z.array(written),
})

/**
 * Everything that a publication needs to be completed, in one file of the data folder. Once this file is on disk, all
 * of it is published; before, nothing is.
 */
export type PublishingRecord = z.output<typeof publishingRecord>

/** The name of the record of a publication in the storage. */
export function publishingRecordName(id: string) {
  return `${FOLDER}/${id}.json`
}

/** The text that a record has for a section, to be written to its file. */
export function unwrittenTextOf({ text, ifVersion, entries }: PublishingRecord['sections'][number]): UnwrittenText {
  return { text, ifVersion, entries: entries.flatMap((entry) => preparedEntry(entry) ?? []) }
}

function preparedEntry({ from, to, text }: { from: string; to: string; text: string }): PreparedEntry | undefined {
  const record = readRecord(text)
  return record && { entry: headOf(record), put: { name: from, bytes: text, ifVersion: null }, move: { from, to } }
}

/** The sorted ids of publications that are public but not completely written. None if the folder cannot be listed. */
export async function listPublications(storage: Pick<Storage, 'list'>): Promise<string[]> {
  const entries = await storage.list(FOLDER).catch(() => [])
  return entries.flatMap(({ name, kind }) => (kind === 'file' && name.endsWith('.json') ? name.slice(0, -5) : []))
}

/** The record of a publication. Undefined if there is none, or if it cannot be read, which is reported. */
export async function readPublication(
  storage: Pick<Storage, 'read'>,
  id: string,
  health: HealthReports,
): Promise<PublishingRecord | undefined> {
  const name = publishingRecordName(id)
  try {
    const file = await storage.read(name, { maxBytes: MAX_RECORD_BYTES })
    return file && publishingRecord.parse(JSON.parse(file.bytes.toString()))
  } catch (error) {
    if (!(error instanceof FileUnreadable || error instanceof SyntaxError || error instanceof z.ZodError)) throw error
    health.report(
      {
        id: 'publication-damaged',
        message: `A publication cannot be completed, because its record cannot be read: ${name}. Check the sections of the release, then remove this file.`,
      },
      error,
    )
    return undefined
  }
}

/** The publications that a kill or a disk fault has interrupted, sorted by id. An unreadable record is left out. */
export async function readPublications(
  storage: Pick<Storage, 'list' | 'read'>,
  health: HealthReports,
): Promise<PublishingRecord[]> {
  const read = (await listPublications(storage)).map((id) => readPublication(storage, id, health))
  return (await Promise.all(read)).flatMap((publication) => publication ?? [])
}

interface Options {
  storage: Storage
  unrecorded: DiskTrust
  health: HealthReports
  /** Each writes the published text of one section to its file. */
  writeSections: readonly (() => Promise<void>)[]
  /** Moves the staged files to their names. Left out: they are moved in the storage only, without a notification. */
  moveFiles?: (() => Promise<void>) | undefined
}

/** A publication whose record is on disk: it is public, and its files are still to be written. */
export class Publication {
  readonly #publicSince = performance.now()

  constructor(
    private readonly record: PublishingRecord,
    private readonly options: Options,
  ) {}

  /** Writes all and removes the record. Never rejects: a fault is retried, and no edit is accepted until then. */
  async finish(): Promise<void> {
    const { unrecorded, health } = this.options
    const { id, reason } = this.record
    try {
      await this.#write()
    } catch (error) {
      health.report(
        {
          id: PROBLEM,
          message: `“${reason}” is public, but the server could not write all of its files to the disk. The server tries again every few seconds. Until then, nothing can be saved. Do not remove the file data/publishing/${id}.json.`,
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
    // Without a record, another node has completed the publication, and these files may have changed since.
    if (!(await storage.stat(publishingRecordName(this.record.id)))) return
    for (const { name, text } of this.record.puts) await storage.commit([{ name, bytes: text }])
    if (storage.hasOthers) await delay(Math.max(0, this.#publicSince + SEEN_MS - performance.now()))
    await storage.remove(publishingRecordName(this.record.id))
  }
}

/** How long the record exists at least (ms), so that the other nodes see it and show the publication as a whole. */
const SEEN_MS = 1_000

const PROBLEM = 'publication-unfinished'

/** Moves a staged file, unless that was done before. */
async function moveStaged(storage: Storage, { from, to }: { from: string; to: string }) {
  if (await storage.stat(from)) await storage.move(from, to)
}
