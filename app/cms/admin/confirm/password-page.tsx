import { Form, Link, useNavigation, useSubmit } from '@remix-run/react'
import { useRef } from 'react'
import { PasskeyButton } from '#app/cms/admin/login/passkey-button.tsx'
import type { PasswordOwner, PasswordRefusal } from '#app/cms/people/guard/password-check.server.ts'
import { FormRefusal, PasswordField } from '#app/cms/editing/fields/plain-form.tsx'
import { PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { PASSWORD_MINUTES } from '#app/cms/people/people-times.ts'
import { UsernameHint } from './password-again.tsx'
import './confirm.css'

interface PasswordPageProps extends PasswordOwner {
  errors: PasswordRefusal['errors']
  /** Address and fields of the form that is sent. */
  action: string
  fields?: readonly (readonly [name: string, value: string])[]
  cancelTo: string
  /** What the password is needed for. */
  children: string
}

/** Asks for the password, or for a passkey of people who have one, and then sends a form. */
export function PasswordPage({
  username,
  canUsePasskey,
  errors,
  action,
  fields = [],
  cancelTo,
  children,
}: PasswordPageProps) {
  const form = useRef<HTMLFormElement>(null)
  const submit = useSubmit()
  const isSending = useNavigation().formMethod === 'POST'
  return (
    <>
      <PageHead title="Confirm your password">
        {children} You are not asked again for {PASSWORD_MINUTES} minutes.
      </PageHead>
      <div className="panel">
        <Form
          ref={form}
          className="account-form"
          method="post"
          action={action}
          onSubmit={(event) => {
            if (isSending) event.preventDefault()
          }}
        >
          <FormRefusal
            title="The password was not confirmed."
            errors={errors}
            otherwise={`${Object.values(errors).flat().join('. ')}.`}
          />
          {fields.map(([name, value], at) => (
            <input type="hidden" name={name} value={value} key={at} />
          ))}
          <UsernameHint username={username} />
          <PasswordField id="confirm-password" name="password" label="Your password" errors={errors.password} />
          <div className="account-form__buttons">
            <button className="btn btn--primary" aria-disabled={isSending}>
              {isSending ? 'Checking...' : 'Confirm'}
            </button>
            <Link className="btn btn--ghost" to={cancelTo}>
              Cancel
            </Link>
          </div>
        </Form>
        {canUsePasskey && (
          <div className="confirm__passkey">
            <PasskeyButton
              purpose="confirm"
              onAccepted={() => {
                // Without the password: the passkey counts.
                submit(form.current)
              }}
            />
          </div>
        )}
      </div>
    </>
  )
}
