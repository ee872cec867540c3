import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { readOpenApi } from '#app/cms/api/openapi/document.server.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { openPublicDocuments } from '#app/cms/public-documents.server.ts'
import { origin, ownRequest, routeArgs, signIn, signInAs } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { recipes } from '#test/example-site/recipes/recipes.ts'
import { action, loader } from './section-resource.tsx'

const site = await createExampleSite()
const { content } = site

const sodaBread = content.read(recipes.entry('soda-bread')).value
const oats = { title: 'Oats', minutes: 5, body: 'Soak overnight.' }

let cookie: string
beforeAll(async () => {
  cookie = await signIn()
})

beforeEach(async () => {
  const by = { author: 'test', reason: 'Begin again' }
  for (const key of content.entryKeys(recipes)) {
    if (key !== 'soda-bread') await content.remove(recipes.entry(key), by)
  }
  await content.update(recipes.entry('soda-bread'), { ...by, change: () => sodaBread, create: () => sodaBread })
})

describe('GET /api/recipes', () => {
  test('the entries that visitors find, with their key as _id, and an ETag that follows every change', async () => {
    const first = await get('recipes')
    expect([first.status, first.headers.get('link')]).toEqual([200, null])
    expect(await first.json()).toEqual([{ _id: 'soda-bread', ...sodaBread }])
    const etag = first.headers.get('etag') ?? ''
    expect((await get('recipes', { headers: { 'if-none-match': etag } })).status).toBe(304)

    await post({ ...oats, visibility: 'unlisted' })
    expect((await get('recipes', { headers: { 'if-none-match': etag } })).status).toBe(304)
    await post(oats)
    const changed = await get('recipes', { headers: { 'if-none-match': etag } })
    expect([changed.status, ids(await changed.json())]).toEqual([200, ['oats-2', 'soda-bread']])
  })

  test('more than 100: pages with links and one ETag; a page beyond the last is empty', async () => {
    const numbers = Array.from({ length: 205 }, (_, at) => String(at).padStart(3, '0'))
    const loaves = (change: (number: string) => unknown) =>
      content.publish(
        numbers.map((number) => ({ section: recipes.entry(`loaf-${number}`), change: () => change(number) })),
        { author: 'test', reason: 'Loaves', id: 'loaves' },
      )
    await loaves((number) => recipes.schema.parse({ ...oats, title: `Loaf ${number}` }))
    onTestFinished(() => loaves(() => undefined).then(() => undefined))
    const pages = await Promise.all([1, 2, 3, 4].map((page) => get(`recipes?page=${page}`)))
    const lists = await Promise.all(pages.map(async (page) => ids(await page.json())))
    expect(lists.map(({ length }) => length)).toEqual([100, 100, 6, 0])
    expect(lists.flat()).toEqual([...numbers.map((number) => `loaf-${number}`), 'soda-bread'])
    expect(new Set(pages.map(({ headers }) => headers.get('etag'))).size).toBe(1)
    expect(pages.map(({ headers }) => headers.get('link'))).toEqual([
      '</api/recipes?page=2>; rel="next", </api/recipes?page=3>; rel="last"',
      '</api/recipes>; rel="first", </api/recipes>; rel="prev", </api/recipes?page=3>; rel="next", </api/recipes?page=3>; rel="last"',
      '</api/recipes>; rel="first", </api/recipes?page=2>; rel="prev"',
      '</api/recipes>; rel="first", </api/recipes?page=3>; rel="prev"',
    ])
  })

  test.each(['0', '-1', 'x', '1.5', '9999999', ''])('page %j: 422 on page', async (page) => {
    const response = await get(`recipes?page=${page}`)
    expect([response.status, Object.keys(await fieldsOf(response))]).toEqual([422, ['page']])
  })

  test('the host keeps the first page, and no other query', () => {
    const documents = openPublicDocuments(site)
    expect(documents.addressOf('/api/recipes')).toBe('/api/recipes')
    for (const query of ['page=2', 'visibility=all', 'x']) {
      expect(documents.addressOf(`/api/recipes?${query}`)).toBeUndefined()
    }
  })
})

