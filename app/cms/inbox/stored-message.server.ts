import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { jsonText } from '#app/cms/platform/json-text.ts'
import { mailAddress } from '#app/cms/platform/email-address.ts'
import { line, text } from '#app/cms/define/fields.ts'
import type { AskedContext, ExtraField } from '#app/cms/define/asked-fields.ts'
import { isDay } from '#app/cms/define/calendar-day.ts'
import type { ShownNotice } from '#app/cms/inbox/privacy/shown-notice.ts'
import { MESSAGE_STATE_IDS, type MessageHandling } from './message-handling.ts'

/** Every field is required; the limits leave room for the longest real values. `labels` are for the errors. */
export function messageFields(labels: Record<'firstName' | 'lastName' | 'email' | 'mobile' | 'comments', string>) {
  return {
    firstName: line(labels.firstName, 100),
    lastName: line(labels.lastName, 100),
    // RFC 5321 leaves 254 characters for an address.
    email: line(labels.email, 254).refine(
      (value) => mailAddress(value) !== undefined,
      `${labels.email} must look like name@company.com`,
    ),
    mobile: line(labels.mobile, 40),
    comments: text(labels.comments, 5000),
  }
}

/** A visitor's message to the company. */
export const contactMessage = z.strictObject(
  messageFields({
    firstName: 'Your first name',
    lastName: 'Your last name',
    email: 'Your e-mail address',
    mobile: 'Your mobile number',
    comments: 'Your message',
  }),
)
export type ContactMessage = z.output<typeof contactMessage>

const messageKind = z.object({ id: z.string(), label: z.string() })

const extraField = z.object({
  label: z.string(),
  text: z.string(),
  id: z.string().optional(),
  edition: z.int().optional(),
}) satisfies z.ZodType<ExtraField>

/** What a form says about a message beside its fields. */
export interface MessageContext extends AskedContext {
  /** The privacy notice that the form has shown. */
  privacyNotice?: ShownNotice | undefined
}

const shownNotice = z.object({
  form: z.string(),
  version: z.int().optional(),
  language: z.string().optional(),
  purposes: z.array(z.string()),
})

const handling = z.object({
  state: z.enum(MESSAGE_STATE_IDS),
  person: z.string(),
  note: z.string(),
  changedAt: z.iso.datetime(),
  changedBy: z.string(),
}) satisfies z.ZodType<MessageHandling>

const correctionNote = z.object({ at: z.iso.datetime(), by: z.string(), fields: z.array(z.string()) })

/** The notice (a mail) of a message, not sent yet. */
const pendingNotice = z.object({
  /** When the attempts started: after some days they are given up. */
  queuedAt: z.iso.datetime(),
  attempts: z.int().min(0),
  /** Absent once the notice was given up. */
  nextAttemptAt: z.iso.datetime().optional(),
  /** '' before the first failure. */
  lastError: z.string(),
})
export type PendingNotice = z.output<typeof pendingNotice>

/** A message as it is stored: one JSON file of its own, `<id>.json`. */
export interface StoredMessage extends ContactMessage, MessageContext {
  /** The time of arrival and 8 hex digits, so that ids sort by time. */
  id: string
  /** ISO 8601, UTC, as all times here. */
  receivedAt: string
  unread: boolean
  /** True if a field was filled in that only programs see. Absent for an ordinary message. */
  suspectedSpam?: true | undefined
  /** Id of the person who marked it as read. Like `deletedBy`, absent in records of releases with one person. */
  readBy?: string | undefined
  /** Absent if the notice was sent, or if no mail was set up when the message came. */
  notice?: PendingNotice | undefined
  /** When the message was announced by mail. */
  noticeSentAt?: string | undefined
  /** Absent until a person has changed it. */
  handling?: MessageHandling | undefined
  /** When it was deleted. Messages that were deleted together have the same time. */
  deletedAt?: string | undefined
  /** Id of the person who deleted it. */
  deletedBy?: string | undefined
  /** Which fields were corrected when its sender asked for it, by the id of which person. The newest is last. */
  corrections?: readonly z.output<typeof correctionNote>[] | undefined
  /** When it was sealed: since then nobody works with it, and it is in no list. */
  sealedAt?: string | undefined
  /** Id of the person who has sealed it; `visitor` for its sender. */
  sealedBy?: string | undefined
}

