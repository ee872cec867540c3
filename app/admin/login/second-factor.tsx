import type { MetaFunction } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { adminMeta } from '#app/admin/shell/admin-page.tsx'
import { PlainField } from '#app/editing/fields/plain-field.tsx'
import { LoginFrame } from './login-frame.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { secondFactorAction, secondFactorLoader } from './second-factor.server.ts'
import '#app/admin/shell/admin.css'

export const loader = secondFactorLoader
export const action = secondFactorAction

export const meta: MetaFunction = () => adminMeta('Second step')

/** The step after the password, for people who have a second factor. */
export default function SecondFactorPage() {
  const { returnTo, methods, usesRecoveryCode, ...art } = useLoaderData<typeof loader>()
  const query = `returnTo=${encodeURIComponent(returnTo)}`
  return (
    <LoginFrame {...art}>
      {methods ? (
        <div className="login__ways">
          <CodeForm key={String(usesRecoveryCode)} isRecovery={usesRecoveryCode} />
          {methods.hasPasskey && <PasskeyButton returnTo={returnTo} isSecondStep />}
          <p>
            {!usesRecoveryCode && <Link to={`?recovery=1&${query}`}>Use a recovery code</Link>}
            {usesRecoveryCode && methods.hasApp && <Link to={`?${query}`}>Use the authenticator app</Link>}
          </p>
          <p className="hint">
            If you have lost both, ask another administrator to reset your second factor.{' '}
            <a href={`/admin/login?${query}`}>Back to the login</a>
          </p>
        </div>
      ) : (
        <div className="login__form">
          <h1>This step is over</h1>
          <p>The code has to be entered within five minutes after the password. Log in again.</p>
          <p>
            <a className="btn" href={`/admin/login?${query}`}>
              Go to the login
            </a>
          </p>
        </div>
      )}
    </LoginFrame>
  )
}

/** A refusal is said at the field, which gets the focus again with what was typed. */
function CodeForm({ isRecovery }: { isRecovery: boolean }) {
  const reply = useActionData<typeof action>()
  const isSending = useNavigation().formMethod === 'POST'
  const errors = reply && reply.message !== '' ? [reply.message] : undefined
  return (
    <Form
      className="login__form"
      method="post"
      onSubmit={(event) => {
        // The code would be used up at a second click.
        if (isSending) event.preventDefault()
      }}
    >
      <h1>{isRecovery ? 'Enter a recovery code' : 'Enter the code'}</h1>
      <div role="alert">{errors && <p className="visually-hidden">{errors.join(' ')}</p>}</div>
      <PlainField
        id="code"
        label={isRecovery ? 'Recovery code' : 'Code'}
        help={isRecovery ? 'One of those you saved. Each works once' : 'The 6 digits that your authenticator app shows'}
        errors={errors}
      >
        {(described) => (
          <input
            id="code"
            name="code"
            required
            maxLength={40}
            autoCapitalize="none"
            spellCheck={false}
            {...(isRecovery ? { autoComplete: 'off' } : { autoComplete: 'one-time-code', inputMode: 'numeric' })}
            {...described}
          />
        )}
      </PlainField>
      <button className="btn btn--primary btn--big" aria-disabled={isSending}>
        {isSending ? 'Checking...' : 'Continue'}
      </button>
    </Form>
  )
}
