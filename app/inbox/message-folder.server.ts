import { mkdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { removeDurably, syncFolder, writeDurably } from '#app/storage/durable-file.server.ts'
import { assertMayWrite } from '#app/storage/owner-lock.server.ts'
import type { Logger } from '#app/platform/reports.ts'
import { limitConcurrency } from '#app/storage/limit-concurrency.ts'
import type { ContactMessage } from './contact-message.ts'
import { readMessageIndex, type MessageIndex } from './message-index.server.ts'
import { InboxFull } from './message-not-kept.ts'
import type { StoredMessage } from './stored-message.server.ts'

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
