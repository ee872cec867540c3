import { HONEYPOT_FIELD } from '#app/cms/inbox/honeypot-field.ts'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { log } from '#app/cms/platform/log.server.ts'
import { ownRequest } from '#test/administrator.ts'
import { action, loader } from './contact.tsx'
import { createTestSite } from '#test/create-test-site.ts'

const site = await createTestSite()
const { env, inbox } = site

const message = {
  firstName: 'Asha',
  lastName: 'Naik',
  email: 'asha@example.com',
  mobile: '+91 00000 00003',
  comments: 'XLPE for 33 kV, 40 MT a month.',
}

let visitor = 0
let address: string

beforeEach(() => {
  visitor += 1
  address = `192.0.2.${visitor}`
})

describe('the form', () => {
  test('nothing filled in: 422 with a message at every field', async () => {
    const response = await refusal({ firstName: '', lastName: '', email: '', mobile: '', comments: '', website: '' })
    expect(response).toEqual({
      status: 422,
      retryAfter: null,
      values: { firstName: '', lastName: '', email: '', mobile: '', comments: '' },
      errors: {
        firstName: ['Enter your first name'],
        lastName: ['Enter your last name'],
        email: ['Enter your e-mail address'],
        mobile: ['Enter your mobile number'],
        comments: ['Enter your message'],
      },
    })
  })

  test('one field wrong: 422, and everything that was typed comes back', async () => {
    const typed = { ...message, email: 'asha@' }
    expect(await refusal(typed)).toMatchObject({
      status: 422,
      values: typed,
      errors: { email: ['Your e-mail address must look like name@company.com'] },
    })
  })

  test('a line break of another program: stored as a line break', async () => {
    expect((await sent({ ...message, comments: 'Two lines\u000bof another program' })).status).toBe(303)
    expect(await inbox.listMessages({ limit: 1 })).toMatchObject([{ comments: 'Two lines\nof another program' }])
  })

  test('a name that nobody can see: 422 at its field, and everything that was typed comes back', async () => {
    const typed = { ...message, firstName: '\u200b\u200b' }
    expect(await refusal(typed)).toMatchObject({
      status: 422,
      values: typed,
      errors: { firstName: ['Enter your first name'] },
    })
  })

  test('from another site: 403, nothing is stored', async () => {
    const before = await inbox.listMessages({ limit: 10 })
    const sending = action(args(post(message, { 'sec-fetch-site': 'cross-site' })))
    await expect(sending).rejects.toMatchObject({ status: 403 })
    expect(await inbox.listMessages({ limit: 10 })).toEqual(before)
  })

  test('a body of 100 kB: 413', async () => {
    const sending = action(args(post({ ...message, comments: 'x'.repeat(100_000) })))
    await expect(sending).rejects.toMatchObject({ status: 413 })
  })

  test('a disk that refuses writes: 503, the cause in the log, everything that was typed comes back', async () => {
    const logged = vi.spyOn(log, 'error').mockReturnValue()
    const folder = path.join(env.dataDir, 'inbox')
    rmSync(folder, { recursive: true, force: true })
    writeFileSync(folder, 'not a folder')
    const response = await refusal(message)
    rmSync(folder)
    expect(response).toMatchObject({
      status: 503,
      values: message,
      errors: {},
      problem: expect.stringContaining('still'),
    })
    expect(logged).toHaveBeenCalledWith(
      { err: expect.objectContaining({ name: 'MessageNotStored', cause: expect.any(Error) }), requestId: 'request-1' },
      'A contact message could not be stored',
    )
  })

  test('the sixth message in ten minutes: 429, and everything that was typed comes back', async () => {
    for (let count = 1; count <= 5; count += 1) expect((await sent(message)).status).toBe(303)
    const response = await refusal(message)
    expect(response).toMatchObject({ status: 429, values: message, errors: {} })
    expect(response.problem).toBe(
      'Several messages were sent from your network in the last few minutes. Try again in 10 minutes.',
    )
    expect(Number(response.retryAfter)).toBeGreaterThan(590)
  })

  test('the honeypot field filled in: reports success, and is kept as suspected spam', async () => {
    vi.spyOn(log, 'info').mockReturnValue()
    const before = await inbox.listMessages({ limit: 100 })
    expect((await sent({ ...message, [HONEYPOT_FIELD]: 'https://spam.example' })).status).toBe(303)
    expect(await inbox.listMessages({ limit: 100 })).toEqual(before)
    expect(await inbox.listMessages({ show: 'spam' })).toMatchObject([{ ...message, suspectedSpam: true }])
  })

  test('a flood of suspected spam from one address: refused like any other, and slows down no real message', async () => {
    vi.spyOn(log, 'info').mockReturnValue()
    const spam = { ...message, [HONEYPOT_FIELD]: 'x' }
    for (let count = 1; count <= 5; count += 1) expect((await sent(spam)).status).toBe(303)
    expect(await refusal(spam)).toMatchObject({ status: 429, values: message })
    expect((await sent(message)).status).toBe(303)
  })

  test('valid: the message is stored, and the visitor is sent on to a page that a reload does not send again', async () => {
    const response = await sent({ ...message, firstName: 'Ravi', website: '' })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/contactus?sent=1#form')
    expect(await inbox.listMessages({ limit: 1 })).toMatchObject([{ ...message, firstName: 'Ravi', unread: true }])
  })
})

