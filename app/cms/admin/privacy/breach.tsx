import type { MetaFunction } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { PlainField } from '#app/cms/editing/fields/plain-field.tsx'
import { FormRefusal, InputField } from '#app/cms/editing/fields/plain-form.tsx'
import { RecoveredTextsNotice } from '#app/cms/editing/form/form-notices.tsx'
import { keepTyped } from '#app/cms/editing/form/typed-forms.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { BackLink, PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { breachAction, breachLoader, type RefusedBreach } from './breach.server.ts'
import { BREACH_STEPS, type BreachStep } from './breach-steps.ts'
import { breachIntents } from './privacy-intents.ts'
import { RadioGroup } from './radio-group.tsx'
import './privacy.css'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = breachLoader
export const action = breachAction
export const clientAction = keepTyped(breachIntents)

export const meta: MetaFunction = () => adminMeta('After a breach')

/** What to do after a breach of personal data, and the clock of each one. */
export default function BreachPage() {
  const { running, known, others, isReadable, reportHours } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  return (
    <>
      <BackLink to="/admin/privacy">Personal data</BackLink>
      <PageHead
        title="After a breach"
        action={
          <Link className="btn" to="/admin/privacy/breach/start">
            <Icon name="clock" />
            {running.length > 0 ? 'Start another clock' : 'Start the clock'}
          </Link>
        }
      >
        Somebody may have seen, changed or taken personal data. The data protection authority gets the facts within{' '}
        {reportHours} hours from when you learned of it.
      </PageHead>
      {!isReadable && (
        <p className="person-hint" role="alert">
          <b>The list of breaches, data/breaches.json, cannot be read.</b>
        </p>
      )}
      {running.length > 0 && (
        <section className="panel" aria-labelledby="running">
          <header className="panel__head">
            <h2 id="running">{running.length === 1 ? 'Running clock' : 'Running clocks'}</h2>
          </header>
          <ul className="person-rows">
            {running.map((breach) => (
              <li key={breach.id}>
                <RunningClock breach={breach} refusal={refusal?.id === breach.id ? refusal : undefined} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="settings">
        {running.length === 0 && <Steps />}
        {running.map((clock) => (
          <Steps key={clock.id} clock={clock} />
        ))}
        <Affected />
      </div>
      {known.length > 0 && (
        <section className="panel" aria-labelledby="breaches">
          <header className="panel__head">
            <h2 id="breaches">Known breaches</h2>
          </header>
          <EndedClocks breaches={known} />
        </section>
      )}
      {others.length > 0 && (
        <section className="panel" aria-label="Exercises and mistakes">
          <details className="breach-others">
            <summary>Exercises and mistakes ({others.length})</summary>
            <EndedClocks breaches={others} />
          </details>
        </section>
      )}
    </>
  )
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['running'][number]

interface RunningClockProps {
  breach: Row
  refusal: RefusedBreach | undefined
}

function RunningClock({ breach: { id, title, isExercise, known, startedBy, left }, refusal }: RunningClockProps) {
  const fieldId = `note-${id}`
  return (
    <>
      <h3 className="breach-title">
        {title} {isExercise && <span className="chip">Exercise</span>}
      </h3>
      {left && (
        <p className={left.isLate && !isExercise ? 'breach-left breach-left--late' : 'breach-left'}>
          {left.text.charAt(0).toUpperCase() + left.text.slice(1)}
        </p>
      )}
      <p>
        Known since {known}, started by {startedBy}
      </p>
      <details className="breach-end" open={refusal !== undefined}>
        <summary className="btn">
          End the clock<span className="visually-hidden">: {title}</span>
        </summary>
        <Form className="account-form" method="post" preventScrollReset>
          <RecoveredTextsNotice intents={[breachIntents.end]} />
          <FormRefusal title="The clock was not ended." errors={errorsOf(refusal)} />
          <input type="hidden" name="breach" value={id} />
          <RadioGroup
            name="closedAs"
            legend="What it was"
            chosen={refusal?.values.closedAs ?? (isExercise ? 'exercise' : undefined)}
            errors={refusal?.errors.closedAs}
            options={[
              { value: 'breach', label: 'A breach, dealt with', help: 'It stays under “Known breaches”' },
              { value: 'exercise', label: 'An exercise' },
              { value: 'mistake', label: 'A mistake: the clock was not needed' },
            ]}
          />
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
            <button className="btn btn--primary" name="intent" value={breachIntents.end}>
              End the clock
            </button>
          </div>
        </Form>
      </details>
    </>
  )
}

function EndedClocks({ breaches }: { breaches: readonly Row[] }) {
  return (
    <ul className="person-rows">
      {breaches.map(({ id, title, isBreach, isMistake, known, startedBy, ended, note }) => (
        <li key={id}>
          <p>
            <b>{title}</b> {!isBreach && <span className="chip">{isMistake ? 'Mistake' : 'Exercise'}</span>}
          </p>
          <p>
            Known since {known}, started by {startedBy}
            {ended !== undefined && `, ended ${ended}`}
          </p>
          {note !== '' && <p className="breach-note">{note}</p>}
        </li>
      ))}
    </ul>
  )
}

function errorsOf(refusal: RefusedBreach | undefined): RefusedBreach['errors'] {
  if (refusal === undefined) return {}
  return refusal.problem === undefined ? refusal.errors : { form: [refusal.problem] }
}

/** The steps of docs/breach.md. While a clock runs, each can be noted as done. */
function Steps({ clock }: { clock?: Row | undefined }) {
  const { reportHours, running } = useLoaderData<typeof loader>()
  const id = `steps-${clock?.id ?? 'all'}`
  const count = Object.keys(clock?.done ?? {}).length
  return (
    <section className="panel" aria-labelledby={id}>
      <header className="panel__head">
        <h2 id={id}>
          What to do{clock && running.length > 1 && <span className="visually-hidden">: {clock.title}</span>}
        </h2>
        {clock && (
          <p>
            {running.length > 1 && `${clock.title}. `}
            {count} of {BREACH_STEPS.length} steps done
          </p>
        )}
      </header>
      <ol className="breach-steps">
        <li>
          <div>
            {clock ? (
              <p>
                <b>The clock runs.</b> Started by {clock.startedBy}.
              </p>
            ) : (
              <p>
                <b>Start the clock</b> above, with the time at which you learned of it.
              </p>
            )}
          </div>
        </li>
        {BREACH_STEPS.map((step) => (
          <li key={step}>
            <div>
              <p>{textOf(step, reportHours)}</p>
              {clock && <StepMark clock={clock} step={step} />}
            </div>
          </li>
        ))}
        <li>
          <div>
            <p>
              <b>End the clock</b> with a note of what was done.
            </p>
          </div>
        </li>
      </ol>
    </section>
  )
}

/** Whether a step was done, and the button that notes it. */
function StepMark({ clock, step }: { clock: Row; step: BreachStep }) {
  const done = clock.done[step]
  return (
    <Form className="breach-steps__mark" method="post" preventScrollReset>
      <input type="hidden" name="breach" value={clock.id} />
      <input type="hidden" name="step" value={step} />
      {done === undefined ? (
        <button className="btn" name="intent" value={breachIntents.done}>
          Note as done<span className="visually-hidden">: {STEP_NAMES[step]}</span>
        </button>
      ) : (
        <>
          <p>
            <Icon name="check" />
            Done {done}
          </p>
          <button className="linkbtn" name="intent" value={breachIntents.undone}>
            Undo<span className="visually-hidden">: {STEP_NAMES[step]}</span>
          </button>
        </>
      )}
    </Form>
  )
}

const STEP_NAMES: Record<BreachStep, string> = {
  stop: 'Stop it',
  evidence: 'Keep the evidence',
  counsel: 'Tell the company secretary and counsel',
  authority: 'Tell the data protection authority',
  people: 'Tell each person affected',
  report: 'The authority again',
}

/** What is to be done in a step. */
function textOf(step: BreachStep, reportHours: number) {
  const name = <b>{STEP_NAMES[step]}</b>
  switch (step) {
    case 'stop':
      return (
        <>
          {name}. Deactivate the account or reset its second factor (<Link to="/admin/people">People</Link>), end access
          tokens (<Link to="/admin/account/tokens">Your account</Link>). If the server itself is in doubt, take it off
          the network, keep its disks and restore a backup on a new one. Then set new passwords and a new passphrase for
          backups.
        </>
      )
    case 'evidence':
      return (
        <>
          {name}. Download the <Link to="/admin/audit">audit log</Link>, and copy the log of the server before it is
          rotated.
        </>
      )
    case 'counsel':
      return <>{name} at once. They decide whether the exchange and CERT-In have to know too.</>
    case 'authority':
      return <>{name} without delay: what happened, when, where, how much, and what may follow.</>
    case 'people':
      return (
        <>
          {name} without delay: what happened, when and to which data, what may follow, what you do, what they can do,
          and whom to ask. Their addresses are in the list below.
        </>
      )
    case 'report':
      return (
        <>
          {name}, within {reportHours} hours: the facts in detail, the cause, what was done against it, who did it, and
          that the people know of it.
        </>
      )
  }
}

/** Whom to tell. */
function Affected() {
  const { today } = useLoaderData<typeof loader>()
  return (
    <section className="panel" aria-labelledby="affected">
      <header className="panel__head">
        <h2 id="affected">Who is affected</h2>
        <p>
          The people whose messages came since a day, with their addresses: also of deleted and sealed messages and of
          suspected spam. For the whole inbox, choose a day before the oldest message.
        </p>
      </header>
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
