import { neighbourhoodKey } from '#app/platform/visitor-key.ts'
import { TooManyWaiting } from '#app/storage/limit-concurrency.ts'
import { log } from '#app/platform/log.server.ts'
import type { AdministratorAccount, SignedIn } from './account.server.ts'
import type { DeviceCookies } from './device-cookie.server.ts'
import { LoginThrottle } from './login-throttle.server.ts'
import type { Place } from './password.server.ts'
import type { Sessions } from './sessions.server.ts'

/** A wrong name or password; which of them stays untold. */
export class InvalidCredentials extends Error {
  override name = 'InvalidCredentials'
  constructor() {
    super('Invalid credentials')
  }
}

/** Nothing was checked: this attempt came too soon. */
export class LoginThrottled extends Error {
  override name = 'LoginThrottled'
  constructor(readonly retryAfterSeconds: number) {
    super(
      `Too many attempts to sign in. Try again in ${retryAfterSeconds} second${retryAfterSeconds === 1 ? '' : 's'}.`,
    )
  }
}

interface Login {
  username: string
  password: string
  /** Address of the visitor. */
  address: string | undefined
  /** Cookie header of the request: it may name a known device. */
  cookieHeader: string | null
}

export type LoginCheck = ReturnType<typeof createLoginCheck>

/** The check of names and passwords, with the counts of its throttle in memory. */
export function createLoginCheck({
  account,
  sessions: { listSessions },
  devices: { knownDevice },
}: {
  account: Pick<AdministratorAccount, 'currentAccount' | 'verifyPassword'>
  sessions: Pick<Sessions, 'listSessions'>
  devices: Pick<DeviceCookies, 'knownDevice'>
}) {
  const throttle = new LoginThrottle()
  /** The attempt of a known device that is under way. */
  const deviceAttempts = new Map<string, Promise<unknown>>()

  /**
   * The one way to sign in, for the form and for the API. Returns who signed in; throws InvalidCredentials, LoginThrottled or
   * AccountUnusable.
   */
  async function verifyLogin(login: Login): Promise<SignedIn> {
    const account = await checkPassword(login)
    log.info({ username: account.username, address: login.address }, 'Signed in')
    return account
  }

  /**
   * Checks a name and its password without signing in, at the price of an attempt to sign in: asking for the password
   * elsewhere must not be a way around the throttle. Throws as {@link verifyLogin}.
   */
  async function checkPassword(login: Login): Promise<SignedIn> {
    // An attempt at a time when no password is right costs nothing.
    account.currentAccount()
    const device = await knownDevice(login.cookieHeader)
    const signedIn =
      device === undefined ? undefined : await afterAttemptsOf(device, () => checkFromDevice(login, device))
    return signedIn ?? checkFromAddress(login)
  }

  /** Has those who sign in from the addresses of open sessions served before strangers, also after a restart. */
  async function trustOpenSessions(): Promise<void> {
    for (const { address } of await listSessions()) if (address !== '') throttle.prove(address)
  }

  /** Undefined where the device has used up its own attempts, or too many devices wait. */
  async function checkFromDevice(login: Login, device: string) {
    if ((await throttle.admitDevice(device)) > 0) return undefined
    const account = await checkInTurn(login, { lane: 'device', group: device })
    if (account) await throttle.deviceSucceeded(device)
    return account
  }

  async function checkFromAddress(login: Login) {
    const { wait, isProven } = await throttle.admit(login)
    if (wait > 0) throw new LoginThrottled(wait)
    const lane = isProven ? 'proven' : 'stranger'
    const account = await checkInTurn(login, { lane, group: neighbourhoodKey(login.address ?? '') })
    if (!account) {
      await throttle.takeBack(login)
      throw new LoginThrottled(1)
    }
    await throttle.succeeded(login)
    return account
  }

  /** Who has signed in; undefined where too many wait for their turn. Throws InvalidCredentials. */
  async function checkInTurn({ username, password, address }: Login, place: Place) {
    try {
      const found = await account.verifyPassword(username, password, place)
      if (found) {
        if (address !== undefined) throttle.prove(address)
        return found
      }
    } catch (error) {
      if (error instanceof TooManyWaiting) return undefined
      throw error
    }
    await throttle.failed(username)
    // Without the name: some type their password into that field.
    log.warn({ address }, 'A wrong name or password was refused')
    throw new InvalidCredentials()
  }

  /** One attempt of a device after the other: the right password clears its count before the next one is judged. */
  async function afterAttemptsOf<Result>(device: string, attempt: () => Promise<Result>): Promise<Result> {
    const before = deviceAttempts.get(device) ?? Promise.resolve()
    const own = before.then(attempt, attempt)
    deviceAttempts.set(device, own)
    try {
      return await own
    } finally {
      if (deviceAttempts.get(device) === own) deviceAttempts.delete(device)
    }
  }

  return {
    verifyLogin,
    checkPassword,
    trustOpenSessions,
  }
}
