import { hasOpenSession } from '#app/auth/sessions.server.ts'
import { bearerToken, isRememberedToken } from '#app/auth/tokens.server.ts'

/**
 * True where a request's headers name an open session or a live token, as far as memory tells: to serve people who are
 * signed in before strangers, without asking the disk. It admits to nothing, that is the guard's to decide.
 */
export function isSignedIn(headers: { cookie?: string | undefined; authorization?: string | undefined }): boolean {
  const token = bearerToken(headers.authorization ?? null)
  return hasOpenSession(headers.cookie ?? '') || (token !== undefined && isRememberedToken(token))
}
