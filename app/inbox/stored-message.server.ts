import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { jsonText } from '#app/storage/json-text.ts'
import type { ContactMessage } from './contact-message.ts'

/** A message as it is kept: one JSON file of its own, `<id>.json`. */
export interface StoredMessage extends ContactMessage {
  /** When it came and 8 random hex digits: sorts by time. */
  id: string
  /** ISO 8601, UTC, as all times here. */
  receivedAt: string
  unread: boolean
  /** When it was announced by mail; absent where it was not, or not yet. */
  noticeSentAt?: string | undefined
  /** When it was deleted. What was deleted together has the same time. */
  deletedAt?: string | undefined
}

/** Reads the text of a message's file. Its `id` is the name of the file. */
export const messageText = jsonText(
  z.object({
    receivedAt: z.iso.datetime(),
    unread: z.boolean(),
    noticeSentAt: z.iso.datetime().optional(),
    deletedAt: z.iso.datetime().optional(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    mobile: z.string(),
    comments: z.string(),
  }),
)

/** An id for a message that has just come. */
export function newMessageId(): string {
  const time = new Date().toISOString().replace(/[-:.]/g, '')
  return `${time}-${randomBytes(4).toString('hex')}`
}

/** True for text that could be the id of a message. */
export function isMessageId(text: string): boolean {
  return messageIdOf(`${text}.json`) !== undefined
}

/** Id of the message that a file of the inbox or of the outbox belongs to; undefined for any other name. */
export function messageIdOf(fileName: string): string | undefined {
  return /^(?<id>\d{8}T\d{9}Z-[0-9a-f]{8})\.json$/.exec(fileName)?.groups?.['id']
}

/** The inbox holds as many messages as it may. */
export class InboxFull extends Error {
  override name = 'InboxFull'
}

/** A message could not be kept, so its sender must not be told that it was sent. `cause` tells the operator why. */
export class MessageNotKept extends Error {
  override name = 'MessageNotKept'
  constructor(
    /** 507 where room is missing, else 503. */
    readonly status: 503 | 507,
    options: { cause: unknown },
  ) {
    super('Failed to send message.', options)
  }
}
