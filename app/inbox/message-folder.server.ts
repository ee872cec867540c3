import { mkdir, rename, open, readdir } from 'node:fs/promises'
import path from 'node:path'
import { removeDurably, syncFolder, writeDurably } from '#app/storage/durable-file.server.ts'
import { assertMayWrite } from '#app/storage/owner-lock.server.ts'
import type { Logger } from '#app/platform/reports.ts'
import { limitConcurrency } from '#app/storage/limit-concurrency.ts'
import type { ContactMessage } from './contact-message.ts'
import { InboxFull, type StoredMessage, messageIdOf, messageText } from './stored-message.server.ts'
import { constants } from 'node:fs'
import { isTemporaryName } from '#app/storage/temporary-name.server.ts'

export interface MessageFolderOptions {
  folder: string
  log: Logger
  limits?: { messages: number; bytes: number }
  /** Called after each change, with how full the folder is. */
  onChange?: (fill: FolderFill) => void
}

const MEGABYTE = 1024 * 1024
const defaultLimits = { messages: 10_000, bytes: 32 * MEGABYTE }

/** A message of at most so many bytes is short: a name, an address and some 1,500 letters. */
const SHORT_BYTES = 2048
/** The part of the room that long messages may take, so that a few thousand of them cannot keep the short ones out. */
const ROOM_OF_LONG = 0.75

/** Writes under way at a time when many messages change: the disk takes a few together as fast as one. */
const CHANGED_TOGETHER = 8

/** How full a message folder is. */
export interface FolderFill {
  /** Messages that are not deleted, damaged ones among them. */
  count: number
  /** The larger part of the two limits that is taken by them: 1 is full. */
  part: number
  /** Files beyond the limit that were not read. */
  leftOut: number
}

/**
 * A folder of messages, readable by the server's user alone. Its files are read once, at the first use; from then on the
 * messages come from memory, which takes about as much of it as they take on the disk.
 */
export function openMessageFolder({ folder, log, limits = defaultLimits, onChange }: MessageFolderOptions) {
  let reading: Promise<MessageIndex> | undefined
  let leftOut = 0
  /** What `list` answers, until something changes. */
  let newestFirst: StoredMessage[] | undefined
  /** One change at a time: two of them to one message would undo each other. */
  const runExclusive = limitConcurrency({ running: 1, waiting: 1000 })

  const fileOf = (id: string) => path.join(folder, `${id}.json`)

  function readIndex() {
    reading ??= readMessageIndex(folder, { log, limit: limits.messages }).then(
      (read) => {
        leftOut = read.leftOut
        reportFill(read.index)
        return read.index
      },
      (error: unknown) => {
        // The next use tries again: the fault may have been put right.
        reading = undefined
        throw error
      },
    )
    return reading
  }

  function setMessage(index: MessageIndex, message: StoredMessage, bytes: number) {
    index.set(message.id, { bytes, message, isDamaged: false })
    newestFirst = undefined
  }

  function reportFill(index: MessageIndex) {
    onChange?.({ ...fillOf(index, limits), leftOut })
  }

  /**
   * Resolves when the message is on disk. Where there is no room, what was deleted longest ago goes for good. Rejects with
   * InboxFull or the system's error, and then leaves no trace.
   */
  async function store(id: string, message: ContactMessage): Promise<StoredMessage> {
    const index = await readIndex()
    const stored = { id, receivedAt: new Date().toISOString(), unread: true, ...message }
    const bytes = toBytes(stored)
    if (leftOut > 0) throw new InboxFull(`The inbox holds ${index.size + leftOut} messages`)
    while (!hasRoom(index, bytes.length, limits)) await erase([oldestDeleted(index)])
    // Counted before it is written, so that a hundred at once cannot all take the last place.
    index.set(id, { bytes: bytes.length, message: undefined, isDamaged: false })
    try {
      await writeDurably(fileOf(id), bytes, { mode: 0o600 })
    } catch (error) {
      // If the disk refused only the last step, the file is there: its sender is told that it was not kept, so it must go.
      await removeDurably(fileOf(id)).catch((err: unknown) => {
        log.error({ err, file: fileOf(id) }, 'A message that was refused may show up after a restart')
      })
      index.delete(id)
      throw error
    }
    setMessage(index, stored, bytes.length)
    reportFill(index)
    return stored
  }

  /** The message, deleted or not; undefined where there is none. Rejects where its file is damaged. */
  async function read(id: string): Promise<StoredMessage | undefined> {
    const entry = (await readIndex()).get(id)
    if (entry?.isDamaged) throw new Error(`The message ${fileOf(id)} cannot be read`)
    return entry?.message
  }

  /** All messages, deleted ones among them, newest first. Damaged ones are left out. */
  async function list(): Promise<readonly StoredMessage[]> {
    const index = await readIndex()
    newestFirst ??= [...index.values()]
      .flatMap(({ message }) => message ?? [])
      .sort((one, other) => (one.id < other.id ? 1 : -1))
    return newestFirst
  }

  /** Ids of the messages whose files are damaged. */
  async function listDamaged(): Promise<string[]> {
    return [...(await readIndex())].flatMap(([id, { isDamaged }]) => (isDamaged ? id : []))
  }

  /**
   * Changes messages, a few at a time; resolves with how many when they are on disk. `edit` answers the message itself
   * where it stays as it is. Ids that do not exist are passed over. Rejects with the system's error; what was changed until
   * then stays changed.
   */
  function change(ids: readonly string[], edit: (message: StoredMessage) => StoredMessage): Promise<number> {
    return runExclusive(async () => {
      const index = await readIndex()
      let count = 0
      const changeOne = async (id: string) => {
        const message = index.get(id)?.message
        const edited = message && edit(message)
        if (!edited || edited === message) return
        const bytes = toBytes(edited)
        await writeDurably(fileOf(id), bytes, { mode: 0o600 })
        setMessage(index, edited, bytes.length)
        count += 1
      }
      const each = [...new Set(ids)]
      for (let start = 0; start < each.length; start += CHANGED_TOGETHER) {
        await Promise.all(each.slice(start, start + CHANGED_TOGETHER).map(changeOne))
      }
      reportFill(index)
      return count
    })
  }

  /**
   * Moves the files of damaged messages into the folder `damaged` below this one, where they take no room from others.
   * Resolves with how many. Rejects with the system's error; what was moved until then stays moved.
   */
  function setDamagedAside(): Promise<number> {
    return runExclusive(async () => {
      const index = await readIndex()
      let count = 0
      for (const [id, { isDamaged }] of index) {
        if (!isDamaged) continue
        await moveAside(fileOf(id), path.join(folder, 'damaged', `${id}.json`))
        index.delete(id)
        count += 1
      }
      reportFill(index)
      return count
    })
  }

  /** Removes messages for good. */
  function erase(ids: readonly string[]): Promise<void> {
    return runExclusive(async () => {
      const index = await readIndex()
      for (const id of ids) {
        if (!index.has(id)) continue
        await removeDurably(fileOf(id))
        index.delete(id)
        newestFirst = undefined
      }
      reportFill(index)
    })
  }

  return { store, read, list, listDamaged, change, erase, setDamagedAside }
}

