import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from '#app/cms/platform/log.server.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import type { Storage, StoredFile } from '#app/cms/storage/storage.ts'
import { SPAM_LIMITS } from './spam-limits.ts'
import { InboxFull, messageIdOf, messageText, type StoredMessage } from './stored-message.server.ts'

interface MessageFolderOptions {
  storage: Storage
  log: Logger
  limits?: FolderLimits | undefined
  spamLimits?: FolderLimits | undefined
  /** Called after each change, with how full the folder is. */
  onChange?: (fill: FolderFill) => void
}

/** Messages and bytes that a message folder may hold. */
export interface FolderLimits {
  messages: number
  bytes: number
}

const FOLDER = 'data/inbox'
const SET_ASIDE = `${FOLDER}/damaged`
const MEGABYTE = 1024 * 1024
const defaultLimits = { messages: 10_000, bytes: 32 * MEGABYTE }

/** A message of at most so many bytes is short: a name, an address and some 1,500 letters. */
const MAX_SHORT_BYTES = 2048
/** The share of the limits that long messages may use, so that a few thousand of them cannot block short ones. */
const ROOM_OF_LONG = 0.75

/** Messages that are written in one commit. */
const CHANGED_TOGETHER = 50

export interface FolderFill {
  /** Messages that are not deleted, including damaged ones. */
  count: number
  /** The used share of the messages limit or the bytes limit, whichever is larger: 1 is full. */
  part: number
  /** Files beyond the limit that were not read. */
  leftOut: number
}

export type MessageFolder = ReturnType<typeof openMessageFolder>

/**
 * The messages of the inbox. Their files are read once, at the first use. After that the messages come from memory,
 * where they take about as many bytes as on the disk.
 */
