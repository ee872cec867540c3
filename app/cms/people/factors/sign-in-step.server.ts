import { visitorOf, type Actor } from '#app/cms/platform/author.server.ts'
import { LRUCache } from 'lru-cache'
import { BoundedLimiter } from '#app/cms/platform/bounded-limiter.server.ts'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import type { AuditEvent } from '#app/cms/people/audit/audit-event.ts'
import { hasSecondFactor, type Account, type SignedIn } from '#app/cms/people/account-format.server.ts'
import type { Accounts } from '#app/cms/people/accounts.server.ts'
import type { DeviceCookies } from '#app/cms/people/device-cookie.server.ts'
import { LoginThrottle } from '#app/cms/people/login-throttle.server.ts'
import { LoginThrottled } from '#app/cms/people/verify-login.server.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { TooManyWaiting } from '#app/cms/storage/limit-concurrency.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { SECOND_STEP_MINUTES } from '#app/cms/people/people-times.ts'
import { BrowserState } from './browser-state.server.ts'
import { hashRecoveryCode, stepOfCode } from './codes.server.ts'

const STEP_SECONDS = SECOND_STEP_MINUTES * 60
const MAX_STEPS = 1_000

/** The most wrong app codes a day, by account; a known device has its own count. Decision 39 has the numbers. */
const WRONG_CODES = 20
const DAY_SECONDS = 24 * 60 * 60

/** A code is not correct, was used before, or is too old. */
export class WrongCode extends ExpectedError {
  override name = 'WrongCode'
  constructor() {
    super(401, 'This code is not correct, or it was used already', { field: 'code' })
  }
}

/** The step after the password is over: it took too long, or the account has changed. */
export class SignInStepOver extends ExpectedError {
  override name = 'SignInStepOver'
  constructor() {
    super(410, 'This step has expired. Log in again.')
  }
}

/** 429: so many wrong codes were typed for an account that no code of the app is checked for some time. */
function codesUsedUp(retryAfter: number): ExpectedError {
  const hours = Math.ceil(retryAfter / 3600)
  return new ExpectedError(
    429,
    `Too many wrong codes were entered. Use a recovery code or a passkey, or try again in ${hours} hour${hours === 1 ? '' : 's'}.`,
    { code: 'too-many-attempts', retryAfter },
  )
}

/**
 * The step of signing in between the right password and the session: a code of the authenticator app, or a recovery
 * code. Its state is stored in memory for five minutes and grants no access.
 */
