import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { isSameText, makeSecret, randomSecret, readSecret, signatureOf } from '#app/cms/storage/stored-secret.server.ts'
import { confirmedAddress, confirmedAt } from '../media-address.ts'

const MINUTE = 60_000

/** How long the address of a confirmed file is valid (ms). */
const LIFETIME = 10 * MINUTE

/** By how much the clocks of two processes of the site may differ (ms). */
const MAX_CLOCK_DIFFERENCE = 2 * MINUTE

/** For so long a process goes on with the secret that it has read (ms). A restore may have replaced it. */
const READ_AGAIN_MS = 5_000

const SECRET_FILE = 'data/file-address-secret'
const UNUSABLE = 'file-address-secret-unusable'

/** The signed addresses of files for which visitors confirm a text first. */
export interface ConfirmedFiles {
  /** The address of a file, by its path below the uploads folder. Undefined while this process cannot sign. */
  sign(file: string): Promise<string | undefined>
  /** True for an address that a process of the site has signed within the last ten minutes. Never rejects. */
  isValid(pathname: string): Promise<boolean>
  /**
   * True if this process can sign and check addresses. False in a process that cannot read the secret of the one that
   * writes, or not yet: it is read again then.
   */
  isReady(): boolean
}

/**
 * Opens the signed addresses. All processes of a site use the same secret, so each accepts what another one has signed.
 * `storage` is that of the process that writes; undefined if this process cannot read it. With `mayMake`, this process
 * makes the secret if there is none. Nothing is read before it is needed.
 */
export function openConfirmedFiles({
  storage,
  mayMake,
  health,
  now = () => Date.now(),
}: {
  storage: Pick<Storage, 'read' | 'commit'> | undefined
  mayMake: boolean
  health: HealthReports
  now?: () => number
}): ConfirmedFiles {
  let secret: Buffer | undefined
  let reading: Promise<Buffer | undefined> | undefined
  let readAt = -Infinity

  function currentSecret(): Promise<Buffer | undefined> {
    if (secret) return Promise.resolve(secret)
    return (reading ??= openSecret().finally(() => {
      reading = undefined
    }))
  }

  async function openSecret() {
    readAt = now()
    if (!storage) return undefined
    try {
      const found =
        (await readSecret(storage, SECRET_FILE)) ?? (mayMake ? await makeSecret(storage, SECRET_FILE) : undefined)
      if (found) health.clear(UNUSABLE)
      return (secret = found)
    } catch (cause) {
      const message =
        'The file file-address-secret in the data folder cannot be used, so other servers of the site do not accept the addresses of documents that visitors have confirmed here. Remove the file or correct its permissions, then restart the site.'
      health.report({ id: UNUSABLE, message }, cause)
      return (secret = mayMake ? randomSecret() : undefined)
    }
  }

  /** Reads the secret again if another process may have replaced it. */
  async function newerSecret(): Promise<Buffer | undefined> {
    if (now() - readAt < READ_AGAIN_MS) return undefined
    readAt = now()
    const found = storage && (await readSecret(storage, SECRET_FILE).catch(() => undefined))
    if (found) secret = found
    return found
  }

  return {
    async sign(file) {
      const key = await currentSecret()
      if (!key) return undefined
      const expires = now() + LIFETIME
      return confirmedAddress(file, { expires, signature: signatureOf(key, textOf(file, expires)) })
    },
    async isValid(pathname) {
      const { file, expires, signature } = confirmedAt(pathname) ?? { file: '', expires: 0, signature: '' }
      const left = expires - now()
      if (left <= 0 || left > LIFETIME + MAX_CLOCK_DIFFERENCE) return false
      const isSigned = (key: Buffer | undefined) =>
        key !== undefined && isSameText(signature, signatureOf(key, textOf(file, expires)))
      return isSigned(await currentSecret()) || isSigned(await newerSecret())
    },
    isReady() {
      if (!secret) void currentSecret()
      return secret !== undefined
    },
  }
}

function textOf(file: string, expires: number) {
  return `confirmed file ${expires} ${file}`
}
