import { log } from '#app/log.server.ts'
import { singleton } from '#app/singleton.server.ts'
import type { SignedIn } from './account-file.server.ts'
import { verifyPassword } from './account.server.ts'
import { TooManyWaiting } from '#app/limit-concurrency.ts'
import { createLoginThrottle } from './login-throttle.server.ts'

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

const throttle = singleton('login-throttle', createLoginThrottle)

interface Login {
  username: string
  password: string
  /** Address of the visitor. */
  address: string | undefined
}

/**
 * The one way to sign in, for the form and for the API. Answers who signed in; throws InvalidCredentials, LoginThrottled or
 * AccountUnusable.
 */
export async function verifyLogin(login: Login): Promise<SignedIn> {
  const account = await checkPassword(login)
  log.info({ username: account.username, address: login.address }, 'Signed in')
  return account
}

/**
 * Checks a name and its password without signing in, at the price of an attempt to sign in: asking for the password
 * elsewhere must not be a way around the throttle. Throws as {@link verifyLogin}.
 */
export async function checkPassword(login: Login): Promise<SignedIn> {
  const wait = await throttle.admit(login)
  if (wait > 0) throw new LoginThrottled(wait)
  const account = await verifyInTurn(login.username, login.password)
  if (!account) {
    await throttle.failed(login)
    // Without the name: some type their password into that field.
    log.warn({ address: login.address }, 'A wrong name or password was refused')
    throw new InvalidCredentials()
  }
  await throttle.succeeded(login)
  return account
}

async function verifyInTurn(username: string, password: string) {
  try {
    return await verifyPassword(username, password)
  } catch (error) {
    if (error instanceof TooManyWaiting) throw new LoginThrottled(1)
    throw error
  }
}
