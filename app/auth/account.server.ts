import { z } from 'zod'
import type { Env } from '#app/platform/env.server.ts'
import type { HealthReports } from '#app/platform/health.server.ts'
import { jsonText } from '#app/storage/json-text.ts'
import { FileUnreadable, type Storage } from '#app/storage/storage.ts'
import { hashPassword, verifyPasswordHash, makePassword, type Place } from './password.server.ts'

const FILE = 'data/account.json'
const MAX_FILE_BYTES = 64 * 1024

/** The administrator's account as it is stored in `account.json` of the data folder. */
export type Account = z.infer<typeof accountSchema>

/** Who signed in, and with which password: sessions and tokens of an earlier `changedAt` have ended. */
export type SignedIn = Pick<Account, 'username' | 'changedAt'>

const accountSchema = z.object({
  username: z.string().min(1),
  /** PHC string. */
  passwordHash: z.string().startsWith('$argon2id$'),
  /** ISO 8601, UTC: when the password was set. */
  changedAt: z.iso.datetime(),
})

const RESET = 'make a new password on the server with: npm run admin -- reset'

const PROBLEMS = {
  damaged: `The account file is damaged, so signing in is not possible. To repair it, ${RESET}`,
  unreadable: `The account file cannot be read, so signing in is not possible. Correct its owner and permissions, or ${RESET}`,
  missing: `The account file is missing, so signing in is not possible. Bring the data folder back, or ${RESET}`,
}

/** The account file cannot be used, or has gone. The message is for staff; the log has the cause. */
export class AccountUnusable extends Error {
  override name = 'AccountUnusable'
  readonly status = 503
  readonly code: `account-${keyof typeof PROBLEMS}`

  constructor(problem: keyof typeof PROBLEMS, options?: ErrorOptions) {
    super(PROBLEMS[problem], options)
    this.code = `account-${problem}`
  }
}

const NOT_MADE = 'account-not-made'

const CHECK_INTERVAL_MS = 15_000

export type AdministratorAccount = ReturnType<typeof openAccount>

