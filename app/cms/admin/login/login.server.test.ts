import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { administrator, cookieHeader, ownRequest, signIn } from '#test/administrator.ts'
import { loginAction, loginLoader } from './login.server.ts'
import { action as logoutAction, loader as logoutLoader } from './logout.tsx'
import { createExampleSite } from '#test/example-site/create-example-site.ts'

const site = await createExampleSite()
const { readSession } = site.auth.sessions
const { env } = site
const { readFlash } = site.flash

const wrong = { username: 'admin', password: 'wrong' }
let visitor = 0
let address: string

beforeEach(async () => {
  await signIn()
  visitor += 1
  address = `192.0.2.${visitor}`
})

test('the first password: the page says where it is, until somebody has signed in with it', async () => {
  const hint = async () => (await loginLoader(args(ownRequest('/admin/login')))).firstPassword
  expect(await hint()).toBe('settings')
  await refusal(loginAction(args(form(wrong))))
  expect(await hint()).toBe('settings')
  expect((await loginAction(args(form(administrator)))) as unknown).toMatchObject({ status: 303 })
  expect(await hint()).toBeUndefined()
  expect(await readFile(path.join(env.dataDir, 'accounts.json'), 'utf8')).not.toContain('firstPassword')
})

describe('the sign-in form', () => {
  test.each<[{ username?: string; password?: string }, object]>([
    [{}, { username: ['Enter your username'], password: ['Enter your password'] }],
    [
      { username: '', password: '' },
      { username: ['Enter your username'], password: ['Enter your password'] },
    ],
    [{ username: 'admin', password: '' }, { password: ['Enter your password'] }],
    [{ username: '', password: 'x' }, { username: ['Enter your username'] }],
  ])('with %j: 422 and a message at each field', async (fields, errors) => {
    const answer = await refusal(loginAction(args(form(fields))))
    expect(answer).toEqual({ status: 422, retryAfter: null, values: { username: fields.username ?? '' }, errors })
  })

  test.each([wrong, { username: 'nobody', password: administrator.password }])(
    'with %j: 401 Invalid credentials, what was typed is kept but the password',
    async (fields) => {
      const answer = await refusal(loginAction(args(form(fields))))
      const errors = { form: ['Invalid credentials'] }
      expect(answer).toEqual({ status: 401, retryAfter: null, values: { username: fields.username }, errors })
    },
  )

  test('after five wrong passwords: 429 with the time to wait, also for the right one', async () => {
    for (let count = 1; count <= 5; count += 1) {
      expect((await refusal(loginAction(args(form(wrong))))).status).toBe(401)
    }
    const answer = await refusal(loginAction(args(form(administrator))))
    expect(answer).toMatchObject({ status: 429, retryAfter: '1', values: { username: 'admin' } })
    expect(answer.errors.form).toEqual(['Too many attempts to log in. Try again in 1 second.'])
  })

  test('from another site: 403, whatever the password', async () => {
    const request = form(administrator, '/admin/login', { 'sec-fetch-site': 'cross-site' })
    await expect(loginAction(args(request))).rejects.toMatchObject({ status: 403 })
  })

  test.each<[string, RequestInit, number]>([
    ['a body of 20 kB', { body: `username=${'x'.repeat(20_000)}` }, 413],
    ['a body that is no form', { body: '{}', headers: { 'content-type': 'application/json' } }, 415],
    ['a broken form', { body: 'x', headers: { 'content-type': 'multipart/form-data; boundary=y' } }, 400],
  ])('with %s: refused', async (_, init, status) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const request = ownRequest('/admin/login', { method: 'POST', headers, ...init })
    await expect(loginAction(args(request))).rejects.toMatchObject({ status })
  })

  test.each([
    ['/admin/login', '/admin'],
    ['/admin/login?returnTo=%2Fadmin%2Freports%3Fedit%3Da', '/admin/reports?edit=a'],
    ['/admin/login?returnTo=%2F%2Fevil.example', '/admin'],
    ['/admin/login?returnTo=https%3A%2F%2Fevil.example', '/admin'],
  ])('right, at %s: a session, and on to %s', async (page, target) => {
    const response = await answerOf(loginAction(args(form(administrator, page))))
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(target)
    const cookie = cookieHeader(response.headers.get('set-cookie'))
    expect(await readSession(ownRequest('/admin', { headers: { cookie } }))).toMatchObject({ username: 'admin' })
  })

  test('right: the browser is known from then on, and gets in beside wrong tries from its address', async () => {
    const response = await answerOf(loginAction(args(form(administrator))))
    const cookie = response.headers.getSetCookie().map(cookieHeader).join('; ')
    expect(cookie).toMatch(/session=.*; device=/)
    for (let count = 1; count <= 10; count += 1) await loginAction(args(form(wrong)))
    const again = await answerOf(loginAction(args(form(administrator, '/admin/login', { cookie }))))
    expect(again.status).toBe(303)
  })

  test('an account file that is damaged: 503 with what to do, the username kept; mended: in', async () => {
    const file = path.join(env.dataDir, 'accounts.json')
    const good = await readFile(file)
    await writeFile(file, good.subarray(0, 30))
    const answer = await refusal(loginAction(args(form(administrator))))
    expect(answer).toMatchObject({ status: 503, values: { username: 'admin' } })
    expect(answer.errors.form?.join()).toContain('npm run admin -- reset')
    expect(await loginLoader(args(ownRequest('/admin/login')))).toMatchObject({ problem: answer.errors.form?.join() })
    await writeFile(file, good)
    expect((await answerOf(loginAction(args(form(administrator))))).status).toBe(303)
  })

  test('sent as multipart: works as well', async () => {
    const body = new FormData()
    body.set('username', administrator.username)
    body.set('password', administrator.password)
    const response = await answerOf(loginAction(args(ownRequest('/admin/login', { method: 'POST', body }))))
    expect(response.status).toBe(303)
  })

  test('a disk that takes no session: signs in all the same, from memory', async () => {
    vi.spyOn(site.storage, 'commit').mockRejectedValue(new StorageError('disk-full'))
    const response = await answerOf(loginAction(args(form(administrator))))
    const cookie = response.headers.getSetCookie().map(cookieHeader).join('; ')
    const request = ownRequest('/admin', { headers: { cookie } })
    expect(await readSession(request)).toMatchObject({ username: 'admin' })
    expect(readFlash(request).flash?.message).toBe('You are logged in, but only until the site is restarted.')
  })

  test('a fault of the server: is not taken for a wrong password', async () => {
    vi.spyOn(site.auth.accounts, 'verifyPassword').mockRejectedValue(new Error('broken'))
    await expect(loginAction(args(form(administrator)))).rejects.toThrow('broken')
  })
})

