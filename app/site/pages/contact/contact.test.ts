import { HONEYPOT_FIELD } from '#app/cms/inbox/honeypot-field.ts'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { log } from '#app/cms/platform/log.server.ts'
import { ownRequest } from '#test/administrator.ts'
import { action as apiAction } from '#app/cms/api/contact-resource.tsx'
import { action, loader } from './contact.tsx'
import { createTestSite } from '#test/create-test-site.ts'
import { gradeIndex } from '#app/site/sections/grade-finder/grade-index.server.ts'

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

  test.each([
    '/contactus',
    '/contactus?grade=',
    '/contactus?grade=Buy+now%3A+example.org',
    '/contactus?sent=1&grades=hf-60-s',
  ])('%s: no enquiry about grades, and the message begins empty', (page) => {
    const { data } = readPage(ownRequest(page))
    expect(data.request).toBe('')
    expect(data.enquiry).toBeUndefined()
  })

  test.each([
    ['/contactus?grade=hf+60+s', '/contactus?grades=hf-60-s&for=sheet#form'],
    ['/contactus?compare=hf-60-s&compare=xl-33-p&for=sample', '/contactus?grades=hf-60-s,xl-33-p&for=sample#form'],
    ['/contactus?compare=&for=<b>', '/contactus?for=sheet#form'],
  ])('%s, as other forms and earlier releases write it: leads to %s', (page, to) => {
    expect(() => readPage(ownRequest(page))).toThrow(
      expect.objectContaining({
        status: 302,
        headers: expect.toSatisfy((sent: Headers) => sent.get('location') === to),
      }),
    )
  })
})

describe('an enquiry about grades', () => {
  test('unknown ones, one twice, and more than ten: are left out, and the page says so without their words', () => {
    const all = site.service(gradeIndex).listed()
    const keys = all.slice(0, 12).map(({ key }) => key)
    const page = `/contactus?grades=buy-now,${keys.join(',')},${keys[0]},example.org&for=<b>`
    const { request, enquiry } = readPage(ownRequest(page)).data
    expect(request).toBe('Please send me what I have ticked above.')
    expect(enquiry?.kind).toBe('sheet')
    expect(enquiry?.grades.map(({ key }) => key)).toEqual(keys.slice(0, 10))
    const [eleventh, twelfth] = all.slice(10).map(({ value }) => value.title)
    expect(enquiry?.notes).toEqual([
      '2 of the grades are not listed here. They are left out.',
      `A message carries at most 10 grades. Left out: ${eleventh} and ${twelfth}.`,
    ])
  })

  test('only unknown ones: said, and nothing is asked for in the message', () => {
    const { request, enquiry } = readPage(ownRequest('/contactus?grades=none&for=quotation')).data
    expect(request).toBe('')
    expect(enquiry).toMatchObject({
      ...{ kind: 'quotation', grades: [] },
      notes: ['One of the grades is not listed here. It is left out.'],
    })
  })

  test('a detail of the sample is too long, and a field is empty: 422 at both, and what was ticked and typed comes back', async () => {
    const typed = {
      ...message,
      lastName: '',
      for: 'sample',
      grades: 'xl-33-p',
      quantity: 'x'.repeat(61),
      country: 'Oman',
    }
    const response = await refusal(typed, '/contactus?grades=hf-60-s,xl-33-p&for=sheet')
    expect(response).toMatchObject({
      status: 422,
      errors: { quantity: ['Quantity has 61 characters; the limit is 60'], lastName: ['Enter your last name'] },
      values: { comments: message.comments },
      enquiry: {
        kind: 'sample',
        grades: [
          { key: 'hf-60-s', isTicked: false },
          { key: 'xl-33-p', isTicked: true },
        ],
        details: { quantity: typed.quantity, country: 'Oman', application: '' },
      },
    })
  })

  test('no grade is ticked any more: 422 at the grades; without grades in the address they are named in the message', async () => {
    const untick = { ...message, for: 'sheet' }
    const response = await refusal(untick, '/contactus?grades=hf-60-s&for=sheet')
    expect(response).toMatchObject({
      status: 422,
      errors: { grades: ['Tick at least one grade'] },
      enquiry: { grades: [{ key: 'hf-60-s', isTicked: false }] },
    })
    expect((await sent(untick)).status).toBe(303)
  })

  test('a field is empty: 422, and the enquiry comes back', async () => {
    const response = await refusal({ ...message, email: '', for: 'declaration', grades: 'hf-60-s' })
    expect(response).toMatchObject({
      errors: { email: ['Enter your e-mail address'] },
      enquiry: { kind: 'declaration', grades: [{ key: 'hf-60-s', isTicked: true }] },
    })
  })

  test('sent: stored with kind, grades and their editions, and the day of the promised answer', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T10:00:00Z') })
    const fields = [
      ...Object.entries(message),
      ...[
        ['for', 'sample'],
        ['grades', 'xl-33-p'],
        ['grades', 'hf-60-s'],
        ['quantity', ' 25 kg '],
        ['country', ''],
      ],
    ]
    try {
      const body = new URLSearchParams(fields)
      const page = '/contactus?grades=hf-60-s,xl-33-p,pv-90-s&for=sheet'
      const response = await action(args(ownRequest(page, { method: 'POST', body })))
      expect(response).toMatchObject({ status: 303 })
    } finally {
      vi.useRealTimers()
    }
    const stored = (await inbox.listMessages({ kind: 'sample' }))[0]
    const edition = (key: string) => site.service(gradeIndex).withKey(key)?.value.edition
    expect(stored).toMatchObject({
      ...message,
      kind: { id: 'sample', label: 'Sample' },
      extras: [
        { label: 'Grade', text: 'HF 60 S (HFFR Compound)', id: 'hf-60-s', edition: edition('hf-60-s') },
        { label: 'Grade', text: 'XL 33 P (XLPE Compound)', id: 'xl-33-p', edition: edition('xl-33-p') },
        { label: 'Quantity', text: '25 kg' },
      ],
      // A Friday: the next working day is Monday.
      answerBy: '2026-11-30',
    })
  })

  test('after an enquiry: the page says what was asked for', async () => {
    const fields = [...Object.entries(message), ['for', 'sample'], ['grades', 'hf-60-s'], ['grades', 'xl-33-p']]
    const [cookie = ''] = ((await sent(fields)).headers.get('set-cookie') ?? '').split(';')
    expect(readPage(ownRequest('/contactus?sent=1', { headers: { cookie } })).data.sent).toMatchObject({
      reference: expect.stringMatching(/^\d{8}-/),
      asked: { kind: 'Sample', grades: ['HF 60 S', 'XL 33 P'] },
    })
  })

  test('details of a sample in an enquiry of another kind: are not stored, as the visitor does not see them', async () => {
    await sent({ ...message, for: 'quotation', grades: 'hf-60-s', quantity: 'x'.repeat(100) })
    expect((await inbox.listMessages({ kind: 'quotation' }))[0]?.extras).toHaveLength(1)
  })

  test.each([{ for: ['sample'], grades: 'hf-60-s' }, { for: 'nothing', grades: [7] }, { grades: [] }])(
    '%j as JSON: taken as far as it can be read',
    async (asked) => {
      const body = JSON.stringify({ ...message, ...asked })
      const headers = { 'content-type': 'application/json' }
      const response = await action(args(ownRequest('/contactus', { method: 'POST', body, headers })))
      expect(response).toMatchObject({ status: 303 })
      expect((await inbox.listMessages({}))[0]).not.toHaveProperty('for')
    },
  )
})

