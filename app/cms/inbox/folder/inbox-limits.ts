import type { FolderLimits } from './message-room.server.ts'

const MEGABYTE = 1024 * 1024

/** The messages of a day for which the room of the inbox is planned, and the bytes of one with some 1,500 letters. */
const PLAN = { messages: 50, bytes: 2048 }

/** The planned messages take less than three quarters of the room: the warning begins at four fifths. */
const RESERVE = 1.4

/** A year of 50 long messages a day fits whatever the period is, as long ones may use three quarters of the room. */
const MIN_ROOM_BYTES = 128 * MEGABYTE

/** The room of an inbox that keeps messages for so many days. They are all in memory: `docs/growth.md` has how much. */
export function roomFor(days: number): FolderLimits {
  const messages = Math.ceil(days * PLAN.messages * RESERVE)
  return { messages, bytes: Math.max(MIN_ROOM_BYTES, messages * PLAN.bytes) }
}

/** The room of suspected spam, beside that of ordinary messages. Further spam is refused. */
export const SPAM_LIMITS = { messages: 2_000, bytes: 4 * MEGABYTE }
