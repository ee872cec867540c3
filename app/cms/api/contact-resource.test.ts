import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { log } from '#app/cms/platform/log.server.ts'
import { origin, ownRequest } from '#test/administrator.ts'
import { action } from './contact-resource.tsx'
import { createExampleSite } from '#test/example-site/create-example-site.ts'

const site = await createExampleSite()
const { env, inbox } = site

const message = {
  firstName: 'Asha',
  lastName: 'Naik',
  email: 'asha@example.com',
  mobile: '+91 00000 00003',
  comments: 'XLPE for 33 kV,\n40 MT a month.',
}
const folder = path.join(env.dataDir, 'inbox')

let visitor = 0
let address: string

beforeEach(() => {
  visitor += 1
  address = `192.0.2.${visitor}`
})

describe('POST /api/contact', () => {
  afterEach(async () => {
    // A refused message is not stored.
    expect(await inbox.listMessages({ limit: 1 })).toEqual([])
  })

  test('nothing filled in: 422 with every field', async () => {
    const response = await post({})
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      error: {
        code: 'invalid',
        fields: {
          firstName: ['Enter your first name'],
          lastName: ['Enter your last name'],
          email: ['Enter your e-mail address'],
          mobile: ['Enter your mobile number'],
          comments: ['Enter your message'],
        },
      },
    })
  })

  test.each([
    [{ firstName: ' \n ' }, 'firstName'],
    [{ firstName: 'x'.repeat(101) }, 'firstName'],
    [{ email: 'asha@exa mple.com' }, 'email'],
    [{ email: 'asha@exämple.com/x' }, 'email'],
    [{ lastName: '\u200b\u3164' }, 'lastName'],
    [{ comments: 'Half \ud83e of a pair' }, 'comments'],
    [{ lastName: 7 }, 'lastName'],
    [{ email: 'asha@' }, 'email'],
    [{ email: 'asha@example.com, victim@example.net' }, 'email'],
    [{ email: 'Asha <asha@example.com>' }, 'email'],
    [{ email: `${'x'.repeat(250)}@example.com` }, 'email'],
    [{ mobile: '0'.repeat(41) }, 'mobile'],
    [{ comments: 'x'.repeat(5001) }, 'comments'],
    [{ subject: 'x' }, 'subject'],
    [{ loaves: 51 }, 'loaves'],
    [{ breads: 'seeded-rye' }, 'breads'],
  ])('%.60j: 422 that names %j', async (fields, name) => {
    const response = await post({ ...message, ...fields })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ error: { fields: { [name]: expect.any(Array) } } })
  })

  test.each([
    ['[]', 'application/json', 400],
    ['{', 'application/json', 400],
    ['x', 'multipart/form-data; boundary=y', 400],
    ['x', 'text/plain', 415],
    [`{"comments":"${'x'.repeat(66_000)}"}`, 'application/json', 413],
    [`comments=${'x'.repeat(66_000)}`, 'application/x-www-form-urlencoded', 413],
  ])('%.30j as %s: %i', async (body, type, status) => {
    const request = new Request(`${origin}/api/contact`, { method: 'POST', body, headers: { 'content-type': type } })
    expect((await action(args(request))).status).toBe(status)
  })

  test.each([{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }])(
    'from a page of another site %j: 403',
    async (headers) => {
      expect((await post(message, headers)).status).toBe(403)
    },
  )

  test('copied text and an address of another script: 201, stored without what nobody sees', async () => {
    const copied = { lastName: 'Naik\r\nBcc: x', email: 'ana@exämple.com', comments: 'one\u000btwo\u0000' }
    expect((await post({ ...message, ...copied })).status).toBe(201)
    const [stored] = await inbox.listMessages({ limit: 1 })
    expect(stored).toMatchObject({ lastName: 'Naik Bcc: x', email: 'ana@exämple.com', comments: 'one\ntwo' })
    await inbox.deleteMessages([stored?.id ?? ''], 'admin')
  })

  test.each(['remarks', 'website'])('a program that fills in “%s”: 201, kept as suspected spam', async (field) => {
    const response = await post({ ...message, [field]: 'https://spam.example' })
    expect(response.status).toBe(201)
    expect(await response.json()).toEqual({ message: 'Message sent successfully!' })
    const [spam, ...others] = await inbox.listMessages({ show: 'spam' })
    expect(spam).toMatchObject({ ...message, suspectedSpam: true })
    expect(others).toEqual([])
    await inbox.deleteMessages([spam?.id ?? ''], 'admin')
  })
})

