import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { writeDurably } from '#app/storage/durable-file.server.ts'
import type { Env } from '#app/platform/env.server.ts'
import type { HealthReports } from '#app/platform/health.server.ts'
import { jsonText } from '#app/storage/json-text.ts'
import { hashPassword, verifyPasswordHash, makePassword, type Place } from './password.server.ts'
import { isMissing, readSmallFile } from './small-file.server.ts'

/** The administrator's account as it is kept in `account.json` of the data folder. */
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

/** The account file is there but cannot be used, or has gone. A refusal in words for staff; the log has the cause. */
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

/** Milliseconds. */
const LOOK_INTERVAL = 15_000

/** The administrator's account, kept in `account.json` of the data folder. Opens nothing until it is asked. */
export type AdministratorAccount = ReturnType<typeof openAccount>

export function openAccount({ dataDir, health }: { dataDir: string; health: HealthReports }) {
  const file = path.join(dataDir, 'account.json')
  /** What the process knows of the account file. */
  const seen: { account?: Account; problem?: AccountUnusable['code'] | undefined } = {}

  /** The account as it is on disk; undefined where there is none. Throws AccountUnusable. */
  function readAccount(): Account | undefined {
    let text: string
    try {
      text = readSmallFile(file).text
    } catch (cause) {
      if (isMissing(cause)) return undefined
      throw new AccountUnusable('unreadable', { cause })
    }
    const parsed = jsonText(accountSchema).safeParse(text)
    if (parsed.success) return parsed.data
    throw new AccountUnusable('damaged', { cause: new Error(`${file}: ${z.prettifyError(parsed.error)}`) })
  }

  /** Writes the account, readable by the owner of the process only. */
  async function writeAccount(account: Account): Promise<void> {
    await writeDurably(file, `${JSON.stringify(account, undefined, 2)}\n`, { mode: 0o600 })
  }

  /**
   * Puts an account file that cannot be used out of the way, so that a new one overwrites nothing. Resolves with its new path,
   * undefined where there was nothing to do.
   */
  async function setAsideUnusableAccount(): Promise<string | undefined> {
    try {
      readAccount()
      return undefined
    } catch (error) {
      if (!(error instanceof AccountUnusable)) throw error
    }
    const aside = `${file}.unusable-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
    await rename(file, aside)
    return aside
  }

  /**
   * The account, read from disk each time so that a change by another process counts at once; undefined where there has never
   * been one. Throws AccountUnusable where the file is damaged, cannot be read or has gone, which health names until it is
   * mended.
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
   * The account by which sessions and tokens are judged: while the file cannot be used it is the one that was read last, so
   * that people who are signed in go on and see what is wrong. Throws AccountUnusable where none was read yet.
   */
  function lastGoodAccount(): Account | undefined {
    try {
      return currentAccount()
    } catch (error) {
      if (error instanceof AccountUnusable && seen.account) return seen.account
      throw error
    }
  }

  /** True where there is an account file, also one that cannot be used, which health then names. */
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

  /** Looks at the account file now and then, so that health tells of a fault, and of its end, also when no one signs in. */
  function watchAccount(): () => void {
    const timer = setInterval(isAccountMade, LOOK_INTERVAL)
    timer.unref()
    return () => {
      clearInterval(timer)
    }
  }

  /** True where the account file has gone since it was read: then the data folder as a whole is missing. */
  function isAccountGone(): boolean {
    return seen.account !== undefined && !existsSync(file)
  }

  function noteProblem(error: AccountUnusable | undefined) {
    if (seen.problem !== undefined && seen.problem !== error?.code) health.clear(seen.problem)
    seen.problem = error?.code
    if (error) health.report({ id: error.code, message: error.message }, error.cause)
  }

  /**
   * Makes the administrator's account where there is none yet, from `adminUsername` and `adminPassword`. Without a given
   * password a random one is made and answered, the only time it can be seen; a given one is not repeated. An account that
   * is there stays as it is, whatever the settings say, also where its file cannot be used. Where the disk takes no account
   * the site runs without one. Health names both.
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
   * Who signs in with these, or undefined. Takes the same time whether the name or the password is wrong. Throws
   * AccountUnusable, and TooManyWaiting in a flood; `place` is where it waits for its turn.
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
    file,
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
