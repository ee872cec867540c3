import { createHash } from 'node:crypto'
import { readFile, readdir, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { env } from '#app/env.server.ts'
import { cookieHeader, ownRequest, signIn } from '#test/administrator.ts'
import { readAccount, writeAccount } from './account-file.server.ts'
import { resetPassword } from './account.server.ts'
import { endAllSessions, endSession, readSession, startSession } from './sessions.server.ts'

// Real files throughout; the spy lets a test end a session at the worst moment.
vi.mock(import('node:fs/promises'), { spy: true })

const folder = path.join(env.dataDir, 'sessions')
const minute = 60_000
const hour = 60 * minute

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
})

afterEach(async () => {
  vi.useRealTimers()
  await endAllSessions()
})

describe('no session', () => {
  test.each([
    ['', 'no cookie'],
    ['session=', 'empty'],
    ['session=../account', 'a path'],
    [`session=${'A'.repeat(43)}`, 'a made-up id'],
    [`session=${'A'.repeat(5000)}`, 'an endless id'],
  ])('%.30j (%s)', async (cookie) => {
    await signIn()
    expect(await readSession(withCookie(cookie))).toBeUndefined()
  })

  test('the name of the file on disk: is not the secret', async () => {
    await signIn()
    const [name = ''] = await readdir(folder)
    const hash = path.basename(name, '.json')
    expect(await readSession(withCookie(`session=${hash}`))).toBeUndefined()
    expect(await readSession(withCookie(`session=${hash.slice(0, 43)}`))).toBeUndefined()
  })

  test('the cookie of another name', async () => {
    const cookie = await signIn()
    expect(await readSession(withCookie(cookie.replace('session=', '__Host-session=')))).toBeUndefined()
    expect(await readSession(withCookie(cookie.replace('session=', 'xsession=')))).toBeUndefined()
  })

  test('signed out: at once, also with a copy of the cookie', async () => {
    const cookie = await signIn()
    expect(await endSession(withCookie(cookie))).toMatch(/^session=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax$/)
    expect(await readSession(withCookie(cookie))).toBeUndefined()
    expect(await readdir(folder)).toEqual([])
  })

  test('ended by another process', async () => {
    const cookie = await signIn()
    await unlink(await onlyFile())
    expect(await readSession(withCookie(cookie))).toBeUndefined()
  })

  test('the password was changed, even where the file of the session came back', async () => {
    const cookie = await signIn()
    const file = await onlyFile()
    const record = await readFile(file)
    vi.setSystemTime(Date.now() + 1)
    await resetPassword({ fallbackUsername: 'admin' })
    expect(await readdir(folder)).toEqual([])
    await writeFile(file, record)
    expect(await readSession(withCookie(cookie))).toBeUndefined()
  })

  test('the account was given another name', async () => {
    const cookie = await signIn()
    const account = await readAccount()
    if (!account) throw new Error('There is no account')
    await writeAccount({ ...account, username: 'other' })
    expect(await readSession(withCookie(cookie))).toBeUndefined()
    await writeAccount(account)
    expect(await readSession(withCookie(cookie))).toBeDefined()
  })

  test.each(['', '{', '{"username":"admin"}', '[]'])('a damaged file %j', async (text) => {
    const cookie = await signIn()
    await writeFile(await onlyFile(), text)
    expect(await readSession(withCookie(cookie))).toBeUndefined()
  })

  test('idle for 12 hours, but not a minute less', async () => {
    const cookie = await signIn()
    const start = Date.now()
    vi.setSystemTime(start + 12 * hour + minute)
    expect(await readSession(withCookie(cookie))).toBeUndefined()
    vi.setSystemTime(start + 12 * hour - minute)
    expect(await readSession(withCookie(cookie))).toBeDefined()
  })

  test('7 days old, however busy', async () => {
    const cookie = await signIn()
    const start = Date.now()
    for (let passed = 0; passed < 7 * 24 * hour - minute; passed += 11 * hour) {
      vi.setSystemTime(start + passed)
      expect(await readSession(withCookie(cookie))).toBeDefined()
    }
    vi.setSystemTime(start + 7 * 24 * hour)
    expect(await readSession(withCookie(cookie))).toBeUndefined()
  })
})

