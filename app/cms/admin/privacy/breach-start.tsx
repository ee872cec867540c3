import type { MetaFunction } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { FormRefusal, InputField } from '#app/cms/editing/fields/plain-form.tsx'
import { RecoveredTextsNotice } from '#app/cms/editing/form/form-notices.tsx'
import { keepTyped } from '#app/cms/editing/form/typed-forms.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { BackLink, PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { enumerate } from '#app/cms/platform/format/words.ts'
import { breachStartAction, breachStartLoader, type StartErrors } from './breach.server.ts'
import { RadioGroup } from './radio-group.tsx'
import { breachStartIntents } from './privacy-intents.ts'
import './privacy.css'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = breachStartLoader
export const action = breachStartAction
export const clientAction = keepTyped(breachStartIntents)

export const meta: MetaFunction = () => adminMeta('Start the clock')

/** Asks before the clock of a breach is started, and says what follows. */
export default function BreachStartPage() {
  const { today, now, reportHours, maxTitle, running } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const errors: StartErrors = reply?.errors ?? {}
  const values = reply?.values
  const isSending = useNavigation().formMethod === 'POST'
  return (
    <>
      <BackLink to="/admin/privacy/breach">After a breach</BackLink>
      <PageHead title="Start the clock">
        From the time at which you learned of the breach, the authority gets the facts within {reportHours} hours.
      </PageHead>
      {running.length > 0 && (
        <div className="status status--note">
          <Icon name="alert" />
          <p>
            <b>
              {running.length === 1 ? 'A clock is running already: ' : `${running.length} clocks are running already: `}
              {enumerate(running, 3)}.
            </b>{' '}
            <span>Start another one only for another breach.</span>
          </p>
        </div>
      )}
      <section className="panel">
        <ul className="breach-follows">
          <li>The dashboard of every administrator shows the title and the time left.</li>
          <li>The clock runs until an administrator ends it with a note. It cannot be deleted.</li>
          <li>Nobody is told: no mail goes out, and the website does not change.</li>
        </ul>
        <Form
          className="account-form"
          method="post"
          onSubmit={(event) => {
            if (isSending) event.preventDefault()
          }}
        >
          <RecoveredTextsNotice intents={[breachStartIntents.start]} />
          <FormRefusal title="The clock was not started." errors={errors} />
          <InputField
            id="breach-title"
            name="title"
            label="Short title"
            help="Such as “Laptop of the sales office stolen”. Without names of the people affected"
            required
            maxLength={maxTitle}
            defaultValue={values?.title}
            errors={errors.title}
          />
          <RadioGroup
            name="kind"
            legend="What it is"
            chosen={values?.kind}
            errors={errors.kind}
            options={[
              { value: 'real', label: 'Real', help: 'Somebody may have seen, changed or taken personal data' },
              { value: 'exercise', label: 'Exercise', help: 'Nothing has happened: you practise the steps' },
            ]}
          />
          <div className="two">
            <InputField
              id="known-day"
              name="day"
              type="date"
              label="Known since, day"
              required
              max={today}
              defaultValue={values?.day ?? today}
              errors={errors.day}
            />
            <InputField
              id="known-time"
              name="time"
              type="time"
              label="Known since, time"
              required
              defaultValue={values?.time ?? now}
              errors={errors.time}
            />
          </div>
          <div className="account-form__buttons">
            <button
              className="btn btn--primary"
              name="intent"
              value={breachStartIntents.start}
              aria-disabled={isSending}
            >
              Start the clock
            </button>
            <Link className="btn btn--ghost" to="/admin/privacy/breach">
              Cancel
            </Link>
          </div>
        </Form>
      </section>
    </>
  )
}
