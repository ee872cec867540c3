import { z } from 'zod'
import type { HistoryEntry } from './store.types.ts'

/** An edit to record: the text (or the bytes that are none) that is about to be replaced, and the text that replaces it. */
export interface Predecessor extends Omit<HistoryEntry, 'id' | 'time'> {
  text: string | Uint8Array
  nextText: string
}

/** What a record's file holds. */
export type HistoryRecord = z.output<typeof historyRecord>

/** The file of a record that counts. */
export function recordName(id: string) {
  return `${id}.json`
}

/** The file of a record whose edit has not happened yet. */
export function pendingName(id: string) {
  return `${id}.pending`
}

/** The id in the name of a record's file, where it is one. Ids sort by their time. */
export function recordId(name: string): { id: string; isPending: boolean } | undefined {
  const [, id, ending] = /^(\d{8}T\d{9}Z-\d{6,})\.(json|pending)$/.exec(name) ?? []
  return id === undefined ? undefined : { id, isPending: ending === 'pending' }
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

/** Undefined where the text of the file is no record. */
export function readRecord(json: string): HistoryRecord | undefined {
  try {
    return historyRecord.parse(JSON.parse(json))
  } catch {
    return undefined
  }
}

/** What lists show of a record. */
export function headOf({ text: _text, nextText: _next, encoding: _encoding, ...entry }: HistoryRecord): HistoryEntry {
  return entry
}

const historyRecord = z.object({
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
  /** Set where the predecessor was not UTF-8: `text` holds its bytes. */
  encoding: z.literal('base64').optional(),
  /**
   * What replaced it. Should the content file lose it before anything else has kept it (another version put in its place while
   * the process was down, a copy of `content/` older than that of `data/`), it is found here. Not in records of long ago.
   */
  nextText: z.string().optional(),
})
