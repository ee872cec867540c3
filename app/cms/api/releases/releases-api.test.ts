import { beforeEach, describe, expect, test } from 'vitest'
import { matchRoutes } from '@remix-run/react'
import { z } from 'zod'
import { readOpenApi } from '#app/cms/api/openapi/document.server.ts'
import { numbers } from '#test/example-site/home/numbers.ts'
import { origin, signInAs } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { judgeBy } from '#test/e2e/api-document.ts'
import * as draftPublish from './draft-publish.tsx'
import * as draftsRoute from './draft-resource.tsx'
import * as releaseChange from './release-change.tsx'
import * as releaseDraft from './release-draft.tsx'
import * as releasesRoute from './release-resource.tsx'

const site = await createExampleSite()
const { accessTokens, accounts, people } = site.auth
const { content, drafts, releases } = site

const document = judgeBy(JSON.parse(JSON.stringify(readOpenApi())))
const table = [
  { path: '/api/drafts/:section?', handle: draftsRoute },
  { path: '/api/drafts/:section/publish', handle: draftPublish },
  { path: '/api/releases/:releaseId?', handle: releasesRoute },
  { path: '/api/releases/:releaseId/:change', handle: releaseChange },
  { path: '/api/releases/:releaseId/drafts/:section/:change?', handle: releaseDraft },
]

const TOMORROW = new Date(Date.now() + 24 * 3600_000).toISOString()
const LATER = '2099-01-15T09:30:00+05:30'

// Creates the accounts.
for (const role of ['editor', 'publisher', 'administrator'] as const) await signInAs(role)
const editor = await makeToken('editor', 'editor')
const publisher = await makeToken('publisher', 'publisher')

beforeEach(async () => {
  for (const { section, release } of drafts.list()) await drafts.discard(section, { release, author: 'meera' })
  for (const { id, state } of releases.list()) {
    if (state === 'scheduled') await releases.unschedule(id, 'meera')
    if (state === 'open' || state === 'scheduled') await releases.remove(id, 'detach', 'meera')
  }
})

describe('a draft', () => {
  test('is saved and changed by an editor with its ETag, and published by a publisher', async () => {
    expect(await call('GET', '/api/drafts/numbers', editor)).toMatchObject({ status: 404, code: 'not-found' })
    const made = await call('PUT', '/api/drafts/numbers', editor, { body: numbersOf(41) })
    expect(made).toMatchObject({ status: 201, body: { release: null, author: 'editor', approval: 'not-needed' } })

    const unseen = await call('PUT', '/api/drafts/numbers', editor, { body: numbersOf(42) })
    expect(unseen).toMatchObject({ status: 428, code: 'precondition-required', etag: made.etag })
    const changed = await call('PUT', '/api/drafts/numbers', editor, { body: numbersOf(42), ifMatch: made.etag })
    expect(changed.status).toBe(200)
    const stale = await call('PUT', '/api/drafts/numbers', editor, { body: numbersOf(43), ifMatch: made.etag })
    expect(stale).toMatchObject({ status: 412, code: 'stale-version', etag: changed.etag })
    expect(await call('GET', '/api/drafts/numbers', editor)).toMatchObject({
      status: 200,
      etag: changed.etag,
      body: { content: { yearsOpen: 42 }, conflicts: [] },
    })
    expect((await call('GET', '/api/drafts', editor)).body).toMatchObject([{ section: 'numbers', etag: changed.etag }])

    const publish = '/api/drafts/numbers/publish'
    expect(await call('POST', publish, editor)).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await call('POST', publish, publisher, { ifMatch: made.etag })).toMatchObject({ status: 412 })
    expect(content.read(numbers).value.yearsOpen).not.toBe(42)
    expect(await call('POST', publish, publisher, { ifMatch: changed.etag })).toMatchObject({ status: 200 })
    expect(content.read(numbers).value.yearsOpen).toBe(42)
    expect(await call('POST', publish, publisher)).toMatchObject({ status: 404 })
  })

  test('that was made from what is no longer published: 412, and nothing is stored', async () => {
    const response = await call('PUT', '/api/drafts/numbers', editor, {
      body: numbersOf(44),
      ifMatch: '"0123456789abcdef"',
    })
    expect(response).toMatchObject({ status: 412, etag: `"${content.read(numbers).version}"` })
    expect(drafts.list()).toEqual([])
  })

  test('that is not valid: 422 with the fields, and the draft stays', async () => {
    const { etag } = await call('PUT', '/api/drafts/numbers', editor, { body: numbersOf(45) })
    const body = { ...numbersOf(46), yearsOpen: 'many' }
    const refused = await call('PUT', '/api/drafts/numbers', editor, { body, ifMatch: etag })
    expect(refused).toMatchObject({ status: 422, code: 'invalid', fields: { yearsOpen: [expect.any(String)] } })
    expect((await call('GET', '/api/drafts/numbers', editor)).etag).toBe(etag)
  })

  test('that says what is published: is not stored, and one that is there goes', async () => {
    const published = content.read(numbers).value
    expect((await call('PUT', '/api/drafts/numbers', editor, { body: published })).status).toBe(204)
    const { etag } = await call('PUT', '/api/drafts/numbers', editor, { body: numbersOf(47) })
    expect((await call('PUT', '/api/drafts/numbers', editor, { body: published, ifMatch: etag })).status).toBe(204)
    expect(drafts.list()).toEqual([])
  })

  test('with a conflict: names the field, and is not published', async () => {
    await call('PUT', '/api/drafts/numbers', editor, { body: numbersOf(48) })
    await content.update(numbers, { author: 'ravi', reason: 'Edit', change: () => numbersOf(49) })
    expect((await call('GET', '/api/drafts/numbers', editor)).body).toMatchObject({ conflicts: ['yearsOpen'] })
    expect(await call('POST', '/api/drafts/numbers/publish', publisher)).toMatchObject({
      status: 409,
      code: 'conflict',
    })
    expect(content.read(numbers).value.yearsOpen).toBe(49)
  })

  test('is discarded with its ETag', async () => {
    const { etag } = await call('PUT', '/api/drafts/numbers', editor, { body: numbersOf(50) })
    expect((await call('DELETE', '/api/drafts/numbers', editor, { ifMatch: '"x"' })).status).toBe(412)
    expect((await call('DELETE', '/api/drafts/numbers', editor, { ifMatch: etag })).status).toBe(204)
    expect((await call('DELETE', '/api/drafts/numbers', editor)).status).toBe(404)
  })
})

