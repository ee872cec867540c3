import { z } from 'zod'
import { log } from '#app/platform/log.server.ts'
import { contactMessage, type ContactMessage } from './contact-message.ts'
import { createMessageLimit } from './message-limit.server.ts'
import { MessageNotKept } from './message-not-kept.ts'
import { HONEYPOT_FIELD } from './honeypot-field.ts'
import type { Inbox } from './open-inbox.server.ts'

/** What became of a message. Only `kept` may be called sent. */
export type Reception =
  | { kind: 'kept' }
  | { kind: 'invalid'; error: z.ZodError<ContactMessage> }
  | { kind: 'too-many'; retryAfterSeconds: number }
  | { kind: 'failed'; error: MessageNotKept }

/** Takes the messages of visitors into an inbox, so many at a time. */
export function createMessageReceiver(inbox: Pick<Inbox, 'storeMessage'>) {
  const limit = createMessageLimit()

  /**
   * Checks and keeps a message of the contact form or the API. `fields` is what was sent; `address` is the visitor's. A message
   * whose trap field is filled in is answered like a kept one and dropped.
   */
  async function receiveMessage(fields: Record<string, unknown>, address: string | undefined): Promise<Reception> {
    const { [HONEYPOT_FIELD]: trap = '', ...written } = fields
    if (trap !== '') {
      log.info({ address }, 'A message with the trap field filled in was dropped')
      return { kind: 'kept' }
    }
    const checked = contactMessage.safeParse(written)
    if (!checked.success) return { kind: 'invalid', error: checked.error }
    const retryAfterSeconds = await limit.admit(address)
    if (retryAfterSeconds > 0) return { kind: 'too-many', retryAfterSeconds }
    try {
      await inbox.storeMessage(checked.data)
      return { kind: 'kept' }
    } catch (error) {
      if (!(error instanceof MessageNotKept)) throw error
      await limit.takeBack(address)
      return { kind: 'failed', error }
    }
  }

  return receiveMessage
}
