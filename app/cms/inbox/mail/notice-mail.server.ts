import type { SendMailOptions } from 'nodemailer'
import type { MailSettings } from '#app/cms/platform/env.server.ts'
import { hasForeignMailbox, mailAddress } from '#app/cms/platform/email-address.ts'
import { contextLines } from '#app/cms/inbox/message-context.ts'
import type { StoredMessage } from '#app/cms/inbox/stored-message.server.ts'

const SECOND = 1000

/**
 * Makes the function that announces a message of the contact form by mail. It rejects if the server cannot be reached
 * or refuses. The visitor's input is used only in structured fields and in the body, so it cannot add a header. A reply
 * to the mail goes to the visitor. `end` is its last lines, which a reply quotes.
 */
export function createMailNotice({ smtpUrl, from, to }: MailSettings) {
  const send = openMailTransport({ smtpUrl })

  return async function sendNotice(message: StoredMessage, end = ''): Promise<void> {
    const name = headerText(`${message.firstName} ${message.lastName}`)
    await send({
      from: { name: 'Contact form', address: from },
      to: to.map((address) => ({ name: '', address })),
      ...replyTo(name, message.email),
      subject: [`Message from ${name}`, message.kind?.label].filter(Boolean).join(': '),
      text: noticeText(message) + end,
      date: new Date(message.receivedAt),
      // The same at every attempt: mail programs show a message that arrived twice only once.
      messageId: `<${message.id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
      // RFC 3834: keeps automatic responders from replying to it.
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  }
}

/** Makes the function that sends a mail. It rejects if the server cannot be reached or refuses. */
export function openMailTransport({ smtpUrl }: Pick<MailSettings, 'smtpUrl'>) {
  const openTransport = async () => {
    // Loaded with the first message: it takes 4 MB.
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url: smtpUrl,
      connectionTimeout: 30 * SECOND,
      greetingTimeout: 30 * SECOND,
      socketTimeout: 60 * SECOND,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  let opening: ReturnType<typeof openTransport> | undefined

  return async (mail: SendMailOptions): Promise<void> => {
    const transport = await (opening ??= openTransport())
    await transport.sendMail(mail)
  }
}

/**
 * The recipient of a reply. None if only some mail servers know the form of the address: others would refuse the whole
 * mail. The text of the mail has it.
 */
function replyTo(name: string, email: string) {
  const address = mailAddress(email)
  return address === undefined || hasForeignMailbox(address) ? {} : { replyTo: { name, address } }
}

/**
 * A visitor's text for a header field. `=?` begins an encoded word (RFC 2047), which some mail programs decode even
 * inside quotes, so a name could show another one.
 */
export function headerText(text: string) {
  return text.replaceAll('=?', '= ?')
}

function noticeText({ firstName, lastName, email, mobile, receivedAt, comments, ...context }: StoredMessage) {
  const asked = contextLines(context).map((line) => `${line}\n`)
  return `Name: ${firstName} ${lastName}
E-mail: ${email}
Mobile: ${mobile}
Received: ${receivedAt}
${asked.join('')}
${comments}
`
}
