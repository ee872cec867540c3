import type { MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, Form, Link, type ClientActionFunctionArgs } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { InputField, NewPasswordFields, PasswordField, PanelForm } from '#app/cms/editing/fields/plain-form.tsx'
import { PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { accountAction, accountLoader, type SessionRow, type PasswordErrors } from './account.server.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { RecoveredTextsNotice, useRecoveredTexts } from '#app/cms/editing/form/form-notices.tsx'
import { accountIntents } from './account-intents.ts'
import { keepPage } from '#app/cms/editing/form/save-reply.ts'
import { forgetToken } from '#app/cms/admin/login/login-storage.ts'
import { SESSION_DAYS, SESSION_IDLE_HOURS } from '#app/cms/people/people-times.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = accountLoader
export const action = accountAction
export const clientAction = changePasswordHere

export const meta: MetaFunction = () => adminMeta('Account')

/** The person's name, password, second factor, access tokens and sessions. */
export default function AccountPage() {
  const { username, name, role, hasSecondFactor, accessTokenCount, sessions, programCount } =
    useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const thisSession = sessions.find(({ isThis }) => isThis)
  return (
    <>
      <PageHead title="Account">
        Logged in with the username <b>{username}</b>, {role}
      </PageHead>
      <div className="settings">
        <NameForm key={name} name={name} refused={reply?.refusedName} />
        <SecondFactorState isSetUp={hasSecondFactor} />
        {/* After a change the session is a new one: the key resets the form, so that it is empty. */}
        <PasswordForm key={thisSession?.hash} username={username} errors={reply?.errors} />
        <AccessTokens count={accessTokenCount} />
        <SessionList sessions={sessions} programCount={programCount} accessTokenCount={accessTokenCount} />
      </div>
    </>
  )
}

function AccessTokens({ count }: { count: number }) {
  return (
    <section className="panel">
      <header className="panel__head">
        <h2>Access for programs</h2>
        <p>A program that uses the API logs in with an access token, not with your password.</p>
      </header>
      <p>You have {count === 0 ? 'no access tokens' : countOf(count, 'access token')}.</p>
      <p className="account-act">
        <Link className="btn" to="/admin/account/tokens">
          Manage<span className="visually-hidden"> the access tokens</span>
        </Link>
      </p>
    </section>
  )
}

function SecondFactorState({ isSetUp }: { isSetUp: boolean }) {
  return (
    <section className="panel">
      <header className="panel__head">
        <h2>Two-step login</h2>
        <p>Protects your account if somebody learns your password.</p>
      </header>
      <p>
        {isSetUp
          ? 'You log in with your password and a code or passkey, or with a passkey alone.'
          : 'You log in with your password only. Add an authenticator app or a passkey.'}
      </p>
      <p className="account-act">
        <Link className="btn" to="/admin/account/second-factor">
          {isSetUp ? 'Manage' : 'Set up'}
          <span className="visually-hidden"> the two-step login</span>
        </Link>
      </p>
    </section>
  )
}

interface NameFormProps {
  name: string
  /** What was typed into a refused form, and why it was refused. */
  refused: { value: string; errors: string[] } | undefined
}

function NameForm({ name, refused }: NameFormProps) {
  const recovered = useRecoveredTexts([accountIntents.name])
  return (
    <section className="panel">
      <header className="panel__head">
        <h2>Your name</h2>
        <p>Other people see it in the history.</p>
      </header>
      <Form className="account-form" method="post" preventScrollReset>
        <RecoveredTextsNotice intents={[accountIntents.name]} />
        <InputField
          id="account-name"
          label="Name"
          errors={refused?.errors}
          name="name"
          required
          maxLength={80}
          autoComplete="name"
          defaultValue={refused?.value ?? recovered?.['name'] ?? name}
        />
        <div>
          <button className="btn" name="intent" value={accountIntents.name}>
            Save name
          </button>
        </div>
      </Form>
    </section>
  )
}

interface SessionListProps {
  sessions: readonly SessionRow[]
  /** Number of API tokens that programs hold. */
  programCount: number
  accessTokenCount: number
}

/** The sessions of this person, the one seen last first, each other session with a button that ends it. */
function SessionList({ sessions, programCount, accessTokenCount }: SessionListProps) {
  const hasOthers = sessions.some(({ isThis }) => !isThis) || programCount > 0 || accessTokenCount > 0
  return (
    <section className="panel">
      <header className="panel__head">
        <h2>Sessions</h2>
        <p>
          A session ends after {SESSION_IDLE_HOURS} hours without use, and after {SESSION_DAYS} days at the latest.
        </p>
      </header>
      <ul className="sessions">
        {sessions.map((session) => (
          <SessionItem key={session.hash} session={session} />
        ))}
      </ul>
      {programCount > 0 && (
        <p className="hint">
          {countOf(programCount, 'program')} {programCount === 1 ? 'is' : 'are'} logged in with your password. “End all
          other sessions” logs {programCount === 1 ? 'it' : 'them'} out too.
        </p>
      )}
      {hasOthers && <EndOthersForm accessTokenCount={accessTokenCount} />}
    </section>
  )
}

/** Access tokens are of programs and go on working, unless the person chooses to end them too. */
function EndOthersForm({ accessTokenCount }: { accessTokenCount: number }) {
  return (
    <Form className="end-others" method="post" preventScrollReset>
      {accessTokenCount > 0 && (
        <label className="end-others__choice">
          <input type="checkbox" name="access-tokens" value="end" />
          {accessTokenCount === 1
            ? 'Also end your access token, which otherwise still works'
            : `Also end your ${accessTokenCount} access tokens, which otherwise still work`}
        </label>
      )}
      <div>
        <button className="btn btn--danger" name="intent" value={accountIntents.revokeOthers}>
          End all other sessions
        </button>
      </div>
    </Form>
  )
}

function SessionItem({ session }: { session: SessionRow }) {
  const { hash, browser, address, startedAt, since, lastSeenAt, lastSeen, isThis } = session
  return (
    <li>
      <p>
        <b>{browser}</b> {isThis && <span className="chip chip--good">This session</span>}
        <span className="sessions__sub">
          Logged in <time dateTime={startedAt}>{since}</time>
          {address !== '' && ` from ${address}`}, last seen <time dateTime={lastSeenAt}>{lastSeen}</time>
        </span>
      </p>
      {!isThis && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="session" value={hash} />
          <button className="btn" name="intent" value={accountIntents.revoke}>
            Revoke<span className="visually-hidden"> {`the session of ${browser}, logged in ${since}`}</span>
          </button>
        </Form>
      )}
    </li>
  )
}

