import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from '#app/cms/platform/log.server.ts'
import type { Storage, StoredFile } from '#app/cms/storage/storage.ts'
import { messageIdOf, messageText, type StoredMessage } from '#app/cms/inbox/stored-message.server.ts'

export const FOLDER = 'data/inbox'

/** The name of the file of a message. */
export function fileOf(id: string): string {
  return `${FOLDER}/${id}.json`
}

/** A file of the inbox: its size and its content. */
interface IndexEntry {
  bytes: number
  /** Undefined while it is being written, and if it is damaged. */
  message: StoredMessage | undefined
  /** True for suspected spam, which has limits of its own. */
  isSpam: boolean
  /** True if the file cannot be read or holds something else. */
  isDamaged: boolean
}

/** The files of the inbox by the ids of their messages. */
export type MessageIndex = Map<string, IndexEntry>

/**
 * How long files are read in one turn of the event loop (ms). To read ten thousand files one after the other takes a
 * quarter of the time that asynchronous reads need, as long as the system has the files in memory.
 */
const TURN_MS = 8

/** If a turn reads fewer files, they come from a slow disk: then the next ones are read asynchronously. */
const FAST_FILES = 8

/** Files that are read asynchronously at a time. Other reads wait behind them for one of Node's four threads. */
const BATCH = 32

/**
 * Reads the newest `limit` messages. A file that cannot be read is logged and indexed as damaged. `leftOut` counts the
 * older files, which were not read. Rejects with the system's error if the folder cannot be listed.
 */
export async function readMessageIndex(
  storage: Storage,
  { log, limit }: { log: Logger; limit: number },
): Promise<{ index: MessageIndex; leftOut: number }> {
  const ids = (await storage.list(FOLDER)).flatMap(({ name }) => messageIdOf(name) ?? [])
  const newest = ids.slice(-limit)
  const index: MessageIndex = new Map()
  const reader = { log, shared: sharedValues() }
  const add = (id: string, entry: IndexEntry | undefined) => {
    if (entry) index.set(id, entry)
  }
  for (let next = 0; next < newest.length;) {
    const end = performance.now() + TURN_MS
    const first = next
    for (; next < newest.length && performance.now() < end; next += 1) {
      const id = newest[next] ?? ''
      add(id, readEntryNow(storage, id, reader))
    }
    const isSlow = next - first < FAST_FILES
    const batch = isSlow ? newest.slice(next, next + BATCH) : []
    next += batch.length
    const entries = await Promise.all(batch.map(async (id) => ({ id, entry: await readEntry(storage, id, reader) })))
    for (const { id, entry } of entries) add(id, entry)
    await nextTurn()
  }
  return { index, leftOut: ids.length - newest.length }
}

/** The longest message has 15 kB of text; in any script it has at most nine times as many bytes. */
export const READ = { maxBytes: 256 * 1024 }

interface Reader {
  log: Logger
  shared: ReturnType<typeof sharedValues>
}

/** More values are not shared. */
const MAX_SHARED = 1_000

/**
 * Makes the function that returns one object for equal ones. Thousands of messages have the same kind and have shown the
 * same notice: with a copy in each, these take a third of the memory.
 */
function sharedValues() {
  const known = new Map<string, unknown>()
  return <Value>(value: Value): Value => {
    const key = JSON.stringify(value)
    if (!known.has(key) && known.size < MAX_SHARED) known.set(key, value)
    return (known.get(key) ?? value) as Value
  }
}

/** Undefined if the file was removed meanwhile. */
async function readEntry(storage: Storage, id: string, reader: Reader): Promise<IndexEntry | undefined> {
  try {
    return toEntry(id, await storage.read(fileOf(id), READ), reader)
  } catch (err) {
    return damagedEntry(id, { bytes: 0, err, log: reader.log })
  }
}

/** Like {@link readEntry}, but synchronous. */
function readEntryNow(storage: Storage, id: string, reader: Reader): IndexEntry | undefined {
  try {
    return toEntry(id, storage.readSync(fileOf(id), READ), reader)
  } catch (err) {
    return damagedEntry(id, { bytes: 0, err, log: reader.log })
  }
}

function toEntry(id: string, file: StoredFile | undefined, { log, shared }: Reader): IndexEntry | undefined {
  // An interrupted removal in a bucket leaves an empty object.
  if (!file || file.bytes.length === 0) return undefined
  const bytes = file.bytes.length
  const { data, error: err } = messageText.safeParse(file.bytes.toString())
  if (!data) return damagedEntry(id, { bytes, err, log })
  const { kind, privacyNotice } = data
  const message = { id, ...data, kind: kind && shared(kind), privacyNotice: privacyNotice && shared(privacyNotice) }
  return { bytes, message, isSpam: data.suspectedSpam === true, isDamaged: false }
}

function damagedEntry(id: string, { bytes, err, log }: { bytes: number; err: unknown; log: Logger }): IndexEntry {
  log.error({ err, file: fileOf(id) }, 'A message file in the inbox cannot be read')
  return { bytes, message: undefined, isSpam: false, isDamaged: true }
}
