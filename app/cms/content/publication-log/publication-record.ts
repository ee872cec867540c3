import { z } from 'zod'
import { headOf, readRecord, type PreparedEntry } from '#app/cms/content/history/history-record.ts'

/** The folder of the log. It has one file for each pending publication. */
export const LOG_FOLDER = 'data/publishing'

/** A record contains each text three times, and a section may have 4 MB. */
export const MAX_RECORD_BYTES = 256_000_000

/** Names of a file in the storage before and after a publication. */
export interface FileMove {
  from: string
  to: string
}

/** A file of the data folder that is written with a publication. */
export interface DataFile {
  name: string
  text: string
}

/** A file that is written with the record of a publication and commits it. */
export interface CommittingFile extends DataFile {
  /** The version that the file must have before; null: there must be no file. */
  ifVersion: string | null
}

/** The file whose version commits a publication. */
interface CommitPoint {
  name: string
  version: string
}

/** The next text of a section, as a publication writes it to the section's file. */
export interface PendingText {
  text: string
  /** Version that the file had when the publication was prepared; null: there was no file. */
  ifVersion: string | null
  /** The prepared records of the history, the most important one last. */
  entries: readonly PreparedEntry[]
}

/**
 * Everything that a publication changes: whole texts, so that it can be applied again. Once it is committed, it is
 * public; before, nothing has happened.
 */
export interface PublicationRecord {
  /** Unique: no two attempts to publish have the same. */
  id: string
  /**
   * What commits the publication: it counts only while this file has exactly this version. So a record that is written
   * late, or is left behind after an undo, has no effect. Undefined: the publication counts as soon as its record exists.
   */
  committedBy?: CommitPoint | undefined
  /** What is published, in words: the reason in the history. */
  reason: string
  sections: readonly (PendingText & { section: string })[]
  /** Staged files, and the names to which they are moved. */
  moves: readonly FileMove[]
  /** Files of the data folder that describe the publication. */
  dataFiles: readonly DataFile[]
}

const move = z.object({ from: z.string(), to: z.string() })

const storedRecord = z.object({
  format: z.literal(1),
  id: z.string(),
  committedBy: z.object({ name: z.string(), version: z.string() }).optional(),
  reason: z.string(),
  sections: z.array(
    z.object({
      section: z.string(),
      text: z.string(),
      ifVersion: z.string().nullable(),
      entries: z.array(move.extend({ text: z.string() })),
    }),
  ),
  moves: z.array(move),
  dataFiles: z.array(z.object({ name: z.string(), text: z.string() })),
})

export function publicationRecordName(id: string): string {
  return `${LOG_FOLDER}/${id}.json`
}

/** The bytes of a record's file. Throws RangeError if the publication is too large. */
export function encodeRecord({ id, committedBy, reason, sections, moves, dataFiles }: PublicationRecord): Uint8Array {
  const bytes = Buffer.from(
    JSON.stringify({
      format: 1,
      id,
      committedBy,
      reason,
      sections: sections.map(({ section, text, ifVersion, entries }) => ({
        section,
        text,
        ifVersion,
        entries: entries.map((entry) => ({ ...entry.move, text: entry.put.bytes })),
      })),
      moves: [...moves],
      dataFiles: [...dataFiles],
    } satisfies z.input<typeof storedRecord>),
  )
  if (bytes.byteLength > MAX_RECORD_BYTES)
    throw new RangeError('The publication is larger than the site can publish at once')
  return bytes
}

/** Reads the text of a record's file. Throws SyntaxError or ZodError if it is damaged. */
export function decodeRecord(text: string): PublicationRecord {
  const { id, committedBy, reason, sections, moves, dataFiles } = storedRecord.parse(JSON.parse(text))
  return {
    id,
    committedBy,
    reason,
    sections: sections.map(({ entries, ...section }) => ({
      ...section,
      entries: entries.flatMap((entry) => decodeEntry(entry) ?? []),
    })),
    moves,
    dataFiles,
  }
}

function decodeEntry({ from, to, text }: FileMove & { text: string }): PreparedEntry | undefined {
  const record = readRecord(text)
  return record && { entry: headOf(record), put: { name: from, bytes: text, ifVersion: null }, move: { from, to } }
}