interface PasswordFormProps {
  username: string
  errors: PasswordErrors | undefined
}

/** Current password, new one, and the new one once more. The response never contains what was typed. */
function PasswordForm({ username, errors = {} }: PasswordFormProps) {
  return (
    <PanelForm
      id="password"
      heading="Change password"
      intent={accountIntents.password}
      button="Change password"
      busyButton="Saving..."
      refusal={{
        title: 'The password was not changed.',
        errors,
        otherwise: Object.values(errors).flat().join('. '),
      }}
      preventScrollReset
    >
      {/* Shows password managers which account the password belongs to. */}
      <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
      <PasswordField id="password-current" name="current" label="Current password" errors={errors.current} />
      <NewPasswordFields label="New password" errors={errors} />
      <p className="field__help">
        A new password ends every other session, and every access of a program: with your password or with an access
        token. You stay logged in here.
      </p>
    </PanelForm>
  )
}

/**
 * The client action of the account page. If the server cannot be reached, the forms keep what was typed. After a change
 * of the password the stored token is no longer valid and is removed.
 */
export async function changePasswordHere(args: ClientActionFunctionArgs): Promise<unknown> {
  const fields = await args.request.clone().formData()
  const name = fields.get('name')
  if (fields.get('intent') === accountIntents.name && typeof name === 'string') return keepNameForm(name)(args)
  if (fields.get('intent') !== accountIntents.password) return args.serverAction()
  try {
    return await keepPasswordForm(args)
  } catch (error) {
    // A redirect: the password was changed, or the session has ended together with its token.
    if (error instanceof Response) forgetToken()
    throw error
  }
}

const keepNameForm = (value: string) =>
  keepPage((reason) => ({ refusedName: { value, errors: [reason] } }), accountIntents)

const keepPasswordForm = keepPage(
  (reason): { errors: PasswordErrors } => ({ errors: { form: [reason] } }),
  accountIntents,
)