export function openMessageFolder({
  storage,
  log,
  limits = defaultLimits,
  spamLimits = SPAM_LIMITS,
  onChange,
}: MessageFolderOptions) {
  let reading: Promise<MessageIndex> | undefined
  let leftOut = 0
  /** Result of `list`, until something changes. */
  let newestFirst: StoredMessage[] | undefined
  /** One change at a time: two concurrent changes of a message would undo each other. */
  const runExclusive = limitConcurrency({ running: 1, waiting: 1000 })

  function readIndex() {
    reading ??= readMessageIndex(storage, { log, limit: limits.messages + spamLimits.messages }).then(
      (read) => {
        leftOut = read.leftOut
        reportFill(read.index)
        return read.index
      },
      (error: unknown) => {
        // The next use retries: the fault may have been corrected.
        reading = undefined
        throw error
      },
    )
    return reading
  }

  function setMessage(index: MessageIndex, message: StoredMessage, bytes: number) {
    index.set(message.id, { bytes, message, isSpam: message.suspectedSpam === true, isDamaged: false })
    newestFirst = undefined
  }

  function reportFill(index: MessageIndex) {
    onChange?.({ ...fillOf(index, limits), leftOut })
  }

  /**
   * Resolves when the message is on disk. If there is no room, messages that were deleted longest ago are permanently
   * removed, for suspected spam the oldest suspected spam. Rejects with InboxFull or StorageError; then nothing of the
   * message is stored.
   */
  async function store(message: StoredMessage): Promise<StoredMessage> {
    const index = await readIndex()
    const bytes = toBytes(message)
    if (leftOut > 0) throw new InboxFull(`The inbox is full: it has ${index.size + leftOut} messages`)
    const isSpam = message.suspectedSpam === true
    if (isSpam) while (!hasSpamRoom(index, bytes.length, spamLimits)) await erase([oldestSpam(index)])
    else while (!hasRoom(index, bytes.length, limits)) await erase([erasableFor(index, bytes.length, limits)])
    // Counted before it is written, so that concurrent messages cannot all get the last place.
    index.set(message.id, { bytes: bytes.length, message: undefined, isSpam, isDamaged: false })
    try {
      await storage.commit([{ name: fileOf(message.id), bytes }])
    } catch (error) {
      index.delete(message.id)
      throw error
    }
    setMessage(index, message, bytes.length)
    reportFill(index)
    return message
  }

  /** Reads the messages that other nodes have changed, by file name. True if there were any. Never rejects. */
  async function takeOver(names: readonly string[]): Promise<boolean> {
    const ids = names.flatMap((name) => {
      const [, file] = /^data\/inbox\/([^/]+)$/.exec(name) ?? []
      return (file !== undefined && messageIdOf(file)) || []
    })
    // An index that has not been read yet will be read with these changes.
    if (ids.length === 0 || reading === undefined) return ids.length > 0
    await runExclusive(async () => {
      const index = await readIndex()
      for (const id of ids) {
        const entry = await readEntry(storage, id, log)
        if (entry) index.set(id, entry)
        else index.delete(id)
      }
      newestFirst = undefined
      reportFill(index)
    }).catch((err: unknown) => {
      log.error({ err }, 'Messages that another node has changed could not be read')
    })
    return true
  }

  /** The message, deleted or not; undefined if there is none. Rejects if its file is damaged. */
  async function read(id: string): Promise<StoredMessage | undefined> {
    const entry = (await readIndex()).get(id)
    if (entry?.isDamaged) throw new Error(`The message ${fileOf(id)} cannot be read`)
    return entry?.message
  }

  /** All messages, including deleted ones, newest first. Damaged ones are left out. */
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
   * Changes messages; resolves with the number of changed ones when they are on disk. `edit` returns the same object if
   * there is no change. Unknown ids are ignored. Rejects with InboxFull, without any change, if suspected spam would
   * become ordinary messages for which there is no room. Rejects with StorageError; earlier changes are not undone.
   */
  function change(ids: readonly string[], edit: (message: StoredMessage) => StoredMessage): Promise<number> {
    return runExclusive(async () => {
      const index = await readIndex()
      const edited = [...new Set(ids)].flatMap((id) => {
        const message = index.get(id)?.message
        const changed = message && edit(message)
        return changed && changed !== message ? { message: changed, bytes: toBytes(changed) } : []
      })
      const added = edited.filter(({ message }) => index.get(message.id)?.isSpam && !message.suspectedSpam)
      if (!fits(index, added, limits)) throw new InboxFull('The inbox is full')
      for (let start = 0; start < edited.length; start += CHANGED_TOGETHER) {
        const batch = edited.slice(start, start + CHANGED_TOGETHER)
        const [last, ...before] = batch.map(({ message, bytes }) => ({ name: fileOf(message.id), bytes }))
        if (last) await storage.commit([...before, last])
        for (const { message, bytes } of batch) setMessage(index, message, bytes.length)
      }
      reportFill(index)
      return edited.length
    })
  }

  /**
   * Moves the files of damaged messages into the folder `damaged` below this one, where they do not count against the
   * limits. Resolves with their number. Rejects with StorageError; earlier moves are not undone.
   */
  function setDamagedAside(): Promise<number> {
    return runExclusive(async () => {
      const index = await readIndex()
      let count = 0
      for (const [id, { isDamaged }] of index) {
        if (!isDamaged) continue
        await storage.move(fileOf(id), setAsideName(id))
        index.delete(id)
        count += 1
      }
      reportFill(index)
      return count
    })
  }

  /** Ids of the messages in the folder `damaged`. */
  async function listSetAside(): Promise<string[]> {
    return (await storage.list(SET_ASIDE)).flatMap(({ name }) => messageIdOf(name) ?? [])
  }

  /** Permanently removes a message from the folder `damaged`. Rejects with StorageError. */
  async function eraseSetAside(id: string): Promise<void> {
    await storage.remove(setAsideName(id))
  }

  /** Permanently removes messages. Rejects with StorageError; messages before the failed one are removed. */
  function erase(ids: readonly string[]): Promise<void> {
    return runExclusive(async () => {
      const index = await readIndex()
      for (const id of ids) {
        if (!index.has(id)) continue
        await storage.remove(fileOf(id))
        index.delete(id)
        newestFirst = undefined
      }
      reportFill(index)
    })
  }

  return { store, takeOver, read, list, listDamaged, change, erase, setDamagedAside, listSetAside, eraseSetAside }
}

function fileOf(id: string) {
  return `${FOLDER}/${id}.json`
}

function setAsideName(id: string) {
  return `${SET_ASIDE}/${id}.json`
}

function toBytes({ id: _id, ...message }: StoredMessage) {
  return Buffer.from(`${JSON.stringify(message, null, 2)}\n`)
}

/** True if there is room for a message, or would be `withoutDeleted` messages. */
function hasRoom(index: MessageIndex, bytes: number, limits: FolderLimits, { withoutDeleted = false } = {}) {
  let count = 0
  let total = bytes
  for (const entry of index.values()) {
    if (entry.isSpam || (withoutDeleted && entry.message?.deletedAt !== undefined)) continue
    count += 1
    total += entry.bytes
  }
  const part = bytes > MAX_SHORT_BYTES ? ROOM_OF_LONG : 1
  return count < limits.messages * part && total <= limits.bytes * part
}

function hasSpamRoom(index: MessageIndex, bytes: number, limits: FolderLimits) {
  const spam = [...index.values()].filter(({ isSpam }) => isSpam)
  const total = spam.reduce((sum, entry) => sum + entry.bytes, bytes)
  return spam.length < limits.messages && total <= limits.bytes
}

