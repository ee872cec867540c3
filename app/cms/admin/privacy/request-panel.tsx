import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { InputField } from '#app/cms/editing/fields/plain-form.tsx'
import { countOf } from '#app/cms/platform/format/words.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { privacyIntents } from './privacy-intents.ts'
import type { privacyAction, privacyLoader } from './privacy.server.ts'

/** The request book: what people ask about their data, and until when they get an answer. */
export function RequestPanel() {
  const { requests, kinds, today, answerDays, isBookReadable, contact, query } = useLoaderData<typeof privacyLoader>()
  const reply = useActionData<typeof privacyAction>()
  const { errors, values } = reply && 'errors' in reply ? reply : { errors: undefined, values: undefined }
  return (
    <section className="panel" aria-labelledby="requests">
      <header className="panel__head">
        <h2 id="requests">Requests</h2>
        <p>
          Each has to be answered within {countOf(answerDays, 'day')}.
          {contact !== '' && ` Every answer names the contact: ${contact}`}
        </p>
      </header>
      {!isBookReadable && (
        <p className="person-hint" role="alert">
          <b>The request book, data/privacy-requests.json, cannot be read.</b>
        </p>
      )}
      {requests.length > 0 && (
        <ul className="person-rows">
          {requests.map(({ id, kind, came, due, about, isOverdue, answered }) => (
            <li key={id}>
              <p>
                <b>{kind}</b> {isOverdue && <span className="chip chip--bad">Overdue</span>}
              </p>
              <p>
                {about === '' ? 'Erased' : about}, came {came}
                {answered === undefined ? `, answer by ${due}` : `, answered ${answered}`}
              </p>
              {answered === undefined && (
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="request" value={id} />
                  <button className="btn" name="intent" value={privacyIntents.answer}>
                    Mark as answered<span className="visually-hidden">: {about}</span>
                  </button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
      {/* Another person is another form. */}
      <Form className="account-form" method="post" preventScrollReset key={query}>
        <div className="field">
          <label htmlFor="request-kind">What a person asks for</label>
          <select id="request-kind" name="kind" defaultValue={values?.kind}>
            {kinds.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <InputField
          id="request-about"
          name="about"
          label="Who asks"
          help="The reference of a message or an address. It is removed when the messages are erased"
          required
          maxLength={300}
          defaultValue={values?.about ?? query}
          errors={errors?.about}
        />
        <InputField
          id="request-came"
          name="came"
          type="date"
          label="Received on"
          required
          max={today}
          defaultValue={values?.came ?? today}
          errors={errors?.came}
        />
        <div>
          <button className="btn" name="intent" value={privacyIntents.add}>
            <Icon name="plus" />
            Record the request
          </button>
        </div>
      </Form>
    </section>
  )
}