describe('entries that visitors do not find', () => {
  beforeEach(async () => {
    await post({ ...oats, _id: 'unlisted', visibility: 'unlisted' })
    await post({ ...oats, _id: 'hidden', visibility: 'hidden' })
  })

  test('in no list; an unlisted one can be read by its _id, a hidden one cannot', async () => {
    expect(ids(await (await get('recipes')).json())).toEqual(['soda-bread'])
    expect((await get('recipes/unlisted')).status).toBe(200)
    expect((await get('recipes/hidden')).status).toBe(404)
  })

  test('visibility=all: staff alone, and never in a cache', async () => {
    for (const address of ['recipes?visibility=all', 'recipes/hidden?visibility=all']) {
      expect((await get(address)).status).toBe(401)
      const response = await get(address, { headers: { cookie: await signInAs('editor') } })
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    }
    const all = await get('recipes?visibility=all', { headers: { cookie } })
    expect(ids(await all.json())).toEqual(['hidden', 'unlisted', 'soda-bread'])
  })

  test('OPTIONS with visibility=all and no sign-in: does not reveal a hidden entry', async () => {
    const options = (key: string) => get(`recipes/${key}?visibility=all`, { method: 'OPTIONS' })
    expect((await options('hidden')).status).toBe(404)
    expect((await options('soda-bread')).headers.get('allow')).toBe('GET, HEAD, PUT, DELETE, OPTIONS')
  })
})

