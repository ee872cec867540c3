import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { z } from 'zod'
import { env } from '#app/env.server.ts'
import { readAccount, type Account, type SignedIn } from './account-file.server.ts'
import { hashSecret, lifetime, openRecordFolder, type Kept } from './record-folder.server.ts'

const LIFETIME = 12 * 60 * 60_000
const TOKEN_LIMIT = 100

const tokenSchema = z.object({
  username: z.string(),
  /** `changedAt` of the account the sign-in was checked against. */
  accountChangedAt: z.string(),
  ...lifetime,
  /** The session of the browser it was issued to; absent where a program signed in. */
  sessionHash: z.string().optional(),
})
type TokenRecord = z.infer<typeof tokenSchema>

const folder = openRecordFolder(path.join(env.dataDir, 'tokens'), tokenSchema)

/**
 * Makes a bearer token (256 bits, base64url) for 12 hours; only its SHA-256 is kept. One issued to a browser names that
 * browser's session and is worth nothing without it: what a script could steal from local storage works nowhere else.
 */
export async function issueToken({
  account,
  sessionHash,
}: {
  account: SignedIn
  sessionHash: string | undefined
}): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = Date.now()
  await folder.write(hashSecret(token), {
    username: account.username,
    accountChangedAt: account.changedAt,
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + LIFETIME).toISOString(),
    sessionHash,
  })
  const standing = readAccount()
  await folder.prune(TOKEN_LIMIT, (kept) => isOver(kept, standing))
  return token
}

/**
 * Who a bearer token speaks for, or undefined: unknown, ended, expired, of a password that has been changed since, or bound
 * to another session than `sessionHash`, that of the request's own live session.
 */
export async function readToken(token: string, sessionHash: string | undefined): Promise<string | undefined> {
  const kept = await folder.read(hashSecret(token))
  if (!kept || isOver(kept, readAccount())) return undefined
  const isElsewhere = kept.value.sessionHash !== undefined && kept.value.sessionHash !== sessionHash
  return isElsewhere ? undefined : kept.value.username
}

/**
 * The token of an `Authorization: Bearer` header (RFC 6750), undefined without one. Other schemes are not for us: a proxy in
 * front may ask for Basic.
 */
export function bearerToken(request: Request): string | undefined {
  return /^Bearer\b\s*(.*)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
}

/** How many tokens are held by programs that signed in themselves, without a browser. */
export async function countProgramTokens(): Promise<number> {
  const records = await folder.list()
  const account = readAccount()
  return records.filter((kept) => kept.value.sessionHash === undefined && !isOver(kept, account)).length
}

/** Ends one token. */
export async function endToken(token: string): Promise<void> {
  await folder.remove(hashSecret(token))
}

/** Ends the tokens issued to a browser together with its session. */
export async function endTokensOfSession(sessionHash: string): Promise<void> {
  await folder.prune(TOKEN_LIMIT, ({ value }) => value.sessionHash === sessionHash)
}

/** Ends every token but those issued to the browser of this session: programs have to sign in again. */
export async function endTokensOfOthers(sessionHash: string): Promise<void> {
  await folder.prune(TOKEN_LIMIT, ({ value }) => value.sessionHash !== sessionHash)
}

/** Ends every token. */
export async function endAllTokens(): Promise<void> {
  await folder.removeAll()
}

function isOver({ value }: Kept<TokenRecord>, account: Account | undefined) {
  return (
    Date.now() >= Date.parse(value.expiresAt) ||
    account?.username !== value.username ||
    account.changedAt !== value.accountChangedAt
  )
}
