import { z } from 'zod'
import { FileUnreadable, type Storage } from '#app/storage/storage.ts'
import type { HealthReports } from '#app/platform/health.server.ts'
import type { PreparedEntry } from './history.server.ts'
import { headOf, readRecord } from './history-record.ts'
import type { OwedText } from './section-file.server.ts'

const FOLDER = 'data/publishing'

/** The record holds each text three times, and a section may have 4 MB. */
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
      /** Records of the history: the name before the change, the name from then on, and what they hold. */
      entries: z.array(move.extend({ text: z.string() })),
    }),
  ),
  /** Staged files, and where they belong. */
  files: z.array(move),
  /** Files of the data folder that tell of it. */
  puts: z.array(written),
})

/**
 * Everything that a publication needs to be completed, in one file of the data folder. Once this file is on disk, all of it is
 * published; before, nothing is.
 */
export type PublishingRecord = z.output<typeof publishingRecord>

/** The name of the record of a publication in the storage. */
export function publishingRecordName(id: string) {
  return `${FOLDER}/${id}.json`
}

/** What a record says of a section, as its file owes it. */
export function owedTextOf({ text, ifVersion, entries }: PublishingRecord['sections'][number]): OwedText {
  return { text, ifVersion, entries: entries.flatMap((entry) => preparedEntry(entry) ?? []) }
}

function preparedEntry({ from, to, text }: { from: string; to: string; text: string }): PreparedEntry | undefined {
  const record = readRecord(text)
  return record && { entry: headOf(record), put: { name: from, bytes: text, ifVersion: null }, move: { from, to } }
}

/**
 * The publications that a kill or a fault of the disk has cut short, the oldest first. A record that cannot be read is reported
 * and left where it is. Resolves to none if the folder cannot be listed.
 */
export async function readPublishingRecords(
  storage: Pick<Storage, 'list' | 'read'>,
  health: HealthReports,
): Promise<PublishingRecord[]> {
  const entries = await storage.list(FOLDER).catch(() => [])
  const records: PublishingRecord[] = []
  for (const { name, kind } of entries) {
    if (kind !== 'file' || !name.endsWith('.json')) continue
    try {
      const file = await storage.read(`${FOLDER}/${name}`, { maxBytes: MAX_RECORD_BYTES })
      if (file) records.push(publishingRecord.parse(JSON.parse(file.bytes.toString())))
    } catch (error) {
      if (!(error instanceof FileUnreadable || error instanceof SyntaxError || error instanceof z.ZodError)) throw error
      health.report(
        {
          id: 'publication-damaged',
          message: `A publication cannot be completed, since its record cannot be read: ${FOLDER}/${name}. Look at the sections of the release, and remove this file.`,
        },
        error,
      )
    }
  }
  return records
}
