import { randomBytes } from 'node:crypto'
import { siteCookie } from '#app/cms/platform/http/cookies.server.ts'
import type { SignedIn } from './account-format.server.ts'
import type { Accounts } from './accounts.server.ts'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { isSameText, makeSecret, randomSecret, readSecret, signatureOf } from '#app/cms/storage/stored-secret.server.ts'

const LIFETIME_SECONDS = 180 * 24 * 60 * 60

const SECRET_FILE = 'data/device-secret'
const UNUSABLE = 'device-secret-unusable'

export type DeviceCookies = ReturnType<typeof openDeviceCookies>

/** Opens the device cookies; the secret they are signed with is stored in `device-secret` of the data folder. */
export function openDeviceCookies({
  storage,
  accounts: { lastGoodAccounts },
  health,
  isSecure,
}: {
  storage: Storage
  accounts: Pick<Accounts, 'lastGoodAccounts'>
  health: HealthReports
  isSecure: boolean
}) {
  const cookie = siteCookie('device', { isSecure, maxAge: LIFETIME_SECONDS })
  let secret: Promise<Buffer> | undefined

  /**
   * Makes a browser a known device: resolves with the Set-Cookie header of its device cookie, which is valid for half a
   * year. It grants no access, but gives the browser its own sign-in attempts (OWASP calls it a device cookie). It
   * depends on the current password, so a new password makes all other browsers unknown.
   */
  async function deviceCookie(account: SignedIn): Promise<string> {
    const secret = await deviceSecret()
    const id = randomBytes(16).toString('base64url')
    const time = Math.floor(Date.now() / 1000).toString(36)
    const signed = `${id}.${time}.${passwordFingerprint(secret, account)}`
    return cookie.set(`${signed}.${sign(secret, signed)}`)
  }

  /**
   * Id of the browser whose device cookie is in a Cookie header, if it signed in with this username and its current
   * password. A device is known only for the username that it signed in with (OWASP): it gets no attempts for other
   * accounts.
   */
  async function knownDevice(cookieHeader: string | null, username: string): Promise<string | undefined> {
    const device = await readDevice(cookieHeader)
    if (!device || Date.now() / 1000 - device.issuedAt > LIFETIME_SECONDS) return undefined
    const account = lastGoodAccounts().find((account) => account.isActive && account.username === username)
    return account && isSameText(device.passwordFingerprint, passwordFingerprint(await deviceSecret(), account))
      ? device.id
      : undefined
  }

  /** The username with which a browser signed in last, with the current password of that account. */
  async function lastUser(cookieHeader: string | null): Promise<string | undefined> {
    const device = await readDevice(cookieHeader)
    if (!device) return undefined
    const secret = await deviceSecret()
    return lastGoodAccounts().find((account) =>
      isSameText(device.passwordFingerprint, passwordFingerprint(secret, account)),
    )?.username
  }

  /** The content of a device cookie that this site signed; `issuedAt` is in seconds since 1970. */
  async function readDevice(cookieHeader: string | null) {
    const value = cookie.read(cookieHeader) ?? ''
    const match =
      /^(?<signed>(?<id>[\w-]{22})\.(?<time>[0-9a-z]{1,8})\.(?<mark>[\w-]{43}))\.(?<signature>[\w-]{43})$/.exec(value)
    const { signed = '', id = '', time = '', mark = '', signature = '' } = match?.groups ?? {}
    if (!match || !isSameText(signature, sign(await deviceSecret(), signed))) return undefined
    return { id, issuedAt: Number.parseInt(time, 36), passwordFingerprint: mark }
  }

  /**
   * The 256-bit secret that device cookies are signed with; made at first use. A file that cannot be used is not
   * overwritten: this process then uses its own secret, and health reports it.
   */
  function deviceSecret(): Promise<Buffer> {
    return (secret ??= openSecret())
  }

  async function openSecret() {
    try {
      return (await readSecret(storage, SECRET_FILE)) ?? (await makeSecret(storage, SECRET_FILE))
    } catch (cause) {
      const message =
        'The file device-secret in the data folder cannot be used, so the site will not recognise known browsers after the next restart. Remove the file or correct its permissions, then restart the site.'
      health.report({ id: UNUSABLE, message }, cause)
      return randomSecret()
    }
  }

  return {
    deviceCookie,
    knownDevice,
    lastUser,
  }
}

/** Differs for each password, and reveals nothing about it. */
function passwordFingerprint(secret: Buffer, { username, changedAt }: SignedIn) {
  return signatureOf(secret, `password ${changedAt} ${username}`)
}

function sign(secret: Buffer, text: string) {
  return signatureOf(secret, `device ${text}`)
}