describe('a release', () => {
  test('is made, filled, scheduled, taken back, published once and undone', async () => {
    const { status, body, location } = await call('POST', '/api/releases', editor, {
      body: { name: 'Results', time: LATER },
    })
    expect([status, body]).toMatchObject([201, { name: 'Results', time: '2099-01-15T04:00:00Z', state: 'open' }])
    const before = content.read(numbers).value.yearsOpen
    const draft = `${location}/drafts/numbers`
    expect((await call('PUT', draft, editor, { body: numbersOf(51) })).status).toBe(201)
    expect((await call('GET', location, editor)).body).toMatchObject({ drafts: [{ section: 'numbers' }], files: [] })
    expect((await call('GET', draft, editor)).body).toMatchObject({ content: { yearsOpen: 51 } })

    expect(await call('POST', `${location}/schedule`, editor)).toMatchObject({ status: 403, code: 'forbidden' })
    expect((await call('POST', `${location}/schedule`, publisher)).body).toMatchObject({ state: 'scheduled' })
    // A scheduled release is published without another review.
    expect(await call('PUT', draft, editor, { body: numbersOf(52), ifMatch: '*' })).toMatchObject({ status: 403 })
    expect(await call('PUT', location, editor, { body: { name: 'Other', time: LATER } })).toMatchObject({ status: 403 })
    expect(await call('DELETE', location, publisher)).toMatchObject({ status: 409, code: 'conflict' })
    expect((await call('POST', `${location}/unschedule`, publisher)).body).toMatchObject({ state: 'open' })

    const responses = await Promise.all([1, 2].map(() => call('POST', `${location}/publish`, publisher)))
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409])
    expect(content.read(numbers).value.yearsOpen).toBe(51)
    expect((await call('GET', location, editor)).body).toMatchObject({
      state: 'published',
      published: { by: 'publisher', sections: ['numbers'] },
    })
    expect(await call('PUT', draft, publisher, { body: numbersOf(53) })).toMatchObject({
      status: 409,
      code: 'conflict',
    })
    expect(await call('DELETE', location, publisher)).toMatchObject({ status: 409 })

    expect((await call('POST', `${location}/undo`, publisher)).body).toMatchObject({
      state: 'open',
      published: null,
      undone: { by: 'publisher' },
      drafts: [{ section: 'numbers', author: 'editor' }],
    })
    expect(content.read(numbers).value.yearsOpen).toBe(before)
    expect(await call('POST', `${location}/undo`, publisher)).toMatchObject({ status: 409, code: 'conflict' })

    expect((await call('PUT', draft, editor, { body: numbersOf(53), ifMatch: '*' })).status).toBe(200)
    expect((await call('POST', `${location}/publish`, publisher)).body).toMatchObject({ state: 'published' })
    expect(content.read(numbers).value.yearsOpen).toBe(53)
    expect((await call('POST', `${location}/undo`, publisher)).status).toBe(200)
  })

  test('takes a draft in and lets it out again; the audit log names the person of the token', async () => {
    await call('PUT', '/api/drafts/numbers', editor, { body: numbersOf(54) })
    const { location } = await call('POST', '/api/releases', editor, { body: { name: 'Moved' } })
    expect((await call('POST', `${location}/drafts/numbers/add`, editor)).body).toMatchObject({
      drafts: [{ section: 'numbers' }],
    })
    expect(await call('POST', `${location}/drafts/numbers/add`, editor)).toMatchObject({ status: 404 })
    expect((await call('POST', `${location}/drafts/numbers/take-out`, editor)).body).toMatchObject({ drafts: [] })
    expect((await call('GET', '/api/drafts', editor)).body).toMatchObject([{ section: 'numbers', release: null }])
    const id = location.split('/').at(-1)
    expect(await movesInAuditLog()).toMatchObject([
      { user: { name: 'editor' }, about: 'numbers', detail: { from: id } },
      { user: { name: 'editor' }, about: 'numbers', detail: { to: id } },
    ])
  })

  test('is renamed, and deleted with what becomes of its drafts', async () => {
    const { location } = await call('POST', '/api/releases', editor, { body: { name: 'Old', time: LATER } })
    const renamed = await call('PUT', location, editor, { body: { name: 'New' } })
    expect(renamed.body).toMatchObject({ name: 'New', time: null })
    await call('PUT', `${location}/drafts/numbers`, editor, { body: numbersOf(55) })
    expect(await call('DELETE', `${location}?drafts=burn`, editor)).toMatchObject({
      status: 422,
      fields: { drafts: [expect.any(String)] },
    })
    // They could not be restored without their release.
    expect(await call('DELETE', `${location}?drafts=discard`, editor)).toMatchObject({ status: 403, code: 'forbidden' })
    expect((await call('DELETE', `${location}?drafts=detach`, editor)).status).toBe(204)
    expect(await call('GET', location, editor)).toMatchObject({ status: 404, code: 'not-found' })
    expect((await call('GET', '/api/drafts/numbers', editor)).status).toBe(200)
  })

  test('that is not as it has to be: refused with the reason, and nothing changes', async () => {
    for (const [body, field] of [
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(121) }, 'name'],
      [{ name: 'x', time: 'tomorrow' }, 'time'],
      [{ name: 'x', colour: 'red' }, 'colour'],
    ] as const) {
      const refused = await call('POST', '/api/releases', editor, { body })
      expect(refused).toMatchObject({ status: 422, fields: { [field]: [expect.any(String)] } })
    }
    expect((await call('GET', '/api/releases', editor)).body).not.toContainEqual(
      expect.objectContaining({ state: 'open' }),
    )
    const { location } = await call('POST', '/api/releases', editor, { body: { name: 'Empty' } })
    expect(await call('POST', `${location}/publish`, publisher)).toMatchObject({ status: 422, code: 'invalid' })
    expect(await call('POST', `${location}/schedule`, publisher)).toMatchObject({ status: 422 })
    const unknown = '/api/releases/0123456789ab'
    for (const [method, address] of [
      ['GET', unknown],
      ['DELETE', unknown],
      ['POST', `${unknown}/publish`],
      ['POST', `${unknown}/drafts/numbers/add`],
      ['GET', `${unknown}/drafts/numbers`],
    ] as const) {
      expect((await call(method, address, publisher)).status, `${method} ${address}`).toBe(404)
    }
    expect((await call('PUT', `${unknown}/drafts/numbers`, publisher, { body: numbersOf(1) })).status).toBe(404)
  })

  test('with a body of another kind or size: 415, 400 and 413', async () => {
    const headers = { authorization: `Bearer ${editor}` }
    const json = { ...headers, 'content-type': 'application/json' }
    for (const [status, init] of [
      [415, { headers, body: 'x' }],
      [400, { headers: json, body: '{' }],
      [413, { headers: json, body: `"${'x'.repeat(1024 * 1024)}"` }],
    ] as const) {
      expect((await send('POST', '/api/releases', init)).status).toBe(status)
      expect((await send('PUT', '/api/drafts/numbers', init)).status).toBe(status)
    }
  })
})

