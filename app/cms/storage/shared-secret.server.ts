import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { Storage } from './storage.ts'
import { makeSecret, randomSecret, readSecret } from './stored-secret.server.ts'

/** For so long a process goes on with the secret that it has read (ms). A restore may have replaced it. */
const READ_AGAIN_MS = 5_000

const SECRET_FILE = 'data/file-address-secret'
const UNUSABLE = 'file-address-secret-unusable'

/** A secret that all processes of a site have. */
export interface SharedSecret {
  /** The secret; undefined while it cannot be read. Never rejects. */
  read(): Promise<Buffer | undefined>
  /** The secret as it is stored now, if it was read some time ago; otherwise undefined. Never rejects. */
  readAgain(): Promise<Buffer | undefined>
  /** True if it is known. If not, it is read. */
  isReady(): boolean
}

/**
 * Opens the secret that signs the addresses of confirmed files. `storage` is that of the process that writes; undefined
 * if this process cannot read it. With `mayMake`, this process makes the secret if there is none. Nothing is read before
 * it is needed.
 */
export function openFileAddressSecret({
  storage,
  mayMake,
  health,
  now = () => Date.now(),
}: {
  storage: Pick<Storage, 'read' | 'commit'> | undefined
  mayMake: boolean
  health: HealthReports
  now?: () => number
}): SharedSecret {
  let secret: Buffer | undefined
  let reading: Promise<Buffer | undefined> | undefined
  let readAt = -Infinity

  function read(): Promise<Buffer | undefined> {
    if (secret) return Promise.resolve(secret)
    return (reading ??= open().finally(() => {
      reading = undefined
    }))
  }

  async function open() {
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

  return {
    read,
    async readAgain() {
      if (now() - readAt < READ_AGAIN_MS) return undefined
      readAt = now()
      const found = storage && (await readSecret(storage, SECRET_FILE).catch(() => undefined))
      if (found) secret = found
      return found
    },
    isReady() {
      if (!secret) void read()
      return secret !== undefined
    },
  }
}