describe('the page', () => {
  test.each(['/contactus', '/contactus?sent=1'])(
    '%s opened without a message before: does not report success',
    (page) => {
      expect(readPage(ownRequest(page)).data).toMatchObject({
        contacts: { investorEmail: 'investors@example.com' },
        content: { title: expect.any(String) },
        isSent: false,
      })
    },
  )

  test('after a message: says so once, to the browser that sent it, and no cache may store it', async () => {
    const [cookie = ''] = ((await sent(message)).headers.get('set-cookie') ?? '').split(';')
    const { data, init } = readPage(ownRequest('/contactus?sent=1', { headers: { cookie } }))
    expect(data.isSent).toBe(true)
    const headers = new Headers(init?.headers)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('set-cookie')).toMatch(/^(?:__Host-)?flash=; .*Max-Age=0/)
  })

  test('the plain address: reads no cookie and sets none, so that it can be cached', async () => {
    const [cookie = ''] = ((await sent(message)).headers.get('set-cookie') ?? '').split(';')
    const { data, init } = readPage(ownRequest('/contactus', { headers: { cookie } }))
    expect(data.isSent).toBe(false)
    expect([...new Headers(init?.headers)]).toEqual([])
  })

  test('the name of a grade in the address: the message asks for its data sheet', () => {
    const { request } = readPage(ownRequest('/contactus?grade=HF+60+S')).data
    expect(request).toBe('Please send me the technical data sheet of HF 60 S (HFFR Compound).')
  })

  test.each(['/contactus', '/contactus?grade=', '/contactus?grade=Buy+now%3A+example.org', '/contactus?sent=1'])(
    '%s: no grade of the products, so the message begins empty',
    (page) => {
      expect(readPage(ownRequest(page)).data.request).toBe('')
    },
  )
})

function readPage(request: Request) {
  return loader(args(request))
}

function args(request: Request) {
  return { request, params: {}, context: { requestId: 'request-1', clientAddress: address } }
}

function post(fields: Record<string, string>, headers: Record<string, string> = {}) {
  return ownRequest('/contactus', { method: 'POST', body: new URLSearchParams(fields), headers })
}

async function refusal(fields: Record<string, string>) {
  const response = await action(args(post(fields)))
  if (!('data' in response)) throw new Error(`It was not refused: status ${response.status}`)
  const retryAfter = new Headers(response.init?.headers).get('retry-after')
  return { ...response.data, status: response.init?.status, retryAfter }
}

async function sent(fields: Record<string, string>) {
  const response = await action(args(post(fields)))
  if (response instanceof Response) return response
  throw new Error('It was refused', { cause: response })
}
