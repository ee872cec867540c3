import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { data, redirect } from '@remix-run/node'
import type { useLoaderData } from '@remix-run/react'
import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { adminAction, adminLoader, apiPublicWrite, apiWrite, publicAction } from './guard.server.ts'
import { withSite } from './site.server.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { openAuth } from '#app/cms/people/auth.server.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'

const site = await createExampleSite()
const { env } = site
const { readAccounts } = site.auth.accounts
const { endSessionsOf, endSession, readSession } = site.auth.sessions
const { issueToken } = site.auth.tokens

const ran = vi.fn()
const loader = adminLoader('publisher', ({ user }) => {
  ran()
  return { name: user.username }
})
const action = adminAction('publisher', ({ user }) => {
  ran()
  return { name: user.username }
})
const write = apiWrite('publisher', ({ user }) => {
  ran()
  return Response.json({ name: user.username, isSession: user.sessionId !== undefined })
})

const crossOrigin: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' },
  { 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': 'none', origin: 'null' },
]

let cookie: string

beforeEach(async () => {
  ran.mockClear()
  cookie = await signIn()
})

afterEach(() => endSessionsOf('admin'))

describe('an administrator page', () => {
  test.each([
    ['/admin', '/admin/login?returnTo=%2Fadmin'],
    ['/admin/reports?edit=a&b=c', '/admin/login?returnTo=%2Fadmin%2Freports%3Fedit%3Da%26b%3Dc'],
  ])('%s without a session: to %s', async (address, target) => {
    await endSessionsOf('admin')
    const refusal = await refusalOf(() => loader(routeArgs(ownRequest(address, { headers: { cookie } }))))
    expect(refusal.status).toBe(302)
    expect(refusal.headers.get('location')).toBe(target)
    expect(ran).not.toHaveBeenCalled()
  })

  test('followed from a link of another site: is shown', async () => {
    const headers = { cookie, 'sec-fetch-site': 'cross-site' }
    expect(await loader(routeArgs(ownRequest('/admin', { headers })))).toEqual({ name: 'admin' })
  })

  test('a bearer token: is for the API only', async () => {
    const headers = { authorization: `Bearer ${await programToken()}` }
    expect((await refusalOf(() => loader(routeArgs(ownRequest('/admin', { headers }))))).status).toBe(302)
  })

  test('what the loader returns: has its type in the page', async () => {
    const count = adminLoader('publisher', () => Promise.resolve(data({ count: 1 }, { headers: { 'x-test': '1' } })))
    expectTypeOf<ReturnType<typeof useLoaderData<typeof loader>>>().toEqualTypeOf<{ name: string }>()
    expectTypeOf<ReturnType<typeof useLoaderData<typeof count>>>().toEqualTypeOf<{ count: number }>()
    expect(await count(routeArgs(ownRequest('/admin', { headers: { cookie } })))).toMatchObject({ data: { count: 1 } })
  })
})

describe('an account file that cannot be used', () => {
  const file = path.join(env.dataDir, 'accounts.json')
  let good: Buffer

  beforeEach(async () => {
    good = await readFile(file)
    await writeFile(file, 'damaged')
  })

  afterEach(() => writeFile(file, good))

  test('signed in before: goes on', async () => {
    expect(await loader(routeArgs(ownRequest('/admin', { headers: { cookie } })))).toEqual({ name: 'admin' })
    expect((await put({ cookie })).status).toBe(200)
  })

  test('never read since the start: 503 with what to do, for pages and the API', async () => {
    const auth = openAuth({ ...env, storage: site.storage, health: site.health })
    const restarted = { ...site, auth }
    const args = routeArgs(ownRequest('/admin', { headers: { cookie } }))
    const refusal = await refusalOf(() => withSite(restarted, () => loader(args)))
    expect(refusal.status).toBe(503)
    expect(await refusal.text()).toContain('npm run admin -- reset')
    const response = await withSite(restarted, () => write(putArgs({ cookie })))
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ error: { code: 'account-damaged' } })
  })

  test('on a process that does not write any more, and cannot know who is still signed in: 503 with the reason', async () => {
    vi.spyOn(site.storage, 'refusal').mockReturnValue(new StorageError('reader'))
    const args = routeArgs(ownRequest('/admin', { headers: { cookie } }))
    const refusal = await refusalOf(() => loader(args))
    expect(refusal.status).toBe(503)
    expect(await refusal.text()).toContain('another server saves the changes')
    const response = await put({ cookie })
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ error: { code: 'reader' } })
    expect(ran).not.toHaveBeenCalled()
  })
})

