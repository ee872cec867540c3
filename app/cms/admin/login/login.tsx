import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { lazy, Suspense, useRef, useState, type FormEvent } from 'react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { LoginFrame } from './login-frame.tsx'
import { loginAction, loginArt, loginLoader } from './login.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import '#app/cms/admin/shell/admin.css'
import { InputField, PasswordField } from '#app/cms/editing/fields/plain-form.tsx'
import { useTypedForm } from '#app/cms/editing/form/typed-form-offer.tsx'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { signIn } from './sign-in.ts'

/**
 * The data of {@link loginLoader}, whether to offer passkeys, and the data of the frame. 503 if signing in is not
 * possible now.
 */
export async function loader(args: LoaderFunctionArgs) {
  const way = await loginLoader(args)
  const offersPasskey = currentSite().auth.passkeys.isOffered()
  return data({ ...way, ...loginArt(), offersPasskey }, { status: way.problem === undefined ? 200 : 503 })
}

// Loaded only if the page offers passkeys.
const PasskeyButton = lazy(() => import('./passkey-button.tsx').then((module) => ({ default: module.PasskeyButton })))

export const action = loginAction

export const meta: MetaFunction = () => adminMeta('Log in')

/** The sign-in page of the admin area. */
export default function LoginPage() {
  const { returnTo, hasRecoveredForm, firstPassword, problem, offersPasskey, ...art } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const failure =
    refused ?? (problem === undefined ? undefined : { values: { username: '' }, errors: { form: [problem] } })
  return (
    <LoginFrame {...art}>
      <div className="login__ways">
        <LoginForm
          returnTo={returnTo}
          hasRecoveredForm={hasRecoveredForm}
          firstPassword={firstPassword}
          failure={failure}
        />
        {offersPasskey && (
          <Suspense>
            <PasskeyButton
              purpose="sign-in"
              onAccepted={() => {
                location.assign(returnTo)
              }}
            />
          </Suspense>
        )}
      </div>
    </LoginFrame>
  )
}

interface LoginFormProps {
  returnTo: string
  /** True if a session ended while a form was open: its text is stored until after the sign-in. */
  hasRecoveredForm?: boolean
  /** Where the password of the first account is, while nobody has used it. */
  firstPassword?: keyof typeof FIRST_PASSWORD | undefined
  /** The response to the plain form post, if it was refused. */
  failure: LoginFailure | undefined
}

/** For the person who has just started the site. */
const FIRST_PASSWORD = {
  printed:
    'First start? The username and password are printed in the output of the first start, in the terminal or in the log of the server.',
  settings: 'First start? Use the username and password from the settings that the site was started with.',
}

/** The reason for which a login was refused. It describes the password. */
const REFUSAL = 'login-refused'

interface LoginFailure {
  values: { username: string }
  errors: { username?: string[] | undefined; password?: string[] | undefined; form?: string[] | undefined }
}

/**
 * Username and password. A plain form post signs in. With a script the sign-in uses the API, so that the token can be
 * stored; the plain post is the fallback for any unexpected response.
 */
export function LoginForm({ returnTo, hasRecoveredForm = false, firstPassword, failure }: LoginFormProps) {
  const formRef = useRef<HTMLFormElement>(null)
  const isInTab = useTypedForm(returnTo) !== undefined
  const [message, setMessage] = useState(failure?.errors.form?.join(' '))
  const [isBusy, setIsBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    setMessage(undefined)
    const fields = new FormData(event.currentTarget)
    const outcome = await signIn({ username: textOf(fields, 'username'), password: textOf(fields, 'password') })
    if (outcome.kind === 'unknown') {
      formRef.current?.submit()
    } else if (outcome.kind === 'refused') {
      setMessage(outcome.message)
      setIsBusy(false)
      const password = formRef.current?.querySelector<HTMLInputElement>('#password')
      password?.focus()
      password?.select()
    } else {
      location.assign(returnTo)
    }
  }

  return (
    <form className="login__form" method="post" ref={formRef} onSubmit={(event) => void submit(event)}>
      <h1>Log in to the administrator area</h1>
      {(hasRecoveredForm || isInTab) && (
        <div className="status status--note" role="status">
          <Icon name="alert" />
          <p>Your session has ended. Your text is not lost: log in to continue.</p>
        </div>
      )}
      <div role="alert" id={REFUSAL}>
        {message !== undefined && (
          <div className="status status--bad">
            <Icon name="alert" />
            <p>
              <b>{message}</b>
            </p>
          </div>
        )}
      </div>
      {firstPassword && message === undefined && <p className="hint">{FIRST_PASSWORD[firstPassword]}</p>}
      <InputField
        id="username"
        label="Username"
        errors={failure?.errors.username}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={failure?.values.username}
      />
      <PasswordField
        id="password"
        name="password"
        label="Password"
        errors={failure?.errors.password}
        refusedBy={message === undefined ? undefined : REFUSAL}
      />
      <button className="btn btn--primary btn--big" aria-disabled={isBusy}>
        {isBusy ? 'Logging in...' : 'Log in'}
      </button>
      <p className="login__help">
        Password or second step lost? An administrator of this website can reset them under People.
      </p>
    </form>
  )
}

function textOf(fields: FormData, name: string) {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}
