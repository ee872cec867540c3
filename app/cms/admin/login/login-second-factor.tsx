import { type MetaFunction, data, redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { formRefusal, requireExpected, withPageRefusals } from '#app/cms/platform/http/error-responses.server.ts'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { InputField } from '#app/cms/editing/fields/plain-form.tsx'
import { LoginFrame } from './login-frame.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import '#app/cms/admin/shell/admin.css'
import { z } from 'zod'
import { SignInStepOver, WrongCode } from '#app/cms/people/factors/sign-in-step.server.ts'
import { publicAction } from '#app/cms/guard.server.ts'
import { readSmallForm } from '#app/cms/platform/http/read-form.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { SECOND_STEP_MINUTES } from '#app/cms/people/people-times.ts'
import { loginArt, returnToOf } from './login.server.ts'

/**
 * The second factors of the person whose password was accepted in this browser. `methods` is undefined, with status
 * 410, if there is no such sign-in or its time is over. Redirects a browser that is already signed in.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const { auth } = currentSite()
  const returnTo = returnToOf(request)
  const account = await withPageRefusals(() => auth.signInStep.accountOfStep(request))
  if (!account && (await auth.sessions.readSession(request))) throw redirect(returnTo)
  const methods = account && {
    hasApp: account.factors?.totp !== undefined,
    hasPasskey: auth.passkeys.isPossible && (account.factors?.passkeys.length ?? 0) > 0,
  }
  const usesRecoveryCode = new URL(request.url).searchParams.has('recovery') || methods?.hasApp === false
  return data({ ...loginArt(), returnTo, methods, usesRecoveryCode }, { status: methods ? 200 : 410 })
}

/**
 * Signs in with a `code` of the app, or a recovery code: 303 with a session cookie to the requested page. A refusal
 * returns the messages: 422 not a code, 401 a wrong or used code, 410 the time is over, 429 too many attempts, 503 or
 * 507 if the accounts cannot be read or written.
 */
export const action = publicAction(async ({ request, context, actor }) => {
  const { fields } = await readSmallForm(request)
  const checked = codeField.safeParse(fields['code'])
  if (!checked.success) return refuse(422, checked.error.issues[0]?.message ?? '')
  const { auth } = currentSite()
  const address = context.clientAddress
  try {
    const account = await auth.signInStep.checkCode({ request, code: checked.data, address })
    const response = redirect(returnToOf(request), 303)
    for (const cookie of await auth.completeSignIn({ request, account, address }))
      response.headers.append('set-cookie', cookie)
    return response
  } catch (error) {
    if (error instanceof WrongCode) {
      const about = auth.signInStep.accountOfStep(request)?.id
      currentSite().audit.record({ kind: 'second-factor.failed', about, actor })
    }
    // The reloaded page says that the time is over.
    if (error instanceof SignInStepOver) return refuse(410, '')
    const { message } = requireExpected(error)
    const { status, headers } = formRefusal(error)
    return refuse(status, message, headers)
  }
})

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
          {methods.hasPasskey && (
            <PasskeyButton
              purpose="second-step"
              onAccepted={() => {
                location.assign(returnTo)
              }}
            />
          )}
          <p>
            {!usesRecoveryCode && <Link to={`?recovery=1&${query}`}>Use a recovery code</Link>}
            {usesRecoveryCode && methods.hasApp && <Link to={`?${query}`}>Use the authenticator app</Link>}
          </p>
          <p className="hint">
            If you have lost your phone or passkey and your recovery codes, ask another administrator to reset your
            second factor. <a href={`/admin/login?${query}`}>Back to the login</a>
          </p>
        </div>
      ) : (
        <div className="login__form">
          <h1>This step has expired</h1>
          <p>Enter the code within {SECOND_STEP_MINUTES} minutes after the password. Log in again.</p>
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

/** Shows a refusal at the field, which keeps what was typed. */
function CodeForm({ isRecovery }: { isRecovery: boolean }) {
  const reply = useActionData<typeof action>()
  const isSending = useNavigation().formMethod === 'POST'
  const errors = reply && reply.message !== '' ? [reply.message] : undefined
  return (
    <Form
      className="login__form"
      method="post"
      onSubmit={(event) => {
        // A code works once: a second click would be refused.
        if (isSending) event.preventDefault()
      }}
    >
      <h1>{isRecovery ? 'Enter a recovery code' : 'Enter the code'}</h1>
      <div role="alert">{errors && <p className="visually-hidden">{errors.join(' ')}</p>}</div>
      <InputField
        id="code"
        label={isRecovery ? 'Recovery code' : 'Code'}
        help={
          isRecovery
            ? 'One of the codes that you saved. Each code works once'
            : 'The 6 digits that your authenticator app shows'
        }
        errors={errors}
        name="code"
        required
        maxLength={40}
        autoCapitalize="none"
        spellCheck={false}
        {...(isRecovery ? { autoComplete: 'off' } : { autoComplete: 'one-time-code', inputMode: 'numeric' })}
      />
      <button className="btn btn--primary btn--big" aria-disabled={isSending}>
        {isSending ? 'Checking...' : 'Continue'}
      </button>
    </Form>
  )
}

const codeField = z
  .string({ error: 'Enter the code' })
  .transform((code) => code.replaceAll(/[\s-]/g, ''))
  .pipe(
    z
      .string()
      .min(1, { error: 'Enter the code', abort: true })
      .regex(/^(\d{6}|[A-Za-z0-9]{16})$/, 'Enter the 6 digits that the app shows, or a recovery code of 16 characters'),
  )

function refuse(status: number, message: string, headers: Record<string, string> = {}) {
  return data({ message }, { status, headers })
}
