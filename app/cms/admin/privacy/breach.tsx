import type { MetaFunction } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { PlainField } from '#app/cms/editing/fields/plain-field.tsx'
import { FormRefusal, InputField, PanelForm } from '#app/cms/editing/fields/plain-form.tsx'
import { RecoveredTextsNotice } from '#app/cms/editing/form/form-notices.tsx'
import { keepTyped } from '#app/cms/editing/form/typed-forms.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { BackLink, PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { breachAction, breachLoader, type RefusedBreach } from './breach.server.ts'
import { breachIntents } from './privacy-intents.ts'
import './privacy.css'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = breachLoader
export const action = breachAction
export const clientAction = keepTyped(breachIntents)

export const meta: MetaFunction = () => adminMeta('After a breach')

/** What to do after a breach of personal data, and the clock of each one. */
export default function BreachPage() {
  const { breaches, isReadable, reportHours, today, now } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const refusal = reply && 'values' in reply ? reply : undefined
  const ofNew = refusal?.id === undefined ? refusal : undefined
  return (
    <>
      <BackLink to="/admin/privacy">Personal data</BackLink>
      <PageHead title="After a breach">
        Somebody may have seen, changed or taken personal data. The data protection authority gets the facts within{' '}
        {reportHours} hours from when you learned of it.
      </PageHead>
      {!isReadable && (
        <p className="person-hint" role="alert">
          <b>The list of breaches, data/breaches.json, cannot be read.</b>
        </p>
      )}
      {breaches.length > 0 && (
        <section className="panel" aria-labelledby="breaches">
          <header className="panel__head">
            <h2 id="breaches">Known breaches</h2>
          </header>
          <ul className="person-rows">
            {breaches.map((breach) => (
              <li key={breach.id}>
                <KnownBreach breach={breach} refusal={refusal?.id === breach.id ? refusal : undefined} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <PanelForm
        id="start"
        heading="Start the clock"
        intent={breachIntents.start}
        button="Start the clock"
        isPrimary={false}
        refusal={{ title: 'The clock was not started.', errors: errorsOf(ofNew) }}
        note={<p className="hint">The dashboard shows the time left, until you end the clock with a note.</p>}
      >
        <div className="two">
          <InputField
            id="known-day"
            name="day"
            type="date"
            label="Known since, day"
            required
            max={today}
            defaultValue={ofNew?.values.day ?? today}
            errors={ofNew?.errors.day}
          />
          <InputField
            id="known-time"
            name="time"
            type="time"
            label="Known since, time"
            required
            defaultValue={ofNew?.values.time ?? now}
            errors={ofNew?.errors.time}
          />
        </div>
      </PanelForm>
      <Steps reportHours={reportHours} />
      <Affected />
    </>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

interface KnownBreachProps {
  breach: Loaded['breaches'][number]
  refusal: RefusedBreach | undefined
}

function KnownBreach({ breach: { id, known, startedBy, left, ended, note }, refusal }: KnownBreachProps) {
  const fieldId = `note-${id}`
  return (
    <>
      <p>
        <b>Known since {known}</b>{' '}
        {left && <span className={left.isLate ? 'chip chip--bad' : 'chip'}>{left.text}</span>}
      </p>
      <p>
        Noted by {startedBy}
        {ended !== undefined && `, ended ${ended}`}
      </p>
      {note !== '' && <p className="breach-note">{note}</p>}
      {left && (
        <Form className="account-form" method="post" preventScrollReset>
          <RecoveredTextsNotice intents={[breachIntents.end]} />
          <FormRefusal title="The clock was not ended." errors={errorsOf(refusal)} />
          <input type="hidden" name="breach" value={id} />
          <PlainField
            id={fieldId}
            label="What was done"
            help="Whom you told and when, what happened and what was changed. Without names of the people affected"
            errors={refusal?.errors.note}
          >
            {(described) => (
              <textarea id={fieldId} name="note" rows={4} required defaultValue={refusal?.values.note} {...described} />
            )}
          </PlainField>
          <div>
            <button className="btn" name="intent" value={breachIntents.end}>
              End the clock
            </button>
          </div>
        </Form>
      )}
    </>
  )
}

function errorsOf(refusal: RefusedBreach | undefined): RefusedBreach['errors'] {
  if (refusal === undefined) return {}
  return refusal.problem === undefined ? refusal.errors : { form: [refusal.problem] }
}

/** The steps of docs/breach.md. */
function Steps({ reportHours }: { reportHours: number }) {
  return (
    <section className="panel" aria-labelledby="steps">
      <header className="panel__head">
        <h2 id="steps">What to do</h2>
      </header>
      <ol className="breach-steps">
        <li>
          <b>Start the clock</b> above, with the time at which you learned of it.
        </li>
        <li>
          <b>Stop it.</b> Deactivate the account or reset its second factor (<Link to="/admin/people">People</Link>),
          end access tokens (<Link to="/admin/account/tokens">Your account</Link>). If the server itself is in doubt,
          take it off the network, keep its disks and restore a backup on a new one. Then set new passwords and a new
          passphrase for backups.
        </li>
        <li>
          <b>Keep the evidence.</b> Download the <Link to="/admin/audit">audit log</Link>, and copy the log of the
          server before it is rotated.
        </li>
        <li>
          <b>Tell the company secretary and counsel</b> at once. They decide whether the exchange and CERT-In have to
          know too.
        </li>
        <li>
          <b>Tell the data protection authority</b> without delay: what happened, when, where, how much, and what may
          follow.
        </li>
        <li>
          <b>Tell each person affected</b> without delay: what happened, when and to which data, what may follow, what
          you do, what they can do, and whom to ask. Their addresses are in the list below.
        </li>
        <li>
          <b>Within {reportHours} hours, the authority again:</b> the facts in detail, the cause, what was done against
          it, who did it, and that the people know of it.
        </li>
        <li>
          <b>End the clock</b> with a note of what was done.
        </li>
      </ol>
    </section>
  )
}

/** Whom to tell. */
function Affected() {
  const { today } = useLoaderData<typeof loader>()
  return (
    <section className="panel" aria-labelledby="affected">
      <header className="panel__head">
        <h2 id="affected">Who is affected</h2>
      </header>
      <p className="hint person-hint">
        The people whose messages came since a day, with their addresses: also of deleted and sealed messages and of
        suspected spam. For the whole inbox, choose a day before the oldest message.
      </p>
      {/* A full page load: the response is a file. */}
      <form className="account-form" action="/admin/privacy/affected.csv">
        <InputField id="affected-since" name="since" type="date" label="Since" required max={today} />
        <div>
          <button className="btn">
            <Icon name="download" />
            Download as CSV
          </button>
        </div>
      </form>
    </section>
  )
}
