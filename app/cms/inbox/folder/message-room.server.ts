import type { MessageIndex } from './message-index.server.ts'
import { InboxFull, type StoredMessage } from '#app/cms/inbox/stored-message.server.ts'

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
  /** Messages that cannot be removed for new ones, including damaged ones. */
  count: number
  /** The used share of the messages limit or the bytes limit, whichever is larger: 1 is full. */
  part: number
  /** The same for suspected spam. */
  spamPart: number
  /** Files beyond the limit that were not read. */
  leftOut: number
}

/** True for a message that may be removed for a new one. */
type IsRemovable = (message: StoredMessage) => boolean

interface Used {
  count: number
  bytes: number
}

/** Messages and bytes of ordinary messages, or of suspected spam. */
function usedOf(index: MessageIndex, { isSpam, leavesOut }: { isSpam: boolean; leavesOut?: IsRemovable }): Used {
  const used = { count: 0, bytes: 0 }
  for (const entry of index.values()) {
    if (entry.isSpam !== isSpam || (leavesOut && entry.message && leavesOut(entry.message))) continue
    used.count += 1
    used.bytes += entry.bytes
  }
  return used
}

/** True if there is room for a message, or would be without the messages that `leavesOut` is true for. */
export function hasRoom(index: MessageIndex, bytes: number, limits: FolderLimits, leavesOut?: IsRemovable): boolean {
  const used = usedOf(index, { isSpam: false, ...(leavesOut && { leavesOut }) })
  const part = bytes > MAX_SHORT_BYTES ? ROOM_OF_LONG : 1
  return used.count < limits.messages * part && used.bytes + bytes <= limits.bytes * part
}

/** True if there is room for suspected spam. */
export function hasSpamRoom(index: MessageIndex, bytes: number, limits: FolderLimits): boolean {
  const used = usedOf(index, { isSpam: true })
  return used.count < limits.messages && used.bytes + bytes <= limits.bytes
}

/** True if there is room for so many more ordinary messages, without removing any. */
export function fits(index: MessageIndex, added: readonly { bytes: Uint8Array }[], limits: FolderLimits): boolean {
  if (added.length === 0) return true
  const used = usedOf(index, { isSpam: false })
  const bytes = added.reduce((sum, one) => sum + one.bytes.length, used.bytes)
  return used.count + added.length <= limits.messages && bytes <= limits.bytes
}

/** How full the folder is by the files that were read. Messages that may be removed take no room. */
export function fillOf(
  index: MessageIndex,
  { limits, spamLimits, isRemovable }: { limits: FolderLimits; spamLimits: FolderLimits; isRemovable: IsRemovable },
): Omit<FolderFill, 'leftOut'> {
  const used = usedOf(index, { isSpam: false, leavesOut: isRemovable })
  const spam = usedOf(index, { isSpam: true })
  return { count: used.count, part: partOf(used, limits), spamPart: partOf(spam, spamLimits) }
}

function partOf({ count, bytes }: Used, limits: FolderLimits) {
  return Math.max(count / limits.messages, bytes / limits.bytes)
}

/**
 * Id of the message to remove next for a new message: of those that may be removed, the one that was deleted longest
 * ago. Throws InboxFull if the new message would not fit without any of them either.
 */
export function removableFor(
  index: MessageIndex,
  bytes: number,
  limits: FolderLimits,
  isRemovable: IsRemovable,
): string {
  let oldest: { id: string; deletedAt: string } | undefined
  for (const { message } of index.values()) {
    if (message?.deletedAt === undefined || !isRemovable(message)) continue
    if (!oldest || message.deletedAt < oldest.deletedAt) oldest = { id: message.id, deletedAt: message.deletedAt }
  }
  if (!oldest || !hasRoom(index, bytes, limits, isRemovable)) {
    throw new InboxFull('The inbox is full')
  }
  return oldest.id
}
