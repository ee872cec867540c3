import { actorOf } from '#app/cms/platform/author.server.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { data, type ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { accountIntents } from './account-intents.ts'
import { browserName } from './browser-name.ts'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { passwordChange, personName } from '#app/cms/people/password-forms.ts'
import { ROLE_TEXTS } from '#app/cms/people/roles.ts'
import { InvalidCredentials } from '#app/cms/people/verify-login.server.ts'
import { formRefusal, requireExpected } from '#app/cms/platform/http/error-responses.server.ts'
import { readSmallForm, textOf } from '#app/cms/platform/http/read-form.server.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { formatTimeInSentence } from '#app/cms/platform/format/time.ts'
import { currentSite } from '#app/cms/site.server.ts'

const PAGE = '/admin/account'

export type SessionRow = Awaited<ReturnType<typeof accountLoader>>['sessions'][number]

/** Error messages by field; those of `form` concern the whole form. */
export interface PasswordErrors {
  current?: string[] | undefined
  next?: string[] | undefined
  repeat?: string[] | undefined
  form?: string[] | undefined
}

/**
 * The person's account: name, role, sessions, whether a second factor is set up, and the numbers of access and program
 * tokens.
 */
export const accountLoader = adminLoader('editor', async ({ user }) => {
  const sessions = await currentSite().auth.sessions.listSessions(user.username)
  return {
    username: user.username,
    name: user.name,
    role: ROLE_TEXTS[user.role].label,
    sessions: sessions.map(({ hash, userAgent, address, startedAt, lastSeenAt }) => ({
      hash,
      browser: browserName(userAgent),
      address,
      startedAt,
      since: formatTimeInSentence(startedAt),
      lastSeenAt,
      lastSeen: formatTimeInSentence(lastSeenAt),
      isThis: hash === user.sessionId,
    })),
    hasSecondFactor: currentSite().auth.secondFactor.describe(user.id).isSetUp,
    accessTokenCount: (await currentSite().auth.accessTokens.listAccessTokens(user.username)).length,
    programCount: await currentSite().auth.tokens.countProgramTokens(user.username),
  }
})

/**
 * Changes the name (`intent=name`) or the password (`password`), ends one session (`revoke`), or all but this one
 * (`revoke-others`; with `access-tokens=end` also the access tokens).
 */
export const accountAction = adminAction('editor', changeAccount, { intents: accountIntents })

async function changeAccount({ request, context, user }: ActionFunctionArgs & { user: User }) {
  const { fields } = await readSmallForm(request)
  const audit = { username: user.username, address: context.clientAddress }
  switch (fields['intent']) {
    case accountIntents.name:
      return changeName(request, fields['name'], user)
    case accountIntents.password:
      return changePassword({ request, fields, user, address: context.clientAddress })
    case accountIntents.revoke: {
      const isEnded = await currentSite().auth.sessions.revokeSession(user.username, textOf(fields['session']))
      if (!isEnded)
        return currentSite().flash.flashRedirect(PAGE, { kind: 'failure', message: 'This session has already ended.' })
      log.info(audit, 'A session was ended from the account page')
      currentSite().audit.record({ kind: 'session.ended', detail: { count: 1 }, actor: actorOf(user) })
      return currentSite().flash.flashRedirect(PAGE, { kind: 'success', message: 'Session ended' })
    }
    case accountIntents.revokeOthers:
      return endOthers(user, fields['access-tokens'] === 'end', audit)
    default:
      throw unknownIntent()
  }
}

/** Ends every other session and, if asked to, the access tokens. The message says how many of them go on working. */
async function endOthers(user: User, withAccessTokens: boolean, audit: object) {
  const { username, sessionId = '' } = user
  const { auth, audit: auditLog, flash } = currentSite()
  const count = await auth.sessions.endOtherSessions(username, sessionId)
  log.info({ ...audit, count }, 'All other sessions and tokens were ended from the account page')
  auditLog.record({ kind: 'session.ended', detail: { count }, actor: actorOf(user) })
  const tokens = (await auth.accessTokens.listAccessTokens(username)).length
  const ended = countOf(count, 'other session')
  if (tokens === 0) return flash.flashRedirect(PAGE, { kind: 'success', message: `${ended} ended` })
  const ofTokens = countOf(tokens, 'access token')
  if (!withAccessTokens) {
    const message = `${ended} ended. ${ofTokens} still ${tokens === 1 ? 'works' : 'work'}.`
    return flash.flashRedirect(PAGE, { kind: 'success', message })
  }
  await auth.accessTokens.endAccessTokensOf(username)
  log.info({ ...audit, count: tokens }, 'All access tokens were revoked from the account page')
  auditLog.record({ kind: 'token.ended', detail: { count: tokens }, actor: actorOf(user) })
  return flash.flashRedirect(PAGE, { kind: 'success', message: `${ended} and ${ofTokens} ended` })
}

interface PostedPassword {
  request: Request
  fields: Record<string, unknown>
  user: User
  address: string | undefined
}

/**
 * Responds with 303 and a fresh session, or with the reason of a refusal: 422 by field, 429 too many guesses, 507 the
 * disk is full, 503 the account cannot be read or written.
 */
async function changePassword({ request, fields, user, address }: PostedPassword) {
  const { username } = user
  const checked = passwordChange.safeParse(fields)
  if (!checked.success) return refuse(422, z.flattenError(checked.error).fieldErrors)
  const { current, next } = checked.data
  try {
    const cookies = await currentSite().auth.changePassword({ request, username, current, next, address })
    currentSite().audit.record({ kind: 'password.changed', actor: actorOf(user) })
    const message = 'Password changed. Every other session has ended.'
    const response = currentSite().flash.flashRedirect(PAGE, { kind: 'success', message })
    for (const cookie of cookies) response.headers.append('set-cookie', cookie)
    return response
  } catch (error) {
    if (error instanceof InvalidCredentials) return refuse(422, { current: ['This is not your current password'] })
    const { status, errors, headers } = formRefusal(error)
    return refuse(status, errors, headers)
  }
}

function refuse(status: number, errors: PasswordErrors, headers: Record<string, string> = {}) {
  return data({ errors, refusedName: undefined }, { status, headers })
}

/**
 * Responds with 303 after the name is saved, or with the reason and what was typed: 422 for an invalid name, 503 or 507
 * if the account cannot be read or written.
 */
async function changeName(request: Request, typed: unknown, user: User) {
  const { id } = user
  const checked = personName.safeParse(typed)
  const value = typeof typed === 'string' ? typed : ''
  if (!checked.success)
    return refuseName(
      422,
      value,
      checked.error.issues.map(({ message }) => message),
    )
  try {
    await currentSite().auth.people.rename(id, checked.data)
    currentSite().auth.recoveredForms.removeForm(request)
    currentSite().audit.record({
      kind: 'person.renamed',
      about: id,
      detail: { name: checked.data },
      actor: actorOf(user),
    })
    return currentSite().flash.flashRedirect(PAGE, { kind: 'success', message: 'Name saved' })
  } catch (error) {
    const { status, message } = requireExpected(error)
    return refuseName(status, value, [message])
  }
}

function refuseName(status: number, value: string, errors: string[]) {
  return data({ errors: undefined, refusedName: { value, errors } }, { status })
}