/** Reads the text of a message's file. Its `id` is the name of the file. */
export const messageText = jsonText(
  z.object({
    receivedAt: z.iso.datetime(),
    unread: z.boolean(),
    suspectedSpam: z.literal(true).optional(),
    readBy: z.string().optional(),
    // A damaged notice must not hide the message. The mail is sent once more.
    notice: pendingNotice.optional().catch(() => newNotice()),
    noticeSentAt: z.iso.datetime().optional(),
    // What is damaged of these must not hide the message either.
    kind: messageKind.optional().catch(undefined),
    extras: z.array(extraField).optional().catch(undefined),
    answerBy: z.string().refine(isDay).optional().catch(undefined),
    privacyNotice: shownNotice.optional().catch(undefined),
    handling: handling.optional().catch(undefined),
    deletedAt: z.iso.datetime().optional(),
    deletedBy: z.string().optional(),
    corrections: z.array(correctionNote).optional().catch(undefined),
    sealedAt: z.iso.datetime().optional(),
    sealedBy: z.string().optional(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    mobile: z.string(),
    comments: z.string(),
  }),
)

/** A message that has just arrived, with its notice if one is to be sent. */
export function newMessage(
  message: ContactMessage,
  { notice, ...context }: MessageContext & { notice?: PendingNotice | undefined } = {},
): StoredMessage {
  const now = new Date()
  return {
    id: newMessageId(now),
    receivedAt: now.toISOString(),
    unread: true,
    ...(notice && { notice }),
    ...context,
    ...message,
  }
}

/** A notice that is to be sent now. */
export function newNotice(): PendingNotice {
  const now = new Date().toISOString()
  return { queuedAt: now, attempts: 0, nextAttemptAt: now, lastError: '' }
}

let lastId = ''

/** An id that no other message has. Those that this process makes in one millisecond sort by their order as well. */
export function newMessageId(now = new Date()): string {
  const time = now.toISOString().replace(/[-:.]/g, '')
  const [lastTime, lastDigits = ''] = lastId.split('-')
  // Random digits begin below the middle, so that there is room above them.
  const number = lastTime === time ? Number.parseInt(lastDigits, 16) + 1 : randomBytes(4).readUInt32BE() >>> 1
  lastId = `${time}-${number.toString(16).padStart(8, '0')}`
  return lastId
}

/** True for text that could be the id of a message. */
export function isMessageId(text: string): boolean {
  return messageIdOf(`${text}.json`) !== undefined
}

/** Id of the message that a file belongs to; undefined for any other name. */
export function messageIdOf(fileName: string): string | undefined {
  return /^(?<id>\d{8}T\d{9}Z-[0-9a-f]{8})\.json$/.exec(fileName)?.groups?.['id']
}

/** The name of a message for its sender: the day of its arrival and the end of its id. */
export function referenceOf(id: string): string {
  return `${id.slice(0, 8)}-${id.slice(-8).toUpperCase()}`
}

/** When the message with this id arrived (milliseconds since 1970). */
export function arrivalOf(id: string): number {
  const [, day = '', hours = '', minutes = '', seconds = '', rest = ''] =
    /^(\d{8})T(\d\d)(\d\d)(\d\d)(\d{3})Z-/.exec(id) ?? []
  return Date.parse(`${day.replace(/^(\d{4})(\d\d)/, '$1-$2-')}T${hours}:${minutes}:${seconds}.${rest}Z`)
}

export class InboxFull extends ExpectedError {
  override name = 'InboxFull'
  constructor(message: string) {
    super(507, message, { code: 'inbox-full' })
  }
}

/** A message could not be stored, so the response must not say that it was sent. `cause` is for the operator. */
export class MessageNotStored extends ExpectedError {
  override name = 'MessageNotStored'
  constructor(
    /** 507 if room is missing, else 503. */
    status: 503 | 507,
    options: { cause: unknown },
  ) {
    super(status, 'Failed to send message.', options)
  }
}
