import { Form, Link, useNavigation } from '@remix-run/react'
import type { Question } from '#app/cms/guard.server.ts'
import { isQuestion as hasQuestion } from '#app/cms/editing/form/save-reply.ts'
import { PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { CONFIRMED, confirmationOf } from '#app/cms/platform/http/form-envelope.ts'

export function isQuestion(data: unknown): data is Question {
  return hasQuestion(data)
}

/** Asks before a change that would harm a scheduled release. The form sends everything again that was sent before. */
export function QuestionPage({ question: { consequences, action, fields } }: Question) {
  const isSending = useNavigation().formMethod === 'POST'
  return (
    <>
      <PageHead title="This changes a scheduled release">Nothing is changed yet.</PageHead>
      <ul className="attention attention--first">
        {consequences.map(({ token, text, href, name }) => (
          <li key={token}>
            <b>{text}</b>
            <span>
              <Link to={href}>Open “{name}”</Link>
            </span>
          </li>
        ))}
      </ul>
      <Form
        className="release-buttons"
        method="post"
        action={action}
        onSubmit={(event) => {
          if (isSending) event.preventDefault()
        }}
      >
        {fields.map(([name, value], at) => (
          <input type="hidden" name={name} value={value} key={at} />
        ))}
        <Link className="btn" to={action.replace(/[?&]index$/, '')}>
          Go back
        </Link>
        <button
          className="btn btn--solid-danger"
          name={CONFIRMED}
          value={confirmationOf(consequences.map(({ token }) => token))}
        >
          Go on
        </button>
      </Form>
    </>
  )
}
