import { existsSync } from 'node:fs'
import { health } from '#app/platform/health.server.ts'
import { singleton } from '#app/platform/singleton.server.ts'
import { accountFile, AccountUnusable, readAccount, type Account } from './account-file.server.ts'

/** Milliseconds. */
const LOOK_INTERVAL = 15_000

/** What the process knows of the account file. */
const seen = singleton<{ account?: Account; problem?: AccountUnusable['code'] | undefined }>('account-seen', () => ({}))

/**
 * The account, read from disk each time so that a change by another process counts at once; undefined where there has never
 * been one. Throws AccountUnusable where the file is damaged, cannot be read or has gone, which health names until it is
 * mended.
 */
export function currentAccount(): Account | undefined {
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
export function standingAccount(): Account | undefined {
  try {
    return currentAccount()
  } catch (error) {
    if (error instanceof AccountUnusable && seen.account) return seen.account
    throw error
  }
}

/** True where there is an account file, also one that cannot be used, which health then names. */
export function isAccountMade(): boolean {
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
export function lastAccount(): Account | undefined {
  return seen.account
}

/** Looks at the account file now and then, so that health tells of a fault, and of its end, also when no one signs in. */
export function watchAccount(): () => void {
  const timer = setInterval(isAccountMade, LOOK_INTERVAL)
  timer.unref()
  return () => {
    clearInterval(timer)
  }
}

/** True where the account file has gone since it was read: then the data folder as a whole is missing. */
export function isAccountGone(): boolean {
  return seen.account !== undefined && !existsSync(accountFile())
}

function noteProblem(error: AccountUnusable | undefined) {
  if (seen.problem !== undefined && seen.problem !== error?.code) health.clear(seen.problem)
  seen.problem = error?.code
  if (error) health.report({ id: error.code, message: error.message }, error.cause)
}
