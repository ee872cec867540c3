import { Form } from '@remix-run/react'
import { PhoneLink } from '#app/ui/phone-link.tsx'
import { mailtoAddress } from './reply-href.ts'

interface MessageFactsProps {
  message: { email: string; mobile: string }
  notice: { isFailure: boolean; isOver: boolean; text: string; detail: string }
}

/** How to reach who wrote a message, and whether it was announced by mail. */
export function MessageFacts({ message: { email, mobile }, notice }: MessageFactsProps) {
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
            <button className="btn" name="intent" value="send-again">
              Send again
            </button>
          </Form>
        )}
        {notice.detail !== '' && <p className="message-facts__detail">{notice.detail}</p>}
      </section>
    </aside>
  )
}

/** The form takes whatever a visitor writes; only what looks like a number can be dialled. */
function isNumber(mobile: string) {
  return /^\+?[\d\s().-]{5,}$/.test(mobile)
}
