import type { Logger } from '#app/cms/platform/log.server.ts'
import { MESSAGE_DAYS } from '#app/cms/platform/message-days.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import { PREVIOUS } from '#app/cms/storage/folders/replaced-files.ts'
import type { Put, Storage } from '#app/cms/storage/storage.ts'
import { fileOf, FOLDER, READ, readMessageIndex, type MessageIndex } from './message-index.server.ts'
import {
  fillOf,
  fits,
  hasRoom,
  hasSpamRoom,
  removableFor,
  type FolderFill,
  type FolderLimits,
} from './message-room.server.ts'
import { roomFor, SPAM_LIMITS } from './inbox-limits.ts'
import { isHeld, type KeepDays } from '#app/cms/inbox/privacy/keeping.ts'
import { InboxFull, messageIdOf, messageText, type StoredMessage } from '#app/cms/inbox/stored-message.server.ts'

interface MessageFolderOptions {
  storage: Storage
  log: Logger
  /** Default: room for as long as messages are kept. */
  limits?: FolderLimits | undefined
  keepDays?: KeepDays
  spamLimits?: FolderLimits | undefined
  /** Milliseconds since 1970. Decides which deleted messages have been kept long enough to go for new ones. */
  now?: (() => number) | undefined
  /** Called after each change, with how full the folder is. */
  onChange?: (fill: FolderFill) => void
}

const QUARANTINE = `${FOLDER}/damaged`
const REPLACED = [`data/${PREVIOUS}/inbox`, `data/${PREVIOUS}/inbox/damaged`]

/** The most messages that are written in one commit: as many as staff can choose at once. */
const CHANGED_TOGETHER = 1_000

export type MessageFolder = ReturnType<typeof openMessageFolder>

/**
 * The messages of the inbox. Their files are read once, at the first use. After that the messages come from memory,
 * where they take about as many bytes as on the disk.
 */