/** The administrator's account, stored in `account.json` of the data folder. Nothing is read before it is asked for. */
export function openAccount({ storage, health }: { storage: Storage; health: HealthReports }) {
  /** What the process knows of the account file. */
  const seen: { account?: Account; problem?: AccountUnusable['code'] | undefined } = {}

  /** The account as it is stored; undefined if there is none. Throws AccountUnusable. */
  function readAccount(): Account | undefined {
    const text = readFile()
    if (text === undefined) return undefined
    const parsed = jsonText(accountSchema).safeParse(text)
    if (parsed.success) return parsed.data
    throw new AccountUnusable('damaged', { cause: new Error(`${FILE}: ${z.prettifyError(parsed.error)}`) })
  }

  function readFile() {
    try {
      return storage.readSync(FILE, { maxBytes: MAX_FILE_BYTES })?.bytes.toString()
    } catch (cause) {
      if (cause instanceof FileUnreadable) throw new AccountUnusable('unreadable', { cause })
      throw cause
    }
  }

  /** Stores the account. Rejects with StorageError. */
  async function writeAccount(account: Account): Promise<void> {
    await storage.commit([{ name: FILE, bytes: `${JSON.stringify(account, undefined, 2)}\n` }])
  }

  /**
   * Moves an account file that cannot be used out of the way, so that a new one overwrites nothing. Resolves with its new name,
   * undefined if there was nothing to do. Rejects with StorageError.
   */
  async function setAsideUnusableAccount(): Promise<string | undefined> {
    try {
      readAccount()
      return undefined
    } catch (error) {
      if (!(error instanceof AccountUnusable)) throw error
    }
    const aside = `${FILE}.unusable-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
    await storage.move(FILE, aside)
    return aside
  }

  /**
   * The account, read from disk each time so that a change by another process counts at once; undefined if there has never
   * been one. Throws AccountUnusable if the file is damaged, cannot be read or has gone, which health reports until it is
   * repaired.
   */
  function currentAccount(): Account | undefined {
    try {
      const account = readAccount()
      if (!account && seen.account) throw new AccountUnusable('missing')
      if (account) seen.account = account
      noteProblem(undefined)
      return account
    } catch (error) {
      if (error instanceof AccountUnusable) noteProblem(error)
      throw error
    }
  }

  /**
   * The account that sessions and tokens are judged by. While the file cannot be used it is the one that was read last, so
   * that people who are signed in can go on and see what is wrong. Throws AccountUnusable if none was read yet.
   */
  function lastGoodAccount(): Account | undefined {
    try {
      return currentAccount()
    } catch (error) {
      if (error instanceof AccountUnusable && seen.account) return seen.account
      throw error
    }
  }

  /** True if there is an account file, also one that cannot be used, which health then reports. */
  function isAccountMade(): boolean {
    try {
      const account = readAccount()
      noteProblem(!account && seen.account ? new AccountUnusable('missing') : undefined)
      return account !== undefined
    } catch (error) {
      if (!(error instanceof AccountUnusable)) throw error
      noteProblem(error)
      return true
    }
  }

  /** The account that was read last, from memory. */
  function rememberedAccount(): Account | undefined {
    return seen.account
  }

  /** Checks the account file every 15 s, so that health reports a fault, and its end, also when no one signs in. */
  function watchAccount(): () => void {
    const timer = setInterval(isAccountMade, CHECK_INTERVAL_MS)
    timer.unref()
    return () => {
      clearInterval(timer)
    }
  }

  /** True if the account file has gone since it was read: then the data folder as a whole is missing. */
  function isAccountGone(): boolean {
    try {
      return seen.account !== undefined && readFile() === undefined
    } catch {
      return false
    }
  }

  function noteProblem(error: AccountUnusable | undefined) {
    if (seen.problem !== undefined && seen.problem !== error?.code) health.clear(seen.problem)
    seen.problem = error?.code
    if (error) health.report({ id: error.code, message: error.message }, error.cause)
  }

  /**
   * Makes the administrator's account if there is none yet, from `adminUsername` and `adminPassword`. Without a given
   * password a random one is made and returned, the only time it can be seen; a given one is not returned. An existing account
   * stays as it is, whatever the settings say, also if its file cannot be used. If the disk takes no account, the site runs
   * without one. Health reports both.
   */
  async function ensureAdministrator(
    settings: Pick<Env, 'adminUsername' | 'adminPassword'>,
  ): Promise<
    { created: false } | { created: false; isPending: true } | { created: true; username: string; password?: string }
  > {
    if (isAccountMade()) return { created: false }
    const username = settings.adminUsername
    const password = settings.adminPassword ?? makePassword()
    try {
      await writeAccount(await makeAccount(username, password))
    } catch (cause) {
      const message =
        'There is no account of an administrator yet, and the data folder takes none. Correct the disk: the account is made then.'
      health.report({ id: NOT_MADE, message }, cause)
      return { created: false, isPending: true }
    }
    health.clear(NOT_MADE)
    return settings.adminPassword === undefined ? { created: true, username, password } : { created: true, username }
  }

  /**
   * Who signs in with these, or undefined. Takes the same time whether the name or the password is wrong. Rejects with
   * AccountUnusable, and with TooManyWaiting in a flood; `place` is its place in the queue.
   */
  async function verifyPassword(
    username: string,
    password: string,
    place: Place = { lane: 'stranger', group: '' },
  ): Promise<SignedIn | undefined> {
    const account = currentAccount()
    const named = account?.username === username ? account : undefined
    const isRight = await verifyPasswordHash(named?.passwordHash, password, place)
    return named && isRight ? { username: named.username, changedAt: named.changedAt } : undefined
  }

  return {
    readAccount,
    writeAccount,
    setAsideUnusableAccount,
    currentAccount,
    lastGoodAccount,
    isAccountMade,
    rememberedAccount,
    watchAccount,
    isAccountGone,
    ensureAdministrator,
    verifyPassword,
  }
}

/** An account with this name and the hash of this password, set now. */
export async function makeAccount(username: string, password: string) {
  return { username, passwordHash: await hashPassword(password), changedAt: new Date().toISOString() }
}
