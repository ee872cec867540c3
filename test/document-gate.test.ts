import path from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { hostInterfaceOf } from '#app/cms/host-interface.server.ts'
import { openPublicDocuments } from '#app/cms/public-documents.server.ts'
import { runningSite } from '#app/cms/site.server.ts'
import { documents } from '#app/site/collections/documents/documents.ts'
import { signIn } from './administrator.ts'
import { createTestSite } from './create-test-site.ts'
import {
  addressOfFile,
  FILE_ADDRESSES,
  FILES,
  FIXED_ADDRESSES,
  hasBytesOfFile,
  HIDDEN,
  otherAddresses,
  PDF,
  REQUESTS,
  spellingsOf,
  writeGatedDocuments,
} from './gated-documents.ts'
import { renderData, respond } from './respond-with-data.ts'
import { sendUnchanged, type Asked } from './send-unchanged.ts'
import { startTestHost } from './start-test-host.ts'

const site = await createTestSite({
  prepare(env) {
    writeGatedDocuments(env)
    return Promise.resolve()
  },
})

let port = 0
let session = ''
beforeAll(async () => {
  session = await signIn()
})
beforeEach(async () => {
  const host = await startTestHost({ app: hostInterfaceOf(runningSite()), handle: respond, render: renderData })
  port = host.port
})
afterEach(() => {
  vi.useRealTimers()
})

function send(target: string, asked?: Asked) {
  return sendUnchanged(port, target, asked)
}

test(
  'without a confirmation: no byte of a file at any address, by any method, with any header',
  { timeout: 120_000 },
  async () => {
    const addresses = [...FILE_ADDRESSES, ...otherAddresses(), ...FIXED_ADDRESSES]
    const tries: { target: string; asked: Asked }[] = [
      ...addresses.flatMap((address) => spellingsOf(address).map((target) => ({ target, asked: {} }))),
      ...addresses.flatMap((target) => REQUESTS.map((asked) => ({ target, asked }))),
      ...openPublicDocuments(site)
        .addresses()
        .map((target) => ({ target, asked: {} })),
    ]
    expect(tries.length).toBeGreaterThan(500)
    const found: unknown[] = []
    for (const { target, asked } of tries) {
      const { status, headers, body } = await send(target, asked)
      const isFile = headers['content-type'] === 'application/pdf' || headers['content-range'] !== undefined
      if (hasBytesOfFile(body) || isFile || status === 206) found.push({ target, asked, status, headers })
      if (status === 303) expect(headers, target).toMatchObject({ 'cache-control': 'no-store' })
    }
    expect(found).toEqual([])
  },
)

describe('the address of a file', () => {
  test('leads to the page that asks, which names the file unless it is the current one', async () => {
    const locationOf = async (file: string) => (await send(addressOfFile(file))).headers['location']
    expect(await locationOf(FILES.rhp)).toBe('/documents/red-herring-prospectus')
    expect(await locationOf(FILES.earlier)).toBe('/documents/red-herring-prospectus?file=documents%2Frhp-earlier.pdf')
    expect(await locationOf(FILES.shared)).toBe('/documents/addendum')
    const { status, headers, body } = await send('/documents/red-herring-prospectus')
    expect([status, headers['cache-control'], headers['x-robots-tag']]).toEqual([200, 'no-store', 'noindex'])
    expect(body.toString()).toContain('I Do Not Confirm')
  })

  test('staff get it, and no cache stores it; that of a hidden document exists for nobody else', async () => {
    for (const file of [FILES.rhp, HIDDEN]) {
      const { status, headers, body } = await send(addressOfFile(file), { headers: { cookie: session } })
      expect([status, headers['cache-control'], hasBytesOfFile(body)]).toEqual([200, 'no-store, private', true])
    }
    expect((await send(addressOfFile(HIDDEN))).status).toBe(404)
  })
})