function toBytes({ id: _id, ...message }: StoredMessage) {
  return Buffer.from(`${JSON.stringify(message, null, 2)}\n`)
}

function hasRoom(index: MessageIndex, bytes: number, limits: { messages: number; bytes: number }) {
  let total = bytes
  for (const entry of index.values()) total += entry.bytes
  const part = bytes > SHORT_BYTES ? ROOM_OF_LONG : 1
  return index.size < limits.messages * part && total <= limits.bytes * part
}

function fillOf(index: MessageIndex, limits: { messages: number; bytes: number }) {
  let count = 0
  let bytes = 0
  for (const entry of index.values()) {
    // Deleted messages make room for new ones by themselves.
    if (entry.message?.deletedAt !== undefined) continue
    count += 1
    bytes += entry.bytes
  }
  return { count, part: Math.max(count / limits.messages, bytes / limits.bytes) }
}

/** Id of the message that was deleted longest ago. Throws InboxFull where none is. */
function oldestDeleted(index: MessageIndex) {
  let oldest: { id: string; deletedAt: string } | undefined
  for (const { message } of index.values()) {
    if (message?.deletedAt === undefined) continue
    if (!oldest || message.deletedAt < oldest.deletedAt) oldest = { id: message.id, deletedAt: message.deletedAt }
  }
  if (!oldest) throw new InboxFull(`The inbox holds ${index.size} messages`)
  return oldest.id
}

/** By name alone: what is moved may be a folder or a link. */
async function moveAside(file: string, target: string) {
  assertMayWrite()
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
  await rename(file, target)
  await Promise.all([syncFolder(path.dirname(target)), syncFolder(path.dirname(file))])
}

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
async function readMessageIndex(
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

/** File names of a folder that may not be there yet, without what a killed process left half-written. */
export async function tidyNamesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  return names.filter((name) => !isTemporaryName(name))
}

/** True for the system's error for a file or folder that is not there. */
export function isMissing(error: unknown) {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