test('a section that needs approval: its draft is published only after it', async () => {
  await site.approvals.setSections(new Set(['numbers']), 'asha')
  try {
    const { body } = await call('PUT', '/api/drafts/numbers', editor, { body: numbersOf(56) })
    expect(body).toMatchObject({ approval: 'not-asked' })
    const refused = await call('POST', '/api/drafts/numbers/publish', publisher)
    expect(refused).toMatchObject({ status: 403, code: 'approval-required' })
    expect((await call('GET', '/api/drafts/numbers', editor)).status).toBe(200)
  } finally {
    await site.approvals.setSections(new Set(), 'asha')
  }
})

test('tokens that do not count: 401 for a read and a write, stored nowhere', async () => {
  const past = new Date(Date.now() - 1000).toISOString()
  const revoked = await makeToken('editor', 'editor', { name: 'To revoke' })
  const listed = await accessTokens.listAccessTokens('editor')
  await accessTokens.revokeAccessToken('editor', listed.find(({ name }) => name === 'To revoke')?.hash ?? '')
  const { id } = await people.invite({ name: 'Gone', username: 'gone', role: 'publisher' })
  const deactivated = await makeToken(id, 'publisher')
  await people.deactivate(id)
  const expired = await makeToken('editor', 'editor', { expiresAt: past })
  for (const token of ['', 'forged', expired, revoked, deactivated]) {
    for (const [method, address] of [
      ['GET', '/api/releases'],
      ['GET', '/api/drafts/numbers'],
      ['POST', '/api/releases'],
      ['PUT', '/api/drafts/numbers'],
    ] as const) {
      const response = await call(method, address, token, method === 'GET' ? {} : { body: numbersOf(57) })
      expect(response, `${token} ${method} ${address}`).toMatchObject({ status: 401, code: 'signed-out' })
    }
  }
  expect(drafts.list()).toEqual([])
})

