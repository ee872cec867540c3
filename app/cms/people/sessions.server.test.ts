import { createHash } from 'node:crypto'
import { readFile, readdir, rm, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cookieHeader, ownRequest, signIn } from '#test/administrator.ts'
import { openAuth } from './auth.server.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'

const site = await createExampleSite()
const { env } = site
const { readAccounts, changeAccounts } = site.auth.accounts
const { resetPassword } = site.auth
const { endSessionsOf, endOtherSessions, endSession, listSessions, readSession, revokeSession, startSession } =
  site.auth.sessions
const { countProgramTokens, endTokensOf, issueToken, readToken } = site.auth.tokens

const folder = path.join(env.dataDir, 'sessions')
const minute = 60_000
const hour = 60 * minute

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
})

afterEach(async () => {
  vi.useRealTimers()
  await endSessionsOf('admin')
  await endTokensOf('admin')
  // Sessions that a test has damaged belong to no person.
  for (const name of await readdir(folder)) await rm(path.join(folder, name))
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
    expect(await endSession(withCookie(cookie))).toMatch(/^session=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/)
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
    await changeAccounts((accounts) => accounts.map((account) => ({ ...account, username: 'other' })))
    expect(await readSession(withCookie(cookie))).toBeUndefined()
    await changeAccounts((accounts) => accounts.map((account) => ({ ...account, username: 'admin' })))
    expect(await readSession(withCookie(cookie))).toMatchObject({ username: 'admin' })
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
    expect(await readSession(withCookie(cookie))).toMatchObject({ username: 'admin' })
  })

  test('7 days old, however busy', async () => {
    const cookie = await signIn()
    const start = Date.now()
    for (let passed = 0; passed < 7 * 24 * hour - minute; passed += 11 * hour) {
      vi.setSystemTime(start + passed)
      expect(await readSession(withCookie(cookie))).toMatchObject({ username: 'admin' })
    }
    vi.setSystemTime(start + 7 * 24 * hour)
    expect(await readSession(withCookie(cookie))).toBeUndefined()
  })
})

test('a session that ends while its last use is noted: is over and does not come back', async () => {
  const cookie = await signIn()
  const file = await onlyFile()
  await setSeen(file, Date.now() - 10 * minute)
  const commit = site.storage.commit.bind(site.storage)
  vi.spyOn(site.storage, 'commit').mockImplementationOnce(async (...change) => {
    await unlink(file)
    return commit(...change)
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
  expect(JSON.parse(await readFile(file, 'utf8'))).not.toHaveProperty('touchedAt')
  await setSeen(file, Date.now() - 6 * minute)
  expect((await readSession(withCookie(cookie)))?.lastSeenAt.getTime()).toBe(Date.now())
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ touchedAt: new Date().toISOString() })
})

test('a new session: 256 bits in a cookie no script reads, only their hash on disk', async () => {
  await signIn()
  const { cookie, session } = await startAs('Browser '.repeat(100))
  expect(cookie).toMatch(/^session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/)
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
  const account = readAccounts()?.[0]
  if (!account) throw new Error('There is no account')
  const { cookie } = await startSession({ request: withCookie(before), account })
  expect(await readSession(withCookie(before))).toBeUndefined()
  expect(await readSession(withCookie(cookieHeader(cookie)))).toMatchObject({ username: 'admin' })
})

test('more than 200 sessions: the oldest end, and expired ones go first', async () => {
  vi.setSystemTime(Date.now() - 8 * 24 * hour)
  await signIn()
  // The files have the time of the disk, which is not simulated.
  vi.useRealTimers()
  const cookies: string[] = []
  for (let number = 0; number < 201; number += 1) cookies.push(await signIn())
  // The surplus is removed in the background.
  await vi.waitFor(async () => {
    expect(await readdir(folder)).toHaveLength(200)
  })
  const [first = '', second = ''] = cookies
  expect(await readSession(withCookie(first))).toBeUndefined()
  expect(await readSession(withCookie(second))).toMatchObject({ username: 'admin' })
  expect(await readSession(withCookie(cookies.at(-1) ?? ''))).toMatchObject({ username: 'admin' })
})

