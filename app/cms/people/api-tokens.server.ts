import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import type { Account, SignedIn } from './account-format.server.ts'
import type { Accounts } from './accounts.server.ts'
import { hashSecret, recordFields, Records } from './records.server.ts'

const LIFETIME = 12 * 60 * 60_000
/** The most tokens of all people together. */
const MAX_TOKENS = 200

export const tokenSchema = z.object({
  ...recordFields,
  /** The session of the browser it was issued to; absent if a program signed in. */
  sessionHash: z.string().optional(),
})

export interface SignInOptions {
  storage: Storage
  accounts: Accounts
  health: HealthReports
}

export type Tokens = ReturnType<typeof openTokens>

/**
 * The token of an `Authorization: Bearer` header (RFC 6750), undefined without one. Other schemes are ignored: a proxy
 * in front may require Basic.
 */
export function bearerToken(authorization: string | null): string | undefined {
  return /^Bearer\b(.*)$/i.exec(authorization ?? '')?.[1]?.trim()
}

export function openTokens({ storage, accounts, health }: SignInOptions) {
  const records = new Records({
    storage,
    name: 'tokens',
    schema: tokenSchema,
    accounts,
    health,
    limit: MAX_TOKENS,
    // Thus programs that sign in for each call do not end the tokens of browsers.
    groupOf: ({ username, sessionHash }) => sessionHash ?? `programs of ${username}`,
  })

  /**
   * Makes a bearer token (256 bits, base64url) for 12 hours; only its SHA-256 is stored. A token issued to a browser is
   * bound to the browser's session and not valid without it: a token that a script steals from local storage works
   * nowhere else.
   */
  async function issueToken({
    account,
    sessionHash,
  }: {
    account: SignedIn
    sessionHash: string | undefined
  }): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    const now = Date.now()
    await records.write(hashSecret(token), {
      username: account.username,
      accountChangedAt: account.changedAt,
      createdAt: new Date(now).toISOString(),
      expiresAt: new Date(now + LIFETIME).toISOString(),
      sessionHash,
    })
    return token
  }

  /**
   * The account that a bearer token belongs to. Undefined if the token is unknown, ended, expired, of an earlier
   * password, of a deactivated account, or bound to a session other than `sessionHash`, the live session of the
   * request.
   */
  function readToken(token: string, sessionHash: string | undefined): Account | undefined {
    const found = records.read(hashSecret(token))
    const boundTo = found?.value.sessionHash
    return boundTo === undefined || boundTo === sessionHash ? found?.account : undefined
  }

  /** True if a token is live according to memory. A browser's token is valid only together with its session. */
  function isRememberedToken(token: string): boolean {
    return records.isRemembered(hashSecret(token))
  }

  /** The number of tokens of programs that signed in as this person, without a browser. */
  async function countProgramTokens(username: string): Promise<number> {
    const live = await records.list()
    return live.filter(({ value }) => value.username === username && value.sessionHash === undefined).length
  }

  async function endToken(token: string): Promise<void> {
    await records.remove(hashSecret(token))
  }

  /** Ends the tokens issued to a browser together with its session. */
  async function endTokensOfSession(sessionHash: string): Promise<void> {
    await records.removeWhere(({ value }) => value.sessionHash === sessionHash)
  }

  /**
   * Ends every token of a person, except those issued to the browser of one session: programs have to sign in again.
   */
  async function endTokensOf(username: string, { exceptOfSession }: { exceptOfSession?: string } = {}): Promise<void> {
    await records.removeOf(
      username,
      ({ sessionHash }) => exceptOfSession === undefined || sessionHash !== exceptOfSession,
    )
  }

  return {
    issueToken,
    readToken,
    isRememberedToken,
    countProgramTokens,
    endToken,
    endTokensOfSession,
    endTokensOf,
    close: () => records.close(),
  }
}
