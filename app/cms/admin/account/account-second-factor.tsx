import type { MetaFunction } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { PasswordAgain } from '#app/cms/admin/confirm/password-again.tsx'
import { InputField, FormRefusal } from '#app/cms/editing/fields/plain-form.tsx'
import { CopyButton } from '#app/cms/editing/ui/copy-button.tsx'
import { Handout } from '#app/cms/editing/ui/handout.tsx'
import { countOf } from '#app/cms/platform/format/words.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { BackLink, PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { factorIntents } from './factor-intents.ts'
import { factorAction, factorLoader, type FactorErrors } from './account-second-factor.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = factorLoader
export const action = factorAction

export const meta: MetaFunction = () => adminMeta('Two-step login')

/** The person's second factors: authenticator app, passkeys and recovery codes. */
export default function SecondFactorPage() {
  const { isSetUp, isRequired, returnTo, canUsePasskeys } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return (
    <>
      <BackLink to="/admin/account">Account</BackLink>
      <PageHead title="Two-step login">
        {isSetUp
          ? 'You log in with your password and a code or passkey, or with a passkey alone.'
          : 'With a second step after the password, the password alone is not enough to log in.'}
      </PageHead>
      {isRequired && !isSetUp && (
        <div className="status status--note">
          <Icon name="alert" />
          <p>
            <b>Two-step login is required.</b> Set up an authenticator app
            {canUsePasskeys && ' or a passkey'} before you continue.
          </p>
        </div>
      )}
      {reply?.codes && <RecoveryCodes codes={reply.codes} message={reply.message} returnTo={returnTo} />}
      <AppPanel />
      {canUsePasskeys && <PasskeyPanel />}
      {isSetUp && <RecoveryPanel />}
    </>
  )
}

/** The errors of the last post, if it had one of these intents. */
function useErrors(...intents: string[]): FactorErrors {
  const reply = useActionData<typeof action>()
  return reply?.errors && intents.includes(reply.intent) ? reply.errors : {}
}

/** The codes that were just made. */
function RecoveryCodes({
  codes,
  message,
  returnTo,
}: {
  codes: string[]
  message: string | undefined
  returnTo: string
}) {
  const text = codes.join('\n')
  return (
    <Handout title="Your recovery codes" secret={text}>
      {message !== undefined && <p>{message}.</p>}
      <p>
        Save these codes now, for example in a password manager. They are not shown again. If you lose your second
        factor, log in with one of these codes. Each code works once.
      </p>
      <ul className="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className="codes__foot">
        <CopyButton text={text} label="Copy all" of="recovery codes" />{' '}
        <Link className="btn" to={returnTo}>
          I have saved them
        </Link>
      </p>
    </Handout>
  )
}

function Panel({ title, errors, children }: { title: string; errors: FactorErrors; children: ReactNode }) {
  return (
    <section className="panel" aria-label={title}>
      <header className="panel__head">
        <h2>{title}</h2>
      </header>
      <FormRefusal title="Nothing was changed." errors={errors} otherwise="Correct the field below." />
      {children}
    </section>
  )
}

function AppPanel() {
  const { appSince, setup } = useLoaderData<typeof loader>()
  const errors = useErrors(factorIntents.appStart, factorIntents.appRemove, factorIntents.appConfirm)
  return (
    <Panel title="Authenticator app" errors={errors}>
      {setup ? (
        <AppSetup setup={setup} errors={errors} />
      ) : (
        <PasswordConfirmation id="app" errors={errors}>
          <p>
            {appSince === undefined
              ? 'An app on your phone shows a code of 6 digits. The code changes every 30 seconds. The app works without a network.'
              : `Set up ${appSince}. To use another phone, set up an app again. The earlier app then stops working.`}
          </p>
          <button className="btn" name="intent" value={factorIntents.appStart}>
            {appSince === undefined ? 'Set up an app' : 'Set up another app'}
          </button>
          {appSince !== undefined && (
            <button className="btn btn--danger" name="intent" value={factorIntents.appRemove}>
              Turn off
            </button>
          )}
        </PasswordConfirmation>
      )}
    </Panel>
  )
}