test('a token of an administrator that is for an editor: may not publish', async () => {
  const token = await makeToken('administrator', 'editor')
  expect((await call('GET', '/api/releases', token)).status).toBe(200)
  expect((await call('POST', '/api/drafts/numbers/publish', token)).status).toBe(403)
})

interface CallOptions {
  body?: unknown
  ifMatch?: string
}

/** Makes a call. Checks that the response matches the OpenAPI document, and that no cache may store it. */
async function call(method: string, address: string, token: string, { body, ifMatch }: CallOptions = {}) {
  const response = await send(method, address, {
    headers: {
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.clone().text()
  const known = z
    .object({ error: z.object({ code: z.string(), fields: z.record(z.string(), z.unknown()).optional() }) })
    .safeParse(text === '' ? undefined : JSON.parse(text)).data?.error
  return {
    status: response.status,
    etag: response.headers.get('etag') ?? '',
    location: response.headers.get('location') ?? '',
    body: text === '' ? undefined : (JSON.parse(text) as unknown),
    code: known?.code,
    fields: known?.fields,
  }
}

async function send(method: string, address: string, init: RequestInit): Promise<Response> {
  const request = new Request(origin + address, { ...init, method })
  const { pathname } = new URL(request.url)
  const [{ route, params } = { route: undefined, params: {} }] = matchRoutes(table, pathname) ?? []
  if (!route) throw new Error(`${address} has no route`)
  const { loader, action } = route.handle
  const context = { requestId: 'request-1', clientAddress: '192.0.2.1' }
  const response = await (method === 'GET' ? loader : action)({ request, params, context })
  expect(response.headers.get('cache-control')).toBe('no-store')
  const found = document.calls.find(
    (one) =>
      one.method === method.toLowerCase() && new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  )
  if (!found) throw new Error(`${method} ${address} is not in the document`)
  expect(await document.faultsOf(found, response.clone()), `${method} ${address}`).toEqual([])
  return response
}

function numbersOf(yearsOpen: number) {
  return { ...content.read(numbers).value, yearsOpen }
}

async function movesInAuditLog() {
  const moves: unknown[] = []
  for await (const entry of site.audit.find({ kind: 'draft.moved' })) moves.push(entry)
  return moves.slice(0, 2)
}

async function makeToken(of: string, scope: 'editor' | 'publisher', { name = 'Export', expiresAt = TOMORROW } = {}) {
  const account = accounts.readAccounts()?.find(({ id }) => id === of)
  if (!account) throw new Error('There is no account')
  return accessTokens.makeAccessToken({ account, name, scope, expiresAt })
}
