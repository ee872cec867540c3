import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { writeDurably } from '#app/storage/durable-file.server.ts'
import { env } from '#app/platform/env.server.ts'
import { health } from '#app/platform/health.server.ts'
import { singleton } from '#app/platform/singleton.server.ts'
import { isMissing, readSmallFile } from '#app/auth/small-file.server.ts'

const BYTES = 32
const UNUSABLE = 'device-secret-unusable'

const kept = singleton<{ secret?: Promise<Buffer> }>('device-secret', () => ({}))

/**
 * The 256-bit secret that device cookies are signed with, in `device-secret` of the data folder; made at first use. A file
 * that cannot be used is left alone: this process makes do with a secret of its own, and health says so.
 */
export function deviceSecret(): Promise<Buffer> {
  return (kept.secret ??= openSecret())
}

async function openSecret() {
  const file = path.join(env.dataDir, 'device-secret')
  try {
    return readSecret(file) ?? (await makeSecret(file))
  } catch (cause) {
    const message =
      'The file device-secret in the data folder cannot be used, so browsers are forgotten at the next restart. Remove it or correct its permissions, then restart.'
    health.report({ id: UNUSABLE, message }, cause)
    return randomBytes(BYTES)
  }
}

function readSecret(file: string) {
  try {
    const secret = Buffer.from(readSmallFile(file).text, 'base64url')
    if (secret.length === BYTES) return secret
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  throw new Error(`${file} does not hold a secret of ${BYTES} bytes`)
}

async function makeSecret(file: string) {
  const secret = randomBytes(BYTES)
  await writeDurably(file, `${secret.toString('base64url')}\n`, { mode: 0o600 })
  return secret
}
