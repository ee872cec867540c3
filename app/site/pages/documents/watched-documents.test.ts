import { readFile } from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import { hostInterfaceOf } from '#app/cms/host-interface.server.ts'
import { runningSite } from '#app/cms/site.server.ts'
import { documents } from '#app/site/collections/documents/documents.ts'
import * as sitemap from '#app/site/feeds/sitemap.tsx'
import { loader as register } from '#app/site/pages/investors/document-register.tsx'
import { loader } from '#app/site/pages/investors/watch-films.tsx'
import { createTestSite } from '#test/create-test-site.ts'
import { pdfOf } from '#test/pdf-bytes.ts'
import { renderData, respond } from '#test/respond-with-data.ts'
import { sendUnchanged, type Asked } from '#test/send-unchanged.ts'
import { startTestHost } from '#test/start-test-host.ts'
import { inPieces } from '#test/temporary-images.ts'

/** A recorded call: a PDF, the film of it, and captions in two languages. */

const site = await createTestSite()
const by = { author: 'asha', reason: 'Test' }
const section = documents.entry('results-call')
const PAGE = '/documents/results-call/watch'
const MP4 = await readFile('uploads/videos/drhp-overview-en-a91b891b.mp4')
const CAPTIONS = await readFile('uploads/videos/drhp-overview-en-e26063d9.vtt')

type Kind = 'mp4' | 'vtt' | 'pdf'
const store = (bytes: Uint8Array, accepts: Kind) =>
  site.media.staged.store(inPieces(bytes), `Call.${accepts}`, { accepts, folder: 'documents' }, 'asha')
const filmOf = (mark: string) => Buffer.concat([MP4, Buffer.from([0, 0, 0, 12]), Buffer.from(`free${mark}`)])

const [pdf, film, english, hindi] = await Promise.all([
  store(pdfOf(2_000), 'pdf'),
  store(filmOf('call'), 'mp4'),
  store(CAPTIONS, 'vtt'),
  store(Buffer.from('\uFEFFWEBVTT - Hindi\r\n\r\n00:00.000 --> 00:02.000\r\nनमस्ते\r\n'), 'vtt'),
])
const files = [
  { _id: 'film', title: 'Film of the call', fileUrl: film, language: '' },
  { _id: 'en', title: 'English', fileUrl: english, language: '' },
  { _id: 'hi', title: 'हिन्दी', fileUrl: hindi, language: 'hi' },
]
const RESULTS = { financialYear: '2026-27', period: 'q2', date: '2026-11-12' }
await site.content.update(section, {
  ...by,
  change: (now) => now,
  create: () =>
    documents.schema.parse({
      ...RESULTS,
      ...{ title: 'Results call', kind: 'call-recording', fileUrl: pdf, files, address: '', visibility: 'listed' },
    }),
})

const edit = (change: Partial<(typeof documents.schema)['_output']>) =>
  site.content.update(section, { ...by, change: (now) => ({ ...now, ...change }) })

let port = 0
beforeEach(async () => {
  const host = await startTestHost({ app: hostInterfaceOf(runningSite()), handle: respond, render: renderData })
  port = host.port
})

const ask = async (target: string, asked?: Asked) => {
  const { status, headers, body } = await sendUnchanged(port, target, asked)
  return { status, headers, text: body.toString() }
}
const filmsNow = () => {
  const { data } = loader({ params: { slug: 'results-call' } })
  return data.state === 'shown' ? data.films : data.state
}

test('captions that are no WebVTT by their bytes, or too long: refused', async () => {
  const refused: [string, Buffer][] = [
    ['no captions', Buffer.from('WEBVTT\n\n00:00:01 --> 00:00:02\nA\n')],
    ['a word that begins so', Buffer.from('WEBVTTX\n')],
    ['another encoding', Buffer.from('WEBVTT\n\n00:00.000 --> 00:02.000\ncaf\xe9\n', 'latin1')],
    ['two bytes a letter', Buffer.from('WEBVTT\n', 'utf16le')],
    ['a page', Buffer.from('<!doctype html>WEBVTT')],
    ['a zero', Buffer.from('WEBVTT\n\0')],
    ['nothing', Buffer.from('')],
  ]
  for (const [what, bytes] of refused) await expect(store(bytes, 'vtt'), what).rejects.toThrow()
  const long = Buffer.concat([CAPTIONS, Buffer.alloc(1024 * 1024, '\n')])
  await expect(store(long, 'vtt')).rejects.toMatchObject({ status: 413 })
})

test('the page: the film with its captions, each with its language, and the transcript of the same quarter', async () => {
  const transcript = documents.entry('results-call-transcript')
  await site.content.update(transcript, {
    ...by,
    change: (now) => now,
    create: () =>
      documents.schema.parse({
        ...RESULTS,
        ...{ title: 'Transcript', kind: 'call-transcript', fileUrl: 'https://example.com/t.pdf' },
        ...{ address: '', visibility: 'listed' },
      }),
  })
  const { data, init } = loader({ params: { slug: 'results-call' } })
  expect(init?.status ?? 200).toBe(200)
  expect(data).toMatchObject({
    ...{ title: 'Results call', date: '2026-11-12', kind: 'Recording of the results call' },
    films: [
      {
        ...{ title: 'Film of the call', fileUrl: film },
        captions: [
          { title: 'English', language: 'en', fileUrl: english },
          { title: 'हिन्दी', language: 'hi', fileUrl: hindi },
        ],
      },
    ],
    transcripts: [{ title: 'Transcript', fileUrl: 'https://example.com/t.pdf' }],
  })
  const { status, headers, text } = await ask(hindi)
  expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([200, 'text/vtt', 'nosniff'])
  expect(text).toContain('नमस्ते')
  expect((await ask(PAGE)).status).toBe(200)
})

