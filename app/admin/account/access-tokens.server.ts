import { data } from '@remix-run/node'
import { z } from 'zod'
import { AccountUnusable } from '#app/auth/account-format.server.ts'
import { TooManyTokens } from '#app/auth/access-tokens.server.ts'
import type { User } from '#app/auth/guard/guard.server.ts'
import { hasRole, ROLE_TEXTS, ROLES } from '#app/auth/roles.ts'
import { formatTimeInSentence } from '#app/editing/ui/format.ts'
import { adminAction, adminLoader } from '#app/guard.server.ts'
import { unknownIntent } from '#app/http/http-error.ts'
import { readSmallForm } from '#app/http/read-form.server.ts'
import { log } from '#app/platform/log.server.ts'
import { currentSite } from '#app/site.server.ts'

const PAGE = '/admin/account/tokens'

const DAY_MS = 24 * 60 * 60_000
const LONGEST_DAYS = 365

/** The present day in India, where staff are, and days after it, as date fields have them. */
function dayAfter(days: number) {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata' }).format(Date.now() + days * DAY_MS)
}

/** What is wrong with a new token, by field; `form` is about the whole. */
export interface TokenErrors {
  name?: string[] | undefined
  scope?: string[] | undefined
  end?: string[] | undefined
  form?: string[] | undefined
}

const tokenFields = z.object({
  name: z
    .string({ error: 'Enter a name' })
    .trim()
    .min(1, 'Enter a name')
    .max(60, 'The name can have at most 60 characters'),
  scope: z.enum(ROLES, { error: 'Choose what the token may do' }),
  end: z.iso.date({ error: 'Enter the last day on which the token works' }).superRefine((end, context) => {
    if (end < dayAfter(0)) context.addIssue({ code: 'custom', message: 'This day is over' })
    if (end > dayAfter(LONGEST_DAYS)) context.addIssue({ code: 'custom', message: 'A token works for a year at most' })
  }),
})

/** The own access tokens, and the roles that a new one can have. */
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
    days: { first: dayAfter(0), usual: dayAfter(90), last: dayAfter(LONGEST_DAYS) },
  }
})

/**
 * Makes an access token (`intent=make`, with `name`, `scope` and `end`), or revokes one (`revoke`, with `token`). The response to
 * the first is the page with the token, or with the reasons of a refusal and what was typed: 422 by field, 503 for the disk.
 */
export const tokensAction = adminAction('editor', async ({ request, context, user }) => {
  const { fields } = await readSmallForm(request)
  const audit = { username: user.username, address: context.clientAddress }
  if (fields['intent'] === 'revoke') {
    const hash = typeof fields['token'] === 'string' ? fields['token'] : ''
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
  if (fields['intent'] !== 'make') throw unknownIntent()
  const values = typedIn(fields)
  const checked = tokenFields.safeParse(fields)
  if (!checked.success) return refuse(422, values, z.flattenError(checked.error).fieldErrors)
  const { name, scope, end } = checked.data
  if (!hasRole(user.role, scope)) return refuse(422, values, { scope: ['A token cannot do more than you'] })
  try {
    const made = await currentSite().auth.accessTokens.makeAccessToken({
      account: ownAccount(user),
      name,
      scope,
      // The end of that day in India.
      expiresAt: new Date(Date.parse(`${end}T23:59:59+05:30`)).toISOString(),
    })
    log.info({ ...audit, scope, end }, 'An access token was made')
    currentSite().audit.record({ kind: 'token.made', about: name, detail: { scope, end } })
    return data({ made: { token: made, name }, values: undefined, errors: undefined })
  } catch (error) {
    if (error instanceof TooManyTokens) return refuse(422, values, { form: [error.message] })
    if (error instanceof AccountUnusable) return refuse(error.status, values, { form: [error.message] })
    throw error
  }
})

function refuse(status: number, values: ReturnType<typeof typedIn>, errors: TokenErrors) {
  return data({ made: undefined, values, errors }, { status })
}

function typedIn(fields: Record<string, unknown>) {
  const textOf = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
  return { name: textOf('name'), scope: textOf('scope'), end: textOf('end') }
}

function ownAccount({ id }: User) {
  const account = currentSite()
    .auth.accounts.lastGoodAccounts()
    .find((account) => account.id === id)
  if (!account) throw new AccountUnusable('missing')
  return account
}