/** Id of the oldest suspected spam. Throws InboxFull if there is none. */
function oldestSpam(index: MessageIndex) {
  const ids = [...index].flatMap(([id, { isSpam, message }]) => (isSpam && message ? id : []))
  const [oldest] = ids.sort()
  if (oldest === undefined) throw new InboxFull('There is no room for suspected spam')
  return oldest
}

/** True if there is room for so many more ordinary messages, without removing any. */
function fits(index: MessageIndex, added: readonly { bytes: Uint8Array }[], limits: FolderLimits) {
  if (added.length === 0) return true
  const ordinary = [...index.values()].filter(({ isSpam }) => !isSpam)
  const bytes = [...ordinary.map((entry) => entry.bytes), ...added.map((entry) => entry.bytes.length)]
  return bytes.length <= limits.messages && bytes.reduce((sum, size) => sum + size, 0) <= limits.bytes
}

function fillOf(index: MessageIndex, limits: FolderLimits) {
  let count = 0
  let bytes = 0
  for (const entry of index.values()) {
    // Deleted messages automatically make room for new ones, and suspected spam has its own.
    if (entry.isSpam || entry.message?.deletedAt !== undefined) continue
    count += 1
    bytes += entry.bytes
  }
  return { count, part: Math.max(count / limits.messages, bytes / limits.bytes) }
}

/**
 * Id of the message to erase next for a new message: the one that was deleted longest ago. Throws InboxFull if the new
 * message would not fit without any deleted ones either.
 */
function erasableFor(index: MessageIndex, bytes: number, limits: FolderLimits) {
  let oldest: { id: string; deletedAt: string } | undefined
  for (const { message } of index.values()) {
    if (message?.deletedAt === undefined) continue
    if (!oldest || message.deletedAt < oldest.deletedAt) oldest = { id: message.id, deletedAt: message.deletedAt }
  }
  if (!oldest || !hasRoom(index, bytes, limits, { withoutDeleted: true })) {
    throw new InboxFull('The inbox is full')
  }
  return oldest.id
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

type MessageIndex = Map<string, IndexEntry>

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
async function readMessageIndex(
  storage: Storage,
  { log, limit }: { log: Logger; limit: number },
): Promise<{ index: MessageIndex; leftOut: number }> {
  const ids = (await storage.list(FOLDER)).flatMap(({ name }) => messageIdOf(name) ?? [])
  const newest = ids.slice(-limit)
  const index: MessageIndex = new Map()
  const add = (id: string, entry: IndexEntry | undefined) => {
    if (entry) index.set(id, entry)
  }
  for (let next = 0; next < newest.length;) {
    const end = performance.now() + TURN_MS
    const first = next
    for (; next < newest.length && performance.now() < end; next += 1) {
      const id = newest[next] ?? ''
      add(id, readEntryNow(storage, id, log))
    }
    const isSlow = next - first < FAST_FILES
    const batch = isSlow ? newest.slice(next, next + BATCH) : []
    next += batch.length
    const entries = await Promise.all(batch.map(async (id) => ({ id, entry: await readEntry(storage, id, log) })))
    for (const { id, entry } of entries) add(id, entry)
    await nextTurn()
  }
  return { index, leftOut: ids.length - newest.length }
}

/** The longest message has 15 kB of text; in any script it has at most nine times as many bytes. */
const READ = { maxBytes: 256 * 1024 }

/** Undefined if the file was removed meanwhile. */
async function readEntry(storage: Storage, id: string, log: Logger): Promise<IndexEntry | undefined> {
  try {
    return toEntry(id, await storage.read(fileOf(id), READ), log)
  } catch (err) {
    return damagedEntry(id, { bytes: 0, err, log })
  }
}

/** Like {@link readEntry}, but synchronous. */
function readEntryNow(storage: Storage, id: string, log: Logger): IndexEntry | undefined {
  try {
    return toEntry(id, storage.readSync(fileOf(id), READ), log)
  } catch (err) {
    return damagedEntry(id, { bytes: 0, err, log })
  }
}

function toEntry(id: string, file: StoredFile | undefined, log: Logger): IndexEntry | undefined {
  if (!file) return undefined
  const bytes = file.bytes.length
  const { data, error: err } = messageText.safeParse(file.bytes.toString())
  if (!data) return damagedEntry(id, { bytes, err, log })
  return { bytes, message: { id, ...data }, isSpam: data.suspectedSpam === true, isDamaged: false }
}

function damagedEntry(id: string, { bytes, err, log }: { bytes: number; err: unknown; log: Logger }): IndexEntry {
  log.error({ err, file: fileOf(id) }, 'A message file in the inbox cannot be read')
  return { bytes, message: undefined, isSpam: false, isDamaged: true }
}
