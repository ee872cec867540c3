import { visitorOf } from '#app/cms/platform/author.server.ts'
import { CloseStack } from '#app/cms/platform/close-stack.server.ts'
import type { AuditEvent } from '#app/cms/people/audit/audit-event.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { flashCookies } from '#app/cms/platform/http/cookies.server.ts'
import { log } from '#app/cms/platform/log.server.ts'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { changeTime, firstAccount, withoutFirstPassword, type Account, type SignedIn } from './account-format.server.ts'
import { openAccounts } from './accounts.server.ts'
import { openPasskeys } from './factors/passkeys.server.ts'
import { openSecondFactor } from './factors/second-factor.server.ts'
import { openSignInStep } from './factors/sign-in-step.server.ts'
import { openAccessTokens } from './access-tokens.server.ts'
import { openRecoveredForms } from './guard/recovered-forms.server.ts'
import { loginFields } from './password-forms.ts'
import { hashPassword, makePassword } from './password.server.ts'
import { openPeople } from './manage-people.server.ts'
import { openSessions, type Session } from './sessions.server.ts'
import { openDeviceCookies } from './device-cookie.server.ts'
import { bearerToken, openTokens } from './api-tokens.server.ts'
import { createLoginCheck } from './verify-login.server.ts'

interface BrowserSignIn {
  request: Request
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

/** Opens the accounts, sessions and tokens of a site. Nothing is read before it is needed. */
export function openAuth({
  storage,
  publicOrigin,
  health,
  record = () => undefined,
}: {
  storage: Storage
  publicOrigin: string
  health: HealthReports
  record?: (event: AuditEvent) => void
}) {
  const isSecure = publicOrigin.startsWith('https:')
  const accounts = openAccounts({ storage, health })
  const tokens = openTokens({ storage, accounts, health })
  const sessions = openSessions({ storage, accounts, health, isSecure, tokens })
  const devices = openDeviceCookies({ storage, accounts, health, isSecure })
  const accessTokens = openAccessTokens({ storage, accounts, health })
  const people = openPeople({ accounts, endSignIns: endSignInsOf })
  const secondFactor = openSecondFactor({ accounts })
  const signInStep = openSignInStep({ accounts, devices, isSecure, record })
  const passkeys = openPasskeys({ accounts, secondFactor, publicOrigin, isSecure })
  const recoveredForms = openRecoveredForms({ isSecure, accounts, sessions, devices })
  const { flashCookie } = flashCookies({ isSecure })
  const { verifyLogin, checkPassword, trustOpenSessions } = createLoginCheck({ accounts, sessions, devices, record })

  /**
   * Signs in with the form of `username` and `password` that a request posted. The strategy is created for each
   * request, because it sees only the request and the throttle needs the visitor's address. Throws what verifyLogin
   * throws, and ZodError for a form that was not checked with loginFields before.
   */
  function authenticateForm(request: Request, body: FormData, address: string | undefined): Promise<SignedIn> {
    const strategy = new FormStrategy<SignedIn>(({ form }) =>
      verifyLogin({
        ...loginFields.parse(Object.fromEntries(form)),
        address,
        cookieHeader: request.headers.get('cookie'),
        actor: visitorOf(request, address),
      }),
    )
    return new Authenticator<SignedIn>()
      .use(strategy, 'form')
      .authenticate('form', new Request(request.url, { method: 'POST', body }))
  }

  /**
   * Continues after the right password: signs the browser in or, if the person has a second factor, starts the step
   * that requests it. Resolves with the Set-Cookie headers.
   */
  async function continueAfterPassword(
    signIn: BrowserSignIn,
  ): Promise<{ cookies: string[]; needsSecondFactor: boolean }> {
    if (signInStep.needsFactor(signIn.account))
      return { cookies: [signInStep.startStep(signIn.account)], needsSecondFactor: true }
    return { cookies: await completeSignIn(signIn), needsSecondFactor: false }
  }

  /** Signs a person in after the last required factor; resolves with the Set-Cookie headers. */
  async function completeSignIn(signIn: BrowserSignIn): Promise<string[]> {
    const { cookies } = await signInBrowser(signIn)
    log.info({ username: signIn.account.username, address: signIn.address }, 'Logged in')
    return [...cookies, signInStep.clearStepCookie()]
  }

  /**
   * Starts a session and makes the browser a known device: returns the Set-Cookie headers of both. If the session could
   * not be stored, the next page says that it ends when the process ends.
   */
  async function signInBrowser(signIn: BrowserSignIn): Promise<{ cookies: string[]; session: Session }> {
    const started = await startBrowserSession(signIn)
    recordSignIn(signIn)
    return started
  }

  function recordSignIn({ request, account: { username }, address }: BrowserSignIn, detail?: AuditEvent['detail']) {
    const account = accounts.lastGoodAccounts().find((known) => known.username === username)
    record({
      kind: 'sign-in.succeeded',
      actor: { ...visitorOf(request, address), user: account && { id: account.id, name: account.name } },
      ...(detail && { detail }),
    })
  }

  async function startBrowserSession(signIn: BrowserSignIn): Promise<{ cookies: string[]; session: Session }> {
    const { cookie, session, isStored } = await sessions.startSession(signIn)
    const cookies = [cookie, await devices.deviceCookie(signIn.account)]
    if (!isStored) {
      const message = 'You are logged in, but only until the site is restarted.'
      const detail = 'The server could not store your session on its disk. The dashboard says what is wrong.'
      cookies.push(flashCookie({ kind: 'failure', message, detail }))
    }
    return { cookies, session }
  }

  /**
   * Gives a person a new password after checking the current one. Their other sessions and tokens end, and their other
   * browsers become unknown devices: returns the Set-Cookie headers of the new session. Rejects with
   * InvalidCredentials, LoginThrottled and AccountUnusable, and with StorageError if the account cannot be written:
   * then the old password remains valid.
   */
  async function changePassword({ request, username, current, next, address }: PasswordChange): Promise<string[]> {
    await checkPassword({
      username,
      password: current,
      address,
      cookieHeader: request.headers.get('cookie'),
      actor: visitorOf(request, address),
    })
    const changed = await setPassword(username, next)
    log.info({ username, address }, 'The password was changed. All sessions and tokens of the account were ended')
    const { cookies } = await startBrowserSession({ request, account: changed, address })
    return cookies
  }

  /**
   * Gives an account a new password (by default a random one), lets it sign in again if it was deactivated, and ends
   * its sessions and tokens. `username` selects the account. Without it the first account is used, which becomes an
   * administrator again. A damaged account file is renamed to `renamedTo`. Then, or if there is none yet, a first account
   * is made, by default called `fallbackUsername`. Rejects with StorageError, with UnknownUsername, with AccountUnusable
   * if the file cannot be opened, and with an ExpectedError (409) if no account could manage the others afterwards.
   */
  async function resetPassword({
    username,
    fallbackUsername,
    password = makePassword(),
  }: {
    username?: string | undefined
    fallbackUsername: string
    password?: string
  }): Promise<{ username: string; password: string; renamedTo: string | undefined }> {
    const renamedTo = await accounts.renameDamagedAccounts()
    const passwordHash = await hashPassword(password)
    let reset: SignedIn | undefined
    await accounts.changeAccounts((all) => {
      const named = all.find((account) => account.username === username)
      if (username !== undefined && !named && all.length > 0)
        throw new UnknownUsername(all.map((account) => account.username))
      const old = named ?? all[0]
      const changed = old
        ? withPassword(old, passwordHash)
        : firstAccount({
            username: username ?? fallbackUsername,
            passwordHash,
            changedAt: new Date().toISOString(),
          })
      const made: Account = named ? changed : { ...changed, role: 'administrator' }
      reset = made
      return old ? all.map((account) => (account === old ? made : account)) : [made]
    })
    if (!reset) throw new Error('No account was reset')
    await endSignInsOf(reset.username)
    return { username: reset.username, password, renamedTo }
  }

  /**
   * Gives an account another password and ends its sessions and tokens. Resolves when everything is on disk. Rejects
   * with StorageError if the account could not be written: then nothing has changed.
   */
  async function setPassword(username: string, password: string): Promise<SignedIn> {
    const passwordHash = await hashPassword(password)
    const changed = await accounts.changeAccounts((all) =>
      all.map((account) => (account.username === username ? withPassword(account, passwordHash) : account)),
    )
    await endSignInsOf(username)
    const account = changed.find((account) => account.username === username)
    if (!account) throw new Error('The account no longer exists')
    return { username, changedAt: account.changedAt }
  }

  async function endSignInsOf(username: string) {
    await sessions.endSessionsOf(username)
    await tokens.endTokensOf(username)
    await accessTokens.endAccessTokensOf(username)
  }

  /**
   * Removes the second factor of the account `username`, by default of the first account, and ends its sign-ins.
   * Resolves with the username, or with undefined if there is no such account. Rejects with StorageError and
   * AccountUnusable.
   */
  async function resetSecondFactor(username?: string): Promise<string | undefined> {
    const all = accounts.readAccounts() ?? []
    const account = username === undefined ? all[0] : all.find((account) => account.username === username)
    if (account) await people.resetSecondFactor(account.id)
    return account?.username
  }

  /** The account that a bearer token belongs to; undefined if the token has ended or never existed. */
  async function readBearer(token: string, sessionHash: string | undefined): Promise<Account | undefined> {
    return accessTokens.isAccessToken(token)
      ? accessTokens.readAccessToken(token)
      : tokens.readToken(token, sessionHash)
  }

  /**
   * True if a request's headers contain an open session or a live token, according to the records in memory. The host
   * uses it to serve signed-in people first, without reading the disk. It grants no access: only the guard does.
   */
  function isSignedIn(headers: { cookie?: string | undefined; authorization?: string | undefined }): boolean {
    const token = bearerToken(headers.authorization ?? null)
    if (sessions.hasOpenSession(headers.cookie ?? '')) return true
    return token !== undefined && (tokens.isRememberedToken(token) || accessTokens.isRemembered(token))
  }

  /**
   * True if a Cookie header contains an open session of a person who may use the administrator area, by the rules of
   * the guard. False if the sessions cannot be read. For resources that visitors request too, such as files; routes use
   * the guard.
   */
  async function isStaff(cookieHeader: string | null | undefined): Promise<boolean> {
    if (cookieHeader === null || cookieHeader === undefined) return false
    const request = new Request(publicOrigin, { headers: { cookie: cookieHeader } })
    return sessions.readSession(request).then(
      (session) => session !== undefined && !secondFactor.isMissing(session.account),
      () => false,
    )
  }

  const opened = new CloseStack()
  for (const records of [accessTokens, tokens, sessions]) opened.defer(() => records.close())

  return {
    accounts,
    people,
    sessions,
    tokens,
    accessTokens,
    secondFactor,
    signInStep,
    passkeys,
    devices,
    recoveredForms,
    verifyLogin,
    checkPassword,
    trustOpenSessions,
    authenticateForm,
    signInBrowser,
    continueAfterPassword,
    completeSignIn,
    recordSignIn,
    changePassword,
    setPassword,
    resetPassword,
    resetSecondFactor,
    readBearer,
    isSignedIn,
    isStaff,
    /** Ends the background work. */
    close: () => opened.close(),
  }
}

export class UnknownUsername extends Error {
  override name = 'UnknownUsername'
  constructor(readonly usernames: readonly string[]) {
    super('No account has this username.')
  }
}

/** The account with another password, able to sign in. A link to set a password is no longer valid. */
function withPassword({ link: _link, ...account }: Account, passwordHash: string): Account {
  return { ...withoutFirstPassword(account), passwordHash, isActive: true, changedAt: changeTime(account) }
}
