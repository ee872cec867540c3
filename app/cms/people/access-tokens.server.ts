import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { siteProfile } from '#app/cms/platform/site-profile.ts'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import type { Account } from './account-format.server.ts'
import { hashSecret, recordFields, Records } from './records.server.ts'
import { lowerRole, ROLES, type Role } from './roles.ts'
import type { SignInOptions } from './api-tokens.server.ts'

/** The most access tokens: of all people together, and of one person. */
const MAX_TOKENS = 400
const TOKENS_OF_PERSON = 20

const SEEN_INTERVAL = 5 * 60_000

export const accessTokenSchema = z.object({
  ...recordFields,
  name: z.string(),
  /** The token has the rights of this role, but never more than its owner. */
  scope: z.enum(ROLES),
})

interface ListedAccessToken {
  hash: string
  name: string
  scope: Role
  createdAt: string
  expiresAt: string
  /** Accurate to 5 minutes; undefined if the token was never used. */
  lastUsedAt: string | undefined
}

/**
 * Opens the access tokens. A person makes them on the account screen, for programs. A token ends at its expiry date,
 * when it is revoked, and when its owner gets a new password or is deactivated.
 */
export function openAccessTokens({ storage, accounts, health }: SignInOptions) {
  const records = new Records({
    storage,
    name: 'access-tokens',
    schema: accessTokenSchema,
    accounts,
    health,
    limit: MAX_TOKENS,
    groupOf: ({ username }) => username,
  })

  /**
   * Makes a token (256 bits); only its SHA-256 is stored, so it can be shown only once. Rejects with 422 at the limit, and
   * with StorageError: a program keeps its token for longer than a process runs.
   */
  async function makeAccessToken({
    account: { username, changedAt },
    ...fields
  }: {
    account: Pick<Account, 'username' | 'changedAt'>
    name: string
    scope: Role
    /** ISO 8601, UTC. */
    expiresAt: string
  }): Promise<string> {
    const live = await records.list()
    const own = live.filter(({ value }) => value.username === username)
    if (live.length >= MAX_TOKENS || own.length >= TOKENS_OF_PERSON)
      throw new ExpectedError(422, 'You have reached the limit of access tokens. Revoke one that is not used.')
    const token = siteProfile().tokenPrefix + randomBytes(32).toString('base64url')
    const createdAt = new Date().toISOString()
    await records.store(hashSecret(token), { username, accountChangedAt: changedAt, createdAt, ...fields })
    return token
  }

  /** True if the text has the form of an access token. */
  function isAccessToken(token: string): boolean {
    return token.startsWith(siteProfile().tokenPrefix)
  }

  /** The owner of a token, with a role limited by its scope; undefined if the token is unknown or has ended. */
  async function readAccessToken(token: string): Promise<Account | undefined> {
    const found = records.read(hashSecret(token))
    if (!found) return undefined
    const { hash, value, account } = found
    const seen = value.touchedAt === undefined ? 0 : Date.parse(value.touchedAt)
    const now = new Date()
    if (now.getTime() - seen >= SEEN_INTERVAL && !(await records.touch(hash, now))) return undefined
    return { ...account, role: lowerRole(account.role, value.scope) }
  }

  /** True if the token is live according to the records in memory. */
  function isRemembered(token: string): boolean {
    return isAccessToken(token) && records.isRemembered(hashSecret(token))
  }

  /** The tokens of a person, the newest first. */
  async function listAccessTokens(username: string): Promise<ListedAccessToken[]> {
    const live = await records.list()
    return live
      .filter(({ value }) => value.username === username)
      .map(({ hash, value: { name, scope, createdAt, expiresAt, touchedAt } }) => ({
        hash,
        name,
        scope,
        createdAt,
        expiresAt,
        lastUsedAt: touchedAt,
      }))
      .sort((one, other) => other.createdAt.localeCompare(one.createdAt))
  }

  /** Revokes a token of a person. Resolves with false if it does not exist or has ended already. */
  async function revokeAccessToken(username: string, hash: string): Promise<boolean> {
    const isLive = (await listAccessTokens(username)).some((token) => token.hash === hash)
    if (isLive) await records.remove(hash)
    return isLive
  }

  /** Removes every token of a person. */
  async function endAccessTokensOf(username: string): Promise<void> {
    await records.removeOf(username)
  }

  return {
    makeAccessToken,
    isAccessToken,
    readAccessToken,
    isRemembered,
    listAccessTokens,
    revokeAccessToken,
    endAccessTokensOf,
    close: () => records.close(),
  }
}
