import { type MetaFunction, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { formRefusal, withPageRefusals } from '#app/cms/platform/http/error-responses.server.ts'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { FormRefusal, NewPasswordFields } from '#app/cms/editing/fields/plain-form.tsx'
import { LoginFrame } from './login-frame.tsx'
import '#app/cms/admin/shell/admin.css'
import { z } from 'zod'
import { newPassword } from '#app/cms/people/password-forms.ts'
import { LinkUnusable } from '#app/cms/people/manage-people.server.ts'
import { publicAction } from '#app/cms/guard.server.ts'
import { readSmallForm } from '#app/cms/platform/http/read-form.server.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { PASSWORD_LINK_HOURS } from '#app/cms/people/people-times.ts'
import { loginArt, secondFactorHref } from './login.server.ts'

/**
 * The person whose password the link in the address sets, or why it cannot be set: 410 if the link has been used or has
 * expired, 404 if there is no such link. A GET changes nothing: a messenger may fetch the address for a preview.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const state = await withPageRefusals(() => currentSite().auth.people.findLink(tokenOf(request)))
  const art = loginArt()
  if (state.kind === 'valid') {
    const { name, username, isInvitation } = state
    return data({ ...art, person: { name, username, isInvitation }, refusal: undefined })
  }
  const { status, ...refusal } = REFUSALS[state.kind]
  return data({ ...art, person: undefined, refusal }, { status })
}

/**
 * Sets the password (`next` and `repeat`) and signs in: 303 with a session cookie to the dashboard, or 303 to the page
 * that asks for the second factor. A refusal returns the reasons: 422 by field, 410 or 404 for the link, 503 or 507 if
 * the account cannot be read or written.
 */
export const action = publicAction(async ({ request, context, actor }) => {
  const { fields } = await readSmallForm(request)
  const checked = newPassword.safeParse(fields)
  if (!checked.success) return refuse(422, z.flattenError(checked.error).fieldErrors)
  const { audit, auth, flash } = currentSite()
  const address = context.clientAddress
  try {
    const account = await auth.people.setPasswordByLink(tokenOf(request), checked.data.next)
    log.info(
      { username: account.username, address },
      'A password was set with a link. The person continues to the login',
    )
    const who = auth.accounts.lastGoodAccounts().find(({ username }) => username === account.username)
    audit.record({ kind: 'password.set', actor: { ...actor, user: who && { id: who.id, name: who.name } } })
    const { cookies, needsSecondFactor } = await auth.continueAfterPassword({ request, account, address })
    const page = needsSecondFactor ? secondFactorHref('/admin') : '/admin'
    const response = flash.flashRedirect(page, { kind: 'success', message: 'Your password is set' })
    for (const cookie of cookies) response.headers.append('set-cookie', cookie)
    return response
  } catch (error) {
    // The reloaded page says why.
    if (error instanceof LinkUnusable) return refuse(REFUSALS[error.kind].status, {})
    const { status, errors } = formRefusal(error)
    return refuse(status, errors)
  }
})

// The address contains the token, so it must not reach another site as a referrer. With no-referrer the form would send
// no Origin.
export const meta: MetaFunction = () => [
  ...adminMeta('Set your password'),
  { name: 'referrer', content: 'same-origin' },
]

/** The page of a link from an administrator: the person chooses a password and is signed in. */
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
      {/* Shows password managers which account the password belongs to. */}
      <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
      <NewPasswordFields label="Password" errors={errors} />
      <button className="btn btn--primary btn--big" aria-disabled={isSaving}>
        {isSaving ? 'Saving...' : 'Set password and log in'}
      </button>
    </Form>
  )
}

type PersonOfLink = ReturnType<typeof useLoaderData<typeof loader>>['person']

/** Error messages by field; those of `form` concern the whole form. */
interface NewPasswordErrors {
  next?: string[] | undefined
  repeat?: string[] | undefined
  form?: string[] | undefined
}

const REFUSALS = {
  used: {
    status: 410,
    title: 'This link has been used',
    text: 'A link works only once. Log in with the password that you have set.',
  },
  expired: { status: 410, title: 'This link has expired', text: `A link works for ${PASSWORD_LINK_HOURS} hours.` },
  unknown: {
    status: 404,
    title: 'This link is not valid',
    text: 'It may be incomplete, or a newer link has replaced it.',
  },
}

function refuse(status: number, errors: NewPasswordErrors) {
  return data({ errors }, { status })
}

/** The token in the address; '' if there is none in the right format. */
function tokenOf({ url }: Request) {
  const token = new URL(url).searchParams.get('token') ?? ''
  return /^[\w-]{43}$/.test(token) ? token : ''
}
