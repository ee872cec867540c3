import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from '#app/platform/reports.ts'
import { messageIdOf, messageText, type StoredMessage } from './stored-message.server.ts'
import { tidyNamesIn } from './tidy-folder.server.ts'

/** What is known of a file of the inbox: its size, and what it says. */
export interface IndexEntry {
  bytes: number
  /** Undefined while it is being written, and if it is damaged. */
  message: StoredMessage | undefined
  /** True if the file cannot be read or holds something else. */
  isDamaged: boolean
}

/** Entries by the message's id. */
export type MessageIndex = Map<string, IndexEntry>

/** So many files are open at a time. */
const BATCH = 64

/** The longest message has 15 kB of text; nine times as many bytes hold any script. */
const MAX_FILE_BYTES = 256 * 1024

/**
 * Reads the newest `limit` messages of a folder, which may not be there yet. A file that cannot be read is logged and stays
 * in the index as damaged. `leftOut` counts the older files, which were not read.
 */
export async function readMessageIndex(
  folder: string,
  { log, limit }: { log: Logger; limit: number },
): Promise<{ index: MessageIndex; leftOut: number }> {
  const ids = (await tidyNamesIn(folder)).flatMap((name) => messageIdOf(name) ?? []).sort()
  const newest = ids.slice(-limit)
  const index: MessageIndex = new Map()
  for (let start = 0; start < newest.length; start += BATCH) {
    const batch = newest.slice(start, start + BATCH)
    const entries = await Promise.all(batch.map((id) => readEntry(path.join(folder, `${id}.json`), id, log)))
    for (const [position, entry] of entries.entries()) index.set(batch[position] ?? '', entry)
  }
  return { index, leftOut: ids.length - newest.length }
}

async function readEntry(file: string, id: string, log: Logger): Promise<IndexEntry> {
  let bytes = 0
  try {
    const text = await readPlainFile(file)
    bytes = text.length
    const parsed = messageText.safeParse(text.toString('utf8'))
    if (parsed.success) return { bytes, message: { id, ...parsed.data }, isDamaged: false }
    throw parsed.error
  } catch (err) {
    log.error({ err, file }, 'A message of the inbox cannot be read')
    return { bytes, message: undefined, isDamaged: true }
  }
}

/** Throws for what is no plain file: a named pipe would keep the read waiting. */
async function readPlainFile(file: string) {
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) throw new Error(`${file} is not a plain file`)
    if (stats.size > MAX_FILE_BYTES) throw new Error(`${file} has more than ${MAX_FILE_BYTES} bytes`)
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}
