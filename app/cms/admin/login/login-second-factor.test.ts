import { passkeyIntents } from './passkey-intents.ts'
import { factorIntents } from '#app/cms/admin/account/factor-intents.ts'
import { generateSync } from 'otplib'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { accountLoader } from '#app/cms/admin/account/account.server.ts'
import {
  factorAction,
  factorLoader,
  passkeyOptionsAction,
} from '#app/cms/admin/account/account-second-factor.server.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { administrator, cookieHeader, ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { loginAction } from './login.server.ts'
import { action as passkeyAction } from './passkey.tsx'
import { action as secondFactorAction, loader as secondFactorLoader } from './login-second-factor.tsx'
import { action as setPasswordAction } from './set-password.tsx'

const site = await createExampleSite()
const { accounts, people, secondFactor, sessions } = site.auth
const { password } = administrator
const FACTOR_PAGE = '/admin/account/second-factor'

let visitor = 0
let person: string
let cookie: string
let app: { secret: string; recoveryCodes: string[] }

afterAll(() => {
  vi.useRealTimers()
})

beforeEach(async () => {
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['Date'] })
  visitor += 1
  person = `person-${visitor}`
  await signIn()
  await accounts.requireSecondFactor(false)
  await accounts.changeAccounts((before) => {
    const [first] = before
    return first ? [...before, { ...first, id: person, username: person, name: person }] : []
  })
  cookie = await startSession()
  app = await setUp()
})

describe('setting up', () => {
  test('needs the password, and a right code: until then nothing counts', async () => {
    await people.resetSecondFactor(person)
    cookie = await startSession()
    tenMinutesLater()
    for (const typed of [{}, { password: '' }, { password: 'wrong' }]) {
      const refused = await change({ intent: factorIntents.appStart, ...typed })
      expect(refused).toMatchObject({ status: 422, data: { errors: { password: [expect.any(String)] } } })
    }
    expect(secondFactor.pendingTotp(await sessionHash())).toBeUndefined()
    await change({ intent: factorIntents.appStart, password })
    const refused = await change({ intent: factorIntents.appConfirm, code: '000000' })
    expect(refused).toMatchObject({ status: 422, data: { errors: { code: [expect.stringContaining('not correct')] } } })
    expect(secondFactor.describe(person).isSetUp).toBe(false)
    expect(locationOf(await logIn())).toBe('/admin')
  })

  test('shows ten recovery codes once, stores none of them, and ends every other session', async () => {
    await people.resetSecondFactor(person)
    const other = await startSession()
    cookie = await startSession()
    const { recoveryCodes } = await setUp()
    expect(new Set(recoveryCodes).size).toBe(10)
    const stored = JSON.stringify(accounts.readAccounts())
    for (const code of recoveryCodes) expect(stored).not.toContain(code)
    expect(await sessions.readSession(ownRequest('/admin', { headers: { cookie: other } }))).toBeUndefined()
    expect(await accountLoader(routeArgs(ownRequest('/admin/account', { headers: { cookie } })))).toMatchObject({
      hasSecondFactor: true,
    })
  })

  test('turned off: the password alone signs in again', async () => {
    await change({ intent: factorIntents.appRemove, password })
    expect(locationOf(await logIn())).toBe('/admin')
  })
})

