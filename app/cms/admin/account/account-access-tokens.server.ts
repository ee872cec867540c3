import { actorOf } from '#app/cms/platform/author.server.ts'
import { data } from '@remix-run/node'
import { z } from 'zod'
import { cleanLine } from '#app/cms/define/clean-text.ts'
import { adminLoader, passwordAction } from '#app/cms/guard.server.ts'
import { AccountUnusable } from '#app/cms/people/account-format.server.ts'
import type { PasswordActionArgs } from '#app/cms/people/guard/password-check.server.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { hasRole, ROLE_TEXTS, ROLES } from '#app/cms/people/roles.ts'
import { calendarDay, formatTimeInSentence } from '#app/cms/platform/format/time.ts'
import { formRefusal } from '#app/cms/platform/http/error-responses.server.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { textOf } from '#app/cms/platform/http/read-form.server.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { timeOfSite } from '#app/cms/platform/site-time.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { tokenIntents } from './account-intents.ts'

/** The person's access tokens, and the roles that a new one can have. */
export const tokensLoader = adminLoader('editor', async ({ user }) => {
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
export const tokensAction = passwordAction('editor', changeTokens, {
  intents: tokenIntents,
})

async function changeTokens({ request, context, user, posted: { fields } }: PasswordActionArgs) {
  const audit = { username: user.username, address: context.clientAddress }
  if (fields['intent'] === tokenIntents.revoke) {
    const hash = textOf(fields['token'])
    const isRevoked = await currentSite().auth.accessTokens.revokeAccessToken(user.username, hash)
    if (isRevoked) {
      log.info(audit, 'An access token was revoked')
      currentSite().audit.record({ kind: 'token.ended', actor: actorOf(user) })
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
    log.info({ ...audit, scope, end }, 'An access token was created')
    currentSite().audit.record({ kind: 'token.made', about: name, detail: { scope, end }, actor: actorOf(user) })
    return data({ made: { token: made, name }, values: undefined, errors: undefined })
  } catch (error) {
    const { status, errors } = formRefusal(error)
    return refuse(status, values, errors)
  }
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
