import { assertMayWrite } from '#app/storage/owner-lock.server.ts'
import type { Logger } from '#app/platform/reports.ts'
import type { MailSettings } from '#app/platform/env.server.ts'
import type { openMessageFolder } from './message-folder.server.ts'
import { openOutbox, type RetrySchedule } from './outbox.server.ts'
import type { StoredMessage } from './stored-message.server.ts'
import { createTransport } from 'nodemailer'

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

/** Whether a message was announced by mail. */
export type NoticeState =
  | { kind: 'sent'; at: string }
  /** `error` of the last of the `attempts`; '' before the first. */
  | { kind: 'waiting'; attempts: number; nextAttemptAt: string; error: string }
  | { kind: 'failed'; attempts: number; error: string }
  /** No mail was set up when it came. */
  | { kind: 'none' }

const SECOND = 1000

/**
 * Makes the function that sends a message of the contact form on by mail. It rejects where the server cannot be reached or
 * refuses. What the visitor typed goes into structured fields and the text only, so it can make up no header; answering the
 * mail answers the visitor.
 */
export function createMailNotice({ smtpUrl, from, to }: MailSettings) {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 30 * SECOND,
    greetingTimeout: 30 * SECOND,
    socketTimeout: 60 * SECOND,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return async function sendNotice(message: StoredMessage): Promise<void> {
    const name = headerText(`${message.firstName} ${message.lastName}`)
    await transport.sendMail({
      from: { name: 'Contact form', address: from },
      to: to.map((address) => ({ name: '', address })),
      replyTo: { name, address: message.email },
      subject: `Message from ${name}`,
      text: noticeText(message),
      date: new Date(message.receivedAt),
      // The same at every attempt: mail programs show a message that arrived twice only once.
      messageId: `<${message.id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
      // RFC 3834: keeps answering machines from answering a machine.
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  }
}

/**
 * A visitor's text for a header field. `=?` begins an encoded word (RFC 2047), which some mail programs decode even inside
 * quotes, so a name could show another one.
 */
function headerText(text: string) {
  return text.replaceAll('=?', '= ?')
}

function noticeText({ firstName, lastName, email, mobile, receivedAt, comments }: StoredMessage) {
  return `Name: ${firstName} ${lastName}
E-mail: ${email}
Mobile: ${mobile}
Received: ${receivedAt}

${comments}
`
}
