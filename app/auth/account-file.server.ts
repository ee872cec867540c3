import { rename } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { writeDurably } from '#app/storage/durable-file.server.ts'
import { env } from '#app/platform/env.server.ts'
import { jsonText } from '#app/storage/json-text.ts'
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

/** The account as it is on disk; undefined where there is none. Throws AccountUnusable. */
export function readAccount(): Account | undefined {
  const file = accountFile()
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
export async function writeAccount(account: Account): Promise<void> {
  await writeDurably(accountFile(), `${JSON.stringify(account, undefined, 2)}\n`, { mode: 0o600 })
}

/**
 * Puts an account file that cannot be used out of the way, so that a new one overwrites nothing. Resolves with its new path,
 * undefined where there was nothing to do.
 */
export async function setAsideUnusableAccount(): Promise<string | undefined> {
  try {
    readAccount()
    return undefined
  } catch (error) {
    if (!(error instanceof AccountUnusable)) throw error
  }
  const aside = `${accountFile()}.unusable-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  await rename(accountFile(), aside)
  return aside
}

/** The file the account is kept in. */
export function accountFile(): string {
  return path.join(env.dataDir, 'account.json')
}
