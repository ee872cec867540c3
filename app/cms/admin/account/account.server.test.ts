import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { administrator, cookieHeader, ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { redirected } from '#test/edit-responses.ts'
import { accountIntents } from './account-intents.ts'
import { accountAction, accountLoader } from './account.server.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'

const site = await createExampleSite()
const { readAccounts, verifyPassword } = site.auth.accounts
const { setPassword } = site.auth
const { endSessionsOf, listSessions, readSession, startSession } = site.auth.sessions
const { issueToken, readToken } = site.auth.tokens
const { env } = site

const NEW_PASSWORD = 'another horse, another battery'
const right = { current: administrator.password, next: NEW_PASSWORD, repeat: NEW_PASSWORD }
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'
let visitor = 0
let cookie: string

beforeEach(async () => {
  visitor += 1
  await signIn()
  await setPassword(administrator.username, administrator.password)
  await endSessionsOf('admin')
  cookie = await signIn()
})

describe('a new password that is refused', () => {
  const short = 'x'.repeat(11)
  const long = 'x'.repeat(201)
  test.each<[string, object, object]>([
    [
      'nothing filled in',
      { current: '', next: '', repeat: '' },
      {
        current: ['Enter your current password'],
        next: ['Enter a new password'],
        repeat: ['Enter the new password once more'],
      },
    ],
    ['no fields', {}, { current: ['Enter your current password'] }],
    ['11 characters', { next: short, repeat: short }, { next: ['The new password needs at least 12 characters'] }],
    ['201 characters', { next: long, repeat: long }, { next: ['The new password can have at most 200 characters'] }],
    ['a slip', { repeat: 'another horse, another batery' }, { repeat: ['The two new passwords differ'] }],
    [
      'short and a slip',
      { next: short, repeat: 'y' },
      { next: ['The new password needs at least 12 characters'], repeat: ['The two new passwords differ'] },
    ],
    [
      'the old one again',
      { next: administrator.password, repeat: administrator.password },
      { next: ['Choose a password that differs from the current one'] },
    ],
    ['a wrong current one', { current: 'wrong' }, { current: ['This is not your current password'] }],
  ])('%s: 422 with the reason at the field, the old one stands', async (name, fields, errors) => {
    const posted = name === 'no fields' ? {} : { ...right, ...fields }
    const answer = await refusal(change(posted))
    expect(answer).toMatchObject({ status: 422, errors })
    expect(JSON.stringify(answer)).not.toContain(NEW_PASSWORD)
    expect(await verifyPassword('admin', administrator.password)).toMatchObject({ username: 'admin' })
    expect(await readSession(ownRequest('/admin', { headers: { cookie } }))).toMatchObject({ username: 'admin' })
  })

  test('after five wrong guesses: 429 with the time to wait, also for the right one', async () => {
    for (let count = 1; count <= 5; count += 1) {
      expect((await refusal(change({ ...right, current: 'wrong' }))).status).toBe(422)
    }
    const answer = await refusal(change(right))
    expect(answer).toMatchObject({ status: 429, retryAfter: '1' })
    expect(answer.errors.form).toEqual(['Too many attempts to log in. Try again in 1 second.'])
  })

  test('a disk that takes no write: 507, the old one stands and so do the sessions', async () => {
    vi.spyOn(site.storage, 'commit').mockRejectedValue(new StorageError('disk-full'))
    const answer = await refusal(change(right))
    expect(answer.status).toBe(507)
    expect(answer.errors.form).toEqual([expect.stringContaining('the disk of the server is full')])
    vi.restoreAllMocks()
    expect(await verifyPassword('admin', administrator.password)).toMatchObject({ username: 'admin' })
    expect(await listSessions('admin')).toHaveLength(1)
  })

  test('a body of 20 kB: 413', async () => {
    await expect(change({ ...right, next: 'x'.repeat(20_000) })).rejects.toMatchObject({ status: 413 })
  })
})

test('a new password: this browser goes on in a fresh session, everyone else is out, no secret in the log', async () => {
  const lines = vi.spyOn(log, 'info')
  const other = await startOther()
  const token = await tokenOf(undefined)
  const answer = change(right)
  expect(await redirected(answer)).toMatchObject({ url: '/admin/account', flash: { kind: 'success' } })
  const response = await answer
  if (!(response instanceof Response)) throw new Error('The password was refused')
  const fresh = cookieHeader(response.headers.getSetCookie().find((line) => line.startsWith('session=')) ?? '')
  expect(fresh).not.toBe(cookie)
  expect(await readSession(ownRequest('/admin', { headers: { cookie: fresh } }))).toMatchObject({ username: 'admin' })
  for (const ended of [cookie, cookieHeader(other.cookie)]) {
    expect(await readSession(ownRequest('/admin', { headers: { cookie: ended } }))).toBeUndefined()
  }
  expect(await listSessions('admin')).toHaveLength(1)
  expect(readToken(token, undefined)).toBeUndefined()
  expect(await verifyPassword('admin', administrator.password)).toBeUndefined()
  expect(await verifyPassword('admin', NEW_PASSWORD)).toMatchObject({ username: 'admin' })
  expect(await readFile(path.join(env.dataDir, 'accounts.json'), 'utf8')).not.toContain(NEW_PASSWORD)
  expect(lines).toHaveBeenCalledWith(
    { username: 'admin', address: addressOf() },
    expect.stringContaining('password was changed'),
  )
  expect(JSON.stringify(lines.mock.calls)).not.toMatch(/horse/)
})

describe('sessions', () => {
  test('are listed with browser, address and times, this one marked', async () => {
    const { session } = await startOther()
    const { sessions, programCount } = await accountLoader(get())
    expect(sessions).toHaveLength(2)
    expect(sessions.find(({ hash }) => hash === session.hash)).toMatchObject({
      browser: 'Firefox 132 on Linux',
      address: '198.51.100.7',
      isThis: false,
      since: expect.stringMatching(/^today, /),
    })
    expect(sessions.filter(({ isThis }) => isThis)).toHaveLength(1)
    expect(programCount).toBe(0)
  })

  test.each(['', 'x', 'a'.repeat(64)])('one %j that is not there: said, nothing changes', async (session) => {
    const answer = await redirected(act({ intent: accountIntents.revoke, session }))
    expect(answer.flash).toEqual({ kind: 'failure', message: 'This session has already ended.' })
    expect(await listSessions('admin')).toHaveLength(1)
  })

  test('revoked: is out at once with its token, this one stays', async () => {
    const lines = vi.spyOn(log, 'info')
    const other = await startOther()
    const token = await tokenOf(other.session.hash)
    expect((await redirected(act({ intent: accountIntents.revoke, session: other.session.hash }))).flash?.kind).toBe(
      'success',
    )
    expect(await readSession(ownRequest('/admin', { headers: { cookie: cookieHeader(other.cookie) } }))).toBeUndefined()
    expect(readToken(token, other.session.hash)).toBeUndefined()
    expect(await accountLoader(get())).toMatchObject({ sessions: [{ isThis: true }] })
    expect(lines).toHaveBeenCalledWith({ username: 'admin', address: addressOf() }, expect.stringContaining('ended'))
  })

  test('all others: out, and programs with them', async () => {
    await startOther()
    await startOther()
    const program = await tokenOf(undefined)
    const answer = await redirected(act({ intent: accountIntents.revokeOthers }))
    expect(answer.flash).toEqual({ kind: 'success', message: '2 other sessions ended' })
    expect(await accountLoader(get())).toMatchObject({ sessions: [{ isThis: true }], programCount: 0 })
    expect(readToken(program, undefined)).toBeUndefined()
  })

  test('all others: says how many access tokens still work, and ends them if asked to', async () => {
    const [account] = readAccounts() ?? []
    if (!account) throw new Error('There is no account')
    const { makeAccessToken, readAccessToken } = site.auth.accessTokens
    const expiresAt = new Date(Date.now() + 60_000).toISOString()
    const token = await makeAccessToken({ account, name: 'Price list', scope: 'administrator', expiresAt })
    const kept = await redirected(act({ intent: accountIntents.revokeOthers }))
    expect(kept.flash?.message).toBe('0 other sessions ended. 1 access token still works.')
    expect(await readAccessToken(token)).toMatchObject({ username: 'admin' })
    const ended = await redirected(act({ intent: accountIntents.revokeOthers, 'access-tokens': 'end' }))
    expect(ended.flash?.message).toBe('0 other sessions and 1 access token ended')
    expect(await readAccessToken(token)).toBeUndefined()
    expect(await accountLoader(get())).toMatchObject({ sessions: [{ isThis: true }], accessTokenCount: 0 })
  })

  test('a new password ends the access tokens too', async () => {
    const [account] = readAccounts() ?? []
    if (!account) throw new Error('There is no account')
    const { makeAccessToken, readAccessToken } = site.auth.accessTokens
    const expiresAt = new Date(Date.now() + 60_000).toISOString()
    const token = await makeAccessToken({ account, name: 'Price list', scope: 'editor', expiresAt })
    await redirected(change(right))
    expect(await readAccessToken(token)).toBeUndefined()
  })

  test('an unknown intent: 400', async () => {
    await expect(act({ intent: 'burn' })).rejects.toMatchObject({ status: 400 })
  })
})

function change(fields: object) {
  return act({ intent: accountIntents.password, ...fields })
}

function act(fields: Record<string, string>) {
  const body = new URLSearchParams(fields)
  return accountAction(withAddress(ownRequest('/admin/account', { method: 'POST', headers: { cookie }, body })))
}

function get() {
  return withAddress(ownRequest('/admin/account', { headers: { cookie } }))
}

/** Each test has its own client address, because the throttle counts by address. */
function withAddress(request: Request) {
  return { ...routeArgs(request), context: { requestId: 'request-1', clientAddress: addressOf() } }
}

function addressOf() {
  return `192.0.2.${visitor}`
}

async function refusal(answer: ReturnType<typeof accountAction>) {
  const refused = await answer
  if (refused instanceof Response || !('data' in refused)) throw new Error('It was not refused')
  const headers = new Headers(refused.init?.headers)
  return { status: refused.init?.status, retryAfter: headers.get('retry-after'), errors: refused.data.errors ?? {} }
}

async function startOther() {
  const request = ownRequest('/admin/login', { headers: { 'user-agent': firefox } })
  return startSession({ request, account: await lastGoodAccount(), address: '198.51.100.7' })
}

async function tokenOf(sessionHash: string | undefined) {
  return issueToken({ account: await lastGoodAccount(), sessionHash })
}

async function lastGoodAccount() {
  const account = readAccounts()?.[0]
  if (!account) throw new Error('There is no account')
  return account
}
