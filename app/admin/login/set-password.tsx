import type { MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { adminMeta } from '#app/admin/shell/admin-page.tsx'
import { FormRefusal, NewPasswordFields } from '#app/editing/fields/plain-field.tsx'
import { LoginFrame } from './login-frame.tsx'
import { setPasswordAction, setPasswordLoader } from './set-password.server.ts'
import '#app/admin/shell/admin.css'

export const loader = setPasswordLoader
export const action = setPasswordAction

// The address holds the token: it must not reach another site. With no-referrer the form would send no Origin.
export const meta: MetaFunction = () => [
  ...adminMeta('Set your password'),
  { name: 'referrer', content: 'same-origin' },
]

/** Where a link of an administrator leads: the person chooses a password and is signed in. */
export default function SetPasswordPage() {
  const { person, refusal, ...art } = useLoaderData<typeof loader>()
  return (
    <LoginFrame {...art}>
      {person ? (
        <SetPasswordForm person={person} />
      ) : (
        <div className="login__form">
          <h1>{refusal.title}</h1>
          <p>{refusal.text} If you need a new link, ask the administrator who sent you this one.</p>
          <p>
            <a className="btn" href="/admin/login">
              Go to the login
            </a>
          </p>
        </div>
      )}
    </LoginFrame>
  )
}

function SetPasswordForm({ person: { name, username, isInvitation } }: { person: NonNullable<PersonOfLink> }) {
  const { errors = {} } = useActionData<typeof action>() ?? {}
  const isSaving = useNavigation().state !== 'idle'
  return (
    <Form
      className="login__form"
      method="post"
      onSubmit={(event) => {
        if (isSaving) event.preventDefault()
      }}
    >
      <h1>{isInvitation ? `Welcome, ${name}` : 'Set a new password'}</h1>
      <p>
        Choose the password with which you log in. Your username is <b>{username}</b>.
      </p>
      <FormRefusal title="The password was not set." errors={errors} />
      {/* Tells password managers whose password it is. */}
      <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
      <NewPasswordFields label="Password" errors={errors} />
      <button className="btn btn--primary btn--big" aria-disabled={isSaving}>
        {isSaving ? 'Saving...' : 'Set password and log in'}
      </button>
    </Form>
  )
}

type PersonOfLink = ReturnType<typeof useLoaderData<typeof loader>>['person']
