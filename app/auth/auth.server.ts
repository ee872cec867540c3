import type { Storage } from '#app/storage/storage.ts'
import { flashCookies } from '#app/http/cookies.server.ts'
import { log } from '#app/platform/log.server.ts'
import type { HealthReports } from '#app/platform/health.server.ts'
import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { AccountUnusable, makeAccount, openAccount, type SignedIn } from './account.server.ts'
import { openDrafts } from './guard/drafts.server.ts'
import { loginFields } from './password-forms.ts'
import { makePassword } from './password.server.ts'
import { openSessions, type Session } from './sessions.server.ts'
import { openDeviceCookies } from './device-cookie.server.ts'
import { bearerToken, openTokens } from './tokens.server.ts'
import { createLoginCheck } from './verify-login.server.ts'

interface BrowserSignIn {
  request: Request
  /** Who has signed in, with the right password. */
  account: SignedIn
  /** Address of the visitor. */
  address: string | undefined
}

interface PasswordChange {
  request: Request
  username: string
  current: string
  next: string
  /** Address of the visitor. */
  address: string | undefined
}

export type Auth = ReturnType<typeof openAuth>

/** Opens the accounts of a site: who may sign in, who is signed in, and how. Nothing is read before it is asked for. */
export function openAuth({
  storage,
  publicOrigin,
  health,
}: {
  storage: Storage
  publicOrigin: string
  health: HealthReports
}) {
  const isSecure = publicOrigin.startsWith('https:')
  const account = openAccount({ storage, health })
  const tokens = openTokens({ storage, account, health })
  const sessions = openSessions({ storage, account, health, isSecure, tokens })
  const devices = openDeviceCookies({ storage, account, health, isSecure })
  const drafts = openDrafts({ isSecure, sessions, devices })
  const { flashCookie } = flashCookies({ isSecure })
  const { verifyLogin, checkPassword, trustOpenSessions } = createLoginCheck({ account, sessions, devices })

  /**
   * Signs in with the form of `username` and `password` that a request posted. The strategy is created for each request, because
   * it sees only the request and the throttle needs the visitor's address. Throws what verifyLogin throws, and ZodError for a
   * form that was not checked with loginFields before.
   */
  function authenticateForm({ url, headers }: Request, body: FormData, address: string | undefined): Promise<SignedIn> {
    const strategy = new FormStrategy<SignedIn>(({ form }) =>
      verifyLogin({
        ...loginFields.parse(Object.fromEntries(form)),
        address,
        cookieHeader: headers.get('cookie'),
      }),
    )
    return new Authenticator<SignedIn>()
      .use(strategy, 'form')
      .authenticate('form', new Request(url, { method: 'POST', body }))
  }

  /**
   * Starts a session and makes the browser a known device: returns the Set-Cookie headers of both. If the disk has refused the
   * session, the next page says that it ends with the process.
   */
  async function signInBrowser(signIn: BrowserSignIn): Promise<{ cookies: string[]; session: Session }> {
    const { cookie, session, isStored } = await sessions.startSession(signIn)
    const cookies = [cookie, await devices.deviceCookie(signIn.account)]
    if (!isStored) {
      const message = 'You are signed in, but only until the site is restarted.'
      const detail = 'The server could not store your session on its disk. The dashboard says what is wrong.'
      cookies.push(flashCookie({ kind: 'failure', message, detail }))
    }
    return { cookies, session }
  }

  /**
   * Gives the administrator a new password after checking the current one. Every session and token ends, and every browser
   * becomes an unknown device, except the one that asked: returns the Set-Cookie headers of its new session. Rejects with
   * InvalidCredentials, LoginThrottled and AccountUnusable, and with StorageError if the account cannot be written: then the old
   * password stays.
   */
  async function changePassword({ request, username, current, next, address }: PasswordChange): Promise<string[]> {
    await checkPassword({ username, password: current, address, cookieHeader: request.headers.get('cookie') })
    const changed = await setPassword(username, next)
    log.info({ username, address }, 'The password was changed; every session and token has ended')
    const { cookies } = await signInBrowser({ request, account: changed, address })
    return cookies
  }

  /**
   * Gives the account a new password (a random one unless told) and ends every session and token. An account file that cannot
   * be used is moved aside, to the name in `setAside`. The username stays unless told; `fallbackUsername` is used if no
   * readable account has one. Rejects with StorageError.
   */
  async function resetPassword({
    username,
    fallbackUsername,
    password = makePassword(),
  }: {
    username?: string | undefined
    fallbackUsername: string
    password?: string
  }): Promise<{ username: string; password: string; setAside: string | undefined }> {
    const name = username ?? readUsername() ?? fallbackUsername
    const setAside = await account.setAsideUnusableAccount()
    await setPassword(name, password)
    return { username: name, password, setAside }
  }

  /**
   * Gives the account this name and password and ends every session and token. Resolves when all that is on disk. Rejects with
   * StorageError if the account could not be written: then everything is as before.
   */
  async function setPassword(username: string, password: string): Promise<SignedIn> {
    const made = await makeAccount(username, password)
    await account.writeAccount(made)
    await sessions.endAllSessions()
    await tokens.endAllTokens()
    return { username, changedAt: made.changedAt }
  }

  /** The name that a reset keeps. A damaged file has none. */
  function readUsername() {
    try {
      return account.readAccount()?.username
    } catch (error) {
      if (error instanceof AccountUnusable) return undefined
      throw error
    }
  }

  /**
   * True if a request's headers name an open session or a live token, as far as memory tells. The host serves people who are
   * signed in before others by it, without asking the disk. It gives no access: that is the decision of the guard.
   */
  function isSignedIn(headers: { cookie?: string | undefined; authorization?: string | undefined }): boolean {
    const token = bearerToken(headers.authorization ?? null)
    return sessions.hasOpenSession(headers.cookie ?? '') || (token !== undefined && tokens.isRememberedToken(token))
  }

  /** Ends the background work. */
  async function close(): Promise<void> {
    await sessions.close()
    await tokens.close()
  }

  return {
    account,
    sessions,
    tokens,
    devices,
    drafts,
    verifyLogin,
    checkPassword,
    trustOpenSessions,
    authenticateForm,
    signInBrowser,
    changePassword,
    setPassword,
    resetPassword,
    isSignedIn,
    close,
  }
}
