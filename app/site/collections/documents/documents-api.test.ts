import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { loader as docs } from '#app/cms/api/openapi/docs.tsx'
import { readOpenApi } from '#app/cms/api/openapi/document.server.ts'
import { action, loader } from '#app/cms/api/content/section-resource.tsx'
import { origin, ownRequest, routeArgs, signIn, signInAs } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { pdfBytes } from '#test/pdf-bytes.ts'
import { documentKeptBecause } from './document-rules.ts'
import { documents } from './documents.ts'
import { documentRegister } from '#app/site/sections/document-register/register.server.ts'

const site = await createTestSite()
const { content, media } = site

const object = z.record(z.string(), z.unknown())
const gift = object.parse(documents.api?.staffOnly?.example)
const GIFT = 'documents/policy-on-gifts'
const shipped = content.entryKeys(documents)
const KEPT = 'documents/annual-return-2023-24'
const kept = documents.entry('annual-return-2023-24')
const keptContent = content.read(kept).value

let cookie: string
let made: Response
beforeAll(async () => {
  cookie = await signIn()
  made = await send('POST', 'documents', gift)
})

/** Adds the document of the examples, which was never public. */
beforeEach(async () => {
  await content.update(documents.entry('policy-on-gifts'), {
    ...{ author: 'test', reason: 'Begin again' },
    change: () => documents.schema.parse(gift),
    create: () => documents.schema.parse(gift),
  })
})

describe('reads', () => {
  const READS = ['documents', 'documents?visibility=all', 'documents?page=2', GIFT, KEPT, 'documents/nothing']

  test.each(READS)('GET /api/%s: 401 for strangers, whatever there is', async (address) => {
    for (const headers of [{}, { cookie: 'session=forged' }, { 'if-none-match': '*' }, { authorization: 'Bearer x' }]) {
      const response = await get(address, { headers })
      expect(response.status).toBe(401)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('etag')).toBeNull()
    }
  })

  test('staff: every document, also a hidden one; an ETag, and in no cache', async () => {
    const headers = { cookie: await signInAs('editor') }
    for (const [address, first] of [
      ['documents', undefined],
      [GIFT, 'policy-on-gifts'],
    ] as const) {
      const response = await get(address, { headers })
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
      const body: unknown = await response.json()
      if (first === undefined) expect(idsOf(body)).toEqual(expect.arrayContaining(['policy-on-gifts', ...shipped]))
      else expect(body).toMatchObject({ _id: first, ...gift })
      const etag = response.headers.get('etag') ?? ''
      const again = await get(address, { headers: { ...headers, 'if-none-match': etag } })
      expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'no-store'])
    }
    expect((await get('documents/nothing', { headers })).status).toBe(404)
  })

  test('OPTIONS without a sign-in: the methods, the same whether there is such a document or not', async () => {
    for (const address of [GIFT, KEPT, 'documents/nothing']) {
      const response = await get(address, { method: 'OPTIONS' })
      expect([response.status, response.headers.get('allow')]).toEqual([204, 'GET, HEAD, PUT, DELETE, OPTIONS'])
    }
    const list = await get('documents', { method: 'OPTIONS' })
    expect([list.status, list.headers.get('allow')]).toEqual([204, 'GET, HEAD, POST, OPTIONS'])
  })
})

describe('POST /api/documents', () => {
  test('with its file: public together with the document, and recorded since when', async () => {
    const response = await send(
      'POST',
      'documents',
      formOf({ ...without(gift, 'fileUrl', 'visibility'), title: 'Another' }),
    )
    expect([response.status, response.headers.get('location')]).toEqual([201, '/api/documents/another'])
    const { fileUrl, published } = content.read(documents.entry('another')).value
    expect(fileUrl).toMatch(/^\/uploads\/documents\/[\w-]+\.pdf$/)
    expect(published).toEqual([{ fileUrl, name: '', since: expect.any(String) as string }])
    expect(media.documents.find(fileUrl.replace('/uploads/', ''))).toBeDefined()
    expect(
      site
        .service(documentRegister)
        .listed()
        .map(({ slug }) => slug),
    ).toContain('another')
  })

  test('a hidden one with its file: nobody gets the file', async () => {
    const response = await send('POST', 'documents', formOf({ ...without(gift, 'fileUrl'), title: 'Hidden' }))
    expect(response.status).toBe(201)
    const { fileUrl, published } = content.read(documents.entry('hidden')).value
    expect(published).toEqual([])
    expect(site.service(documentRegister).isWithheld(fileUrl.replace('/uploads/', ''))).toBe(true)
  })

  test('refused for another field: its file does not become public', async () => {
    const before = media.documents.list().length
    const response = await send('POST', 'documents', formOf({ ...without(gift, 'fileUrl'), date: 'soon' }, 'refused'))
    expect([response.status, Object.keys((await errorOf(response)).fields ?? {})]).toEqual([422, ['date']])
    expect(media.documents.list()).toHaveLength(before)
    expect(media.staged.list().map(({ file }) => file)).toEqual([expect.stringContaining('refused')])
  })

  test.each([
    [{ kind: 'annual-return', financialYear: '2024-25', period: 'q1' }, 'period'],
    [{ kind: 'annual-return', financialYear: '2025-26', date: '2026-03-30' }, 'date'],
    [{ kind: 'annual-report' }, 'kind'],
    [{ fileUrl: '/uploads/documents/none-1a2b3c4d.pdf' }, 'fileUrl'],
    [{ published: 'yes' }, 'published'],
    [{ colour: 'red' }, 'colour'],
  ])('%j: 422 on %s as in the form, nothing is made', async (fields, field) => {
    const before = content.entryKeys(documents)
    const response = await send('POST', 'documents', { ...gift, ...fields })
    expect([response.status, Object.keys((await errorOf(response)).fields ?? {})]).toEqual([422, [field]])
    expect(content.entryKeys(documents)).toEqual(before)
  })

  test('If-Match with the ETag of the list: made; with an old one: 412', async () => {
    const etag = (await get('documents', { headers: { cookie } })).headers.get('etag') ?? ''
    expect((await send('POST', 'documents', { ...gift, title: 'One' }, { 'if-match': etag })).status).toBe(201)
    expect((await send('POST', 'documents', { ...gift, title: 'Two' }, { 'if-match': etag })).status).toBe(412)
  })
})

