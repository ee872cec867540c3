import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ownRequest, signIn } from '#test/administrator.ts'
import { type Account } from '#app/cms/people/account-format.server.ts'
import { bearerToken } from './api-tokens.server.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'

const site = await createExampleSite()
const { env } = site
const { readAccounts } = site.auth.accounts
const { resetPassword } = site.auth
const { endSession, readSession } = site.auth.sessions
const { endToken, endTokensOf, issueToken, readToken } = site.auth.tokens

const folder = path.join(env.dataDir, 'tokens')
const hour = 60 * 60_000
let account: Account

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  await signIn()
  const made = readAccounts()?.[0]
  if (!made) throw new Error('There is no account')
  account = made
})

afterEach(async () => {
  vi.useRealTimers()
  await endTokensOf('admin')
})

describe('worth nothing', () => {
  test.each(['', 'made-up', 'A'.repeat(43), '../account'])('a token nobody issued: %j', async (token) => {
    expect(readToken(token, undefined)).toBeUndefined()
  })

  test('after 12 hours', async () => {
    const token = await issueToken({ account, sessionHash: undefined })
    const start = Date.now()
    vi.setSystemTime(start + 12 * hour - 1)
    expect(readToken(token, undefined)).toMatchObject({ id: 'admin' })
    vi.setSystemTime(start + 12 * hour)
    expect(readToken(token, undefined)).toBeUndefined()
  })

  test('a token of a browser without its session, or with another', async () => {
    const token = await issueToken({ account, sessionHash: 'a'.repeat(64) })
    expect(readToken(token, undefined)).toBeUndefined()
    expect(readToken(token, 'b'.repeat(64))).toBeUndefined()
    expect(readToken(token, 'a'.repeat(64))).toMatchObject({ id: 'admin' })
  })

  test('ended', async () => {
    const [ended, other] = [
      await issueToken({ account, sessionHash: undefined }),
      await issueToken({ account, sessionHash: undefined }),
    ]
    await endToken(ended)
    expect(readToken(ended, undefined)).toBeUndefined()
    expect(readToken(other, undefined)).toMatchObject({ id: 'admin' })
  })

  test('after a new password', async () => {
    const token = await issueToken({ account, sessionHash: undefined })
    await resetPassword({ fallbackUsername: 'admin' })
    expect(readToken(token, undefined)).toBeUndefined()
    expect(await readdir(folder)).toEqual([])
  })

  test('issued for a password that was changed meanwhile', async () => {
    const token = await issueToken({
      account: { ...account, changedAt: '2020-01-01T00:00:00.000Z' },
      sessionHash: undefined,
    })
    expect(readToken(token, undefined)).toBeUndefined()
  })
})

test('a session that ends: takes its tokens off the disk and leaves the others', async () => {
  const request = ownRequest('/admin', { headers: { cookie: await signIn() } })
  const session = await readSession(request)
  await issueToken({ account, sessionHash: session?.hash })
  const other = await issueToken({ account, sessionHash: undefined })
  await endSession(request)
  expect(await readdir(folder)).toHaveLength(1)
  expect(readToken(other, undefined)).toMatchObject({ id: 'admin' })
})

test('on disk: only the hash of a token of 256 bits', async () => {
  const token = await issueToken({ account, sessionHash: undefined })
  expect(token).toMatch(/^[\w-]{43}$/)
  const [name = ''] = await readdir(folder)
  expect(name + (await readFile(path.join(folder, name), 'utf8'))).not.toContain(token)
})

test.each([
  [null, undefined],
  ['Basic YWRtaW46eA==', undefined],
  ['Bearerx abc', undefined],
  ['Bearer', ''],
  ['Bearer abc', 'abc'],
  ['bearer  abc', 'abc'],
])('Authorization %j: token %j', (header, token) => {
  expect(bearerToken(header)).toBe(token)
})
