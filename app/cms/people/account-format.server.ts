import { z } from 'zod'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { jsonText } from '#app/cms/platform/json-text.ts'
import type { StoredFile } from '#app/cms/storage/storage.ts'
import { ROLES } from './roles.ts'

/** The most accounts, deactivated ones included. */
export const MAX_ACCOUNTS = 200

/** The most passkeys of one person. */
export const MAX_PASSKEYS = 10

const passkeyFields = z.object({
  /** The credential id, base64url. */
  id: z.string().min(1).max(1400),
  /** COSE, base64url. */
  publicKey: z.string().min(1),
  /** The authenticator's count of uses; 0 if it does not count. */
  counter: z.int().min(0),
  transports: z.array(z.string()).default([]),
  name: z.string().min(1),
  addedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().optional(),
})

/** A passkey of a person (WebAuthn credential), as it is stored. */
export type Passkey = z.infer<typeof passkeyFields>

const factorFields = z.looseObject({
  totp: z
    .looseObject({
      /** Base32. The codes are made from it, so it cannot be hashed. */
      secret: z.string().min(16),
      addedAt: z.iso.datetime(),
      /** Time step of the last used code. Codes of this step and of earlier steps are no longer valid. */
      lastStep: z.int(),
    })
    .optional(),
  passkeys: z.array(passkeyFields).max(MAX_PASSKEYS).default([]),
  /** SHA-256 of each recovery code that has not been used. */
  recoveryCodes: z.array(z.string()),
})

/** The second factors of a person: an authenticator app, passkeys, or both; and recovery codes to use instead. */
export type Factors = z.infer<typeof factorFields>

const accountFields = {
  /** Identifies the person in records such as the history. It never changes and is never reused. */
  id: z.string().min(1),
  username: z.string().min(1),
  /** The name that others see. */
  name: z.string().min(1),
  role: z.enum(ROLES),
  /** False if the person may no longer sign in. The account is not removed, because records refer to it. */
  isActive: z.boolean(),
  /** PHC string; absent until an invited person has chosen a password. */
  passwordHash: z.string().startsWith('$argon2id$').optional(),
  /** Where the password of the first account comes from, until it has been used or replaced. */
  firstPassword: z.enum(['printed', 'settings']).optional(),
  /** ISO 8601, UTC: when the password was set or the account deactivated. Earlier sessions and tokens have ended. */
  changedAt: z.iso.datetime(),
  /** The link with which the owner sets a password. Only the link itself contains the token. */
  link: z
    .object({ tokenHash: z.string(), expiresAt: z.iso.datetime(), usedAt: z.iso.datetime().optional() })
    .optional(),
  /** Absent if the person signs in with the password alone. */
  factors: factorFields.optional(),
}

/** The account of a person, as it is stored. */
export type Account = z.infer<z.ZodObject<typeof accountFields>>

/** The account that signed in. Sessions and tokens with an earlier `changedAt` than the account's have ended. */
export type SignedIn = Pick<Account, 'username' | 'changedAt'>

// Loose objects: fields of a later release survive when this release writes the file.
const fileText = jsonText(
  z.looseObject({
    accounts: z.array(z.looseObject(accountFields)).min(1).max(MAX_ACCOUNTS),
    /** True if people without a second factor have to set one up before anything else. */
    requiresSecondFactor: z.boolean().optional(),
  }),
)

const RESET = 'make a new password on the server with: npm run admin -- reset'

const PROBLEMS = {
  damaged: `The account file is damaged, so logging in is not possible. To repair it, ${RESET}`,
  unreadable:
    'The account file cannot be read, so logging in is not possible. It has to belong to the user that the site runs as, like the data folder: correct its owner with chown, and its permissions with chmod 600.',
  away: 'The data folder of the server is missing, or another folder is in its place, so logging in is not possible. Mount its disk or put the folder back.',
  missing: `The account file is missing, so logging in is not possible. Restore the data folder, or ${RESET}`,
}

/** The account file cannot be used, or no longer exists. The message is for staff; the log has the cause. */
export class AccountUnusable extends ExpectedError {
  override name = 'AccountUnusable'
  declare readonly code: `account-${keyof typeof PROBLEMS}`

  constructor(problem: keyof typeof PROBLEMS, options?: ErrorOptions) {
    super(503, PROBLEMS[problem], { code: `account-${problem}`, ...options })
  }
}

export interface AccountsFile {
  accounts: Account[]
  requiresSecondFactor?: boolean | undefined
  /** Fields of a later release. */
  [field: string]: unknown
}

/** Parses `accounts.json`. Throws AccountUnusable. */
export function parseAccounts(file: StoredFile, name: string): AccountsFile {
  return parse(fileText, file, name)
}

function parse(schema: z.ZodType<AccountsFile>, { bytes }: StoredFile, name: string): AccountsFile {
  const result = schema.safeParse(bytes.toString())
  if (result.success) return result.data
  throw new AccountUnusable('damaged', { cause: new Error(`${name}: ${z.prettifyError(result.error)}`) })
}

/** The first account. Its id is its username. */
export function firstAccount(
  account: Pick<Account, 'username' | 'changedAt' | 'firstPassword'> & { passwordHash: string },
): Account & { passwordHash: string } {
  const { username } = account
  return { id: username, name: username, role: 'administrator', isActive: true, ...account }
}

/** A time for `changedAt` that is later than the previous one, even within the same millisecond. */
export function changeTime({ changedAt }: Pick<Account, 'changedAt'>): string {
  return new Date(Math.max(Date.now(), Date.parse(changedAt) + 1)).toISOString()
}

/** True if a person needs more than the password to sign in. */
export function hasSecondFactor({ factors }: Pick<Account, 'factors'>): boolean {
  return factors !== undefined && (factors.totp !== undefined || factors.passkeys.length > 0)
}

/** True for an administrator who can sign in. */
export function isWorkingAdministrator({ role, isActive, passwordHash }: Account) {
  return role === 'administrator' && isActive && passwordHash !== undefined
}

/** The account once its password has been used or replaced. */
export function withoutFirstPassword({ firstPassword: _firstPassword, ...account }: Account): Account {
  return account
}
