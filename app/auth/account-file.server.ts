import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { writeDurably } from '#app/content/durable-file.server.ts'
import { env } from '#app/env.server.ts'
import { jsonText } from '#app/http/json-text.ts'

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

/** The account file is there but says nothing usable. */
export class DamagedAccount extends Error {
  override name = 'DamagedAccount'
  constructor(file: string, cause: z.ZodError) {
    super(
      `The account file ${file} cannot be used: ${z.prettifyError(cause)}\n` +
        'Make a new password with: npm run admin -- reset',
      { cause },
    )
  }
}

/** The account, read from disk so that a change by another process counts at once; undefined where there is none. */
export function readAccount(): Account | undefined {
  const file = accountFile()
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  const parsed = jsonText(accountSchema).safeParse(text)
  if (!parsed.success) throw new DamagedAccount(file, parsed.error)
  return parsed.data
}

/** Writes the account, readable by the owner of the process only. */
export async function writeAccount(account: Account): Promise<void> {
  await writeDurably(accountFile(), `${JSON.stringify(account, undefined, 2)}\n`, { mode: 0o600 })
}

function accountFile() {
  return path.join(env.dataDir, 'account.json')
}
