import { actorOf } from '#app/cms/platform/author.server.ts'
import type { ActionFunctionArgs } from '@remix-run/node'
import type { Auth } from '#app/cms/people/auth.server.ts'
import type { OpenSession } from '#app/cms/people/sessions.server.ts'
import { InvalidCredentials } from '#app/cms/people/verify-login.server.ts'
import { formRefusal } from '#app/cms/platform/http/error-responses.server.ts'
import type { SmallForm } from '#app/cms/platform/http/read-form.server.ts'
import { PASSWORD_MINUTES } from '#app/cms/people/people-times.ts'
import type { User } from './user.ts'

/** The arguments of an action with acts that need the password: the posted form is without it. */
export type PasswordActionArgs = ActionFunctionArgs & { user: User; posted: SmallForm }

/** Name of the form field with the person's own password. No action gets it, and no response contains it. */
const PASSWORD_FIELD = 'password'

const MAX_LENGTH = 1000

const ENTER = { password: ['Enter your password'] }

/** Why an act was not carried out: the person has to give the password first. */
export interface PasswordRefusal {
  /** 409 if no password was sent, 422 if it is wrong, 429 after too many attempts, 503 if it cannot be checked. */
  status: number
  headers: Record<string, string>
  /** By field; `form` is for the form as a whole. */
  errors: { password?: string[]; form?: string[] }
}

/** The person whose password a page asks for. */
export interface PasswordOwner {
  username: string
  /** True if a passkey counts instead. */
  canUsePasskey: boolean
}

/** The person of a session, as the owner of a password. */
export function ownerOf({ passkeys }: Pick<Auth, 'passkeys'>, { id, username }: User): PasswordOwner {
  return { username, canUsePasskey: passkeys.isUsableBy(id) }
}

/** The owner of the password that a page has to ask for; undefined if it was given within the last ten minutes. */
export function askedOwner(auth: Pick<Auth, 'passkeys'>, user: User): PasswordOwner | undefined {
  return user.isRecentlyAuthenticated ? undefined : ownerOf(auth, user)
}

/** The body of the response that asks for the password before it carries out an act. */
export interface PasswordQuestion {
  passwordQuestion: PasswordOwner & {
    /** Empty when the page asks for the first time. */
    errors: PasswordRefusal['errors']
    /** Address and fields of the form that is sent again, with the password. */
    action: string
    fields: readonly (readonly [name: string, value: string])[]
  }
}

/** True if the person of a session has signed in, or given the password or a passkey, within the last ten minutes. */
export function isRecent({ authenticatedAt }: Pick<OpenSession, 'authenticatedAt'>): boolean {
  const age = Date.now() - authenticatedAt.getTime()
  return age >= 0 && age < PASSWORD_MINUTES * 60_000
}

/**
 * Resolves with undefined if the person of a posted form has signed in recently, or if the form has the right password,
 * which then counts for ten minutes. Otherwise resolves with the refusal.
 */
export async function refusalWithoutPassword(
  { checkPassword, sessions }: Pick<Auth, 'checkPassword' | 'sessions'>,
  { request, user, address, posted }: { request: Request; user: User; address: string | undefined; posted: SmallForm },
): Promise<PasswordRefusal | undefined> {
  if (user.isRecentlyAuthenticated) return undefined
  const password = posted.fields[PASSWORD_FIELD]
  if (typeof password !== 'string' || user.sessionId === undefined) return refuse(409, {})
  if (password === '') return refuse(422, ENTER)
  if (password.length > MAX_LENGTH) return refuse(422, { password: ['The password is too long'] })
  try {
    // Counts as an attempt to sign in, so that a stolen session cannot be used to guess the password.
    await checkPassword({
      username: user.username,
      password,
      address,
      cookieHeader: request.headers.get('cookie'),
      actor: actorOf(user),
    })
  } catch (error) {
    if (error instanceof InvalidCredentials) return refuse(422, { password: ['This is not your password'] })
    return formRefusal(error)
  }
  await sessions.noteAuthentication(user.sessionId)
  return undefined
}

/** The refusal as a form shows it that has a field for the password. */
export function orEnterPassword(refusal: PasswordRefusal): PasswordRefusal {
  return refusal.status === 409 ? refuse(422, ENTER) : refusal
}

/** The form without the password. */
export function withoutPassword({ fields: { [PASSWORD_FIELD]: _password, ...fields }, form }: SmallForm): SmallForm {
  // The same object is noted for questions, which show its fields again.
  form.delete(PASSWORD_FIELD)
  return { fields, form }
}

function refuse(status: number, errors: PasswordRefusal['errors']): PasswordRefusal {
  return { status, errors, headers: {} }
}
