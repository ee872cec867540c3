import { log } from '#app/platform/log.server.ts'
import { setPassword } from './account.server.ts'
import { signInBrowser } from './sign-in-browser.server.ts'
import { checkPassword } from './verify-login.server.ts'

interface PasswordChange {
  request: Request
  username: string
  current: string
  next: string
  /** Address of the visitor. */
  address: string | undefined
}

/**
 * Gives the administrator a new password after checking the current one. Every session and token ends; the browser that
 * asked goes on in a new session, and every other one is an unknown device: answers its Set-Cookie headers. Throws InvalidCredentials, LoginThrottled and AccountUnusable,
 * and StorageError where the account cannot be written: then the old password stands.
 */
export async function changePassword({ request, username, current, next, address }: PasswordChange): Promise<string[]> {
  await checkPassword({ username, password: current, address, cookieHeader: request.headers.get('cookie') })
  const account = await setPassword(username, next)
  log.info({ username, address }, 'The password was changed; every session and token has ended')
  const { cookies } = await signInBrowser({ request, account, address })
  return cookies
}