test('a session that ends while its last use is noted: is over and does not come back', async () => {
  const cookie = await signIn()
  const file = await onlyFile()
  await setSeen(file, Date.now() - 10 * minute)
  vi.mocked(utimes).mockImplementationOnce(async (...touch) => {
    await unlink(file)
    await utimes(...touch)
  })
  expect(await readSession(withCookie(cookie))).toBeUndefined()
  expect(await readdir(folder)).toEqual([])
})

test('the last use: is noted at most every five minutes', async () => {
  const cookie = await signIn()
  const file = await onlyFile()
  const fourMinutesAgo = Date.now() - 4 * minute
  await setSeen(file, fourMinutesAgo)
  await readSession(withCookie(cookie))
  expect((await stat(file)).mtimeMs).toBeCloseTo(fourMinutesAgo, -1)
  await setSeen(file, Date.now() - 6 * minute)
  expect((await readSession(withCookie(cookie)))?.lastSeenAt.getTime()).toBe(Date.now())
  expect((await stat(file)).mtimeMs).toBeCloseTo(Date.now(), -1)
})

test('a new session: 256 bits in a cookie no script reads, only their hash on disk', async () => {
  await signIn()
  const { cookie, session } = await startAs('Browser '.repeat(100))
  expect(cookie).toMatch(/^session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/)
  const id = cookieHeader(cookie).replace('session=', '')
  expect(session.hash).toBe(createHash('sha256').update(id).digest('hex'))
  const file = path.join(folder, `${session.hash}.json`)
  const text = await readFile(file, 'utf8')
  expect(text).not.toContain(id)
  expect(JSON.parse(text)).toMatchObject({ username: 'admin', userAgent: 'Browser '.repeat(25) })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readSession(withCookie(`theme=dark; ${cookieHeader(cookie)}; other=1`))).toMatchObject({
    username: 'admin',
    hash: session.hash,
  })
})

test('signing in again in the same browser: the session before it ends', async () => {
  const before = await signIn()
  const account = await readAccount()
  if (!account) throw new Error('There is no account')
  const { cookie } = await startSession({ request: withCookie(before), account })
  expect(await readSession(withCookie(before))).toBeUndefined()
  expect(await readSession(withCookie(cookieHeader(cookie)))).toBeDefined()
})

test('more than 50 sessions: the oldest end, and expired ones go first', async () => {
  const start = Date.now()
  vi.setSystemTime(start - 8 * 24 * hour)
  await signIn()
  const cookies: string[] = []
  for (let number = 0; number < 51; number += 1) {
    vi.setSystemTime(start + number)
    cookies.push(await signIn())
  }
  expect(await readdir(folder)).toHaveLength(50)
  const [first = '', second = ''] = cookies
  expect(await readSession(withCookie(first))).toBeUndefined()
  expect(await readSession(withCookie(second))).toBeDefined()
  expect(await readSession(withCookie(cookies.at(-1) ?? ''))).toBeDefined()
})

test('an https origin: the cookie is tied to the host and to https', async () => {
  vi.stubEnv('PUBLIC_ORIGIN', 'https://www.example.com')
  vi.resetModules()
  const secure = await import('./sessions.server.ts')
  const account = await readAccount()
  if (!account) throw new Error('There is no account')
  const { cookie } = await secure.startSession({ request: withCookie(''), account })
  expect(cookie).toMatch(/^__Host-session=.*; Path=\/; .*; Secure$/)
  expect(await secure.readSession(withCookie(cookieHeader(cookie)))).toBeDefined()
  expect(await secure.readSession(withCookie(cookieHeader(cookie).replace('__Host-', '')))).toBeUndefined()
})

function withCookie(cookie: string) {
  return ownRequest('/admin', { headers: { cookie } })
}

async function startAs(userAgent: string) {
  const account = await readAccount()
  if (!account) throw new Error('There is no account')
  return startSession({ request: ownRequest('/admin/login', { headers: { 'user-agent': userAgent } }), account })
}

async function onlyFile() {
  const names = await readdir(folder)
  expect(names).toHaveLength(1)
  return path.join(folder, names[0] ?? '')
}

async function setSeen(file: string, time: number) {
  await utimes(file, time / 1000, time / 1000)
}
