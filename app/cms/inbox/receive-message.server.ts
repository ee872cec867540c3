import { z } from 'zod'
import { log } from '#app/cms/platform/log.server.ts'
import { contactMessage, type ContactMessage, type MessageContext, MessageNotStored } from './stored-message.server.ts'
import { HONEYPOT_FIELDS } from './honeypot-field.ts'
import { NOTICE_FIELDS } from '#app/cms/inbox/privacy/notice-fields.ts'
import { noticeShownBy, type FindPurposes } from '#app/cms/inbox/privacy/shown-notice.ts'
import type { Inbox } from './open-inbox.server.ts'
import { createMessageLimit } from './message-limit.server.ts'
import { MalformedBody } from '#app/cms/platform/http/http-error.ts'
import { readJson } from '#app/cms/platform/http/read-json.server.ts'
import { isForm, readSmallForm } from '#app/cms/platform/http/read-form.server.ts'

/** Fields of a form that are no part of what the visitor has written. */
const NOT_WRITTEN: ReadonlySet<string> = new Set([...HONEYPOT_FIELDS, ...Object.values(NOTICE_FIELDS)])

/** The outcome of a message. The response may say that it was sent only for `stored`. */
type Reception =
  /** Without an id if it went by mail alone: then there is nothing that can be withdrawn. */
  | { kind: 'stored'; id?: string }
  | { kind: 'invalid'; error: z.ZodError<ContactMessage> }
  | { kind: 'too-many'; retryAfterSeconds: number }
  | { kind: 'failed'; error: MessageNotStored }

/** Makes the function that checks, limits and stores the messages of visitors. */
export function createMessageReceiver(
  inbox: Pick<Inbox, 'storeMessage'>,
  findPurposes: FindPurposes = () => undefined,
) {
  const limits = { ordinary: createMessageLimit(), spam: createMessageLimit() }

  /**
   * Checks and stores a message of the contact form or the API. `fields` are the posted fields, `address` is the
   * visitor's, `context` is stored with the message, and `form` names where it was written. If the honeypot field is
   * filled in, the message is stored as suspected spam, and counted separately: a flood of it does not slow down other
   * visitors.
   */
  async function receiveMessage(
    fields: Record<string, unknown>,
    address: string | undefined,
    { form = 'api', ...context }: MessageContext & { form?: string } = {},
  ): Promise<Reception> {
    const written = writtenFields(fields)
    const suspectedSpam = HONEYPOT_FIELDS.some((field) => (fields[field] ?? '') !== '')
    const limit = suspectedSpam ? limits.spam : limits.ordinary
    const checked = contactMessage.safeParse(written)
    if (!checked.success) return { kind: 'invalid', error: checked.error }
    const retryAfterSeconds = await limit.consume(address)
    if (retryAfterSeconds > 0) return { kind: 'too-many', retryAfterSeconds }
    try {
      const privacyNotice = noticeShownBy(fields, form, findPurposes)
      const taken = await inbox.storeMessage(checked.data, { suspectedSpam, context: { ...context, privacyNotice } })
      if (suspectedSpam) log.info({ address }, 'A message was stored as suspected spam')
      return taken.isMailedAlone ? { kind: 'stored' } : { kind: 'stored', id: taken.id }
    } catch (error) {
      if (!(error instanceof MessageNotStored)) throw error
      await limit.refund(address)
      return { kind: 'failed', error }
    }
  }

  return receiveMessage
}

/** The posted fields that a person has written. */
export function writtenFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !NOT_WRITTEN.has(name)))
}

/**
 * Room for the longest allowed message, at nine bytes for a character in an urlencoded form, and for the other fields.
 */
const MAX_BODY_BYTES = 64 * 1024

/**
 * Reads the fields of a contact message from a form or a JSON object of at most 64 kB. They are not validated. A form may
 * have several values of the fields in `repeated`, which are lists. Rejects with ExpectedError (400, 413, 415).
 */
export async function readMessageFields(
  request: Request,
  { repeated = [] }: { repeated?: readonly string[] } = {},
): Promise<Record<string, unknown>> {
  if (!isForm(request)) {
    const parsed = z.record(z.string(), z.unknown()).safeParse(await readJson(request, MAX_BODY_BYTES))
    if (!parsed.success) throw new MalformedBody('Send a JSON object.')
    return parsed.data
  }
  const { fields, form } = await readSmallForm(request, MAX_BODY_BYTES)
  const lists = repeated.filter((name) => form.has(name)).map((name) => [name, form.getAll(name)] as const)
  return { ...fields, ...Object.fromEntries(lists) }
}
