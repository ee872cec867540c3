import { toStorageError } from '#app/storage/storage-error.ts'
import type { Env } from '#app/platform/env.server.ts'
import { health } from '#app/platform/health.server.ts'
import {
  AccountUnusable,
  readAccount,
  setAsideUnusableAccount,
  writeAccount,
  type SignedIn,
} from './account-file.server.ts'
import { hashPassword, verifyPasswordHash, makePassword } from './password.server.ts'
import type { Place } from './throttling/password-queue.ts'
import { endAllSessions } from './sessions.server.ts'
import { currentAccount, isAccountMade } from './standing-account.server.ts'
import { endAllTokens } from './tokens.server.ts'

const NOT_MADE = 'account-not-made'

/**
 * Makes the administrator's account where there is none yet, from `adminUsername` and `adminPassword`. Without a given
 * password a random one is made and answered, the only time it can be seen; a given one is not repeated. An account that
 * is there stays as it is, whatever the settings say, also where its file cannot be used. Where the disk takes no account
 * the site runs without one. Health names both.
 */
export async function ensureAdministrator(
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
 * Gives the account a new password (a random one unless told) and ends every session and token. An account file that cannot
 * be used is put aside, to the path in `setAside`. The name stays unless told; `fallbackUsername` is for where no readable
 * account says one.
 */
export async function resetPassword({
  username,
  fallbackUsername,
  password = makePassword(),
}: {
  username?: string | undefined
  fallbackUsername: string
  password?: string
}): Promise<{ username: string; password: string; setAside: string | undefined }> {
  const name = username ?? readUsername() ?? fallbackUsername
  const setAside = await setAsideUnusableAccount()
  const account = await setPassword(name, password)
  return { username: account.username, password, setAside }
}

/**
 * Gives the account this name and password and ends every session and token. Resolves when all that is on disk. Rejects with
 * StorageError where the account could not be written: then everything is as before.
 */
export async function setPassword(username: string, password: string): Promise<SignedIn> {
  const { passwordHash, changedAt } = await makeAccount(username, password)
  await writeAccount({ username, passwordHash, changedAt }).catch((cause: unknown) => {
    throw toStorageError(cause)
  })
  await endAllSessions()
  await endAllTokens()
  return { username, changedAt }
}

/**
 * Who signs in with these, or undefined. Takes the same time whether the name or the password is wrong. Throws
 * AccountUnusable, and TooManyWaiting in a flood; `place` is where it waits for its turn.
 */
export async function verifyPassword(
  username: string,
  password: string,
  place: Place = { lane: 'stranger', group: '' },
): Promise<SignedIn | undefined> {
  const account = currentAccount()
  const named = account?.username === username ? account : undefined
  const isRight = await verifyPasswordHash(named?.passwordHash, password, place)
  return named && isRight ? { username: named.username, changedAt: named.changedAt } : undefined
}

async function makeAccount(username: string, password: string) {
  return { username, passwordHash: await hashPassword(password), changedAt: new Date().toISOString() }
}

/** The name a reset keeps: the damaged file it repairs says none. */
function readUsername() {
  try {
    return readAccount()?.username
  } catch (error) {
    if (error instanceof AccountUnusable) return undefined
    throw error
  }
}