describe('the sign-in page', () => {
  test('signed in already: goes on at once', async () => {
    const headers = { cookie: await signIn() }
    const going = loginLoader(args(ownRequest('/admin/login?returnTo=%2Fadmin%2Fstats', { headers })))
    const response = await answerOf(going)
    expect(response.headers.get('location')).toBe('/admin/stats')
  })

  test('else: tells where it leads', async () => {
    expect(await loginLoader(args(ownRequest('/admin/login?returnTo=%2Fproducts')))).toEqual({
      returnTo: '/admin',
      hasRecoveredForm: false,
      problem: undefined,
    })
  })
})

describe('signing out', () => {
  test('from another site: 403 and still signed in', async () => {
    const headers = { cookie: await signIn() }
    const request = ownRequest('/admin/logout', {
      method: 'POST',
      headers: { ...headers, 'sec-fetch-site': 'same-site' },
    })
    await expect(logoutAction(args(request))).rejects.toMatchObject({ status: 403 })
    expect(await readSession(ownRequest('/admin', { headers }))).toMatchObject({ username: 'admin' })
  })

  test('by following its address: still signed in', async () => {
    const headers = { cookie: await signIn() }
    expect(logoutLoader().headers.get('location')).toBe('/admin')
    expect(await readSession(ownRequest('/admin', { headers }))).toMatchObject({ username: 'admin' })
  })

  test('by post: the session is over, the cookie goes', async () => {
    const headers = { cookie: await signIn() }
    const response = await logoutAction(args(ownRequest('/admin/logout', { method: 'POST', headers })))
    expect(response.headers.get('location')).toBe('/admin/login')
    expect(response.headers.get('set-cookie')).toMatch(/^session=; .*Max-Age=0/)
    expect(await readSession(ownRequest('/admin', { headers }))).toBeUndefined()
  })

  test('twice: no error', async () => {
    const response = await logoutAction(args(ownRequest('/admin/logout', { method: 'POST' })))
    expect(response.headers.get('location')).toBe('/admin/login')
  })
})

function args(request: Request) {
  return { request, params: {}, context: { clientAddress: address } }
}

function form(fields: Record<string, string>, page = '/admin/login', headers: Record<string, string> = {}) {
  return ownRequest(page, { method: 'POST', body: new URLSearchParams(fields), headers })
}

async function refusal(answering: ReturnType<typeof loginAction>) {
  const answer = await answering
  if (!('data' in answer)) throw new Error(`It was not refused but answered ${answer.status}`)
  const retryAfter = new Headers(answer.init?.headers).get('retry-after')
  return { ...answer.data, status: answer.init?.status, retryAfter }
}

async function answerOf(answering: Promise<unknown>): Promise<Response> {
  const answer = await answering.catch((thrown: unknown) => thrown)
  if (answer instanceof Response) return answer
  throw new Error('There was no Response', { cause: answer })
}
