import type { Auth } from '#app/cms/people/auth.server.ts'
import { hasRole, type Role } from '#app/cms/people/roles.ts'
import { isFromBrowser, isSameOrigin } from '#app/cms/platform/http/same-origin.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { isRecent } from './password-check.server.ts'
import type { User } from './user.ts'

type Refusal = 'wrong-origin' | 'signed-out' | 'forbidden' | 'no-second-factor'

export interface PageOptions {
  /** True for the pages on which a person sets up a second factor that is required. */
  withoutSecondFactor?: boolean
  /** True for requests that a page sends automatically: they do not extend the session. */
  isUnattended?: boolean
}

/** The parts of the site that the permission check uses. */
interface GuardedSite {
  auth: Pick<Auth, 'sessions' | 'readBearer' | 'secondFactor'>
  env: { publicOrigin: string }
  storage: Pick<Storage, 'refusal' | 'expectChange'>
}

interface AskedPermission extends PageOptions {
  request: Request
  role: Role
  /** The bearer token of a program. */
  token?: string | undefined
}

/** The only permission check. The origin is checked first, so that other sites learn nothing about the session. */
export async function authorize(
  { auth, env, storage }: GuardedSite,
  { request, role, token, withoutSecondFactor = false, isUnattended }: AskedPermission,
): Promise<User | Refusal> {
  const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(request.method)
  // Only cookies are sent on behalf of another site. A token is sent by the program that owns it. A program that is
  // no browser and sends neither cookie nor token is not signed in.
  const hasCookie = request.headers.has('cookie')
  const isForgeable = hasCookie || (token === undefined && isFromBrowser(request))
  if (isWrite && isForgeable && !isSameOrigin(request, env.publicOrigin)) return 'wrong-origin'
  // A site that is only shown does not know who is still signed in.
  const refusal = storage.refusal()
  if (refusal?.code === 'reader') throw refusal
  const session = await auth.sessions.readSession(request, { isUnattended })
  const account = token === undefined ? session?.account : await auth.readBearer(token, session?.hash)
  if (!account) return 'signed-out'
  if (isUnattended !== true) storage.expectChange()
  if (!withoutSecondFactor && auth.secondFactor.isMissing(account)) return 'no-second-factor'
  if (!hasRole(account.role, role)) return 'forbidden'
  const { id, username, name } = account
  const isRecentlyAuthenticated = token === undefined && session !== undefined && isRecent(session)
  return { id, username, name, role: account.role, sessionId: session?.hash, isRecentlyAuthenticated }
}
