import { readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { listedRows } from '#app/cms/define/listed-rows.ts'
import { gallery } from '#app/site/sections/gallery/gallery.ts'
import { heroSlides } from '#app/site/sections/hero-slides/hero-slides.ts'
import definition from '#app/site.config.ts'
import { origin, ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { action, loader } from '#app/cms/api/content/section-resource.tsx'
import { createTestSite } from '#test/create-test-site.ts'
import { setEntries } from '#test/set-entries.ts'

const { sections } = definition

const site = await createTestSite()
const { env, content: siteContent } = site

let cookie: string
beforeAll(async () => {
  cookie = await signIn()
})

const shipped = listedRows(site, heroSlides)
beforeEach(() => setEntries(siteContent, heroSlides, shipped))

const slide = { title: 'Line one\nline two', subtitle: '', buttonText: 'More', buttonLink: '/products' }
const slides = () => listedRows(site, heroSlides)
const version = (key: string) => siteContent.find(heroSlides.entry(key))?.version

function send(method: string, address: string, body: BodyInit | object, headers: Record<string, string> = {}) {
  const isJson = !(body instanceof FormData || body instanceof URLSearchParams || typeof body === 'string')
  const request = ownRequest(address, {
    method,
    headers: { cookie, ...(isJson && { 'content-type': 'application/json' }), ...headers },
    body: isJson ? JSON.stringify(body) : body,
  })
  const [, resource = '', entryId = ''] = /^\/api\/([^/]+)\/?(.*)$/.exec(new URL(request.url).pathname) ?? []
  return action(routeArgs(request, { resource, ...(entryId && { entryId }) }))
}

function get(resource: string, headers: Record<string, string> = {}) {
  return loader(routeArgs(new Request(`${origin}/api/${resource}`, { headers }), { resource }))
}

function getEntry(address: string) {
  const [resource = '', entryId = ''] = address.split('/')
  return loader(routeArgs(new Request(`${origin}/api/${address}`), { resource, entryId }))
}

const errorBody = z.object({
  error: z.strictObject({
    code: z.string(),
    message: z.string(),
    fields: z.record(z.string(), z.array(z.string())).optional(),
    requestId: z.string(),
  }),
})
async function errorOf(response: Response) {
  return errorBody.parse(await response.json()).error
}

function multipart(fields: Record<string, string | File>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

async function photo() {
  const bytes = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#a84e1a' } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(bytes)], 'Line 3.png', { type: 'image/png' })
}

test('a 501st entry: 422 with the number, the limit and what to do, nothing changed', async () => {
  const { items } = siteContent.read(gallery).value
  const [first] = items
  if (!first) throw new Error('There is no picture')
  const full = Array.from({ length: 500 }, (_, at) => ({ ...first, _id: `s${at}` }))
  await siteContent.update(gallery, { author: 'test', reason: 'Full', change: (now) => ({ ...now, items: full }) })
  const { _id, ...picture } = first
  const response = await send('POST', '/api/gallery', picture)
  expect(response.status).toBe(422)
  const message = 'Items has 501 entries; the limit is 500. Remove 1 entry'
  expect(await errorOf(response)).toMatchObject({ code: 'invalid', fields: { items: [message] } })
  expect(siteContent.read(gallery).value.items).toHaveLength(500)
  await siteContent.update(gallery, { author: 'test', reason: 'Start again', change: (now) => ({ ...now, items }) })
})

describe('reads', () => {
  test.each(['nothing', 'constructor', '__proto__', ''])('%j: a JSON 404', async (resource) => {
    const response = await get(resource)
    expect(response.status).toBe(404)
    expect(await errorOf(response)).toMatchObject({ code: 'not-found', requestId: 'request-1' })
  })

  test.each(sections.flatMap((section) => (section.api ? [[section.api.path, section] as const] : [])))(
    '/api/%s: its content with an ETag that responds with 304',
    async (resource, section) => {
      const response = await get(resource)
      expect(response.status).toBe(200)
      expect(response.headers.get('etag')).toBe(`"${siteContent.read(section).version}"`)
      expect(JSON.stringify(siteContent.read(section).value)).toContain(
        JSON.stringify(await response.json()).slice(1, -1),
      )
      const again = await get(resource, { 'if-none-match': response.headers.get('etag') ?? '' })
      expect(again.status).toBe(304)
      expect(await again.text()).toBe('')
    },
  )

  test('a collection is a list, a listed record a list of one', async () => {
    expect(await (await get('heroslides')).json()).toHaveLength(slides().length)
    expect(await (await get('globalexpansion')).json()).toHaveLength(1)
  })

  test.each(['heroslides/x', 'stats/x', 'powercables/x', 'newssection/x'])('/api/%s: a JSON 404', async (address) => {
    const response = await getEntry(address)
    expect([response.status, (await errorOf(response)).code]).toEqual([404, 'not-found'])
  })

  test('an entry and a record by their _id: the same as in the list, with its ETag', async () => {
    const [first] = slides()
    const entry = await getEntry(`heroslides/${first?._id ?? ''}`)
    expect([await entry.json(), entry.headers.get('etag')]).toEqual([first, `"${version(first?._id ?? '')}"`])
    expect(await (await get('heroslides')).json()).toEqual(slides())
    expect(await (await getEntry('stats/stats')).json()).toEqual(await (await get('stats')).json())
  })

  test('the second address of a write: cannot be read', async () => {
    const response = await getEntry('newssection/update')
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'PUT, OPTIONS'])
  })

  test.each([
    ['heroslides', 'GET, HEAD, POST, OPTIONS'],
    ['powercables', 'GET, HEAD, PUT, OPTIONS'],
    ['stats', 'GET, HEAD, OPTIONS'],
  ])('OPTIONS /api/%s: 204 with Allow', async (resource, allow) => {
    const request = new Request(`${origin}/api/${resource}`, { method: 'OPTIONS' })
    const response = await loader(routeArgs(request, { resource }))
    expect([response.status, response.headers.get('allow')]).toEqual([204, allow])
  })
})

describe('writes that are refused change nothing', () => {
  test.each([
    ['anonymous', { cookie: '' }, 401, 'signed-out'],
    ['a page of another site without a cookie', { cookie: '', 'sec-fetch-site': 'cross-site' }, 403, 'wrong-origin'],
    ['a forged session', { cookie: 'session=forged' }, 401, 'signed-out'],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403, 'wrong-origin'],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }, 403, 'wrong-origin'],
    ['a stale version', { 'if-match': '"0123456789abcdef"' }, 412, 'stale-version'],
    ['a wrong media type', { 'content-type': 'text/plain' }, 415, 'unsupported-type'],
  ])('%s', async (_name, headers, status, code) => {
    const response = await send('POST', '/api/heroslides', slide, headers)
    expect(response.status).toBe(status)
    expect(await errorOf(response)).toMatchObject({ code })
    expect(slides()).toEqual(shipped)
  })

  test('malformed JSON: 400 with its place', async () => {
    const response = await send('POST', '/api/heroslides', '{"title": \n', { 'content-type': 'application/json' })
    expect(response.status).toBe(400)
    expect((await errorOf(response)).message).toContain('line 2')
  })

  test('JSON that is not an object: 400', async () => {
    expect((await send('POST', '/api/heroslides', [slide])).status).toBe(400)
  })

  test('an unknown key and a bad link: 422 that names both', async () => {
    const response = await send('POST', '/api/heroslides', {
      ...slide,
      colour: 'red',
      buttonLink: 'javascript:alert(1)',
    })
    expect(response.status).toBe(422)
    const { fields } = await errorOf(response)
    expect(fields?.['buttonLink']?.[0]).toContain('must be a path')
    expect(fields?.['colour']).toEqual(['There is no such field'])
  })

  test('an HTML file named .png: 422 on the image, with the reason', async () => {
    const file = new File(['<html><script>alert(1)</script></html>'], 'photo.png', { type: 'image/png' })
    const response = await send('POST', '/api/heroslides', multipart({ ...slide, file }))
    expect(response.status).toBe(422)
    expect((await errorOf(response)).fields).toMatchObject({
      file: [expect.stringContaining('JPEG, PNG, WebP or AVIF')],
    })
    expect(slides()).toEqual(shipped)
  })

  test.each([
    ['PUT', '/api/heroslides'],
    ['PATCH', '/api/heroslides'],
    ['DELETE', '/api/heroslides'],
    ['POST', '/api/stats'],
  ])('%s %s: 405 with Allow', async (method, address) => {
    const response = await send(method, address, slide)
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toContain('GET')
  })

  test.each(['PUT', 'DELETE'])('%s of an entry that is not there: 404', async (method) => {
    const response = await send(method, '/api/heroslides/missing', slide)
    expect(response.status).toBe(404)
  })

  test('an _id that contradicts the address: 422', async () => {
    const [first] = slides()
    const response = await send('PUT', `/api/heroslides/${first?._id ?? ''}`, { ...slide, _id: 'other' })
    expect(response.status).toBe(422)
    expect((await errorOf(response)).fields).toHaveProperty('_id')
  })

  test('a record under the id of another: 404', async () => {
    expect((await send('PUT', '/api/stats/other', {})).status).toBe(404)
  })
})

