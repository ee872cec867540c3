import type { MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { RoleChoice } from '#app/admin/people/people.tsx'
import { adminMeta } from '#app/admin/shell/admin-page.tsx'
import { PanelForm } from '#app/editing/fields/panel-form.tsx'
import { PlainField } from '#app/editing/fields/plain-field.tsx'
import { CopyButton } from '#app/editing/ui/copy-button.tsx'
import { BackLink, PageHead } from '#app/editing/ui/page-head.tsx'
import { tokensAction, tokensLoader } from './access-tokens.server.ts'

export { AdminError as ErrorBoundary } from '#app/admin/shell/admin-page.tsx'

export const loader = tokensLoader
export const action = tokensAction

export const meta: MetaFunction = () => adminMeta('Access tokens')

/** The own access tokens, with which programs use the API. */
export default function AccessTokensPage() {
  const { tokens } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return (
    <>
      <BackLink to="/admin/account">Account</BackLink>
      <PageHead title="Access tokens">
        For programs that use the API in your name. Each ends at its date, with a new password, or when you revoke it.
      </PageHead>
      {reply?.made && <MadeToken {...reply.made} />}
      {tokens.length === 0 ? (
        <p className="hint">You have no access tokens.</p>
      ) : (
        <ul className="sessions">
          {tokens.map(({ hash, name, scope, created, expires, lastUsed }) => (
            <li key={hash}>
              <p>
                <b>{name}</b> <span className="chip">{scope}</span>
                <span className="sessions__sub">
                  Made {created}, {lastUsed === undefined ? 'never used' : `last used ${lastUsed}`}, ends {expires}
                </span>
              </p>
              <Form method="post" preventScrollReset>
                <input type="hidden" name="token" value={hash} />
                <button className="btn" name="intent" value="revoke">
                  Revoke<span className="visually-hidden"> the token {name}</span>
                </button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      {/* A new form after each token, with nothing left in it. */}
      <TokenForm key={reply?.made?.token} />
    </>
  )
}

/** A token that was just made. It gets the focus, since it is shown only once. */
function MadeToken({ name, token }: { name: string; token: string }) {
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    ref.current?.focus()
  }, [token])
  return (
    <section className="handout" aria-labelledby="token-heading">
      <h2 id="token-heading" tabIndex={-1} ref={ref}>
        Token {name}
      </h2>
      <p>
        The program sends it in the header <code>Authorization: Bearer</code>. It is not shown again: if it is lost,
        revoke it and make a new one.
      </p>
      <div className="field">
        <label htmlFor="made-token">Access token</label>
        <div className="handout__copy">
          <input
            id="made-token"
            readOnly
            value={token}
            onFocus={({ currentTarget }) => {
              currentTarget.select()
            }}
          />
          <CopyButton text={token} label="Copy token" of={name} />
        </div>
      </div>
    </section>
  )
}

function TokenForm() {
  const { scopes, days } = useLoaderData<typeof loader>()
  const { values, errors = {} } = useActionData<typeof action>() ?? {}
  return (
    <PanelForm
      id="new-token"
      heading="New access token"
      intent="make"
      button="Make a token"
      busyButton="Making..."
      refusal={{ title: 'No token was made.', errors }}
    >
      <PlainField id="token-name" label="Name" help="What uses it, for example Price list export" errors={errors.name}>
        {(described) => (
          <input
            id="token-name"
            name="name"
            required
            maxLength={60}
            autoComplete="off"
            defaultValue={values?.name}
            {...described}
          />
        )}
      </PlainField>
      <RoleChoice
        name="scope"
        legend="May do what this role may"
        roles={scopes}
        selected={values?.scope ?? 'editor'}
        errors={errors.scope}
      />
      <PlainField id="token-end" label="Last day" help="At most a year from today" errors={errors.end}>
        {(described) => (
          <input
            id="token-end"
            name="end"
            type="date"
            required
            min={days.first}
            max={days.last}
            defaultValue={values?.end ?? days.usual}
            {...described}
          />
        )}
      </PlainField>
    </PanelForm>
  )
}
