import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from '#app/content/store.types.ts'
import { messageIdOf, messageText, type StoredMessage } from './stored-message.server.ts'
import { tidyNamesIn } from './tidy-folder.server.ts'

/** What is known of a file of the inbox: its size, and what it says. */
export interface IndexEntry {
  bytes: number
  /** Undefined while it is being written, and where it is damaged. */
  message: StoredMessage | undefined
  isDamaged: boolean
}

/** Entries by the message's id. */
export type MessageIndex = Map<string, IndexEntry>

/** So many files are open at a time. */
const BATCH = 64

/** Reads every message of a folder, which may not be there yet. A damaged one is reported and kept in the index as such. */
export async function readMessageIndex(folder: string, log: Logger): Promise<MessageIndex> {
  const ids = (await tidyNamesIn(folder)).flatMap((name) => messageIdOf(name) ?? []).sort()
  const index: MessageIndex = new Map()
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH)
    const entries = await Promise.all(batch.map((id) => readEntry(path.join(folder, `${id}.json`), id, log)))
    for (const [position, entry] of entries.entries()) index.set(batch[position] ?? '', entry)
  }
  return index
}

async function readEntry(file: string, id: string, log: Logger): Promise<IndexEntry> {
  const bytes = await readFile(file)
  const parsed = messageText.safeParse(bytes.toString('utf8'))
  if (parsed.success) return { bytes: bytes.length, message: { id, ...parsed.data }, isDamaged: false }
  log.error({ err: parsed.error, file }, 'A message of the inbox cannot be read')
  return { bytes: bytes.length, message: undefined, isDamaged: true }
}