describe('the list of sessions', () => {
  test('the one seen last first, without what has ended or is damaged', async () => {
    const older = await startAs('Older')
    vi.setSystemTime(Date.now() + minute)
    const newer = await startAs('Newer')
    await writeFile(path.join(folder, `${'d'.repeat(64)}.json`), '{')
    expect(await listSessions('admin')).toMatchObject([
      { hash: newer.session.hash, userAgent: 'Newer', address: '192.0.2.9', startedAt: new Date().toISOString() },
      { hash: older.session.hash, userAgent: 'Older' },
    ])
    vi.setSystemTime(Date.now() + 12 * hour)
    expect(await listSessions('admin')).toEqual([])
  })

  test('an endless address: is cut', async () => {
    await startAs('Browser', '1'.repeat(500))
    expect((await listSessions('admin'))[0]?.address).toHaveLength(64)
  })
})

describe('ending a session from another', () => {
  test.each(['', '../account', 'a'.repeat(64)])('of a hash %j that is none: false, nothing changes', async (hash) => {
    await signIn()
    expect(await revokeSession('admin', hash)).toBe(false)
    expect(await listSessions('admin')).toHaveLength(1)
  })

  test('one: with its tokens, at once; the others stand', async () => {
    const [mine, theirs] = [await startAs('Mine'), await startAs('Theirs')]
    const token = await tokenOf(theirs.session.hash)
    const own = await tokenOf(mine.session.hash)
    expect(await revokeSession('admin', theirs.session.hash)).toBe(true)
    expect(await readSession(withCookie(cookieHeader(theirs.cookie)))).toBeUndefined()
    expect(readToken(token, theirs.session.hash)).toBeUndefined()
    expect(await readdir(path.join(env.dataDir, 'tokens'))).toHaveLength(1)
    expect(await readSession(withCookie(cookieHeader(mine.cookie)))).toMatchObject({ username: 'admin' })
    expect(readToken(own, mine.session.hash)).toMatchObject({ id: 'admin' })
    expect(await revokeSession('admin', theirs.session.hash)).toBe(false)
  })

  test('all others: also the tokens of programs, but not those of this browser', async () => {
    const [mine] = [await startAs('Mine'), await startAs('Second'), await startAs('Third')]
    const own = await tokenOf(mine.session.hash)
    const program = await tokenOf(undefined)
    expect(await countProgramTokens('admin')).toBe(1)
    expect(await endOtherSessions('admin', mine.session.hash)).toBe(2)
    expect(await listSessions('admin')).toMatchObject([{ hash: mine.session.hash }])
    expect(await countProgramTokens('admin')).toBe(0)
    expect(readToken(program, undefined)).toBeUndefined()
    expect(readToken(own, mine.session.hash)).toMatchObject({ id: 'admin' })
  })
})

test('an https origin: the cookie is tied to the host and to https', async () => {
  const secure = openAuth({
    ...env,
    storage: site.storage,
    publicOrigin: 'https://www.example.com',
    health: site.health,
  }).sessions
  const account = readAccounts()?.[0]
  if (!account) throw new Error('There is no account')
  const { cookie } = await secure.startSession({ request: withCookie(''), account })
  expect(cookie).toMatch(/^__Host-session=.*; Path=\/; .*; Secure; SameSite=Lax$/)
  expect(await secure.readSession(withCookie(cookieHeader(cookie)))).toMatchObject({ username: 'admin' })
  expect(await secure.readSession(withCookie(cookieHeader(cookie).replace('__Host-', '')))).toBeUndefined()
})

function withCookie(cookie: string) {
  return ownRequest('/admin', { headers: { cookie } })
}

async function startAs(userAgent: string, address = '192.0.2.9') {
  const request = ownRequest('/admin/login', { headers: { 'user-agent': userAgent } })
  return startSession({ request, account: await lastGoodAccount(), address })
}

async function tokenOf(sessionHash: string | undefined) {
  return issueToken({ account: await lastGoodAccount(), sessionHash })
}

async function lastGoodAccount() {
  const account = readAccounts()?.[0]
  if (!account) throw new Error('There is no account')
  return account
}

async function onlyFile() {
  const names = await readdir(folder)
  expect(names).toHaveLength(1)
  return path.join(folder, names[0] ?? '')
}

async function setSeen(file: string, time: number) {
  await utimes(file, time / 1000, time / 1000)
}
