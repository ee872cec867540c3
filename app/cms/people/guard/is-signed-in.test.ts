import { unlinkSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { ownRequest, signIn } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'

const site = await createExampleSite()
const { env } = site
const { resetPassword, isSignedIn } = site.auth
const { endSession, readSession } = site.auth.sessions
const { issueToken } = site.auth.tokens
const { currentAccounts } = site.auth.accounts

let cookie: string

beforeEach(async () => {
  cookie = await signIn()
})

test.each([
  {},
  { cookie: '' },
  { cookie: 'session=' },
  { cookie: `session=${'A'.repeat(43)}` },
  { authorization: 'Bearer made-up' },
  { authorization: 'Basic YWRtaW46eA==' },
])('nothing of ours, %j: false', (headers) => {
  expect(isSignedIn(headers)).toBe(false)
})

test('an open session: true, without a look at the disk', async () => {
  const folder = path.join(env.dataDir, 'sessions')
  for (const name of await readdir(folder)) unlinkSync(path.join(folder, name))
  expect(isSignedIn({ cookie: `theme=dark; ${cookie}` })).toBe(true)
  // The guard reads the disk, and its result is used from then on.
  expect(await readSession(withCookie())).toBeUndefined()
  expect(isSignedIn({ cookie })).toBe(false)
})

test('a program with a live token: true', async () => {
  const account = currentAccounts()?.[0]
  if (!account) throw new Error('There is no account')
  const token = await issueToken({ account, sessionHash: undefined })
  expect(isSignedIn({ authorization: `Bearer ${token}` })).toBe(true)
})

test('signed out, or idle for 12 hours: false', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 12 * 60 * 60_000 })
  expect(isSignedIn({ cookie })).toBe(false)
  vi.useRealTimers()
  expect(isSignedIn({ cookie })).toBe(true)
  await endSession(withCookie())
  expect(isSignedIn({ cookie })).toBe(false)
})

test('after a new password: false', async () => {
  await resetPassword({ fallbackUsername: 'admin' })
  expect(isSignedIn({ cookie })).toBe(false)
})

function withCookie() {
  return ownRequest('/admin', { headers: { cookie } })
}
