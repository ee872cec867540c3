import type { Actor } from '#app/cms/platform/author.server.ts'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { neighbourhoodKey } from '#app/cms/platform/visitor-key.ts'
import { TooManyWaiting } from '#app/cms/storage/limit-concurrency.ts'
import { NameLocks } from '#app/cms/storage/name-locks.ts'
import { log } from '#app/cms/platform/log.server.ts'
import type { AuditEvent } from '#app/cms/people/audit/audit-event.ts'
import type { SignedIn } from './account-format.server.ts'
import type { Accounts } from './accounts.server.ts'
import type { DeviceCookies } from './device-cookie.server.ts'
import { LoginThrottle } from './login-throttle.server.ts'
import type { QueueClass } from './password.server.ts'
import type { Sessions } from './sessions.server.ts'

/** The username or the password is wrong. The message does not say which. */
export class InvalidCredentials extends ExpectedError {
  override name = 'InvalidCredentials'
  constructor() {
    super(401, 'Invalid credentials', { code: 'invalid-credentials' })
  }
}

/** The attempt came too soon. Its password was not checked. */
export class LoginThrottled extends ExpectedError {
  override name = 'LoginThrottled'
  constructor(retryAfter: number) {
    super(429, `Too many attempts to log in. Try again in ${retryAfter} second${retryAfter === 1 ? '' : 's'}.`, {
      code: 'too-many-attempts',
      retryAfter,
    })
  }
}

interface Login {
  username: string
  password: string
  /** Address of the visitor. */
  address: string | undefined
  /** Cookie header of the request: it may name a known device. */
  cookieHeader: string | null
  /** For the audit log. Left out: it has the address alone. */
  actor?: Actor | undefined
}

/** Makes the check of usernames and passwords. Its throttle counts in memory. */
export function createLoginCheck({
  accounts,
  sessions: { openAddresses },
  devices: { knownDevice },
  record,
}: {
  accounts: Pick<Accounts, 'currentAccounts' | 'noteSignIn' | 'verifyPassword'>
  sessions: Pick<Sessions, 'openAddresses'>
  devices: Pick<DeviceCookies, 'knownDevice'>
  record: (event: AuditEvent) => void
}) {
  const throttle = new LoginThrottle()
  /** The attempts of a device run one by one: a right password clears its count before the next attempt is counted. */
  const deviceAttempts = new NameLocks()

  /**
   * Checks a username and its password to sign in, for the form and for the API. Resolves with the account. Rejects
   * with InvalidCredentials, LoginThrottled or AccountUnusable.
   */
  async function verifyLogin(login: Login): Promise<SignedIn> {
    const account = await checkPassword(login)
    await accounts.noteSignIn(account)
    log.info({ username: account.username, address: login.address }, 'The password was correct')
    return account
  }

  /**
   * Checks a username and its password without signing in. It counts as a sign-in attempt, so that a form that requests
   * the password cannot bypass the throttle. Rejects as {@link verifyLogin}.
   */
  async function checkPassword(login: Login): Promise<SignedIn> {
    // Throws if the accounts cannot be used: no password can be right then, so the attempt must not be counted.
    const all = accounts.currentAccounts()
    try {
      const device = await knownDevice(login.cookieHeader, login.username)
      const signedIn =
        device === undefined ? undefined : await deviceAttempts.run([device], () => checkFromDevice(login, device))
      return signedIn ?? (await checkFromAddress(login))
    } catch (error) {
      // Only the id of an existing account: some people type their password into the username field.
      const about = all?.find(({ username }) => username === login.username)?.id
      const { actor = { address: login.address } } = login
      if (error instanceof InvalidCredentials) record({ kind: 'sign-in.failed', about, actor })
      if (error instanceof LoginThrottled) record({ kind: 'sign-in.throttled', about, actor })
      throw error
    }
  }

  /** Marks the addresses of open sessions as proven, so that they are served before strangers also after a restart. */
  async function trustOpenSessions(): Promise<void> {
    for (const address of await openAddresses()) throttle.prove(address)
  }

  /** Resolves with undefined if the device has used up its attempts, or the queue of devices is full. */
  async function checkFromDevice(login: Login, device: string) {
    if ((await throttle.consumeDevice(device)) > 0) return undefined
    const account = await checkInTurn(login, { lane: 'device', group: device })
    if (account) await throttle.deviceSucceeded(device)
    return account
  }

  async function checkFromAddress(login: Login) {
    const { wait, isProven } = await throttle.consume(login)
    if (wait > 0) throw new LoginThrottled(wait)
    const lane = isProven ? 'proven' : 'stranger'
    const account = await checkInTurn(login, { lane, group: neighbourhoodKey(login.address ?? '') })
    if (!account) {
      await throttle.refund(login)
      throw new LoginThrottled(1)
    }
    await throttle.succeeded(login)
    return account
  }

  /** Resolves with the account, or with undefined if the queue is full. Rejects with InvalidCredentials. */
  async function checkInTurn({ username, password, address }: Login, queueClass: QueueClass) {
    try {
      const found = await accounts.verifyPassword(username, password, queueClass)
      if (found) {
        if (address !== undefined) throttle.prove(address)
        return found
      }
    } catch (error) {
      if (error instanceof TooManyWaiting) return undefined
      throw error
    }
    await throttle.failed(username)
    // The username is not logged: some people type their password into that field.
    log.warn({ address }, 'A wrong name or password was refused')
    throw new InvalidCredentials()
  }

  return {
    verifyLogin,
    checkPassword,
    trustOpenSessions,
  }
}