export function openSignInStep({
  accounts: { changeAccounts, currentAccounts },
  devices: { knownDevice },
  isSecure,
  record,
}: {
  accounts: Pick<Accounts, 'changeAccounts' | 'currentAccounts'>
  devices: Pick<DeviceCookies, 'knownDevice'>
  isSecure: boolean
  record: (event: AuditEvent) => void
}) {
  const steps = new BrowserState<SignedIn>({
    name: 'sign-in',
    isSecure,
    lifetimeSeconds: STEP_SECONDS,
    limit: MAX_STEPS,
  })
  const throttle = new LoginThrottle()
  const wrongCodes = new BoundedLimiter({ points: WRONG_CODES, duration: DAY_SECONDS, maxKeys: MAX_STEPS })
  /** Time steps of used codes, including those that could not be stored. */
  const usedSteps = new LRUCache<string, number>({ max: MAX_STEPS })

  /** True if a person who has given the right password needs a second factor. Throws AccountUnusable. */
  function needsFactor(signedIn: SignedIn): boolean {
    const account = find(signedIn)
    return account !== undefined && hasSecondFactor(account)
  }

  /** Begins the step for a browser that has sent the right password: returns the Set-Cookie header. */
  function startStep({ username, changedAt }: SignedIn): string {
    return steps.start({ username, changedAt })
  }

  /** The account whose sign-in this browser started; undefined if it expired or changed. Throws AccountUnusable. */
  function accountOfStep(request: Request): Account | undefined {
    const signedIn = steps.find(request)
    return signedIn && find(signedIn)
  }

  /**
   * Checks a six-digit code, or a recovery code, of the person whose sign-in this browser has started. When it
   * resolves, the code is used up and the step is over. Rejects with SignInStepOver, WrongCode, LoginThrottled, another
   * ExpectedError (429) after too many wrong codes, AccountUnusable, and with StorageError if a recovery code cannot be
   * marked as used.
   */
  async function checkCode({
    request,
    code,
    address,
  }: {
    request: Request
    code: string
    address: string | undefined
  }): Promise<SignedIn> {
    const account = accountOfStep(request)
    if (!account) throw new SignInStepOver()
    const { username } = account
    const device = await knownDevice(request.headers.get('cookie'), username)
    const succeed = await admit({ username, address, device })
    try {
      if (/^\d{6}$/.test(code)) await useTotpCode(account, code, device)
      else await useRecoveryCode(account, code, visitorOf(request, address))
    } catch (error) {
      if (error instanceof TooManyWaiting) throw new LoginThrottled(1)
      if (error instanceof WrongCode) {
        await throttle.failed(username)
        log.warn({ username, address }, 'A wrong code of a second factor was refused')
      }
      throw error
    }
    await succeed()
    steps.take(request)
    return account
  }

  /** Counts an attempt. Resolves with the function to call if the code was right. Rejects with LoginThrottled. */
  async function admit({
    device,
    ...attempt
  }: {
    username: string
    address: string | undefined
    device: string | undefined
  }): Promise<() => Promise<void>> {
    if (device !== undefined && (await throttle.consumeDevice(device)) === 0)
      return () => throttle.deviceSucceeded(device)
    const { wait } = await throttle.consume(attempt)
    if (wait > 0) throw new LoginThrottled(wait)
    return () => throttle.succeeded(attempt)
  }

  async function useTotpCode({ id, username, changedAt }: Account, code: string, device: string | undefined) {
    const key = device === undefined ? `account ${id}` : `device ${device}`
    // Counted before the check, so that parallel attempts get no more than sequential ones.
    const wait = await wrongCodes.consume(key)
    if (wait > 0) throw codesUsedUp(wait)
    let step: number | undefined
    try {
      await changeAccounts((accounts) =>
        accounts.map((account) => {
          if (account.username !== username) return account
          if (!account.factors?.totp || account.changedAt !== changedAt) throw new SignInStepOver()
          const { totp } = account.factors
          // A retry, because a program has changed the file, must not find its own code used.
          const used = step === undefined ? (usedSteps.get(id) ?? 0) : 0
          step = stepOfCode(totp.secret, code, Math.max(totp.lastStep, used))
          if (step === undefined) throw new WrongCode()
          usedSteps.set(id, step)
          return { ...account, factors: { ...account.factors, totp: { ...totp, lastStep: step } } }
        }),
      )
    } catch (error) {
      if (!(error instanceof WrongCode)) await wrongCodes.reward(key)
      // Staff can sign in with a full disk, to see what is wrong. The code is marked as used in memory.
      if (!(error instanceof StorageError) || step === undefined) throw error
      log.error({ err: error }, 'The use of a second-factor code could not be stored. It is in memory only')
      return
    }
    await wrongCodes.reward(key)
  }

  async function useRecoveryCode({ id, name, username, changedAt }: Account, code: string, actor: Actor) {
    const hash = hashRecoveryCode(code)
    let left = 0
    await changeAccounts((accounts) =>
      accounts.map((account) => {
        if (account.username !== username) return account
        if (!account.factors || account.changedAt !== changedAt) throw new SignInStepOver()
        const recoveryCodes = account.factors.recoveryCodes.filter((stored) => stored !== hash)
        left = recoveryCodes.length
        if (left === account.factors.recoveryCodes.length) throw new WrongCode()
        return { ...account, factors: { ...account.factors, recoveryCodes } }
      }),
    )
    log.warn({ username, left }, 'A recovery code was used')
    record({ kind: 'second-factor.recovery-used', detail: { left }, actor: { ...actor, user: { id, name } } })
  }

  /** The account, if its password has not changed since the sign-in. */
  function find({ username, changedAt }: SignedIn) {
    return currentAccounts()?.find(
      (account) => account.isActive && account.username === username && account.changedAt === changedAt,
    )
  }

  return {
    needsFactor,
    startStep,
    accountOfStep,
    checkCode,
    /** The Set-Cookie header that ends the step in the browser. */
    clearStepCookie: () => steps.clearCookie(),
    /** Ends the step: of several calls only the first gets its account. */
    takeStep: (request: Request) => steps.take(request),
  }
}