describe('the action of an administrator page', () => {
  test.each(crossOrigin)('from another site %j: 403, signed in or not', async (headers) => {
    for (const sent of [{ ...headers, cookie }, headers]) {
      const request = ownRequest('/admin/stats', { method: 'POST', headers: sent })
      const refusal = await refusalOf(() => action(routeArgs(request)))
      expect(refusal.status).toBe(403)
      expect(await refusal.text()).toContain('http://localhost:3000')
    }
    expect(ran).not.toHaveBeenCalled()
  })

  test('without Sec-Fetch-Site and Origin: 403', async () => {
    const request = new Request('http://localhost:3000/admin/stats', { method: 'POST', headers: { cookie } })
    expect((await refusalOf(() => action(routeArgs(request)))).status).toBe(403)
  })

  test('without a session: to sign in, then back to the page without the query of the action', async () => {
    const request = ownRequest('/admin/stats?/delete=1', { method: 'POST' })
    const refusal = await refusalOf(() => action(routeArgs(request)))
    expect(refusal.headers.get('location')).toBe('/admin/login?returnTo=%2Fadmin%2Fstats')
    expect(ran).not.toHaveBeenCalled()
  })

  test('a body that is refused: answers with its status and reason', async () => {
    const refusing = adminAction('publisher', () => {
      throw new ExpectedError(413, 'The file has more than 10 MB.')
    })
    const request = ownRequest('/admin/stats', { method: 'POST', headers: { cookie } })
    const refusal = await refusalOf(() => refusing(routeArgs(request)))
    expect(refusal.status).toBe(413)
    expect(await refusal.text()).toBe('The file has more than 10 MB.')
  })

  test('what the action throws otherwise: goes on as it is', async () => {
    const target = redirect('/admin/clients')
    const broken = new Error('broken')
    const request = () => ownRequest('/admin/stats', { method: 'POST', headers: { cookie } })
    const redirecting = adminAction('publisher', () => {
      throw target
    })
    const breaking = adminAction('publisher', () => {
      throw broken
    })
    await expect(redirecting(routeArgs(request()))).rejects.toBe(target)
    await expect(breaking(routeArgs(request()))).rejects.toBe(broken)
  })

  test('from our page, signed in: runs', async () => {
    const request = ownRequest('/admin/stats', { method: 'POST', headers: { cookie } })
    expect(await action(routeArgs(request))).toEqual({ name: 'admin' })
  })
})

describe('an action that needs no sign-in', () => {
  const open = publicAction(() => 'done')
  test.each(crossOrigin)('from another site %j: 403', async (headers) => {
    const request = ownRequest('/admin/login', { method: 'POST', headers })
    expect((await refusalOf(() => open(routeArgs(request)))).status).toBe(403)
  })

  test('from our page: runs', async () => {
    expect(await open(routeArgs(ownRequest('/admin/login', { method: 'POST' })))).toBe('done')
  })
})

