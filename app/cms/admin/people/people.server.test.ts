import { accountIntents } from '#app/cms/admin/account/account-intents.ts'
import { peopleIntents, personIntents } from './people-intents.ts'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { accountAction } from '#app/cms/admin/account/account.server.ts'
import { loader as historyLoader } from '#app/cms/admin/history/history.tsx'
import { action as setPasswordAction, loader as setPasswordLoader } from '#app/cms/admin/login/set-password.tsx'
import { openAuth } from '#app/cms/people/auth.server.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { apiWrite } from '#app/cms/guard.server.ts'
import { numbers } from '#test/example-site/home/numbers.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { administrator, cookieHeader, ownRequest, routeArgs, signIn, signInAs } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { redirected } from '#test/edit-responses.ts'
import { signInLongAgo } from '#test/sign-in-long-ago.ts'
import { loader as layoutLoader } from '#app/cms/admin/shell/admin-layout.tsx'
import { peopleAction, peopleLoader } from './people.server.ts'
import { confirmLoader, personAction, personLoader } from './person.server.ts'

const site = await createExampleSite()
const { accounts, people, sessions, tokens } = site.auth

const PASSWORD = 'a password of her own'
const hour = 60 * 60_000
let cookie: string

beforeEach(async () => {
  await signIn()
  await accounts.changeAccounts((all) =>
    all.slice(0, 1).map((first) => ({ ...first, name: 'admin', role: 'administrator', isActive: true })),
  )
  cookie = await signIn()
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('an invitation', () => {
  test('its link sets a password once, signs in, and says afterwards that it has been used', async () => {
    const link = await invite()
    expect(await peopleLoader(get('/admin/people'))).toMatchObject({ people: [{ isYou: true }, { state: 'invited' }] })
    expect(await accounts.verifyPassword('asha', '')).toBeUndefined()
    expect((await setPasswordLoader(visit(link))).data).toMatchObject({
      person: { name: 'Asha Rao', isInvitation: true },
    })
    const response = await responseOf(setPasswordAction(visit(link, passwords(PASSWORD))))
    expect(response.status).toBe(303)
    const own = response.headers.getSetCookie().map(cookieHeader).join('; ')
    expect(await sessions.readSession(withCookie(own))).toMatchObject({ account: { id: 'asha', role: 'publisher' } })
    expect(await accounts.verifyPassword('asha', PASSWORD)).toMatchObject({ username: 'asha' })
    expect(await setPasswordLoader(visit(link))).toMatchObject({
      init: { status: 410 },
      data: { refusal: { title: 'This link has been used' } },
    })
    expect(await refusalOf(setPasswordAction(visit(link, passwords('another password'))))).toMatchObject({
      status: 410,
    })
    expect(await accounts.verifyPassword('asha', PASSWORD)).toMatchObject({ username: 'asha' })
  })

  test('used twice at once: one password is set, the other is refused', async () => {
    const link = await invite()
    const outcomes = await Promise.allSettled(
      [PASSWORD, 'another password'].map((password) => people.setPasswordByLink(tokenOf(link), password)),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('after 24 hours, or replaced by a newer link: says so, and sets nothing', async () => {
    const first = await invite()
    const second = await linkOf(
      personAction(post('/admin/people/asha', { intent: personIntents.link }, { personId: 'asha' })),
    )
    expect((await setPasswordLoader(visit(first))).init?.status).toBe(404)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * hour })
    expect((await setPasswordLoader(visit(second))).data).toMatchObject({ refusal: { title: 'This link has expired' } })
    expect(await refusalOf(setPasswordAction(visit(second, passwords(PASSWORD))))).toMatchObject({ status: 410 })
    expect(await accounts.verifyPassword('asha', PASSWORD)).toBeUndefined()
  })

  test('with a password that is too short: 422 at the field, and the link goes on working', async () => {
    const link = await invite()
    const refusal = await refusalOf(setPasswordAction(visit(link, passwords('short'))))
    expect(refusal).toMatchObject({ status: 422, errors: { next: [expect.stringContaining('12 characters')] } })
    expect((await setPasswordLoader(visit(link))).data.person).toMatchObject({ username: 'asha' })
  })

  test('its token is in no file', async () => {
    const token = tokenOf(await invite())
    expect(await readFile(path.join(site.env.dataDir, 'accounts.json'), 'utf8')).not.toContain(token)
  })

  test('withdrawn: the link is not valid, and the username is free', async () => {
    const link = await invite()
    await redirected(personAction(post('/admin/people/asha', { intent: personIntents.withdraw }, { personId: 'asha' })))
    expect((await setPasswordLoader(visit(link))).init?.status).toBe(404)
    expect(await invite()).toContain('/admin/set-password?token=')
  })

  test.each<[string, object, object]>([
    ['no name', { name: ' ' }, { name: ['Enter a name'] }],
    ['a name of 81 characters', { name: 'x'.repeat(81) }, { name: ['The name can have at most 80 characters'] }],
    ['a name that turns the text around', { name: '\u202Etxt' }, { name: [expect.stringContaining('cannot be used')] }],
    ['two words', { username: 'asha rao' }, { username: ['Use 1 to 64 letters, digits or . _ @ -'] }],
    ['a username that somebody has', { username: 'ADMIN' }, { username: ['This username is already used'] }],
    ['an unknown role', { role: 'reader' }, { role: ['Choose a role'] }],
  ])('%s: 422 at the field, with what was typed', async (_, wrong, errors) => {
    const typed = { intent: peopleIntents.invite, name: 'Asha Rao', username: 'asha', role: 'publisher', ...wrong }
    expect(await refusalOf(peopleAction(post('/admin/people', typed)))).toMatchObject({
      status: 422,
      errors,
      values: { name: typed.name, username: typed.username },
    })
    expect(people.listPeople()).toHaveLength(1)
  })

  test('on a disk that takes no write: 507 with what was typed, nobody is invited', async () => {
    vi.spyOn(site.storage, 'commit').mockRejectedValue(new StorageError('disk-full'))
    const typed = { intent: peopleIntents.invite, name: 'Asha Rao', username: 'asha', role: 'publisher' }
    expect(await refusalOf(peopleAction(post('/admin/people', typed)))).toMatchObject({
      status: 507,
      values: { username: 'asha' },
    })
    expect(people.listPeople()).toHaveLength(1)
  })
})

describe('a person who is deactivated', () => {
  test('is out with the next request, sessions and tokens, and stays out after the reactivation', async () => {
    const theirs = await signInAs('publisher')
    const account = accounts.readAccounts()?.[1]
    if (!account) throw new Error('There is no second account')
    const token = await tokens.issueToken({ account, sessionHash: undefined })
    expect((await write(token)).status).toBe(200)
    await redirected(change('publisher', { intent: personIntents.deactivate }))
    expect(await sessions.readSession(withCookie(theirs))).toBeUndefined()
    expect((await write(token)).status).toBe(401)
    expect(await accounts.verifyPassword('publisher', 'correct horse battery')).toBeUndefined()
    await redirected(change('publisher', { intent: personIntents.reactivate }))
    expect(await sessions.readSession(withCookie(theirs))).toBeUndefined()
    expect((await write(token)).status).toBe(401)
    expect(await accounts.verifyPassword('publisher', 'correct horse battery')).toMatchObject({ username: 'publisher' })
  })

  test('is still named by the history', async () => {
    await signInAs('publisher')
    await people.rename('publisher', 'Ravi Iyer')
    await site.content.update(numbers, {
      author: 'publisher',
      reason: 'Numbers edited',
      change: (current) => ({ ...current, yearsOpen: current.yearsOpen + 1 }),
    })
    await redirected(change('publisher', { intent: personIntents.deactivate }))
    const { edits, authors } = await historyLoader(get('/admin/history'))
    expect(edits[0]).toMatchObject({ author: 'Ravi Iyer' })
    expect(authors).toContainEqual({ id: 'publisher', name: 'Ravi Iyer' })
  })
})

describe('second factors', () => {
  test('are required of everyone, or not, by an administrator', async () => {
    const rule = (required: string) =>
      redirected(peopleAction(post('/admin/people', { intent: peopleIntents.requireFactor, required })))
    expect((await rule('yes')).flash).toMatchObject({ kind: 'success' })
    expect(accounts.isSecondFactorRequired()).toBe(true)
    // The administrator has none either, and is redirected to the setup first.
    const response = await responseOf(Promise.resolve().then(() => peopleLoader(get('/admin/people'))))
    expect(response.headers.get('location')).toContain('/admin/account/second-factor')
    await accounts.requireSecondFactor(false)
  })

  test('of a person who has lost it: removed after a question, and their sessions end', async () => {
    const theirs = await signInAs('publisher')
    const totp = { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', addedAt: new Date().toISOString(), lastStep: 0 }
    await site.auth.secondFactor.addFactor('publisher', (factors) => ({ ...factors, totp }))
    const params = { personId: 'publisher', change: 'reset-factor' }
    expect(await confirmLoader(get('/admin/people/publisher/reset-factor', params))).toMatchObject({
      person: { name: 'publisher', hasSecondFactor: true },
      change: 'reset-factor',
    })
    await redirected(change('publisher', { intent: personIntents.resetFactor }))
    expect(people.findPerson('publisher')).toMatchObject({ hasSecondFactor: false, state: 'active' })
    expect(await sessions.readSession(withCookie(theirs))).toBeUndefined()
  })
})

describe('a session whose person has not given the password lately', () => {
  const typed = { intent: peopleIntents.invite, name: 'Asha Rao', username: 'asha', role: 'publisher' }
  const asked = (fields: Record<string, string>) =>
    responseOf(() => peopleAction(post('/admin/people?index', { ...typed, ...fields })))

  beforeEach(async () => {
    cookie = await signInLongAgo()
  })

  test('invites after the password, and what was typed is in the page that asks for it', async () => {
    const response = await asked({})
    expect(response.status).toBe(409)
    expect(await response.json()).toEqual({
      passwordQuestion: {
        username: 'admin',
        canUsePasskey: false,
        errors: {},
        action: '/admin/people?index',
        fields: Object.entries(typed),
      },
    })
    const wrong = await asked({ password: 'wrong horse' })
    expect(wrong.status).toBe(422)
    const text = await wrong.text()
    expect(JSON.parse(text)).toMatchObject({
      passwordQuestion: { errors: { password: ['This is not your password'] }, fields: Object.entries(typed) },
    })
    expect(text).not.toContain('wrong horse')
    expect(people.listPeople()).toHaveLength(1)
    const { password } = administrator
    const link = await linkOf(peopleAction(post('/admin/people', { ...typed, password })))
    expect(link).toContain('/admin/set-password?token=')
    // The password counts for ten minutes.
    expect(await linkOf(change('asha', { intent: personIntents.link }))).toContain('/admin/set-password?token=')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 })
    expect((await responseOf(() => change('asha', { intent: personIntents.link }))).status).toBe(409)
  })

  test('cancels at the question: what was typed is in the form again, but no password, until the invitation', async () => {
    const response = await asked({ password: 'wrong horse' })
    cookie = [cookie, ...response.headers.getSetCookie().map(cookieHeader)].join('; ')
    const recovered = async () => {
      const { data } = await layoutLoader(get('/admin/people?index'))
      return data.recovered
    }
    const reply = await recovered()
    expect(reply?.recovered).toEqual({ intent: peopleIntents.invite, fileNames: [], cause: 'not-confirmed' })
    expect(reply?.result.initialValue).toMatchObject({ name: 'Asha Rao', username: 'asha', role: 'publisher' })
    expect(JSON.stringify(reply)).not.toContain('wrong horse')
    await linkOf(peopleAction(post('/admin/people?index', { ...typed, password: administrator.password })))
    expect(await recovered()).toBeUndefined()
  })

  test('in another browser of the same person, the password is asked for again', async () => {
    const other = await signInLongAgo()
    await linkOf(peopleAction(post('/admin/people', { ...typed, password: administrator.password })))
    cookie = other
    expect((await responseOf(() => change('asha', { intent: personIntents.link }))).status).toBe(409)
  })

  test('guesses as few passwords as at the sign-in', async () => {
    const statuses = []
    for (let guess = 0; guess < 30; guess += 1) statuses.push((await asked({ password: `guess ${guess}` })).status)
    expect(new Set(statuses)).toEqual(new Set([422, 429]))
    const throttled = await asked({ password: administrator.password })
    expect([throttled.status, throttled.headers.has('retry-after')]).toEqual([429, true])
    expect(people.listPeople()).toHaveLength(1)
  })
})

test('a link for oneself: refused, because it would replace the password without the current one', async () => {
  const { url, flash } = await redirected(change('admin', { intent: personIntents.link }))
  expect([url, flash?.kind]).toEqual(['/admin/account', 'failure'])
  expect(people.findPerson('admin')).not.toHaveProperty('linkExpiresAt')
})

test('the own second factor: is not removed here, but on the account page', async () => {
  const remove = vi.spyOn(people, 'resetSecondFactor')
  const { url, flash } = await redirected(change('admin', { intent: personIntents.resetFactor }))
  expect([url, flash?.kind]).toEqual(['/admin/account', 'failure'])
  expect(remove).not.toHaveBeenCalled()
  const question = { personId: 'admin', change: personIntents.resetFactor }
  const asked = await responseOf(() => confirmLoader(get('/admin/people/admin/reset-factor', question)))
  expect(asked.headers.get('location')).toBe('/admin/account')
})

describe('the last active administrator', () => {
  test.each(['deactivate', 'role'])('%s: is refused, and says why', async (intent) => {
    await signInAs('publisher')
    const { flash } = await redirected(change('admin', { intent, role: 'publisher' }))
    expect(flash).toMatchObject({ kind: 'failure', message: expect.stringContaining('last active administrator') })
    expect(people.listPeople()[0]).toMatchObject({ state: 'active', role: 'administrator' })
  })

  test('an invited administrator does not count: nobody could sign in', async () => {
    await people.invite({ name: 'Asha', username: 'asha', role: 'administrator' })
    await expect(people.deactivate('admin')).rejects.toThrow('last active administrator')
  })

  test('two who remove each other at once: one of them stays', async () => {
    await signInAs('administrator')
    const outcomes = await Promise.allSettled([
      people.deactivate('admin'),
      people.setRole('administrator', 'publisher'),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(people.listPeople()).toMatchObject([{ state: 'deactivated' }, { state: 'active', role: 'administrator' }])
  })

  test('and another process that changes the file meanwhile: both changes are there', async () => {
    const commit = site.storage.commit.bind(site.storage)
    vi.spyOn(site.storage, 'commit').mockImplementationOnce(async (...change) => {
      await people.rename('admin', 'Renamed meanwhile')
      return commit(...change)
    })
    // The other process has its own queue.
    const { invite } = openAuth({ ...site.env, storage: site.storage, health: site.health }).people
    await invite({ name: 'Asha', username: 'asha', role: 'publisher' })
    expect(people.listPeople()).toMatchObject([{ name: 'Renamed meanwhile' }, { name: 'Asha' }])
  })
})

describe('roles', () => {
  test('a publisher on the page of people: a 403 page that names the role', async () => {
    const headers = { cookie: await signInAs('publisher') }
    const response = await responseOf(() => peopleLoader(routeArgs(ownRequest('/admin/people', { headers }))))
    expect(response.status).toBe(403)
    expect(await response.json()).toEqual({ forbidden: { needed: 'administrator' } })
  })

  test('a token of a role that is too low: 403 in the shape of the API', async () => {
    await signInAs('editor')
    const account = accounts.readAccounts()?.[1]
    if (!account) throw new Error('There is no second account')
    const response = await write(await tokens.issueToken({ account, sessionHash: undefined }))
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ error: { code: 'forbidden' } })
  })

  test('a role that is given: counts from the next request on', async () => {
    const theirs = await signInAs('publisher')
    await redirected(change('publisher', { intent: personIntents.role, role: 'administrator' }))
    const args = routeArgs(ownRequest('/admin/people', { headers: { cookie: theirs } }))
    expect(await peopleLoader(args)).toMatchObject({ people: [{}, { isYou: true, roleLabel: 'Administrator' }] })
  })
})

test('the own name: is changed on the account page, and refused when empty with what was typed', async () => {
  const rename = (name: string) => accountAction(post('/admin/account', { intent: accountIntents.name, name }))
  expect((await redirected(rename('  Asha Rao '))).flash?.kind).toBe('success')
  expect(people.findPerson('admin')).toMatchObject({ name: 'Asha Rao' })
  expect(await rename('')).toMatchObject({ init: { status: 422 }, data: { refusedName: { errors: ['Enter a name'] } } })
})

test('two people of one name: are told apart by their usernames', async () => {
  await people.invite({ name: 'admin', username: 'asha', role: 'publisher' })
  accounts.currentAccounts()
  expect([accounts.nameOf('asha'), accounts.nameOf('gone')]).toEqual(['admin (asha)', 'gone'])
})

test('a person who does not exist: 404', async () => {
  const response = await responseOf(() => personLoader(get('/admin/people/nobody', { personId: 'nobody' })))
  expect(response.status).toBe(404)
})

async function invite() {
  return linkOf(
    peopleAction(
      post('/admin/people', { intent: peopleIntents.invite, name: 'Asha Rao', username: 'asha', role: 'publisher' }),
    ),
  )
}

async function linkOf(acting: ReturnType<typeof peopleAction> | ReturnType<typeof personAction>) {
  const reply = await acting
  if (!('data' in reply) || !('link' in reply.data) || !reply.data.link) throw new Error('There is no link')
  return reply.data.link.url
}

function tokenOf(link: string) {
  return new URL(link).searchParams.get('token') ?? ''
}

function change(personId: string, fields: Record<string, string>) {
  return personAction(post(`/admin/people/${personId}`, fields, { personId }))
}

function get(address: string, params: Record<string, string> = {}) {
  return routeArgs(ownRequest(address, { headers: { cookie } }), params)
}

function post(address: string, fields: Record<string, string>, params: Record<string, string> = {}) {
  const body = new URLSearchParams(fields)
  return routeArgs(ownRequest(address, { method: 'POST', headers: { cookie }, body }), params)
}

/** A request of a browser that is not signed in. */
function visit(link: string, fields?: Record<string, string>) {
  return routeArgs(ownRequest(link, fields && { method: 'POST', body: new URLSearchParams(fields) }))
}

function passwords(password: string) {
  return { next: password, repeat: password }
}

function withCookie(own: string) {
  return ownRequest('/admin', { headers: { cookie: own } })
}

const api = apiWrite('publisher', ({ user }: { user: User }) => Response.json({ id: user.id }))

function write(token: string) {
  const headers = { authorization: `Bearer ${token}` }
  return api(routeArgs(new Request('http://localhost:3000/api/numbers', { method: 'PUT', headers })))
}

async function responseOf(acting: Promise<unknown> | (() => unknown)) {
  try {
    const response = await (typeof acting === 'function' ? acting() : acting)
    if (response instanceof Response) return response
  } catch (thrown) {
    if (thrown instanceof Response) return thrown
    throw thrown
  }
  throw new Error('There was no Response')
}

async function refusalOf(acting: Promise<unknown>) {
  const reply = await acting
  if (typeof reply !== 'object' || reply === null || !('data' in reply) || !('init' in reply))
    throw new Error('It was not refused')
  return { ...(reply.init as { status: number }), ...(reply.data as object) }
}