test('the register: “Watch” leads there, and captions are no file of their own; the sitemap has the page', async () => {
  const { rows } = register({
    request: new Request('http://localhost/investors/documents?kind=call-recording&fy=2026-27'),
  })
  expect(rows).toMatchObject([{ watch: PAGE, files: [{ title: 'Film of the call' }] }])
  expect(await sitemap.loader().text()).toContain(`${PAGE}</loc>`)
  await edit({ visibility: 'unlisted' })
  expect(await sitemap.loader().text()).not.toContain(PAGE)
  expect((await ask(PAGE)).text).toContain('"isListed":false')
  await edit({ visibility: 'listed' })
})

test('shared caches: the page is dropped with the fixed address of its document, and may be kept as long', async () => {
  const [own, page] = [await ask('/documents/results-call'), await ask(PAGE)]
  expect(page.headers['cdn-cache-control']).toBe(own.headers['cdn-cache-control'])
  for (const { headers } of [own, page]) expect(headers['cache-control']).toMatch(/^public, max-age=0/)
  expect(own.headers['surrogate-key']?.split(' ')).toEqual(
    expect.arrayContaining(page.headers['surrogate-key']?.split(' ') ?? ['']),
  )
})

test('a film that is replaced: the next request has the new one; captions stay with the film before them', async () => {
  const second = await store(filmOf('next'), 'mp4')
  await edit({
    fileUrl: second,
    files: [{ _id: 'none', title: 'Slides', fileUrl: pdf, language: '' }, ...files.slice(2), ...files.slice(0, 2)],
  })
  expect((await ask(PAGE)).text).toContain(second)
  expect(filmsNow()).toMatchObject([
    { title: 'Results call', fileUrl: second, captions: [{ title: 'हिन्दी' }] },
    { title: 'Film of the call', fileUrl: film, captions: [{ title: 'English' }] },
  ])
  await edit({ fileUrl: pdf, files })
})

test('no film of this site: no such page; captions alone are refused', async () => {
  await expect(edit({ files: files.slice(1) })).rejects.toThrow(/Captions belong to a film of this document/)
  await edit({ files: [{ _id: 'x', title: 'Elsewhere', fileUrl: 'https://example.com/call.mp4', language: '' }] })
  expect((await ask(PAGE)).status).toBe(404)
  expect(filmsNow()).toBe('unknown')
  await edit({ files })
  expect((await ask(PAGE)).status).toBe(200)
})

test('staff: a film without captions has a mark in their list', () => {
  const value = site.content.read(section).value
  expect(documents.list.stateLabel(value)).toBe('')
  expect(documents.list.stateLabel({ ...value, files: files.slice(0, 1) })).toBe('No captions')
  expect(documents.list.stateLabel({ ...value, files: files.slice(0, 1), withdrawnBecause: 'A wrong figure' })).toBe(
    'Withdrawn',
  )
})

test('withdrawn: 410 with the reason, as the fixed address of the document', async () => {
  await edit({ withdrawnBecause: 'A wrong figure' })
  for (const target of [PAGE, `${PAGE}.data`]) {
    const { status, headers, text } = await ask(target)
    expect([status, headers['cache-control']], target).toEqual([410, 'no-store'])
    expect(text).toContain('A wrong figure')
    expect(text).not.toContain(film)
  }
  expect(await sitemap.loader().text()).not.toContain(PAGE)
  await edit({ withdrawnBecause: '' })
  expect((await ask(PAGE)).status).toBe(200)
})

test('a hidden document: as one that there is not, at every spelling', async () => {
  const fileUrl = await store(filmOf('hide'), 'mp4')
  await site.content.update(documents.entry('hidden-call'), {
    ...by,
    change: (now) => now,
    create: () =>
      documents.schema.parse({
        ...RESULTS,
        ...{ title: 'Hidden', kind: 'call-recording', fileUrl, address: '', visibility: 'hidden' },
      }),
  })
  const compared = async (target: string) => {
    const { status, headers, text } = await ask(target)
    const { date: _date, 'x-request-id': _id, ...others } = headers
    return { status, others, text }
  }
  for (const end of ['/watch', '/watch.data', '/watch?v=1', '/Watch', '/watch/x']) {
    expect(await compared(`/documents/hidden-call${end}`), end).toEqual(await compared(`/documents/secret-call${end}`))
  }
})

test('gated: leads to the text for the film, and has no address of it; also if another document gates the film', async () => {
  const prospectus = { title: 'Prospectus', kind: 'rhp', date: '2026-11-12', fileUrl: pdf, files: files.slice(0, 2) }
  await site.content.update(documents.entry('offer-call'), {
    ...by,
    change: (now) => now,
    create: () => documents.schema.parse({ ...prospectus, address: '', visibility: 'listed' }),
  })
  const gate = `/documents/offer-call?${new URLSearchParams({ file: film.slice('/uploads/'.length) }).toString()}`
  for (const target of ['/documents/offer-call/watch', PAGE, film]) {
    const { status, headers, text } = await ask(target)
    expect([status, headers['location'], text], target).toEqual([303, gate, ''])
    expect([headers['cache-control'], headers['x-robots-tag']], target).toEqual(['no-store', 'noindex'])
  }
  const { rows } = register({ request: new Request('http://localhost/investors/documents?kind=rhp') })
  expect(rows).toMatchObject([{ watch: undefined }])
})
