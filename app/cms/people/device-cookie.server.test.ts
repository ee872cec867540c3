import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cookieHeader, signIn } from '#test/administrator.ts'
import { openAuth } from '#app/cms/people/auth.server.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'

const site = await createExampleSite()
const { env, health } = site
const { resetPassword } = site.auth
const { deviceCookie, lastUser, knownDevice } = site.auth.devices
const { currentAccounts } = site.auth.accounts

const file = path.join(env.dataDir, 'device-secret')
const day = 24 * 60 * 60_000

beforeEach(async () => {
  await signIn()
})

afterEach(() => {
  vi.useRealTimers()
})

test('given at a sign-in: out of reach of scripts, and the browser is known by it', async () => {
  const setCookie = await deviceCookie(account())
  expect(setCookie).toMatch(/^device=[\w.-]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(await knownDevice(`theme=dark; ${cookieHeader(setCookie)}`, 'admin')).toMatch(/^[\w-]{22}$/)
})

test('the secret: 256 bits for the owner of the process alone, the same after a restart', async () => {
  const cookie = cookieHeader(await deviceCookie(account()))
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(Buffer.from(await readFile(file, 'utf8'), 'base64url')).toHaveLength(32)
  expect(cookie).not.toContain((await readFile(file, 'utf8')).trim())
  const { knownDevice: laterKnownDevice } = restarted()
  expect(await laterKnownDevice(cookie, 'admin')).toEqual(expect.any(String))
})

test('every device: has an id of its own', async () => {
  const ids = [await deviceCookie(account()), await deviceCookie(account())].map((cookie) =>
    knownDevice(cookieHeader(cookie), 'admin'),
  )
  expect(new Set(await Promise.all(ids)).size).toBe(2)
})

describe('unknown', () => {
  test.each([null, '', 'device=', 'device=a.b.c.d', `device=${'A'.repeat(5000)}`])('%.30j', async (cookie) => {
    expect(await knownDevice(cookie, 'admin')).toBeUndefined()
    expect(await lastUser(cookie)).toBeUndefined()
  })

  test('with one character changed', async () => {
    const cookie = cookieHeader(await deviceCookie(account()))
    for (let index = 'device='.length; index < cookie.length; index += 7) {
      const other = cookie[index] === 'A' ? 'B' : 'A'
      const forged = cookie.slice(0, index) + other + cookie.slice(index + 1)
      expect(await knownDevice(forged, 'admin'), forged).toBeUndefined()
    }
  })

  test('after half a year', async () => {
    const cookie = cookieHeader(await deviceCookie(account()))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 181 * day })
    expect(await knownDevice(cookie, 'admin')).toBeUndefined()
    expect(await lastUser(cookie)).toBe('admin')
  })

  test('after a new password', async () => {
    const cookie = cookieHeader(await deviceCookie(account()))
    await resetPassword({ fallbackUsername: 'admin' })
    expect(await knownDevice(cookie, 'admin')).toBeUndefined()
    expect(await lastUser(cookie)).toBeUndefined()
  })
})

test.each<[string, () => Promise<unknown>]>([
  ['damaged', () => writeFile(file, 'short')],
  ['a folder', () => rm(file, { force: true }).then(() => mkdir(file))],
])('a secret that is %s: is left alone and named, and browsers are known until the restart', async (_, damage) => {
  await deviceCookie(account())
  await damage()
  const before = await stat(file)
  const device = restarted()
  const cookie = cookieHeader(await device.deviceCookie(account()))
  expect(await device.knownDevice(cookie, 'admin')).toEqual(expect.any(String))
  expect(health.problems()).toMatchObject([{ id: 'device-secret-unusable' }])
  expect((await stat(file)).mtimeMs).toBe(before.mtimeMs)
  await rm(file, { recursive: true })
  health.clear('device-secret-unusable')
})

/** The device cookies of another process. */
function restarted() {
  return openAuth({ ...env, storage: site.storage, health }).devices
}

function account() {
  const made = currentAccounts()?.[0]
  if (!made) throw new Error('There is no account')
  return made
}
