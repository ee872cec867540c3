import { createTransport } from 'nodemailer'
import type { MailSettings } from '#app/platform/env.server.ts'
import type { StoredMessage } from './stored-message.server.ts'

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