describe('POST /api/recipes', () => {
  test('the key is made of the title, with a number if it is taken or was taken before', async () => {
    const first = await post({ ...oats, title: 'Crêpes & syrup' })
    expect([first.status, first.headers.get('location')]).toEqual([201, '/api/recipes/crepes-syrup'])
    const entry = await get('recipes/crepes-syrup')
    expect(await entry.json()).toEqual(await first.json())
    expect(entry.headers.get('etag')).toBe(first.headers.get('etag'))
    await send('DELETE', 'recipes/crepes-syrup')
    const second = await post({ ...oats, title: 'Crêpes & syrup' })
    expect(second.headers.get('location')).toBe('/api/recipes/crepes-syrup-2')
  })

  test('an _id that an entry, or a draft of a new one, has: 409, and nothing is changed', async () => {
    const rusks = recipes.schema.parse({ ...oats, title: 'Rusks' })
    await site.drafts.save(recipes.entry('rusks'), {
      ...{ author: 'admin', content: rusks, release: undefined },
      ...{ version: '', expectedRevision: null },
    })
    for (const _id of ['soda-bread', 'rusks']) {
      const response = await post({ ...oats, _id })
      expect([response.status, (await errorOf(response)).message]).toEqual([409, expect.stringContaining(`“${_id}”`)])
    }
    expect(content.entryKeys(recipes)).toEqual(['soda-bread'])
    expect(content.read(recipes.entry('soda-bread')).value).toEqual(sodaBread)
  })

  test('two at the same moment with one _id: one is made, the other is refused', async () => {
    const both = await Promise.all(['One', 'Two'].map((title) => post({ ...oats, title, _id: 'same' })))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  test.each([
    [{ ...oats, _id: 'Not a key' }, '_id'],
    [{ ...oats, _id: 'a'.repeat(81) }, '_id'],
    [{ ...oats, _id: 7 }, '_id'],
    [{ ...oats, title: '–' }, '_id'],
    [{ ...oats, minutes: 0 }, 'minutes'],
    [{ ...oats, colour: 'red' }, 'colour'],
    [{ ...oats, address: 'soda-bread' }, 'address'],
  ])('%j: 422 on %s, and nothing is made', async (body, field) => {
    const response = await post(body)
    expect([response.status, Object.keys(await fieldsOf(response))]).toEqual([422, [field]])
    expect(content.entryKeys(recipes)).toEqual(['soda-bread'])
  })

  test('If-Match: only with the ETag of the list', async () => {
    const etag = (await get('recipes')).headers.get('etag') ?? ''
    expect((await post(oats, { 'if-match': '"0123456789abcdef"' })).status).toBe(412)
    expect((await post(oats, { 'if-match': etag })).status).toBe(201)
    expect((await post(oats, { 'if-match': etag })).status).toBe(412)
  })
})

describe('PUT and DELETE /api/recipes/{id}', () => {
  const read = async () => (await get('recipes/soda-bread')).headers.get('etag') ?? ''

  test('PUT: replaces the entry; what GET returned can be sent back', async () => {
    const entry = object.parse(await (await get('recipes/soda-bread')).json())
    const response = await send('PUT', 'recipes/soda-bread', { ...entry, minutes: 7 }, { 'if-match': await read() })
    expect([response.status, await response.json()]).toEqual([200, { ...entry, minutes: 7 }])
    expect(response.headers.get('etag')).toBe(await read())
    expect((await content.history(recipes.entry('soda-bread')))[0]).toMatchObject({ reason: 'Changed by a program' })
  })

  test.each([
    ['an old version', sodaBread, { 'if-match': '"0123456789abcdef"' }, 412],
    ['If-None-Match: *, of a program that means to make it', sodaBread, { 'if-none-match': '*' }, 412],
    ['another _id', { ...sodaBread, _id: 'oats' }, {}, 422],
    ['an unknown field', { ...sodaBread, colour: 'red' }, {}, 422],
  ])('PUT with %s: refused, nothing is changed', async (_case, body, headers, status) => {
    const before = await read()
    expect((await send('PUT', 'recipes/soda-bread', body, headers)).status).toBe(status)
    expect(await read()).toBe(before)
  })

  test('DELETE: the entry is gone, its history stays; an old version is refused', async () => {
    for (const headers of [{ 'if-match': '"0"' }, { 'if-none-match': await read() }])
      expect((await send('DELETE', 'recipes/soda-bread', undefined, headers)).status).toBe(412)
    const response = await send('DELETE', 'recipes/soda-bread', undefined, { 'if-match': await read() })
    expect(response.status).toBe(204)
    for (const again of [get('recipes/soda-bread'), send('DELETE', 'recipes/soda-bread')]) {
      expect((await again).status).toBe(404)
    }
    expect((await send('PUT', 'recipes/soda-bread', sodaBread)).status).toBe(404)
    expect((await content.history(recipes.entry('soda-bread')))[0]).toMatchObject({ reason: 'Deleted by a program' })
  })

  test.each(['nothing', 'Soda-Bread', '__proto__', '..'])('%s: 404 for every method', async (key) => {
    for (const method of ['PUT', 'DELETE']) expect((await send(method, `recipes/${key}`, sodaBread)).status).toBe(404)
    expect((await get(`recipes/${encodeURIComponent(key)}`)).status).toBe(404)
  })
})

test.each([
  ['POST', 'recipes'],
  ['PUT', 'recipes/soda-bread'],
  ['DELETE', 'recipes/soda-bread'],
])(
  '%s /api/%s: 401 for strangers, 403 for editors, from another site and without approval',
  async (method, address) => {
    const before = content.read(recipes.entry('soda-bread')).version
    const statusOf = async (headers: Record<string, string>) => {
      const response = await send(method, address, oats, headers)
      return [response.status, (await errorOf(response)).code]
    }
    expect(await statusOf({ cookie: '' })).toEqual([401, 'signed-out'])
    expect(await statusOf({ cookie: await signInAs('editor') })).toEqual([403, 'forbidden'])
    expect(await statusOf({ 'sec-fetch-site': 'cross-site' })).toEqual([403, 'wrong-origin'])
    await site.approvals.setSections(new Set(['recipes']), 'asha')
    onTestFinished(() => site.approvals.setSections(new Set(), 'asha'))
    expect(await statusOf({})).toEqual([403, 'approval-required'])
    expect([content.entryKeys(recipes), content.read(recipes.entry('soda-bread')).version]).toEqual([
      ['soda-bread'],
      before,
    ])
  },
)

test('a file that could never be read: 503, not in the list, and its key is taken', async () => {
  vi.spyOn(log, 'error').mockReturnValue()
  onTestFinished(() => void vi.restoreAllMocks())
  await writeFile(path.join(site.env.contentDir, 'recipes/torn.md'), '---\ntitle: [\n---\n')
  await vi.waitFor(() => {
    expect(content.entryKeys(recipes)).toContain('torn')
  })
  expect((await get('recipes/torn')).status).toBe(503)
  expect(ids(await (await get('recipes')).json())).toEqual(['soda-bread'])
  expect((await post({ ...oats, _id: 'torn' })).status).toBe(409)
})

test('OpenAPI: every operation, with the first entry as example', () => {
  const paths = z.record(z.string(), z.record(z.string(), z.looseObject({}))).parse(readOpenApi().paths)
  expect(Object.keys(paths['/api/recipes'] ?? {})).toEqual(['get', 'post'])
  expect(Object.keys(paths['/api/recipes/{id}'] ?? {})).toEqual(['get', 'put', 'delete'])
  expect(paths['/api/recipes/{id}']?.['get']).toMatchObject({
    parameters: expect.arrayContaining([expect.objectContaining({ name: 'id', example: 'soda-bread' })]),
  })
  const post = JSON.stringify(paths['/api/recipes']?.['post'])
  expect(post).toContain('"title":"Soda bread"')
  expect(post).not.toContain('"_id":"soda-bread"')
})

const object = z.record(z.string(), z.unknown())

function ids(list: unknown) {
  return z
    .array(z.looseObject({ _id: z.string() }))
    .parse(list)
    .map(({ _id }) => _id)
}

function get(address: string, init: RequestInit = {}) {
  return loader(routeArgs(new Request(`${origin}/api/${address}`, init), paramsOf(address)))
}

function post(body: unknown, headers?: Record<string, string>) {
  return send('POST', 'recipes', body, headers)
}

function send(method: string, address: string, body?: unknown, headers: Record<string, string> = {}) {
  const request = ownRequest(`/api/${address}`, {
    method,
    headers: { cookie, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return action(routeArgs(request, paramsOf(address)))
}

function paramsOf(address: string): Record<string, string> {
  const [resource = '', entryId] = address.split('?')[0]?.split('/').map(decodeURIComponent) ?? []
  return { resource, ...(entryId !== undefined && { entryId }) }
}

async function errorOf(response: Response) {
  const { error } = z
    .object({ error: z.object({ code: z.string(), message: z.string(), fields: object.optional() }) })
    .parse(await response.json())
  return error
}

async function fieldsOf(response: Response) {
  return (await errorOf(response)).fields ?? {}
}

describe('a title of which the address would lose letters', () => {
  const hindi = { ...oats, title: 'दलिया Oats' }

  test('no address: 422 on address, with what to type; with an address or an _id: made', async () => {
    const refused = await post(hindi)
    expect([refused.status, Object.keys(await fieldsOf(refused))]).toEqual([422, ['address']])
    const made = await post({ ...hindi, address: 'porridge' })
    expect(made.status).toBe(201)
    expect((await post({ ...hindi, _id: 'dalia' })).status).toBe(201)
  })

  test.each(['Ærø’s oats', 'Crème 🎉'])('“%s”, which loses none: made', async (title) => {
    expect((await post({ ...oats, title })).status).toBe(201)
  })
})