describe('POST /api/contact where the disk takes no file', () => {
  test('503 with the cause in the log; it does not count against the visitor', async () => {
    const logged = vi.spyOn(log, 'error').mockReturnValue()
    rmSync(folder, { recursive: true, force: true })
    writeFileSync(folder, 'not a folder')
    for (let count = 1; count <= 6; count += 1) {
      const response = await post(message)
      expect(response.status).toBe(503)
      expect(await response.json()).toMatchObject({ error: { message: 'Failed to send message.' } })
    }
    expect(logged).toHaveBeenCalledTimes(6)
    rmSync(folder)
    expect((await post(message)).status).toBe(201)
  })
})

describe('POST /api/contact that is kept', () => {
  beforeEach(() => {
    vi.spyOn(log, 'info').mockReturnValue()
  })

  test('the sixth within ten minutes: 429 with the time to wait, nothing more is kept', async () => {
    for (let count = 1; count <= 5; count += 1) expect((await post(message)).status).toBe(201)
    const before = readdirSync(folder).length
    const response = await post(message)
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(590)
    expect(await response.json()).toMatchObject({ error: { code: 'too-many-messages' } })
    expect(readdirSync(folder)).toHaveLength(before)
  })

  test('JSON of a program: 201, and the message is in the inbox', async () => {
    const response = await post({ ...message, firstName: '  Größe ', comments: 'one\r\ntwo' })
    expect(response.status).toBe(201)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({ message: 'Message sent successfully!' })
    const [newest] = await inbox.listMessages({ limit: 1 })
    expect(newest).toMatchObject({ ...message, firstName: 'Größe', comments: 'one\ntwo', unread: true })
  })

  test('what this site asks besides: stored with the message, and what is left out is said', async () => {
    const asked = { breads: ['seeded-rye', 'croissant'], loaves: 3 }
    const response = await post({ ...message, ...asked })
    expect([response.status, await response.json()]).toEqual([
      201,
      { message: 'Message sent successfully!', notes: ['We do not bake all of these.'] },
    ])
    const [newest] = await inbox.listMessages({ limit: 1 })
    expect(newest?.extras).toEqual([
      { label: 'Bread', text: expect.any(String) as string, id: 'seeded-rye' },
      { label: 'Loaves', text: '3' },
    ])
  })

  test('as a form, with a field that is sent twice: the same', async () => {
    const body = new URLSearchParams({ ...message, breads: 'seeded-rye' })
    body.append('breads', 'country-loaf')
    const response = await action(args(ownRequest('/api/contact', { method: 'POST', body })))
    expect([response.status, await response.json()]).toEqual([201, { message: 'Message sent successfully!' }])
    const [newest] = await inbox.listMessages({ limit: 1 })
    expect(newest?.extras?.map(({ id }) => id)).toEqual(expect.arrayContaining(['seeded-rye', 'country-loaf']))
  })

  test.each([new URLSearchParams({ ...message, website: '' }), formData(message)])('a form %#: 201', async (body) => {
    const request = ownRequest('/api/contact', { method: 'POST', body })
    expect((await action(args(request))).status).toBe(201)
  })

  test('the longest message, in letters of three bytes, as an urlencoded form: 201', async () => {
    const body = new URLSearchParams({ ...message, comments: 'क'.repeat(5000) })
    expect((await action(args(ownRequest('/api/contact', { method: 'POST', body })))).status).toBe(201)
  })
})

function args(request: Request) {
  return { request, params: {}, context: { clientAddress: address } }
}

/** Posts JSON as a program does; `headers` can make it look like another client. */
function post(fields: object, headers: Record<string, string> = {}) {
  const request = new Request(`${origin}/api/contact`, {
    method: 'POST',
    body: JSON.stringify(fields),
    headers: { 'content-type': 'application/json', ...headers },
  })
  return action(args(request))
}

function formData(fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