export function openMessageFolder({
  storage,
  log,
  keepDays = { ordinary: MESSAGE_DAYS.usual, spam: MESSAGE_DAYS.least },
  limits = roomFor(keepDays.ordinary),
  spamLimits = SPAM_LIMITS,
  now = Date.now,
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

  function isRemovable(message: StoredMessage) {
    return message.deletedAt !== undefined && !isHeld(message, now(), keepDays)
  }

  function reportFill(index: MessageIndex) {
    onChange?.({ ...fillOf(index, { limits, spamLimits, isRemovable }), leftOut })
  }

  /**
   * Resolves when the message is on disk. If there is no room, deleted messages that have been kept long enough are
   * permanently removed; no others are, and suspected spam goes for nothing. Rejects with InboxFull or StorageError; then
   * nothing of the message is stored.
   */
  async function store(message: StoredMessage): Promise<StoredMessage> {
    const index = await readIndex()
    const bytes = toBytes(message)
    if (leftOut > 0) throw new InboxFull(`The inbox is full: it has ${index.size + leftOut} messages`)
    const isSpam = message.suspectedSpam === true
    if (isSpam) {
      const isFull = !hasRoom(index, bytes.length, limits, isRemovable)
      if (isFull || !hasSpamRoom(index, bytes.length, spamLimits))
        throw new InboxFull('There is no room for suspected spam')
    } else
      while (!hasRoom(index, bytes.length, limits))
        await erase([removableFor(index, bytes.length, limits, isRemovable)], isRemovable)
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
   * become ordinary messages for which there is no room. Rejects with StorageError, and then no message of the same
   * thousand is changed. `withCopies`: what the last restore has replaced of them is changed as well.
   */
  function change(
    ids: readonly string[],
    edit: (message: StoredMessage) => StoredMessage,
    { withCopies = false } = {},
  ): Promise<number> {
    return runExclusive(async () => {
      const index = await readIndex()
      const edited = [...new Set(ids)].flatMap((id) => {
        const message = index.get(id)?.message
        const changed = message && edit(message)
        return changed && changed !== message ? { message: changed, bytes: toBytes(changed) } : []
      })
      const added = edited.filter(({ message }) => index.get(message.id)?.isSpam && !message.suspectedSpam)
      if (!fits(index, added, limits)) throw new InboxFull('The inbox is full')
      const copies = withCopies && edited.length > 0 ? await listCopies() : new Set()
      for (const batch of batchesOf(edited)) {
        const puts = batch.flatMap(({ message: { id }, bytes }) =>
          [fileOf(id), ...copiesOf(id).filter((name) => copies.has(name))].map((name) => ({ name, bytes })),
        )
        await commitAll(puts)
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
  function quarantineDamaged(): Promise<number> {
    return runExclusive(async () => {
      const index = await readIndex()
      let count = 0
      for (const [id, { isDamaged }] of index) {
        if (!isDamaged) continue
        await storage.move(fileOf(id), quarantinedName(id))
        index.delete(id)
        count += 1
      }
      reportFill(index)
      return count
    })
  }

  /** What is in the files that cannot be read, in the inbox and in the folder `damaged`. A longer one is left out. */
  async function readDamaged(): Promise<{ id: string; text: string }[]> {
    const inPlace = [...(await readIndex())].flatMap(([id, entry]) => (entry.isDamaged ? { id, name: fileOf(id) } : []))
    const setAside = (await storage.list(QUARANTINE)).flatMap(({ name }) => {
      const id = messageIdOf(name)
      return id === undefined ? [] : { id, name: quarantinedName(id) }
    })
    const read = [...inPlace, ...setAside].map(async ({ id, name }) => {
      const file = await storage.read(name, READ).catch(() => undefined)
      return { id, text: file?.bytes.toString() ?? '' }
    })
    return Promise.all(read)
  }

  /**
   * Permanently removes those of the damaged messages for which `isOver` is true, from the inbox and from the folder
   * `damaged`. Resolves with their ids. Rejects with StorageError; earlier removals are not undone.
   */
  function eraseDamaged(isOver: (id: string) => boolean): Promise<string[]> {
    return runExclusive(async () => {
      const index = await readIndex()
      const damaged = [...index].flatMap(([id, { isDamaged }]) => (isDamaged && isOver(id) ? id : []))
      for (const id of damaged) {
        await storage.remove(fileOf(id))
        index.delete(id)
      }
      const setAside = (await storage.list(QUARANTINE)).flatMap(({ name }) => messageIdOf(name) ?? []).filter(isOver)
      for (const id of setAside) await storage.remove(quarantinedName(id))
      const copies = await listCopies()
      const old = [...damaged, ...setAside].flatMap(copiesOf).filter((name) => copies.has(name))
      for (const name of old) await storage.remove(name)
      if (damaged.length > 0) reportFill(index)
      return [...damaged, ...setAside]
    })
  }

  /**
   * Permanently removes those of the messages for which `isStill` is true when their turn comes: a person may have
   * restored them meanwhile. Resolves with the ids of the removed ones. Rejects with StorageError, and then no message of
   * the same thousand is removed.
   */
  function erase(ids: readonly string[], isStill: (message: StoredMessage) => boolean): Promise<string[]> {
    return runExclusive(async () => {
      const index = await readIndex()
      const erased = [...new Set(ids)].filter((id) => {
        const message = index.get(id)?.message
        return message !== undefined && isStill(message)
      })
      const copies = erased.length > 0 ? await listCopies() : new Set()
      for (const batch of batchesOf(erased)) {
        const names = batch.flatMap((id) => [fileOf(id), ...copiesOf(id).filter((name) => copies.has(name))])
        await commitAll(names.map((name) => ({ name, bytes: null })))
        for (const id of batch) index.delete(id)
        newestFirst = undefined
      }
      reportFill(index)
      return erased
    })
  }

  /** Messages that the last restore has replaced: who undoes it must not get back what is erased. */
  async function listCopies(): Promise<Set<string>> {
    const folders = await Promise.all(
      REPLACED.map(async (folder) => (await storage.list(folder)).map(({ name }) => `${folder}/${name}`)),
    )
    return new Set(folders.flat())
  }

  /** What the last restore has replaced of a message; undefined if it has nothing of it that can be read. */
  async function readReplaced(id: string): Promise<StoredMessage | undefined> {
    const [name = ''] = copiesOf(id)
    const file = await storage.read(name, READ)
    const message = file && messageText.safeParse(file.bytes.toString()).data
    return message && { id, ...message }
  }

  async function commitAll(puts: readonly Put[]) {
    const last = puts.at(-1)
    if (last) await storage.commit([...puts.slice(0, -1), last])
  }

  return { store, read, list, listDamaged, change, erase, quarantineDamaged, readDamaged, eraseDamaged, readReplaced }
}

function batchesOf<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / CHANGED_TOGETHER)
  return Array.from({ length: count }, (_, at) => items.slice(at * CHANGED_TOGETHER, (at + 1) * CHANGED_TOGETHER))
}

function copiesOf(id: string): string[] {
  return REPLACED.map((folder) => `${folder}/${id}.json`)
}

function quarantinedName(id: string) {
  return `${QUARANTINE}/${id}.json`
}

function toBytes({ id: _id, ...message }: StoredMessage) {
  return Buffer.from(`${JSON.stringify(message, null, 2)}\n`)
}
