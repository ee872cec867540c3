import { z } from 'zod'
import type { HistoryEntry } from '#app/cms/content/history/history-entry.ts'
import type { Put } from '#app/cms/storage/storage.ts'

/** An edit to record: the text to be replaced, or its bytes if they are not UTF-8, and the text that replaces it. */
export interface Predecessor extends Omit<HistoryEntry, 'id' | 'time'> {
  text: string | Uint8Array
  nextText: string
}

/** A prepared record: its edit has not happened yet. */
export interface PreparedEntry {
  entry: HistoryEntry
  /** To be written before the edit: the prepared record. */
  put: Put & { bytes: string }
  /** To be carried out with the edit: the record is committed. */
  move: { from: string; to: string }
}

/** The content of a record's file. */
export type HistoryRecord = z.output<typeof historyRecord>

/** The file name of a committed record: its edit has happened. */
export function recordName(id: string) {
  return `${id}.json`
}

/** The file name of a prepared record: its edit has not happened yet, or was interrupted. */
export function preparedName(id: string) {
  return `${id}.pending`
}

/** The id in the name of a record's file; undefined for other names. Ids sort by their time. */
export function recordId(name: string): { id: string; isPrepared: boolean } | undefined {
  const [, id, ending] = /^(\d{8}T\d{9}Z-\d{6,})\.(json|pending)$/.exec(name) ?? []
  return id === undefined ? undefined : { id, isPrepared: ending === 'pending' }
}

/** An id for a record made at `time` (milliseconds since 1970). */
export function makeRecordId(time: number, sequence: number) {
  return `${new Date(time).toISOString().replace(/[-:.]/g, '')}-${String(sequence).padStart(6, '0')}`
}

/** The time in an id, in milliseconds since 1970. */
export function recordTime(id: string) {
  return Date.parse(id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z.*$/, '$1-$2-$3T$4:$5:$6.$7Z'))
}

export function writeRecord(entry: HistoryEntry, { text, nextText }: Pick<Predecessor, 'text' | 'nextText'>) {
  const kept = typeof text === 'string' ? { text } : { text: Buffer.from(text).toString('base64'), encoding: 'base64' }
  return JSON.stringify({ ...entry, ...kept, nextText })
}

/** Undefined if the text is not a record. */
export function readRecord(json: string): HistoryRecord | undefined {
  try {
    return historyRecord.parse(JSON.parse(json))
  } catch {
    return undefined
  }
}

/** The part of a record that lists show. */
export function headOf({ text: _text, nextText: _next, encoding: _encoding, ...entry }: HistoryRecord): HistoryEntry {
  return entry
}

const editedValue = z.object({ before: z.string(), after: z.string() })

const historyEntry = z.object({
  id: z.string(),
  section: z.string(),
  time: z.iso.datetime(),
  author: z.string(),
  approvedBy: z.string().optional(),
  reason: z.string(),
  undoes: z.enum(['edit', 'undo']).optional(),
  version: z.string(),
  replacedBy: z.string(),
  summary: z
    .object({
      changes: z.number(),
      fields: z.array(z.string()),
      values: editedValue.optional(),
      each: z.array(editedValue).optional(),
      removed: z.array(z.object({ list: z.string(), id: z.string(), title: z.string() })),
      changed: z.array(z.object({ list: z.string(), id: z.string() })).optional(),
    })
    .optional(),
})

const historyRecord = historyEntry.extend({
  text: z.string(),
  /** Set if the predecessor was not UTF-8: `text` holds its bytes. */
  encoding: z.literal('base64').optional(),
  /**
   * The text that replaced it. Needed if the content file loses that text before another record stores it: the file was
   * replaced while the process was down, or `content/` comes from an older backup than `data/`.
   */
  nextText: z.string(),
})

/**
 * A cache of the heads of a section's records in one file: a list is shown without reading every record with its texts.
 * The file may be deleted. A change of the layout needs a new version number.
 */
const headsFile = z.object({ version: z.literal(1), entries: z.array(historyEntry) })

export function writeHeads(entries: readonly HistoryEntry[]): string {
  return JSON.stringify({ version: 1, entries })
}

/** The heads by id; none if the file is damaged or of another version. */
export function readHeads(json: string): Map<string, HistoryEntry> {
  try {
    return new Map(headsFile.parse(JSON.parse(json)).entries.map((entry) => [entry.id, entry]))
  } catch {
    return new Map()
  }
}
