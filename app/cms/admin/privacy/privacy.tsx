import type { MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { InputField } from '#app/cms/editing/fields/plain-form.tsx'
import { keepTyped } from '#app/cms/editing/form/typed-forms.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { Empty } from '#app/cms/editing/ui/empty.tsx'
import { ListToolbar } from '#app/cms/editing/ui/list-toolbar.tsx'
import { PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { countOf } from '#app/cms/platform/format/words.ts'
import { MESSAGE_DAYS } from '#app/cms/platform/message-days.ts'
import { privacyIntents } from './privacy-intents.ts'
import { privacyAction, privacyLoader } from './privacy.server.ts'
import './privacy.css'

export { PasswordBoundary as ErrorBoundary } from '#app/cms/admin/confirm/password-boundary.tsx'

export const loader = privacyLoader
export const action = privacyAction
export const clientAction = keepTyped(privacyIntents)

export const meta: MetaFunction = () => adminMeta('Personal data')

/** What the site holds of a person, and what people have asked about their data. */
export default function PrivacyPage() {
  const { query, rows, damaged, keepDays, noticeDays } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Personal data">
        What visitors have sent, person by person. Messages are removed automatically after{' '}
        {keepDays.toLocaleString('en')} days.
      </PageHead>
      {noticeDays !== undefined && noticeDays !== keepDays && (
        <div className="status status--note" role="alert">
          <Icon name="alert" />
          <p>
            <b>The privacy notice says {noticeDays.toLocaleString('en')} days</b>{' '}
            <span>The setting KEEP_MESSAGES_DAYS is {keepDays.toLocaleString('en')}. Change one of them.</span>
          </p>
        </div>
      )}
      <ListToolbar
        label="Person"
        tabs={[]}
        search={{
          action: '/admin/privacy',
          hidden: {},
          label: 'Find a person',
          placeholder: 'E-mail, telephone, name or reference',
          query,
          clearHref: '/admin/privacy',
        }}
      />
      {query !== '' && (rows.length + damaged.length === 0 ? <NobodyFound query={query} /> : <Found />)}
      <Requests />
      <Affected />
    </>
  )
}

function NobodyFound({ query }: { query: string }) {
  return (
    <Empty title={`Nothing is held for “${query}”`}>
      Three characters or more are needed. Words of a message are not searched here.
    </Empty>
  )
}

/** The messages of the person, with what can be done with them. */
function Found() {
  const { query, rows, damaged, total } = useLoaderData<typeof loader>()
  const asked = new URLSearchParams({ q: query }).toString()
  return (
    <section className="panel">
      <header className="panel__head">
        <h2>{countOf(total + damaged.length, 'message')}</h2>
      </header>
      <Form method="post" action={`/admin/privacy?${asked}`} preventScrollReset>
        <ul className="person-rows">
          {rows.map(({ id, reference, name, email, mobile, received, place, isHeld, keptUntil, notice }) => (
            <li key={id}>
              <label>
                <input type="checkbox" name="id" value={id} />
                <b>{name}</b>
                <span>
                  {email}, {mobile}
                </span>
              </label>
              <p>
                {place}. {reference}, received {received}, kept until {keptUntil}
                {notice !== undefined && `. Notice: ${notice}`}
                {isHeld ? '. Its year is not over' : ''}
              </p>
            </li>
          ))}
          {damaged.map(({ id, file }) => (
            <li key={id}>
              <label>
                <input type="checkbox" name="id" value={id} />
                <b>A file that cannot be read</b>
                <span>{file}</span>
              </label>
            </li>
          ))}
        </ul>
        <div className="person-act">
          <button className="btn" name="intent" value={privacyIntents.seal}>
            <Icon name="shield" />
            Seal
          </button>
          <button className="btn btn--danger" name="intent" value={privacyIntents.erase}>
            <Icon name="trash" />
            Erase
          </button>
          {/* Full page loads: the responses are files. */}
          <a className="btn" href={`/admin/privacy/person.html?${asked}`}>
            <Icon name="download" />
            Copy as a page
          </a>
          <a className="btn" href={`/admin/privacy/person.json?${asked}`}>
            <Icon name="download" />
            Copy as JSON
          </a>
        </div>
        <p className="hint person-hint">
          A sealed message is out of all lists, searches, downloads and mails at once, and cannot be opened again. It is
          erased when it has been kept for {MESSAGE_DAYS.least} days. “Erase” removes older messages now and seals the
          others. Mails that the website has sent to you are not removed: delete them in your mail program.
        </p>
      </Form>
    </section>
  )
}

/** The request book: what people ask about their data, and until when they get an answer. */
function Requests() {
  const { requests, kinds, today, answerDays, isBookReadable, contact } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const { errors, values } = reply && 'errors' in reply ? reply : { errors: undefined, values: undefined }
  return (
    <section className="panel" aria-labelledby="requests">
      <header className="panel__head">
        <h2 id="requests">Requests</h2>
      </header>
      {!isBookReadable && (
        <p className="person-hint" role="alert">
          <b>The request book, data/privacy-requests.json, cannot be read.</b>
        </p>
      )}
      <p className="hint person-hint">
        Each has to be answered within {countOf(answerDays, 'day')}.
        {contact !== '' && ` Every answer names the contact: ${contact}`}
      </p>
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
                    Answered<span className="visually-hidden">: {about}</span>
                  </button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
      <Form className="account-form" method="post" preventScrollReset>
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
          defaultValue={values?.about}
          errors={errors?.about}
        />
        <InputField
          id="request-came"
          name="came"
          type="date"
          label="Came on"
          required
          max={today}
          defaultValue={values?.came ?? today}
          errors={errors?.came}
        />
        <div>
          <button className="btn" name="intent" value={privacyIntents.add}>
            <Icon name="plus" />
            Note the request
          </button>
        </div>
      </Form>
    </section>
  )
}

/** Whom to tell after a breach. */
function Affected() {
  const { today } = useLoaderData<typeof loader>()
  return (
    <section className="panel" aria-labelledby="affected">
      <header className="panel__head">
        <h2 id="affected">After a breach</h2>
      </header>
      <p className="hint person-hint">
        The people whose messages came since a day, with their addresses. docs/breach.md says what to do within 72
        hours.
      </p>
      {/* A full page load: the response is a file. */}
      <form className="account-form" action="/admin/privacy/affected.csv">
        <InputField id="affected-since" name="since" type="date" label="Since" required max={today} />
        <div>
          <button className="btn">
            <Icon name="download" />
            Who is affected
          </button>
        </div>
      </form>
    </section>
  )
}
