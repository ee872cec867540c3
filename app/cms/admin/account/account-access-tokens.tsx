import { textOf } from '#app/cms/platform/http/read-form.server.ts'
import { formRefusal } from '#app/cms/platform/http/error-responses.server.ts'
import { calendarDay, formatTimeInSentence } from '#app/cms/platform/format/time.ts'
import { timeOfSite } from '#app/cms/platform/site-time.ts'
import { type MetaFunction, data } from '@remix-run/node'
import { cleanLine } from '#app/cms/define/clean-text.ts'
import { useRecoveredTexts } from '#app/cms/editing/form/form-notices.tsx'
import { tokenIntents } from './account-intents.ts'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { RoleChoice } from '#app/cms/admin/people/role-choice.tsx'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { PanelForm, PlainField } from '#app/cms/editing/fields/plain-form.tsx'
import { CopyButton } from '#app/cms/editing/ui/copy-button.tsx'
import { BackLink, PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { z } from 'zod'
import { AccountUnusable } from '#app/cms/people/account-format.server.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { hasRole, ROLE_TEXTS, ROLES } from '#app/cms/people/roles.ts'
import type { PasswordActionArgs } from '#app/cms/people/guard/password-check.server.ts'
import { adminLoader, passwordAction } from '#app/cms/guard.server.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

export { PasswordBoundary as ErrorBoundary } from '#app/cms/admin/confirm/password-boundary.tsx'

/** The person's access tokens, and the roles that a new one can have. */
export const loader = adminLoader('editor', async ({ user }) => {
  const tokens = await currentSite().auth.accessTokens.listAccessTokens(user.username)
  return {
    tokens: tokens.map(({ hash, name, scope, createdAt, expiresAt, lastUsedAt }) => ({
      hash,
      name,
      scope: ROLE_TEXTS[scope].label,
      created: formatTimeInSentence(createdAt),
      expires: formatTimeInSentence(expiresAt),
      lastUsed: lastUsedAt === undefined ? undefined : formatTimeInSentence(lastUsedAt),
    })),
    scopes: ROLES.filter((role) => hasRole(user.role, role)),
    days: { first: dayAfter(0), usual: dayAfter(90), last: dayAfter(MAX_DAYS) },
  }
})

/**
 * Makes an access token (`intent=make`, with `name`, `scope` and `end`), or revokes one (`revoke`, with `token`). The
 * response to `make` is the page with the token, or with the reasons of a refusal and what was typed: 422 by field, 503
 * if the account cannot be used.
 */
export const action = passwordAction('editor', changeTokens, {
  intents: tokenIntents,
})

async function changeTokens({ request, context, user, posted: { fields } }: PasswordActionArgs) {
  const audit = { username: user.username, address: context.clientAddress }
  if (fields['intent'] === tokenIntents.revoke) {
    const hash = textOf(fields['token'])
    const isRevoked = await currentSite().auth.accessTokens.revokeAccessToken(user.username, hash)
    if (isRevoked) {
      log.info(audit, 'An access token was revoked')
      currentSite().audit.record({ kind: 'token.ended' })
    }
    return currentSite().flash.flashRedirect(
      PAGE,
      isRevoked
        ? { kind: 'success', message: 'Access token revoked' }
        : { kind: 'failure', message: 'This access token has already ended.' },
    )
  }
  if (fields['intent'] !== tokenIntents.make) throw unknownIntent()
  const values = typedIn(fields)
  const checked = tokenFields.safeParse(fields)
  if (!checked.success) return refuse(422, values, z.flattenError(checked.error).fieldErrors)
  const { name, scope, end } = checked.data
  if (!hasRole(user.role, scope)) return refuse(422, values, { scope: ['A token cannot have a higher role than you'] })
  try {
    const made = await currentSite().auth.accessTokens.makeAccessToken({
      account: ownAccount(user),
      name,
      scope,
      // The end of that day in the time zone of the site.
      expiresAt: new Date(timeOfSite(Date.parse(`${end}T23:59:59Z`))).toISOString(),
    })
    currentSite().auth.recoveredForms.removeForm(request)
    log.info({ ...audit, scope, end }, 'An access token was made')
    currentSite().audit.record({ kind: 'token.made', about: name, detail: { scope, end } })
    return data({ made: { token: made, name }, values: undefined, errors: undefined })
  } catch (error) {
    const { status, errors } = formRefusal(error)
    return refuse(status, values, errors)
  }
}

export const meta: MetaFunction = () => adminMeta('Access tokens')

/** The person's access tokens, with which programs use the API. */
export default function AccessTokensPage() {
  const { tokens } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return (
    <>
      <BackLink to="/admin/account">Account</BackLink>
      <PageHead title="Access tokens">
        Access tokens let programs use the API in your name. A token stops working after its last day, when you change
        your password, or when you revoke it.
      </PageHead>
      {reply?.made && <MadeToken {...reply.made} />}
      {tokens.length === 0 ? (
        <p className="calm">You have no access tokens.</p>
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
        The program sends this token in the header <code>Authorization: Bearer</code>. Copy the token now, because it is
        not shown again. If you lose it, revoke it and make a new one.
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
  const { values: refused, errors = {} } = useActionData<typeof action>() ?? {}
  const values = { ...useRecoveredTexts([tokenIntents.make]), ...refused }
  return (
    <PanelForm
      id="new-token"
      heading="New access token"
      intent={tokenIntents.make}
      button="Make a token"
      busyButton="Making..."
      refusal={{ title: 'No token was made.', errors }}
    >
      <PlainField
        id="token-name"
        label="Name"
        help="The program that uses the token, for example Price list export"
        errors={errors.name}
      >
        {(described) => (
          <input
            id="token-name"
            name="name"
            required
            maxLength={60}
            autoComplete="off"
            defaultValue={values.name}
            {...described}
          />
        )}
      </PlainField>
      <RoleChoice
        name="scope"
        legend="Role of the token"
        roles={scopes}
        selected={values.scope ?? 'editor'}
        errors={errors.scope}
      />
      <PlainField
        id="token-end"
        label="Last day"
        help="The token stops working after this day. At most one year from today"
        errors={errors.end}
      >
        {(described) => (
          <input
            id="token-end"
            name="end"
            type="date"
            required
            min={days.first}
            max={days.last}
            defaultValue={values.end ?? days.usual}
            {...described}
          />
        )}
      </PlainField>
    </PanelForm>
  )
}

const PAGE = '/admin/account/tokens'

const DAY_MS = 24 * 60 * 60_000
const MAX_DAYS = 365

/** The date `days` after today in the time zone of the site, as the value of a date field. */
function dayAfter(days: number) {
  return calendarDay(Date.now() + days * DAY_MS)
}

/** Error messages by field; those of `form` concern the whole form. */
interface TokenErrors {
  name?: string[] | undefined
  scope?: string[] | undefined
  end?: string[] | undefined
  form?: string[] | undefined
}

const tokenFields = z.object({
  name: z
    .string({ error: 'Enter a name' })
    .overwrite(cleanLine)
    .min(1, 'Enter a name')
    .max(60, 'The name can have at most 60 characters'),
  scope: z.enum(ROLES, { error: 'Choose what the token may do' }),
  end: z.iso.date({ error: 'Enter the last day on which the token works' }).superRefine((end, context) => {
    if (end < dayAfter(0)) context.addIssue({ code: 'custom', message: 'Choose today or a later day' })
    if (end > dayAfter(MAX_DAYS))
      context.addIssue({ code: 'custom', message: 'A token can work for at most one year. Choose an earlier day' })
  }),
})

function refuse(status: number, values: ReturnType<typeof typedIn>, errors: TokenErrors) {
  return data({ made: undefined, values, errors }, { status })
}

function typedIn(fields: Record<string, unknown>) {
  return { name: textOf(fields['name']), scope: textOf(fields['scope']), end: textOf(fields['end']) }
}

function ownAccount({ id }: User) {
  const account = currentSite()
    .auth.accounts.lastGoodAccounts()
    .find((account) => account.id === id)
  if (!account) throw new AccountUnusable('missing')
  return account
}
