import type { MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { RoleChoice } from '#app/cms/admin/people/role-choice.tsx'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { InputField, PanelForm } from '#app/cms/editing/fields/plain-form.tsx'
import { useRecoveredTexts } from '#app/cms/editing/form/form-notices.tsx'
import { Empty } from '#app/cms/editing/ui/empty.tsx'
import { Handout, HandoutText } from '#app/cms/editing/ui/handout.tsx'
import { BackLink, PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { keepTyped } from '#app/cms/editing/form/typed-forms.ts'
import { tokensAction, tokensLoader } from './account-access-tokens.server.ts'
import { tokenIntents } from './account-intents.ts'

export { PasswordBoundary as ErrorBoundary } from '#app/cms/admin/confirm/password-boundary.tsx'

export const loader = tokensLoader
export const action = tokensAction
export const clientAction = keepTyped(tokenIntents)

export const meta: MetaFunction = () => adminMeta('Access for programs')

/** The person's access tokens, with which programs use the API. */
export default function AccessTokensPage() {
  const { tokens } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return (
    <>
      <BackLink to="/admin/account">Account</BackLink>
      <PageHead title="Access for programs">
        A program logs in to the API in your name with an access token. A token stops working after its last day, when
        you change your password, or when you revoke it.
      </PageHead>
      {reply?.made && <MadeToken {...reply.made} />}
      {tokens.length === 0 ? (
        <Empty title="No access tokens">
          Create one below for each program that reads or changes content by the API.
        </Empty>
      ) : (
        <ul className="sessions">
          {tokens.map(({ hash, name, scope, created, expires, lastUsed }) => (
            <li key={hash}>
              <p>
                <b>{name}</b> <span className="chip">{scope}</span>
                <span className="sessions__sub">
                  Created {created}, {lastUsed === undefined ? 'never used' : `last used ${lastUsed}`}, ends {expires}
                </span>
              </p>
              <Form method="post" preventScrollReset>
                <input type="hidden" name="token" value={hash} />
                <button className="btn" name="intent" value={tokenIntents.revoke}>
                  Revoke<span className="visually-hidden"> the token {name}</span>
                </button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      {/* The key resets the form after each token, so that it is empty. */}
      <TokenForm key={reply?.made?.token} />
    </>
  )
}

/** A token that was just made. */
function MadeToken({ name, token }: { name: string; token: string }) {
  return (
    <Handout title={`Token ${name}`} secret={token}>
      <p>
        The program sends this token in the header <code>Authorization: Bearer</code>. Copy the token now, because it is
        not shown again. If you lose it, revoke it and create a new one.
      </p>
      <HandoutText label="Access token" text={token} copy={{ label: 'Copy token', of: name }} />
    </Handout>
  )
}

function TokenForm() {
  const { scopes, days } = useLoaderData<typeof loader>()
  const { values: refused, errors = {} } = useActionData<typeof action>() ?? {}
  const values = { ...useRecoveredTexts([tokenIntents.make]), ...refused }
  return (
    <PanelForm
      id="new-token"
      heading="New access token"
      intent={tokenIntents.make}
      button="Create token"
      busyButton="Creating..."
      refusal={{ title: 'The token was not created.', errors }}
    >
      <InputField
        id="token-name"
        label="Name"
        help="The program that uses the token, for example Price list export"
        errors={errors.name}
        name="name"
        required
        maxLength={60}
        autoComplete="off"
        defaultValue={values.name}
      />
      <RoleChoice
        name="scope"
        legend="Role of the token"
        roles={scopes}
        selected={values.scope ?? 'editor'}
        errors={errors.scope}
      />
      <InputField
        id="token-end"
        label="Last day"
        help="The token stops working after this day. At most one year from today"
        errors={errors.end}
        name="end"
        type="date"
        required
        min={days.first}
        max={days.last}
        defaultValue={values.end ?? days.usual}
      />
    </PanelForm>
  )
}
