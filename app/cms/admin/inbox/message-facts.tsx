import { Form, Link } from '@remix-run/react'
import { siteTimeFormat } from '#app/cms/platform/format/time.ts'
import { PhoneLink } from '#app/cms/ui/content-link.tsx'
import { inboxIntents } from './inbox-intents.ts'

interface MessageFactsProps {
  message: { email: string; mobile: string }
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

/** The contact data of the sender of a message, and the state of the notice by mail. */
export function MessageFacts({ message: { email, mobile }, notice, privacy }: MessageFactsProps) {
  return (
    <aside className="aside message-facts">
      <section>
        <h2>Contact</h2>
        <dl>
          <dt>E-mail</dt>
          <dd>
            <a href={`mailto:${mailtoAddress(email)}`}>{email}</a>
          </dd>
          <dt>Mobile</dt>
          <dd>{isNumber(mobile) ? <PhoneLink number={mobile} /> : mobile}</dd>
        </dl>
      </section>
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
