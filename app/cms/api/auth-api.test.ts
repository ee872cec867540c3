import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { administrator, cookieHeader, origin, ownRequest, signIn } from '#test/administrator.ts'
import { action as login, loader as loginByGet } from './auth-login.tsx'
import { action as logout, loader as logoutByGet } from './auth-logout.tsx'
import { action as unknownByPost, loader as unknownByGet } from './api-not-found.tsx'
import { createExampleSite } from '#test/example-site/create-example-site.ts'

const site = await createExampleSite()
const { readSession } = site.auth.sessions
const { readToken } = site.auth.tokens
const { env } = site

// The tests use real files. One of them makes a single write fail.

let visitor = 0
let address: string

beforeEach(async () => {
  await signIn()
  visitor += 1
  address = `192.0.2.${visitor}`
})

describe('POST /api/auth/login', () => {
  test.each([
    ['{"username":"admin","password":"wrong"}', 401, { code: 'invalid-credentials', message: 'Invalid credentials' }],
    ['{"username":"nobody","password":"wrong"}', 401, { code: 'invalid-credentials', message: 'Invalid credentials' }],
    ['{"username":"admin"}', 422, { code: 'invalid', fields: { password: ['Enter your password'] } }],
    [
      '{"username":7,"password":""}',
      422,
      { fields: { username: ['Enter your username'], password: expect.anything() } },
    ],
    ['[]', 422, { code: 'invalid' }],
    ['null', 422, { code: 'invalid' }],
    ['{', 400, { code: 'malformed', message: expect.stringContaining('line 1, column 2') }],
    [`{"username":"${'x'.repeat(17_000)}"}`, 413, { code: 'too-large' }],
  ])('%.45s: %i', async (body, status, error) => {
    const response = await login(args(programRequest(body)))
    expect(response.status).toBe(status)
    expect(response.headers.has('set-cookie')).toBe(false)
    expect(await response.json()).toMatchObject({ error: { ...error, requestId: expect.any(String) } })
  })

  test('another content type: 415', async () => {
    const request = programRequest('username=admin', { 'content-type': 'text/plain' })
    expect((await login(args(request))).status).toBe(415)
  })

  test.each([{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, { origin: 'null' }])(
    'from a page of another site %j: 403, no cookie',
    async (headers) => {
      const response = await login(args(programRequest(JSON.stringify(administrator), headers)))
      expect(response.status).toBe(403)
      expect(response.headers.has('set-cookie')).toBe(false)
    },
  )

  test('after five wrong passwords: 429 with Retry-After', async () => {
    const body = JSON.stringify({ ...administrator, password: 'wrong' })
    for (let count = 1; count <= 5; count += 1) expect((await login(args(programRequest(body)))).status).toBe(401)
    const response = await login(args(programRequest(body)))
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await response.json()).toMatchObject({ error: { code: 'too-many-attempts' } })
  })

  test('a program: gets a token that stands alone, and no cookie', async () => {
    const response = await login(args(programRequest(JSON.stringify(administrator))))
    expect(response.status).toBe(200)
    expect(response.headers.has('set-cookie')).toBe(false)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const { token, username } = await signedIn(response)
    expect(username).toBe('admin')
    expect(readToken(token, undefined)).toMatchObject({ id: 'admin' })
  })

  test('a browser on our page: gets a session, and a token bound to it', async () => {
    const body = new URLSearchParams(administrator)
    const response = await login(args(ownRequest('/api/auth/login', { method: 'POST', body })))
    const { token } = await signedIn(response)
    const cookie = cookieHeader(response.headers.get('set-cookie'))
    const session = await readSession(ownRequest('/admin', { headers: { cookie } }))
    expect(session).toMatchObject({ username: 'admin' })
    expect(readToken(token, undefined)).toBeUndefined()
    expect(readToken(token, session?.hash)).toMatchObject({ id: 'admin' })
  })
})

describe('POST /api/auth/login beside a fault', () => {
  test('a damaged account file: 503 with what to do', async () => {
    const file = path.join(env.dataDir, 'accounts.json')
    const good = await readFile(file)
    await writeFile(file, '{')
    const response = await login(args(programRequest(JSON.stringify(administrator))))
    expect(response.status).toBe(503)
    const message = expect.stringContaining('npm run admin -- reset')
    expect(await response.json()).toMatchObject({ error: { code: 'account-damaged', message } })
    await writeFile(file, good)
  })

  test('a disk that takes nothing: a token that works until the restart', async () => {
    vi.spyOn(site.storage, 'commit').mockRejectedValueOnce(new StorageError('disk-full'))
    const response = await login(args(programRequest(JSON.stringify(administrator))))
    expect(response.status).toBe(200)
    expect(readToken((await signedIn(response)).token, undefined)).toMatchObject({ id: 'admin' })
  })
})

describe('POST /api/auth/logout', () => {
  test('signed out already: 401', async () => {
    expect((await logout(args(ownRequest('/api/auth/logout', { method: 'POST' })))).status).toBe(401)
  })

  test('a program: its token has ended', async () => {
    const { token } = await signedIn(await login(args(programRequest(JSON.stringify(administrator)))))
    const headers = { authorization: `Bearer ${token}` }
    const response = await logout(args(new Request(`${origin}/api/auth/logout`, { method: 'POST', headers })))
    expect(response.status).toBe(204)
    expect(readToken(token, undefined)).toBeUndefined()
  })

  test('a browser: its session and token have ended, the cookie goes', async () => {
    const body = JSON.stringify(administrator)
    const headers = { 'content-type': 'application/json' }
    const answer = await login(args(ownRequest('/api/auth/login', { method: 'POST', body, headers })))
    const cookie = cookieHeader(answer.headers.get('set-cookie'))
    const session = await readSession(ownRequest('/admin', { headers: { cookie } }))
    const { token } = await signedIn(answer)
    const response = await logout(args(ownRequest('/api/auth/logout', { method: 'POST', headers: { cookie } })))
    expect(response.status).toBe(204)
    expect(response.headers.get('set-cookie')).toMatch(/^session=; .*Max-Age=0/)
    expect(await readSession(ownRequest('/admin', { headers: { cookie } }))).toBeUndefined()
    expect(readToken(token, session?.hash)).toBeUndefined()
  })
})

test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])('%s on signing in or out: 405 with Allow', async (method) => {
  const headers = { cookie: await signIn() }
  const isRead = method === 'GET' || method === 'HEAD'
  for (const route of isRead ? [loginByGet, logoutByGet] : [login, logout]) {
    const response = await route(args(ownRequest('/api/auth/x', { method, headers })))
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST, OPTIONS')
  }
})

test.each(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'])(
  '%s on an unknown address: 404',
  async (method) => {
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(method)
    const route = isRead ? unknownByGet : unknownByPost
    const response = await route(args(new Request(`${origin}/api/nothing/here?x=1`, { method })))
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      error: { code: 'not-found', message: 'There is nothing at /api/nothing/here. See /api/docs.' },
    })
  },
)

function args(request: Request) {
  return { request, params: {}, context: { clientAddress: address } }
}

/** A request as curl sends it: no Origin, no Sec-Fetch-Site, no cookies. */
function programRequest(body: string, headers: Record<string, string> = {}) {
  return new Request(`${origin}/api/auth/login`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })
}

async function signedIn(response: Response) {
  return z.object({ token: z.string(), username: z.string() }).parse(await response.json())
}
