import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Storage } from './storage.ts'

const SECRET_BYTES = 32
const MAX_FILE_BYTES = 1024

/** A secret of 256 bits for signatures, of this process alone. */
export function randomSecret(): Buffer {
  return randomBytes(SECRET_BYTES)
}

/** The secret in a file of the storage; undefined if there is no file. Rejects if the file does not contain a secret. */
export async function readSecret(storage: Pick<Storage, 'read'>, file: string): Promise<Buffer | undefined> {
  const stored = await storage.read(file, { maxBytes: MAX_FILE_BYTES })
  if (!stored) return undefined
  const secret = Buffer.from(stored.bytes.toString(), 'base64url')
  if (secret.length === SECRET_BYTES) return secret
  throw new Error(`${file} does not contain a secret of ${SECRET_BYTES} bytes`)
}

/** Makes a secret and stores it. Rejects if there is a file already, or with StorageError. */
export async function makeSecret(storage: Pick<Storage, 'commit'>, file: string): Promise<Buffer> {
  const secret = randomSecret()
  await storage.commit([{ name: file, bytes: `${secret.toString('base64url')}\n`, ifVersion: null }])
  return secret
}

/** The signature of a text: 43 characters. Each use of a secret begins its texts with a word of its own. */
export function signatureOf(secret: Buffer, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

/** Compares two texts in a time that does not depend on where they differ. */
export function isSameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
