import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { env } from '#app/platform/env.server.ts'
import { readCookie, serializeCookie } from '#app/http/cookies.ts'
import type { SignedIn } from '#app/auth/account-file.server.ts'
import { deviceSecret } from './device-secret.server.ts'
import { standingAccount } from '#app/auth/standing-account.server.ts'

const LIFETIME_SECONDS = 180 * 24 * 60 * 60

const isSecure = env.publicOrigin.startsWith('https:')
const cookieName = isSecure ? '__Host-device' : 'device'

/**
 * Makes a browser known: answers the Set-Cookie header of its device cookie, half a year from now. It admits to nothing, but
 * gives the browser attempts to sign in of its own (OWASP calls it a device cookie). It names the password it was given for,
 * so a new password makes all other browsers unknown.
 */
export async function deviceCookie(account: SignedIn): Promise<string> {
  const secret = await deviceSecret()
  const id = randomBytes(16).toString('base64url')
  const time = Math.floor(Date.now() / 1000).toString(36)
  const signed = `${id}.${time}.${passwordMark(secret, account)}`
  const value = `${signed}.${sign(secret, signed)}`
  return serializeCookie(cookieName, value, { maxAge: LIFETIME_SECONDS, secure: isSecure })
}

/** Id of the browser whose device cookie is in a Cookie header, if it signed in with the present password. */
export async function knownDevice(cookieHeader: string | null): Promise<string | undefined> {
  const device = await readDevice(cookieHeader)
  if (!device || Date.now() / 1000 - device.issuedAt > LIFETIME_SECONDS) return undefined
  const account = standingAccount()
  return account && isSame(device.passwordMark, passwordMark(await deviceSecret(), account)) ? device.id : undefined
}

/** True for a browser that has signed in at some time, with whatever password. */
export async function hasSignedInBefore(cookieHeader: string | null): Promise<boolean> {
  return (await readDevice(cookieHeader)) !== undefined
}

/** What a device cookie of ours says; `issuedAt` is in seconds since 1970. */
async function readDevice(cookieHeader: string | null) {
  const value = readCookie(cookieHeader, cookieName) ?? ''
  const match =
    /^(?<signed>(?<id>[\w-]{22})\.(?<time>[0-9a-z]{1,8})\.(?<mark>[\w-]{43}))\.(?<signature>[\w-]{43})$/.exec(value)
  const { signed = '', id = '', time = '', mark = '', signature = '' } = match?.groups ?? {}
  if (!match || !isSame(signature, sign(await deviceSecret(), signed))) return undefined
  return { id, issuedAt: Number.parseInt(time, 36), passwordMark: mark }
}

/** Tells one password from the next without telling anything about it. */
function passwordMark(secret: Buffer, { username, changedAt }: SignedIn) {
  return hmac(secret, `password ${changedAt} ${username}`)
}

function sign(secret: Buffer, text: string) {
  return hmac(secret, `device ${text}`)
}

function hmac(secret: Buffer, text: string) {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

/** For two texts of the same length. */
function isSame(one: string, other: string) {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