describe('signing in', () => {
  test('the password alone gives no session, and leads to the second step', async () => {
    const response = await logIn('/admin/login?returnTo=%2Fadmin%2Fstats')
    expect(locationOf(response)).toBe('/admin/login/second-factor?returnTo=%2Fadmin%2Fstats')
    expect(response.headers.getSetCookie().map(cookieHeader).join()).not.toMatch(/session=|device=/)
  })

  test('a browser that has signed in before is asked all the same', async () => {
    const known = cookiesOf(await enter(await begin(), nextCode()))
    expect(known).toContain('device=')
    const again = await logIn('/admin/login', known)
    expect(locationOf(again)).toContain('/admin/login/second-factor')
  })

  test('with the code: signed in, and on to the page; the same code again is refused', async () => {
    const first = await begin()
    const second = await begin()
    const code = nextCode()
    const response = await enter(first, code, '?returnTo=%2Fadmin%2Fstats')
    expect(locationOf(response)).toBe('/admin/stats')
    expect(await isSignedIn(response)).toBe(true)
    expect(await enter(second, code)).toMatchObject({ status: 401 })
  })

  test('of two requests with one code at the same time one is signed in', async () => {
    const [first, second, code] = [await begin(), await begin(), nextCode()]
    const replies = await Promise.all([enter(first, code), enter(second, code)])
    expect(replies.map(({ status }) => status).sort()).toEqual([303, 401])
  })

  test('clocks may differ by one step, not by two', async () => {
    const now = Date.now()
    vi.setSystemTime(now + 600_000)
    expect(await enter(await begin(), codeAt(now + 600_000 - 60_000))).toMatchObject({ status: 401 })
    expect(await enter(await begin(), codeAt(now + 600_000 + 60_000))).toMatchObject({ status: 401 })
    expect(await enter(await begin(), codeAt(now + 600_000 - 30_000))).toMatchObject({ status: 303 })
    expect(await enter(await begin(), codeAt(now + 600_000 + 30_000))).toMatchObject({ status: 303 })
  })

  test('a recovery code works once, however it is typed', async () => {
    const [recovery = ''] = app.recoveryCodes
    expect(await enter(await begin(), ` ${recovery.toUpperCase().replaceAll('-', ' ')} `)).toMatchObject({
      status: 303,
    })
    expect(await enter(await begin(), recovery)).toMatchObject({ status: 401 })
    expect(secondFactor.describe(person).recoveryCodeCount).toBe(9)
  })

  test('new recovery codes replace the earlier ones', async () => {
    const renewed = await change({ intent: factorIntents.recoveryCodes, password })
    expect(renewed).toMatchObject({ data: { codes: expect.any(Array) } })
    expect(await enter(await begin(), app.recoveryCodes[1] ?? '')).toMatchObject({ status: 401 })
  })

  test('the second step belongs to the browser of the password, and ends with a new password', async () => {
    expect(await enter('', nextCode())).toMatchObject({ status: 410 })
    const begun = await begin()
    await site.auth.setPassword(person, password)
    expect(await enter(begun, nextCode())).toMatchObject({ status: 410 })
    expect(await secondFactorLoader(page(begun))).toMatchObject({ data: { methods: undefined }, init: { status: 410 } })
  })

  test('what is no code: 422, and the step goes on', async () => {
    const begun = await begin()
    for (const code of ['', '12345', 'abc']) expect(await enter(begun, code)).toMatchObject({ status: 422 })
    expect(await secondFactorLoader(page(begun))).toMatchObject({ data: { methods: { hasApp: true } } })
  })

  test('after 20 wrong codes from anywhere, no code counts for the day; a recovery code does', async () => {
    const begun = await begin()
    for (let count = 1; count <= 20; count += 1) {
      visitor += 1
      expect(await enter(begun, '000000')).toMatchObject({ status: 401 })
    }
    visitor += 1
    const refused = await enter(begun, nextCode())
    expect(refused).toMatchObject({ status: 429, data: { message: expect.stringContaining('Use a recovery code') } })
    expect(await enter(begun, app.recoveryCodes[2] ?? '')).toMatchObject({ status: 303 })
  })

  test('an address has five tries, then waits', async () => {
    const statuses = []
    for (let count = 1; count <= 7; count += 1) statuses.push((await enter(await begin(), 'a'.repeat(16))).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  })

  test('a full disk: the code signs in, and does not count again', async () => {
    const [first, second, code] = [await begin(), await begin(), nextCode()]
    vi.spyOn(site.storage, 'commit').mockRejectedValue(new StorageError('disk-full'))
    expect(await enter(first, code)).toMatchObject({ status: 303 })
    expect(await enter(second, code)).toMatchObject({ status: 401 })
  })

  test('a link for a lost password does not lead around the second step', async () => {
    const { token } = await people.makeLink(person)
    const body = new URLSearchParams({ next: password, repeat: password })
    const request = ownRequest(`/admin/set-password?token=${token}`, { method: 'POST', body })
    const response = await responseOf(setPasswordAction(args(request)))
    expect(locationOf(response)).toBe('/admin/login/second-factor?returnTo=%2Fadmin')
    expect(cookiesOf(response)).not.toContain('session=')
  })
})

describe('passkeys', () => {
  test('a new one needs the password', async () => {
    tenMinutesLater()
    const post = (typed: string) =>
      passkeyOptionsAction(args(form('/admin/account/passkey-options', { password: typed }, cookie)))
    expect(await post('wrong')).toMatchObject({ status: 422 })
    const { options } = (await post(password).then((response) => response.json())) as { options: object }
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  })

  test('what no authenticator has made is refused, and the challenge is used up', async () => {
    const add = (credential: string) => change({ intent: factorIntents.passkeyAdd, name: 'Laptop', credential })
    await passkeyOptionsAction(args(form('/admin/account/passkey-options', { password }, cookie)))
    expect(await add('{}')).toMatchObject({ data: { errors: { form: [expect.stringContaining('not accepted')] } } })
    expect(await add('{}')).toMatchObject({ data: { errors: { form: [expect.stringContaining('five minutes')] } } })
  })

  test('one that is not accepted: 401, and the audit log says so once for several in a minute', async () => {
    const asked = await responseOf(
      passkeyAction(args(form('/admin/login/passkey', { intent: passkeyIntents.options }))),
    )
    const challenge = cookieHeader(asked.headers.get('set-cookie'))
    const use = () =>
      responseOf(
        passkeyAction(
          args(form('/admin/login/passkey', { intent: passkeyIntents.verify, credential: '{}' }, challenge)),
        ),
      )
    expect([(await use()).status, (await use()).status]).toEqual([401, 401])
    const kinds = []
    for await (const { kind } of site.audit.find({ kind: 'sign-in' })) kinds.push(kind)
    expect(kinds.filter((kind) => kind === 'sign-in.passkey-refused')).toHaveLength(1)
  })

  test('a visitor gets a limited number of challenges', async () => {
    const ask = () => responseOf(passkeyAction(args(form('/admin/login/passkey', { intent: passkeyIntents.options }))))
    const statuses = []
    for (let count = 1; count <= 31; count += 1) statuses.push((await ask()).status)
    expect(statuses).toEqual([...Array<number>(30).fill(200), 429])
  })
})

describe('required', () => {
  beforeEach(async () => {
    await people.resetSecondFactor(person)
    await accounts.requireSecondFactor(true)
    cookie = await startSession()
  })

  test('leads to the setup before anything else', async () => {
    const request = ownRequest('/admin/account?x=1', { headers: { cookie } })
    const response = await responseOf(accountLoader(routeArgs(request)))
    expect(locationOf(response)).toBe(`${FACTOR_PAGE}?returnTo=%2Fadmin%2Faccount%3Fx%3D1`)
    expect(await factorLoader(page(cookie))).toMatchObject({ isRequired: true, isSetUp: false })
  })

  test('set up: everything is open; the last factor cannot be turned off', async () => {
    await setUp()
    const request = ownRequest('/admin/account', { headers: { cookie } })
    expect(await accountLoader(routeArgs(request))).toMatchObject({ username: person })
    expect(await change({ intent: factorIntents.appRemove, password })).toMatchObject({ status: 422 })
    expect(secondFactor.describe(person).isSetUp).toBe(true)
  })
})

test('reset by an administrator: sessions end, and the password alone signs in', async () => {
  await people.resetSecondFactor(person)
  expect(await sessions.readSession(ownRequest('/admin', { headers: { cookie } }))).toBeUndefined()
  expect(locationOf(await logIn())).toBe('/admin')
})

function account() {
  const found = accounts.readAccounts()?.find(({ id }) => id === person)
  if (!found) throw new Error('There is no account')
  return found
}

/** Starts a session with the password alone. Resolves with its cookie. */
async function startSession() {
  const started = await sessions.startSession({ request: ownRequest('/admin/login'), account: account() })
  return cookieHeader(started.cookie)
}

/** The next act that needs the password asks for it. */
function tenMinutesLater() {
  vi.setSystemTime(Date.now() + 10 * 60_000)
}

async function setUp() {
  await change({ intent: factorIntents.appStart, password })
  const secret = secondFactor.pendingTotp(await sessionHash()) ?? ''
  const reply = await change({
    intent: factorIntents.appConfirm,
    code: generateSync({ secret, epoch: Date.now() / 1000 }),
  })
  if (!reply.data?.codes) throw new Error('The app was not set up')
  return { secret, recoveryCodes: reply.data.codes }
}

/** The code of a later time step than any before. */
function nextCode() {
  vi.setSystemTime(Date.now() + 60_000)
  return codeAt(Date.now())
}

function codeAt(time: number) {
  return generateSync({ secret: app.secret, epoch: time / 1000 })
}

async function sessionHash() {
  return (await sessions.readSession(ownRequest('/admin', { headers: { cookie } })))?.hash ?? ''
}

/** Posts to the second-factor page. Resolves with its reply. */
async function change(fields: Record<string, string>) {
  const reply = await factorAction(args(form(FACTOR_PAGE, fields, cookie)))
  return 'data' in reply ? { data: reply.data, status: reply.init?.status ?? 200 } : { status: reply.status }
}

function logIn(address = '/admin/login', cookies = '') {
  return responseOf(loginAction(args(form(address, { username: person, password }, cookies))))
}

/** Sends the right password; returns the cookie of the second step. */
async function begin() {
  return cookiesOf(await logIn())
}

async function enter(begun: string, code: string, query = '') {
  const reply = await secondFactorAction(args(form(`/admin/login/second-factor${query}`, { code }, begun)))
  return 'data' in reply
    ? { data: reply.data, status: reply.init?.status, headers: new Headers() }
    : { status: reply.status, headers: reply.headers }
}

function locationOf({ headers }: { headers: Headers }) {
  return headers.get('location')
}

function cookiesOf({ headers }: { headers: Headers }) {
  return headers.getSetCookie().map(cookieHeader).join('; ')
}

async function isSignedIn(response: { headers: Headers }) {
  const headers = { cookie: cookiesOf(response) }
  return (await sessions.readSession(ownRequest('/admin', { headers }))) !== undefined
}

function page(cookies: string) {
  return args(ownRequest('/admin/login/second-factor', { headers: { cookie: cookies } }))
}

function form(address: string, fields: Record<string, string>, cookies = '') {
  const headers = cookies === '' ? {} : { cookie: cookies }
  return ownRequest(address, { method: 'POST', body: new URLSearchParams(fields), headers })
}

/** Each test has its own client address. */
function args(request: Request) {
  return {
    request,
    params: {},
    context: { requestId: 'request-1', clientAddress: `198.51.${visitor >> 8}.${visitor & 255}` },
  }
}

async function responseOf(answering: unknown): Promise<Response> {
  const answer = await Promise.resolve(answering).catch((thrown: unknown) => thrown)
  if (answer instanceof Response) return answer
  throw new Error('There was no Response', { cause: answer })
}
