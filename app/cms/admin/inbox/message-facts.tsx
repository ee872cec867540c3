import { Form, Link } from '@remix-run/react'
import { siteTimeFormat } from '#app/cms/platform/format/time.ts'
import { PhoneLink } from '#app/cms/ui/content-link.tsx'
import { inboxIntents } from './inbox-intents.ts'

interface MessageContactProps {
  message: { email: string; mobile: string }
  /** What the sender was told to name when asking about the message. */
  reference: string
}

/** How the sender of a message can be reached. */
export function MessageContact({ message: { email, mobile }, reference }: MessageContactProps) {
  return (
    <dl className="message__contact">
      <div>
        <dt>E-mail</dt>
        <dd>
          <a href={`mailto:${mailtoAddress(email)}`}>{email}</a>
        </dd>
      </div>
      <div>
        <dt>Mobile</dt>
        <dd>{isNumber(mobile) ? <PhoneLink number={mobile} /> : mobile}</dd>
      </div>
      <div>
        <dt>Reference</dt>
        <dd>{reference}</dd>
      </div>
    </dl>
  )
}

interface MessageFactsProps {
  notice: { isFailure: boolean; isOver: boolean; text: string; detail: string }
  privacy: {
    /** Which privacy notice the form has shown. */
    notice: { text: string; href?: string | undefined } | undefined
    /** Which fields were corrected when and by whom. */
    corrections: readonly string[]
    /** The form that corrects the message, for those who may. */
    correctHref: string | undefined
  }
}

/** The state of the notice by mail, and what is known of the personal data of a message. */
export function MessageFacts({ notice, privacy }: MessageFactsProps) {
  return (
    <aside className="aside message-facts">
      <section>
        <h2>Notice by mail</h2>
        <p className={notice.isFailure ? 'message-facts__bad' : undefined}>{notice.text}</p>
        {notice.isOver && (
          <Form method="post" preventScrollReset>
            <button className="btn" name="intent" value={inboxIntents.sendAgain}>
              Send again
            </button>
          </Form>
        )}
        {notice.detail !== '' && <p className="message-facts__detail">{notice.detail}</p>}
      </section>
      <section>
        <h2>Personal data</h2>
        {privacy.notice && (
          <p>
            Privacy notice: {privacy.notice.text}.{' '}
            {privacy.notice.href !== undefined && <a href={privacy.notice.href}>Read this version</a>}
          </p>
        )}
        {privacy.corrections.map((line) => (
          <p className="message-facts__detail" key={line}>
            Corrected: {line}
          </p>
        ))}
        {privacy.correctHref !== undefined && (
          <p className="message-facts__act">
            <Link className="btn" to={privacy.correctHref}>
              Correct
            </Link>
          </p>
        )}
      </section>
    </aside>
  )
}

/** Only a text that looks like a number becomes a link, because visitors can type anything into the field. */
function isNumber(mobile: string) {
  return /^\+?[\d\s().-]{5,}$/.test(mobile)
}

interface Received {
  email: string
  receivedAt: string
}

const dayFormat = siteTimeFormat('en-GB', { dateStyle: 'long' })

/** A mailto address (RFC 6068) for a reply to a visitor's message. What the visitor typed cannot add headers to it. */
export function replyHref({ email, receivedAt }: Received, companyName: string, end = '') {
  const day = dayFormat().format(new Date(receivedAt))
  const subject = ['Your message', companyName && `to ${companyName}`, `of ${day}`].filter(Boolean).join(' ')
  const body = end === '' ? '' : `&body=${encodeURIComponent(`\r\n\r\n${end.trim().replaceAll('\n', '\r\n')}`)}`
  return `mailto:${mailtoAddress(email)}?subject=${encodeURIComponent(subject)}${body}`
}

/** Escapes everything but the `@` between mailbox and host. */
function mailtoAddress(email: string) {
  return encodeURIComponent(email).replace(/%40(?=[^%]*$)/, '@')
}
