import type { SharedSecret } from '#app/cms/storage/shared-secret.server.ts'
import { isSameText, signatureOf } from '#app/cms/storage/stored-secret.server.ts'
import { confirmedAddress, confirmedAt } from '../media-address.ts'

const MINUTE = 60_000

/** How long the address of a confirmed file is valid (ms). */
const LIFETIME = 10 * MINUTE

/** By how much the clock that has signed an address may be ahead (ms). */
const MAX_CLOCK_DIFFERENCE = 2 * MINUTE

/** The signed addresses of files for which visitors confirm a text first. */
export interface ConfirmedFiles {
  /** The address of a file, by its path below the uploads folder. Undefined while the secret is not known. */
  sign(file: string): Promise<string | undefined>
  /** True for an address that was signed with the secret of the site within the last ten minutes. Never rejects. */
  isValid(pathname: string): Promise<boolean>
  /** True if addresses can be signed and checked. If not, the secret is read. */
  isReady(): boolean
}

/** Opens the signed addresses. Nothing is read before it is needed. */
export function openConfirmedFiles(secret: SharedSecret, now = () => Date.now()): ConfirmedFiles {
  return {
    async sign(file) {
      const key = await secret.read()
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
      return isSigned(await secret.read()) || isSigned(await secret.readAgain())
    },
    isReady: () => secret.isReady(),
  }
}

function textOf(file: string, expires: number) {
  return `confirmed file ${expires} ${file}`
}
