import { randomBytes } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { isTemporaryName, removeDurably, writeDurably } from '#app/content/durable-file.server.ts'
import type { Logger } from '#app/content/store.types.ts'
import { jsonText } from '#app/http/json-text.ts'
import type { ContactMessage } from './contact-message.ts'
import { InboxFull } from './message-not-kept.ts'

/** A message as it is kept: one JSON file of its own, `<id>.json`. */
export interface StoredMessage extends ContactMessage {
  /** When it came and 8 random hex digits: sorts by time. */
  id: string
  /** ISO 8601, UTC. */
  receivedAt: string
  unread: boolean
}

export interface MessageFolderOptions {
  folder: string
  log: Logger
  limits?: { messages: number; bytes: number }
}

const MEGABYTE = 1024 * 1024
const defaultLimits = { messages: 10_000, bytes: 100 * MEGABYTE }

/**
 * A folder of messages, readable by the server's user alone. Which messages there are is known in memory from the first
 * use on; what they say stays on disk.
 */
export function openMessageFolder({ folder, log, limits = defaultLimits }: MessageFolderOptions) {
  /** Bytes of each message by its id. */
  let index: Promise<Map<string, number>> | undefined

  const fileOf = (id: string) => path.join(folder, `${id}.json`)

  function readIndex() {
    index ??= indexFolder(folder).catch((error: unknown) => {
      // The next use tries again: the fault may have been put right.
      index = undefined
      throw error
    })
    return index
  }

  /** Resolves when the message is on disk. Rejects with InboxFull or the system's error, and then leaves no trace. */
  async function store(id: string, message: ContactMessage): Promise<StoredMessage> {
    const sizes = await readIndex()
    const stored = { receivedAt: new Date().toISOString(), unread: true, ...message }
    const bytes = Buffer.from(`${JSON.stringify(stored, null, 2)}\n`)
    if (sizes.size >= limits.messages) throw new InboxFull(`The inbox holds ${sizes.size} messages`)
    const total = sum(sizes.values()) + bytes.length
    if (total > limits.bytes) throw new InboxFull(`The inbox would hold ${total} bytes`)
    // Counted before it is written, so that a hundred at once cannot all take the last place.
    sizes.set(id, bytes.length)
    try {
      await writeDurably(fileOf(id), bytes, { mode: 0o600 })
    } catch (error) {
      sizes.delete(id)
      throw error
    }
    return { id, ...stored }
  }

  /** The message; undefined where there is none. Rejects where its file cannot be read or is damaged. */
  async function read(id: string): Promise<StoredMessage | undefined> {
    let text: string
    try {
      text = await readFile(fileOf(id), 'utf8')
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
    return { id, ...messageText.parse(text) }
  }

  /** At most `limit` messages, newest first. A damaged one is reported in the log and left out. */
  async function list({ limit }: { limit: number }): Promise<StoredMessage[]> {
    const sizes = await readIndex()
    const newestIds = [...sizes.keys()].sort().reverse().slice(0, limit)
    const messages = await Promise.all(
      newestIds.map((id) =>
        read(id).catch((err: unknown) => {
          log.error({ err, file: fileOf(id) }, 'A message of the inbox cannot be read')
          return undefined
        }),
      ),
    )
    return messages.filter((message) => message !== undefined)
  }

  return { store, read, list }
}

/** An id for a message that has just come. */
export function newMessageId(): string {
  const time = new Date().toISOString().replace(/[-:.]/g, '')
  return `${time}-${randomBytes(4).toString('hex')}`
}

const ID_PATTERN = /^(?<id>\d{8}T\d{9}Z-[0-9a-f]{8})\.json$/

/** Id of the message that a file of the inbox or of the outbox belongs to; undefined for any other name. */
export function messageIdOf(fileName: string): string | undefined {
  return ID_PATTERN.exec(fileName)?.groups?.['id']
}

/** True for the system's error for a file or folder that is not there. */
export function isMissing(error: unknown) {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/** File names of a folder that may not be there yet, without what a killed process left half-written. */
export async function tidyNamesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const leftOver = names.filter(isTemporaryName)
  await Promise.all(leftOver.map((name) => removeDurably(path.join(folder, name))))
  return names.filter((name) => !isTemporaryName(name))
}

const messageText = jsonText(
  z.object({
    receivedAt: z.iso.datetime(),
    unread: z.boolean(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    mobile: z.string(),
    comments: z.string(),
  }),
)

async function indexFolder(folder: string) {
  const names = await tidyNamesIn(folder)
  const entries = await Promise.all(
    names.map(async (name) => [messageIdOf(name), (await stat(path.join(folder, name))).size] as const),
  )
  const sizes = new Map<string, number>()
  for (const [id, size] of entries) if (id !== undefined) sizes.set(id, size)
  return sizes
}

function sum(numbers: Iterable<number>) {
  let total = 0
  for (const number of numbers) total += number
  return total
}