describe('PUT and DELETE /api/documents/{id}', () => {
  const etagOf = async (address: string) => (await get(address, { headers: { cookie } })).headers.get('etag') ?? ''

  test('PUT of a part: the rest stays, so a hidden document stays hidden and a withdrawn one withdrawn', async () => {
    const hidden = await send('PUT', GIFT, { title: 'Gifts' }, { 'if-match': await etagOf(GIFT) })
    expect(await hidden.json()).toMatchObject({ ...gift, title: 'Gifts' })
    onTestFinished(beginAgain)
    await send('PUT', KEPT, { withdrawnBecause: 'Replaced' })
    const corrected = await send('PUT', KEPT, { title: 'Corrected' })
    expect(await corrected.json()).toMatchObject({ title: 'Corrected', withdrawnBecause: 'Replaced' })
  })

  test('an old version, or If-None-Match: 412 with the ETag that stands, nothing is changed', async () => {
    const etag = await etagOf(KEPT)
    for (const headers of [{ 'if-match': '"0123456789abcdef"' }, { 'if-none-match': '*' }]) {
      for (const [method, body] of [['PUT', { title: 'Lost' }], ['DELETE']] as const) {
        const response = await send(method, KEPT, body, headers)
        expect([response.status, response.headers.get('etag')]).toEqual([412, etag])
      }
    }
    expect(await etagOf(KEPT)).toBe(etag)
  })

  test('what the server records: replaced, whatever is sent', async () => {
    onTestFinished(beginAgain)
    const forged = [{ fileUrl: keptContent.fileUrl, since: '1999-01-01T00:00:00Z', name: '' }]
    const response = await send('PUT', KEPT, { ...keptContent, published: forged, withdrawnOn: '1999-01-01' })
    expect(await response.json()).toMatchObject({ published: keptContent.published, withdrawnOn: '' })
  })

  test('a withdrawal: with its reason and the day, in the register as withdrawn', async () => {
    onTestFinished(beginAgain)
    const response = await send('PUT', KEPT, { withdrawnBecause: 'It was replaced by another one.' })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      withdrawnBecause: 'It was replaced by another one.',
      withdrawnOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
    })
    expect(
      site
        .service(documentRegister)
        .listed()
        .map(({ slug }) => slug),
    ).not.toContain('annual-return-2023-24')
  })

  test('what was public: cannot be hidden, cannot get another address', async () => {
    for (const fields of [{ visibility: 'hidden' }, { address: 'other' }]) {
      const response = await send('PUT', KEPT, fields)
      const { fields: messages = {} } = await errorOf(response)
      expect([response.status, Object.keys(messages)]).toEqual([422, Object.keys(fields)])
      expect(JSON.stringify(messages)).toContain('It has been public')
    }
  })

  test('DELETE of one that has to be kept: 422 with the words of the form, it stays', async () => {
    const why = documentKeptBecause(keptContent, new Date())
    const response = await send('DELETE', KEPT)
    expect(response.status).toBe(422)
    expect(await errorOf(response)).toMatchObject({ code: 'entry-kept', message: `Nothing was changed. ${why}` })
    expect(content.read(kept).value).toEqual(keptContent)
  })

  test('DELETE of one that was never public: gone', async () => {
    expect((await send('DELETE', GIFT, undefined, { 'if-match': await etagOf(GIFT) })).status).toBe(204)
    expect((await get(GIFT, { headers: { cookie } })).status).toBe(404)
    expect((await send('DELETE', GIFT)).status).toBe(404)
  })

  function beginAgain() {
    const change = () => keptContent
    return content.update(kept, { author: 'test', reason: 'Begin again', change }).then(() => undefined)
  }
})