function AppSetup({
  setup: { picture, text },
  errors,
}: {
  setup: { picture: string; text: string }
  errors: FactorErrors
}) {
  return (
    <>
      <Form className="account-form" method="post" preventScrollReset>
        <p>Scan this QR code with the app, or type the key into the app. Then enter the code that the app shows.</p>
        <img className="qr" src={picture} alt="QR code with the key below" width="200" height="200" />
        <p>
          Key: <code className="qr__key">{text}</code>
        </p>
        <InputField
          id="app-code"
          label="Code"
          errors={errors.code}
          name="code"
          required
          maxLength={10}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
        <div>
          <button className="btn btn--primary" name="intent" value={factorIntents.appConfirm}>
            Confirm
          </button>
        </div>
      </Form>
      <Form method="post" preventScrollReset>
        <button className="btn btn--ghost" name="intent" value={factorIntents.appCancel}>
          Cancel the setup
        </button>
      </Form>
    </>
  )
}

function PasskeyPanel() {
  const { passkeys, passwordOwner } = useLoaderData<typeof loader>()
  const errors = useErrors(factorIntents.passkeyAdd, factorIntents.passkeyRemove)
  const toRemove = passkeys.find(({ isToRemove }) => isToRemove)
  return (
    <Panel title="Passkeys" errors={errors}>
      <p>
        With a passkey you log in with the fingerprint, face or PIN of your phone, computer or security key. You do not
        need the password.
      </p>
      {passkeys.length > 0 && (
        <ul className="sessions">
          {passkeys.map(({ id, name, added, lastUsed }) => (
            <li key={id}>
              <p>
                <b>{name}</b>
                <span className="sessions__sub">
                  Added {added}, {lastUsed === undefined ? 'never used' : `last used ${lastUsed}`}
                </span>
              </p>
              <Link className="btn" to={`?remove=${encodeURIComponent(id)}`} preventScrollReset>
                Remove<span className="visually-hidden"> the passkey {name}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {toRemove ? (
        <PasswordConfirmation key={toRemove.id} id="passkey-remove" errors={errors}>
          <p>
            Remove the passkey <b>{toRemove.name}</b>? You can then no longer log in with it.
          </p>
          <input type="hidden" name="passkey" value={toRemove.id} />
          <button className="btn btn--danger" name="intent" value={factorIntents.passkeyRemove}>
            Remove
          </button>
          <Link className="btn btn--ghost" to="." preventScrollReset>
            Cancel
          </Link>
        </PasswordConfirmation>
      ) : (
        <AddPasskey key={passkeys.length} owner={passwordOwner} errors={errors} />
      )}
    </Panel>
  )
}

function RecoveryPanel() {
  const { recoveryCodeCount } = useLoaderData<typeof loader>()
  const errors = useErrors(factorIntents.recoveryCodes)
  return (
    <Panel title="Recovery codes" errors={errors}>
      <PasswordConfirmation id="recovery" errors={errors}>
        <p>
          {recoveryCodeCount === 0
            ? 'You have used all your codes. Create new ones.'
            : `You have ${countOf(recoveryCodeCount, 'code')} left. New ones replace them.`}
        </p>
        <button className="btn" name="intent" value={factorIntents.recoveryCodes}>
          Create new codes
        </button>
      </PasswordConfirmation>
    </Panel>
  )
}

interface PasswordConfirmationProps {
  id: string
  errors: FactorErrors
  /** The text, then the buttons that post the form. */
  children: ReactNode[]
}

/** A form that needs the password, unless it was given a moment ago. */
function PasswordConfirmation({ id, errors, children: [text, ...buttons] }: PasswordConfirmationProps) {
  const { passwordOwner } = useLoaderData<typeof loader>()
  const isSending = useNavigation().formMethod === 'POST'
  return (
    <Form
      className="account-form"
      method="post"
      preventScrollReset
      onSubmit={(event) => {
        if (isSending) event.preventDefault()
      }}
    >
      {text}
      <PasswordAgain id={`${id}-password`} owner={passwordOwner} errors={errors.password} />
      <div className="account-form__buttons">{buttons}</div>
    </Form>
  )
}
