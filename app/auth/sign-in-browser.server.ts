import { flashCookie } from '#app/http/flash.server.ts'
import type { SignedIn } from './account-file.server.ts'
import { deviceCookie } from './throttling/device-cookie.server.ts'
import { startSession, type Session } from './sessions.server.ts'

interface BrowserSignIn {
  request: Request
  /** Who has signed in, with the right password. */
  account: SignedIn
  /** Address of the visitor. */
  address: string | undefined
}

/**
 * Starts a session and makes the browser a known device: answers the Set-Cookie headers of both. Where the disk took no
 * session, the next page says that it ends with the process.
 */
export async function signInBrowser(signIn: BrowserSignIn): Promise<{ cookies: string[]; session: Session }> {
  const { cookie, session, isStored } = await startSession(signIn)
  const cookies = [cookie, await deviceCookie(signIn.account)]
  if (!isStored) {
    const message = 'You are signed in, but only until the site is restarted.'
    const detail = 'The server could not store your session on its disk. The dashboard says what is wrong.'
    cookies.push(flashCookie({ kind: 'failure', message, detail }))
  }
  return { cookies, session }
}
