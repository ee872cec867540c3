import type { MessageIndex } from './message-index.server.ts'
import { InboxFull } from './stored-message.server.ts'

/** Messages and bytes that a message folder may hold. */
export interface FolderLimits {
  messages: number
  bytes: number
}

/** A message of at most so many bytes is short: a name, an address and some 1,500 letters. */
const MAX_SHORT_BYTES = 2048
/** The share of the limits that long messages may use, so that a few thousand of them cannot block short ones. */
const ROOM_OF_LONG = 0.75

/** How full a message folder is. */
export interface FolderFill {
  /** Messages that are not deleted, including damaged ones. */
  count: number
  /** The used share of the messages limit or the bytes limit, whichever is larger: 1 is full. */
  part: number
  /** Files beyond the limit that were not read. */
  leftOut: number
}

/** True if there is room for a message, or would be `withoutDeleted` messages. */
export function hasRoom(
  index: MessageIndex,
  bytes: number,
  limits: FolderLimits,
  { withoutDeleted = false } = {},
): boolean {
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

/** True if there is room for suspected spam. */
export function hasSpamRoom(index: MessageIndex, bytes: number, limits: FolderLimits): boolean {
  const spam = [...index.values()].filter(({ isSpam }) => isSpam)
  const total = spam.reduce((sum, entry) => sum + entry.bytes, bytes)
  return spam.length < limits.messages && total <= limits.bytes
}

/** Id of the oldest suspected spam. Throws InboxFull if there is none. */
export function oldestSpam(index: MessageIndex): string {
  const ids = [...index].flatMap(([id, { isSpam, message }]) => (isSpam && message ? id : []))
  const [oldest] = ids.sort()
  if (oldest === undefined) throw new InboxFull('There is no room for suspected spam')
  return oldest
}

/** True if there is room for so many more ordinary messages, without removing any. */
export function fits(index: MessageIndex, added: readonly { bytes: Uint8Array }[], limits: FolderLimits): boolean {
  if (added.length === 0) return true
  const ordinary = [...index.values()].filter(({ isSpam }) => !isSpam)
  const bytes = [...ordinary.map((entry) => entry.bytes), ...added.map((entry) => entry.bytes.length)]
  return bytes.length <= limits.messages && bytes.reduce((sum, size) => sum + size, 0) <= limits.bytes
}

/** How full the folder is by the files that were read. */
export function fillOf(index: MessageIndex, limits: FolderLimits): Pick<FolderFill, 'count' | 'part'> {
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
export function erasableFor(index: MessageIndex, bytes: number, limits: FolderLimits): string {
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