test.each([
  ['POST', 'documents'],
  ['PUT', KEPT],
  ['DELETE', KEPT],
])(
  '%s /api/%s: refused for strangers, editors and other sites, and while approval is needed',
  async (method, address) => {
    const before = [content.entryKeys(documents), content.read(kept).version]
    const refusalOf = async (headers: Record<string, string>) => {
      const response = await send(method, address, gift, headers)
      return [response.status, (await errorOf(response)).code]
    }
    expect(await refusalOf({ cookie: '' })).toEqual([401, 'signed-out'])
    expect(await refusalOf({ cookie: await signInAs('editor') })).toEqual([403, 'forbidden'])
    expect(await refusalOf({ 'sec-fetch-site': 'cross-site' })).toEqual([403, 'wrong-origin'])
    await site.approvals.setSections(new Set(['documents']), 'asha')
    onTestFinished(() => site.approvals.setSections(new Set(), 'asha'))
    expect(await refusalOf({})).toEqual([403, 'approval-required'])
    expect([content.entryKeys(documents), content.read(kept).version]).toEqual(before)
  },
)

describe('the public description of the API', () => {
  const operation = z.looseObject({ security: z.array(z.unknown()), responses: z.record(z.string(), z.unknown()) })
  const pathsOf = () => z.record(z.string(), z.record(z.string(), operation)).parse(readOpenApi().paths)

  test('every operation needs a sign-in, and says how it may be refused', () => {
    for (const [path, methods] of [
      ['/api/documents', ['get', 'post']],
      ['/api/documents/{id}', ['get', 'put', 'delete']],
    ] as const) {
      const described = pathsOf()[path] ?? {}
      expect(Object.keys(described)).toEqual(methods)
      for (const method of methods) {
        expect(described[method]?.security).toEqual([{ bearer: [] }, { session: [] }])
        expect(Object.keys(described[method]?.responses ?? {})).toEqual(expect.arrayContaining(['401', '403']))
      }
    }
    const removal = JSON.stringify(pathsOf()['/api/documents/{id}']?.['delete'])
    expect(removal).toContain('entry-kept')
    expect(removal).toContain('422')
  })

  test('nothing of a stored document is in it, neither as JSON nor as a page', async () => {
    const page = await (await docs(routeArgs(new Request(`${origin}/api/docs`)))).text()
    const described = JSON.stringify(pathsOf()['/api/documents']) + JSON.stringify(pathsOf()['/api/documents/{id}'])
    const part = page.slice(page.indexOf('id="getDocuments"'), page.indexOf('id="deleteDocumentsById"'))
    expect(part).toContain('Policy on gifts')
    for (const key of shipped) {
      const { title, fileUrl } = content.read(documents.entry(key)).value
      for (const text of [key, title, fileUrl]) {
        expect(described).not.toContain(text)
        expect(part).not.toContain(text)
      }
    }
  })

  test('a POST of its example makes the document of the other examples', () => {
    expect([made.status, made.headers.get('location')]).toEqual([201, `/api/${GIFT}`])
    for (const method of ['get', 'put', 'delete'])
      expect(pathsOf()['/api/documents/{id}']?.[method]).toMatchObject({
        parameters: expect.arrayContaining([expect.objectContaining({ name: 'id', example: 'policy-on-gifts' })]) as [],
      })
  })
})

function get(address: string, init: RequestInit = {}) {
  return loader(routeArgs(new Request(`${origin}/api/${address}`, init), paramsOf(address)))
}

function send(method: string, address: string, body?: object, headers: Record<string, string> = {}) {
  const isForm = body instanceof FormData
  const request = ownRequest(`/api/${address}`, {
    method,
    headers: { cookie, ...(!isForm && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  })
  return action(routeArgs(request, paramsOf(address)))
}

function paramsOf(address: string): Record<string, string> {
  const [resource = '', entryId] = address.split('?')[0]?.split('/') ?? []
  return { resource, ...(entryId !== undefined && { entryId }) }
}

function formOf(fields: Record<string, unknown>, name = 'policy') {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, String(value))
  const bytes = pdfBytes({ content: `BT (${name} ${String(fields['title'])}) Tj ET` })
  form.append('file', new File([new Uint8Array(bytes)], `${name}.pdf`, { type: 'application/pdf' }))
  return form
}

function without(value: Record<string, unknown>, ...names: string[]) {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
}

function idsOf(list: unknown) {
  return z
    .array(z.looseObject({ _id: z.string() }))
    .parse(list)
    .map(({ _id }) => _id)
}

async function errorOf(response: Response) {
  const { error } = z
    .object({ error: z.object({ code: z.string(), message: z.string(), fields: object.optional() }) })
    .parse(await response.json())
  return error
}
