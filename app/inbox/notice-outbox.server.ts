import { assertMayWrite } from '#app/storage/owner-lock.server.ts'
import type { Logger } from '#app/platform/reports.ts'
import type { MailSettings } from '#app/platform/env.server.ts'
import { createMailNotice } from './mail-notice.server.ts'
import type { openMessageFolder } from './message-folder.server.ts'
import type { NoticeState } from './notice-state.ts'
import { openOutbox, type RetrySchedule } from './outbox.server.ts'
import type { StoredMessage } from './stored-message.server.ts'

interface NoticeOutboxOptions {
  folder: string
  messages: Pick<ReturnType<typeof openMessageFolder>, 'read' | 'change'>
  mail: MailSettings
  log: Logger
  schedule: RetrySchedule | undefined
}

const ERROR_LIMIT = 300

/** The notices by mail that are still to be sent. A message that was deleted meanwhile needs none. */
export function openNoticeOutbox({ folder, messages, mail, log, schedule }: NoticeOutboxOptions) {
  const sendNotice = createMailNotice(mail)
  const isWanted = async (id: string) => (await messages.read(id)) !== undefined
  const outbox = openOutbox({ folder, deliver, isWanted, log, ...(schedule && { schedule }) })

  async function deliver(id: string) {
    // What cannot be noted as sent would be sent again, and after a takeover the other process sends it as well.
    assertMayWrite()
    const message = await messages.read(id)
    if (!message || message.deletedAt !== undefined) return
    await sendNotice(message)
    const noticeSentAt = new Date().toISOString()
    // The mail is out: not being able to note that is no reason to send it again.
    await messages
      .change([id], (current) => ({ ...current, noticeSentAt }))
      .catch((err: unknown) => {
        log.error({ err, id }, 'A message was announced by mail, but this could not be noted')
      })
  }

  /** How far the notice has got; undefined where none is left to be sent. */
  async function stateOf(id: string): Promise<NoticeState | undefined> {
    const entry = await outbox.find(id)
    if (!entry) return undefined
    const { attempts, nextAttemptAt } = entry
    const error = entry.lastError.slice(0, ERROR_LIMIT)
    return entry.isParked ? { kind: 'failed', attempts, error } : { kind: 'waiting', attempts, nextAttemptAt, error }
  }

  /** Sends a message that is kept nowhere. Rejects if the mail server does not take it. */
  function sendNow(message: StoredMessage): Promise<void> {
    return sendNotice(message)
  }

  return { ...outbox, stateOf, sendNow }
}