describe('an enquiry of a program', () => {
  const send = (fields: object) => {
    const body = JSON.stringify({ ...message, ...fields })
    const headers = { 'content-type': 'application/json' }
    return apiAction(args(ownRequest('/api/contact', { method: 'POST', body, headers })))
  }

  test('stored as that of the form; grades that are not listed are said to be left out', async () => {
    const asked = { for: 'sample', grades: ['hf-60-s', 'nothing', 'xl-33-p'], quantity: '25 kg' }
    const response = await send(asked)
    expect([response.status, await response.json()]).toEqual([
      201,
      { message: 'Message sent successfully!', notes: ['One of the grades is not listed here. It is left out.'] },
    ])
    const [byProgram] = await inbox.listMessages({ kind: 'sample' })
    await sent([
      ...Object.entries(message),
      ['for', 'sample'],
      ['grades', 'hf-60-s'],
      ['grades', 'xl-33-p'],
      ['quantity', '25 kg'],
    ])
    const [byForm] = await inbox.listMessages({ kind: 'sample' })
    const { kind, extras, answerBy } = byForm ?? {}
    expect(extras).toHaveLength(3)
    expect(byProgram).toMatchObject({ kind, extras, answerBy })
  })

  test('more than ten grades: the first ten, and which ones are left out', async () => {
    const all = site.service(gradeIndex).listed().slice(0, 11)
    const { notes } = (await (await send({ grades: all.map(({ key }) => key) })).json()) as { notes: string[] }
    expect(notes).toEqual([`A message carries at most 10 grades. Left out: ${all[10]?.value.title}.`])
    expect((await inbox.listMessages({ kind: 'sheet' }))[0]?.extras).toHaveLength(10)
  })

  test.each([
    [{ for: 'nothing' }, 'for'],
    [{ grades: 'hf-60-s' }, 'grades'],
    [{ grades: [7] }, 'grades.0'],
    [{ for: 'sample', quantity: 'x'.repeat(61) }, 'quantity'],
  ])('%j: 422 at the field', async (fields, name) => {
    const response = await send({ ...fields, lastName: '' })
    expect(response.status).toBe(422)
    const named = { lastName: ['Enter your last name'], [name]: [expect.any(String) as string] }
    expect(await response.json()).toMatchObject({ error: { fields: named } })
  })
})

function readPage(request: Request) {
  return loader(args(request))
}

function args(request: Request) {
  return { request, params: {}, context: { requestId: 'request-1', clientAddress: address } }
}

function post(fields: Record<string, string> | string[][], headers: Record<string, string> = {}, page = '/contactus') {
  return ownRequest(page, { method: 'POST', body: new URLSearchParams(fields), headers })
}

async function refusal(fields: Record<string, string>, page?: string) {
  const response = await action(args(post(fields, {}, page)))
  if (!('data' in response)) throw new Error(`It was not refused: status ${response.status}`)
  const retryAfter = new Headers(response.init?.headers).get('retry-after')
  return { ...response.data, status: response.init?.status, retryAfter }
}

async function sent(fields: Record<string, string> | string[][]) {
  const response = await action(args(post(fields)))
  if (response instanceof Response) return response
  throw new Error('It was refused', { cause: response })
}