test('the fields that a collection adds: in no response, and unknown in a body', async () => {
  const { _id, ...fields } = shipped[0] ?? { _id: '' }
  await siteContent.update(heroSlides.entry(_id), {
    author: 'test',
    reason: 'Unlisted',
    change: (now) => ({ ...now, visibility: 'unlisted' as const }),
  })
  expect(await (await getEntry(`heroslides/${_id}`)).json()).toEqual({ _id, ...fields })
  expect((await send('PUT', `/api/heroslides/${_id}`, fields)).status).toBe(200)
  expect(siteContent.read(heroSlides.entry(_id)).value.visibility).toBe('unlisted')
  const refused = await send('PUT', `/api/heroslides/${_id}`, { ...fields, visibility: 'listed' })
  expect([refused.status, (await errorOf(refused)).fields]).toEqual([422, { visibility: ['There is no such field'] }])
})

describe('writes', () => {
  test('POST multipart with a picture: stored, added at the end, on disk at once', async () => {
    const response = await send('POST', '/api/heroslides', multipart({ ...slide, file: await photo() }))
    expect(response.status).toBe(201)
    const added = slides().at(-1)
    expect(await response.json()).toEqual(added)
    expect(added).toMatchObject({
      title: 'Line one\nline two',
      image: expect.stringMatching(/^line-3-[0-9a-f]{8}\.png$/),
    })
    expect(response.headers.get('location')).toBe(`/api/heroslides/${added?._id ?? ''}`)
    expect(response.headers.get('etag')).toBe(`"${version(added?._id ?? '')}"`)
    const { file } = heroSlides.entry(added?._id ?? '')
    expect(readFileSync(path.join(env.contentDir, file), 'utf8')).toContain('line two')
  })

  test('POST with an _id: taken, but not twice', async () => {
    expect((await send('POST', '/api/heroslides', { ...slide, _id: 'monsoon' })).status).toBe(201)
    expect(slides().at(-1)?._id).toBe('monsoon')
    const again = await send('POST', '/api/heroslides', { ...slide, _id: 'monsoon' })
    expect(again.status).toBe(409)
    expect((await errorOf(again)).message).toContain('“monsoon” already')
    expect(slides()).toHaveLength(shipped.length + 1)
  })

  test('PUT: replaces the text, keeps the picture that was not sent', async () => {
    const [first] = slides()
    const response = await send(
      'PUT',
      `/api/heroslides/${first?._id ?? ''}`,
      { title: 'Only a title' },
      { 'if-match': `"${version(first?._id ?? '')}"` },
    )
    expect(response.status).toBe(200)
    expect(slides()[0]).toEqual({
      _id: first?._id,
      title: 'Only a title',
      subtitle: '',
      buttonText: '',
      buttonLink: '',
      image: first?.image,
      imageAlt: first?.imageAlt,
    })
    expect(slides().slice(1)).toEqual(shipped.slice(1))
  })

  test('DELETE: 204, and the entry is gone', async () => {
    const [first] = slides()
    const response = await send('DELETE', `/api/heroslides/${first?._id ?? ''}`, '')
    expect(response.status).toBe(204)
    expect(slides()).toEqual(shipped.slice(1))
  })

  test('PUT of a record: what GET answered is accepted and read back equal', async () => {
    const stats = z.looseObject({ _id: z.string() }).parse(await (await get('stats')).json())
    const next = { ...stats, clientsWorldwide: 251 }
    const response = await send('PUT', `/api/stats/${stats._id}`, next)
    expect(response.status).toBe(200)
    expect(await (await get('stats')).json()).toEqual(next)
  })
})

test('a program that has not signed in: 401, not a complaint about its origin', async () => {
  const request = new Request(`${origin}/api/heroslides`, { method: 'POST', body: '{}' })
  const response = await action(routeArgs(request, { resource: 'heroslides' }))
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
})