/** Confirms the text of a document as the form of its page does. Resolves with the response. */
function confirm(slug: string, { file, answer = 'confirmed', from = 'same-origin' }: Confirmation = {}) {
  return send(`/documents/${slug}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': from },
    body: new URLSearchParams({ ...(file !== undefined && { file }), answer }).toString(),
  })
}

interface Confirmation {
  file?: string
  answer?: string
  from?: string
}

async function confirmedAddress(slug: string, confirmation?: Confirmation) {
  const { status, headers } = await confirm(slug, confirmation)
  expect([status, headers['cache-control'], headers['x-robots-tag']]).toEqual([303, 'no-store', 'noindex'])
  return headers['location'] ?? ''
}

describe('after a confirmation', () => {
  test.each([
    [FILES.rhp, 'red-herring-prospectus', {}],
    [FILES.rhp, 'red-herring-prospectus', { file: 'documents/no-such-file.pdf' }],
    [FILES.rhp, 'red-herring-prospectus', { file: FILES.abridged }],
    [FILES.earlier, 'red-herring-prospectus', { file: FILES.earlier }],
    [FILES.further, 'red-herring-prospectus', { file: FILES.further }],
    [FILES.abridged, 'abridged-prospectus', {}],
    [FILES.shared, 'addendum', {}],
  ])('%s of %s: the file, which no cache stores', async (file, slug, confirmation) => {
    const address = await confirmedAddress(slug, confirmation)
    const { status, headers, body } = await send(address)
    expect(status).toBe(200)
    expect(body.subarray(PDF.length).toString()).toBe(`% ${file}`)
    expect(headers).toMatchObject({
      'content-type': file.endsWith('.csv') ? 'text/csv; charset=utf-8' : 'application/pdf',
      'content-disposition': `attachment; filename="${path.basename(file)}"`,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
    expect(headers['cdn-cache-control']).toBeUndefined()
    expect(headers['set-cookie']).toBeUndefined()
  })

  test('a part of the file, and its head', async () => {
    const address = await confirmedAddress('red-herring-prospectus')
    const part = await send(address, { headers: { range: 'bytes=10-29' } })
    expect([part.status, part.body]).toEqual([206, PDF.subarray(10, 30)])
    const head = await send(address, { method: 'HEAD' })
    expect([head.status, head.body.length]).toEqual([200, 0])
  })

  test('every download asks again: the address of one file serves no other one', async () => {
    const address = await confirmedAddress('red-herring-prospectus')
    const other = await send(address.replace(FILES.rhp, FILES.abridged))
    expect([other.status, other.headers['location']]).toEqual([303, '/documents/abridged-prospectus?again'])
  })

  test('for ten minutes, and then the text again', async () => {
    const address = await confirmedAddress('red-herring-prospectus')
    const start = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: start + 9 * 60_000 })
    expect((await send(address)).status).toBe(200)
    vi.setSystemTime(start + 10 * 60_000 + 1000)
    const late = await send(address)
    expect([late.status, late.body.length, late.headers['location']]).toEqual([
      303,
      0,
      '/documents/red-herring-prospectus?again',
    ])
    const again = await send(late.headers['location'] ?? '')
    expect([again.status, again.headers['cache-control']]).toEqual([403, 'no-store'])
    expect(again.body.toString()).toContain('I Do Not Confirm')
  })

  test('a forged address: the text again; one for a file without a gate does not exist', async () => {
    const address = await confirmedAddress('red-herring-prospectus')
    const [, , signed = ''] = address.split('/')
    const [time = '', signature = ''] = signed.split('.')
    const later = (Number.parseInt(time, 36) + 60_000).toString(36)
    const forged = [
      `${later}.${signature}`,
      `${time}.${signature.split('').toReversed().join('')}`,
      `${time}.${signature.toLowerCase()}x`.slice(0, signed.length),
    ]
    for (const one of forged) {
      const { status, headers } = await send(address.replace(signed, one))
      expect([status, headers['location']], one).toEqual([303, '/documents/red-herring-prospectus?again'])
      const { status: ofOther } = await send(`/confirmed/${one}/documents/industry-report.pdf`)
      expect(ofOther, one).toBe(404)
    }
  })

  test('only by the button of the page of this site', async () => {
    const withoutButton = await confirm('red-herring-prospectus', { answer: '' })
    expect([withoutButton.status, withoutButton.headers['location']]).toEqual([
      303,
      '/documents/red-herring-prospectus',
    ])
    expect((await confirm('red-herring-prospectus', { from: 'cross-site' })).status).toBe(403)
    const unknown = await confirm('no-such-document')
    expect([unknown.status, unknown.headers['location']]).toEqual([303, '/documents/no-such-document'])
  })

  test('of a document that is withdrawn meanwhile: nothing', async () => {
    const address = await confirmedAddress('abridged-prospectus')
    const section = documents.entry('abridged-prospectus')
    const withdraw = (withdrawnBecause: string) =>
      site.content.update(section, { author: 'asha', reason: 'Test', change: (now) => ({ ...now, withdrawnBecause }) })
    await withdraw('A wrong figure')
    for (const gone of [address, addressOfFile(FILES.abridged), '/documents/abridged-prospectus']) {
      const { status, headers, body } = await send(gone)
      expect([status, headers['cache-control'], hasBytesOfFile(body)], gone).toEqual([410, 'no-store', false])
      expect(body.toString(), gone).toContain('A wrong figure')
    }
    expect((await confirm('abridged-prospectus')).headers['location']).toBe('/documents/abridged-prospectus')
    await withdraw('')
    expect((await send(address)).status).toBe(200)
  })
})

test('a file that was public and is in memory: gated from the moment at which its document is', async () => {
  const section = documents.entry('group-companies-2023')
  const { fileUrl } = site.content.read(section).value
  for (let time = 0; time < 3; time += 1) expect((await send(fileUrl)).status).toBe(200)
  const setKind = (kind: 'rhp' | 'group-accounts') =>
    site.content.update(section, { author: 'asha', reason: 'Test', change: (now) => ({ ...now, kind }) })
  await setKind('rhp')
  for (const target of [fileUrl, '/documents/group-companies-2023']) {
    const { headers } = await send(target)
    expect(headers['content-type'], target).not.toBe('application/pdf')
  }
  await setKind('group-accounts')
  expect((await send('/documents/group-companies-2023')).headers['content-type']).toBe('application/pdf')
})
