import type { MetaFunction } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { PlainField } from '#app/cms/editing/fields/plain-field.tsx'
import { FormRefusal, InputField } from '#app/cms/editing/fields/plain-form.tsx'
import { RecoveredTextsNotice, useRecoveredTexts } from '#app/cms/editing/form/form-notices.tsx'
import { keepTyped } from '#app/cms/editing/form/typed-forms.ts'
import { BackLink, PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { correctionAction, correctionLoader } from './correct-message.server.ts'
import { correctionIntents } from './privacy-intents.ts'
import './privacy.css'

export { PasswordBoundary as ErrorBoundary } from '#app/cms/admin/confirm/password-boundary.tsx'

export const loader = correctionLoader
export const action = correctionAction
export const clientAction = keepTyped(correctionIntents)

export const meta: MetaFunction = () => adminMeta('Correct a message')

const LINES = [
  { name: 'firstName', label: 'First name', type: 'text', maxLength: 100 },
  { name: 'lastName', label: 'Last name', type: 'text', maxLength: 100 },
  { name: 'email', label: 'E-mail', type: 'text', maxLength: 254 },
  { name: 'mobile', label: 'Mobile', type: 'tel', maxLength: 40 },
] as const

/** A message as a form: what it says of its sender, as that person asks. */
export default function CorrectMessagePage() {
  const {
    reference,
    place,
    values: stored,
    seenAt,
    extras,
    corrections,
    requests,
    request,
  } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const refused = reply && 'values' in reply ? reply : undefined
  const recovered = useRecoveredTexts([correctionIntents.correct])
  const errors = refused?.errors ?? {}
  const valueOf = (name: (typeof LINES)[number]['name'] | 'comments') =>
    refused?.values[name] ?? recovered?.[name] ?? stored[name]
  const page = `/admin/privacy?${new URLSearchParams({ q: reference }).toString()}`
  return (
    <>
      <BackLink to={page}>Personal data</BackLink>
      <PageHead title="Correct a message">
        {reference}. {place}
      </PageHead>
      <section className="panel">
        <Form className="account-form" method="post">
          <RecoveredTextsNotice intents={[correctionIntents.correct]} />
          <FormRefusal
            title="Nothing was corrected."
            errors={refused?.problem === undefined ? errors : { form: [refused.problem] }}
          />
          {refused?.now && <MeanwhileCorrected corrections={refused.now.corrections} page={page} />}
          <p className="hint">
            What you replace is kept nowhere on this website. Only the names of the changed fields are noted, with you
            and the time. Mails that the website has sent to you are not changed.
          </p>
          <input type="hidden" name="seen" value={refused?.now?.seenAt ?? seenAt} />
          {LINES.map(({ name, label, type, maxLength }) => (
            <InputField
              key={name}
              id={`correct-${name}`}
              {...{ name, label, type, maxLength }}
              required
              defaultValue={valueOf(name)}
              errors={errors[name]}
            />
          ))}
          <PlainField id="correct-comments" label="Message" errors={errors['comments']}>
            {(described) => (
              <textarea
                id="correct-comments"
                name="comments"
                rows={8}
                required
                maxLength={5000}
                defaultValue={valueOf('comments')}
                {...described}
              />
            )}
          </PlainField>
          {extras.map((label, index) => (
            <InputField
              key={index}
              id={`correct-extra-${index}`}
              name={`extra-${index}`}
              label={label}
              help="If you empty it, it is removed"
              defaultValue={refused?.values.extras[index] ?? recovered?.[`extra-${index}`] ?? stored.extras[index]}
              errors={errors[`extra-${index}`]}
            />
          ))}
          <div className="field">
            <label htmlFor="correct-request">The request that this answers</label>
            <select id="correct-request" name="request" defaultValue={request}>
              {requests.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
              <option value="">None: record one as answered</option>
            </select>
          </div>
          <div className="account-form__buttons">
            <button className="btn btn--primary" name="intent" value={correctionIntents.correct}>
              Save the correction
            </button>
            <Link className="btn" to={page}>
              Cancel
            </Link>
          </div>
        </Form>
        {corrections.length > 0 && (
          <div className="person-hint">
            <h2>Earlier corrections</h2>
            <ul>
              {corrections.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
        )}
      </section>
    </>
  )
}

function MeanwhileCorrected({ corrections, page }: { corrections: readonly string[]; page: string }) {
  return (
    <div className="status status--note" role="alert">
      <p>
        <b>Nothing was corrected: somebody else has corrected this message meanwhile.</b>{' '}
        <span>
          {corrections.at(-1)}. What you typed is still below. Compare it with <Link to={page}>what is there now</Link>;
          “Save the correction” replaces that.
        </span>
      </p>
    </div>
  )
}
