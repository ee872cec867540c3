import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { siteTimeFormat } from '#app/cms/platform/format/time.ts'
import { PhoneLink } from '#app/cms/ui/content-link.tsx'
import { inboxIntents } from './inbox-intents.ts'

interface MessageFactsProps {
  message: { email: string; mobile: string }
  notice: { isFailure: boolean; isOver: boolean; text: string; detail: string }
  /** Shown first. */
  children: ReactNode
}

/** The contact data of the sender of a message, and the state of the notice by mail. */
export function MessageFacts({ message: { email, mobile }, notice, children }: MessageFactsProps) {
  return (
    <aside className="aside message-facts">
      {children}
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
