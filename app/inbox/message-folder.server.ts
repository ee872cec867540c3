import path from 'node:path'
import { removeDurably, writeDurably } from '#app/content/durable-file.server.ts'
import type { Logger } from '#app/content/store.types.ts'
import { limitConcurrency } from '#app/limit-concurrency.ts'
import type { ContactMessage } from './contact-message.ts'
import { readMessageIndex, type MessageIndex } from './message-index.server.ts'
import { InboxFull } from './message-not-kept.ts'
import type { StoredMessage } from './stored-message.server.ts'

export interface MessageFolderOptions {
  folder: string
  log: Logger
  limits?: { messages: number; bytes: number }
}

const MEGABYTE = 1024 * 1024
const defaultLimits = { messages: 10_000, bytes: 32 * MEGABYTE }

/**
 * A folder of messages, readable by the server's user alone. Its files are read once, at the first use; from then on the
 * messages are answered from memory, which takes about as much of it as they take on the disk.
 */
export function openMessageFolder({ folder, log, limits = defaultLimits }: MessageFolderOptions) {
  let reading: Promise<MessageIndex> | undefined
  /** What `list` answers, until something changes. */
  let newestFirst: StoredMessage[] | undefined
  /** One change at a time: two of them to one message would undo each other. */
  const inTurn = limitConcurrency({ running: 1, waiting: 1000 })

  const fileOf = (id: string) => path.join(folder, `${id}.json`)

  function readIndex() {
    reading ??= readMessageIndex(folder, log).catch((error: unknown) => {
      // The next use tries again: the fault may have been put right.
      reading = undefined
      throw error
    })
    return reading
  }

  function setMessage(index: MessageIndex, message: StoredMessage, bytes: number) {
    index.set(message.id, { bytes, message, isDamaged: false })
    newestFirst = undefined
  }

  /**
   * Resolves when the message is on disk. Where there is no room, what was deleted longest ago goes for good. Rejects with
   * InboxFull or the system's error, and then leaves no trace.
   */
  async function store(id: string, message: ContactMessage): Promise<StoredMessage> {
    const index = await readIndex()
    const stored = { id, receivedAt: new Date().toISOString(), unread: true, ...message }
    const bytes = toBytes(stored)
    while (!hasRoom(index, bytes.length, limits)) await erase([oldestDeleted(index)])
    // Counted before it is written, so that a hundred at once cannot all take the last place.
    index.set(id, { bytes: bytes.length, message: undefined, isDamaged: false })
    try {
      await writeDurably(fileOf(id), bytes, { mode: 0o600 })
    } catch (error) {
      index.delete(id)
      throw error
    }
    setMessage(index, stored, bytes.length)
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
   * Changes messages one after the other; resolves with how many when they are on disk. `edit` answers the message itself
   * where it stays as it is. Ids that do not exist are passed over. Rejects with the system's error; what was changed until
   * then stays changed.
   */
  function change(ids: readonly string[], edit: (message: StoredMessage) => StoredMessage): Promise<number> {
    return inTurn(async () => {
      const index = await readIndex()
      let count = 0
      for (const id of ids) {
        const message = index.get(id)?.message
        const edited = message && edit(message)
        if (!edited || edited === message) continue
        const bytes = toBytes(edited)
        await writeDurably(fileOf(id), bytes, { mode: 0o600 })
        setMessage(index, edited, bytes.length)
        count += 1
      }
      return count
    })
  }

  /** Removes messages for good. */
  function erase(ids: readonly string[]): Promise<void> {
    return inTurn(async () => {
      const index = await readIndex()
      for (const id of ids) {
        if (!index.has(id)) continue
        await removeDurably(fileOf(id))
        index.delete(id)
        newestFirst = undefined
      }
    })
  }

  return { store, read, list, listDamaged, change, erase }
}

function toBytes({ id: _id, ...message }: StoredMessage) {
  return Buffer.from(`${JSON.stringify(message, null, 2)}\n`)
}

function hasRoom(index: MessageIndex, bytes: number, limits: { messages: number; bytes: number }) {
  let total = bytes
  for (const entry of index.values()) total += entry.bytes
  return index.size < limits.messages && total <= limits.bytes
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