describe('a write of the API', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s without anything: 401 in the error shape', async (method) => {
    const response = await write(routeArgs(ownRequest('/api/stats', { method })))
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: { code: 'signed-out', requestId: 'request-1' } })
    expect(ran).not.toHaveBeenCalled()
  })

  test.each(crossOrigin)('with a session from another site %j: 403', async (headers) => {
    const response = await put({ ...headers, cookie })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ error: { code: 'wrong-origin' } })
    expect(ran).not.toHaveBeenCalled()
  })

  test('with a session and neither Sec-Fetch-Site nor Origin: 403', async () => {
    const request = new Request('http://localhost:3000/api/stats', { method: 'PUT', headers: { cookie } })
    expect((await write(routeArgs(request))).status).toBe(403)
  })

  test('with a token and a cookie from another site: 403', async () => {
    const headers = {
      cookie: 'other=1',
      authorization: `Bearer ${await programToken()}`,
      'sec-fetch-site': 'cross-site',
    }
    expect((await put(headers)).status).toBe(403)
  })

  test.each(['Bearer', 'Bearer made-up'])(
    'with %j beside a good session: 401, no falling back',
    async (authorization) => {
      expect((await put({ cookie, authorization })).status).toBe(401)
    },
  )

  test('with the token of a browser: only together with that session', async () => {
    const other = await signIn()
    const session = await readSession(ownRequest('/admin', { headers: { cookie } }))
    const authorization = `Bearer ${await tokenFor(session?.hash)}`
    expect((await put({ authorization })).status).toBe(401)
    expect((await put({ authorization, cookie: other })).status).toBe(401)
    expect((await put({ authorization, cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await put({ authorization, cookie })).status).toBe(200)
    await endSession(ownRequest('/admin', { headers: { cookie } }))
    expect((await put({ authorization, cookie })).status).toBe(401)
  })

  test('with the token of a program: needs neither cookie nor origin', async () => {
    const headers = { authorization: `Bearer ${await programToken()}` }
    const request = new Request('http://localhost:3000/api/stats', { method: 'PUT', headers })
    const response = await write(routeArgs(request))
    expect(await response.json()).toEqual({ name: 'admin', isSession: false })
  })

  test('with a session from our page, behind a proxy that asks for Basic: runs', async () => {
    const response = await put({ cookie, authorization: 'Basic YWRtaW46eA==' })
    expect(await response.json()).toEqual({ name: 'admin', isSession: true })
  })

  test('what it throws: answers in the error shape', async () => {
    const missing = apiWrite('publisher', () => {
      throw new ExpectedError(404, 'No such slide.')
    })
    const response = await missing(routeArgs(ownRequest('/api/x', { method: 'PUT', headers: { cookie } })))
    expect(response.status).toBe(404)
  })
})

describe('a write of the API that needs no sign-in', () => {
  const open = apiPublicWrite(() => new Response('done'))

  test.each(crossOrigin)('from a browser on another site %j: 403', async (headers) => {
    const response = await open(routeArgs(ownRequest('/api/auth/login', { method: 'POST', headers })))
    expect(response.status).toBe(403)
  })

  test('from a program, or a browser on our page: runs', async () => {
    const program = new Request('http://localhost:3000/api/auth/login', { method: 'POST' })
    expect((await open(routeArgs(program))).status).toBe(200)
    expect((await open(routeArgs(ownRequest('/api/auth/login', { method: 'POST' })))).status).toBe(200)
  })
})

function put(headers: Record<string, string>) {
  return write(putArgs(headers))
}

function putArgs(headers: Record<string, string>) {
  return routeArgs(ownRequest('/api/stats', { method: 'PUT', headers }))
}

async function refusalOf(run: () => Promise<unknown>): Promise<Response> {
  try {
    await run()
  } catch (thrown) {
    if (thrown instanceof Response) return thrown
    throw thrown
  }
  throw new Error('It was not refused')
}

function programToken() {
  return tokenFor(undefined)
}

async function tokenFor(sessionHash: string | undefined) {
  const account = readAccounts()?.[0]
  if (!account) throw new Error('There is no account')
  return issueToken({ account, sessionHash })
}
