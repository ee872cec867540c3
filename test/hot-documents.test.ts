import { copyFile, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hostInterfaceOf } from '#app/cms/host-interface.server.ts'
import { runningSite } from '#app/cms/site.server.ts'
import { reports } from '#app/site/sections/reports/reports.ts'
import { createTestSite } from './create-test-site.ts'
import { pdfBytes } from './pdf-bytes.ts'
import { startTestHost } from './start-test-host.ts'
import { inPieces } from './temporary-images.ts'

/** Documents in the memory of the production host: read once, and gone from it with every change of the file. */

const site = await createTestSite()
const { media, files: siteFiles } = site

async function startHost() {
  const app = hostInterfaceOf(runningSite())
  const serveFile = vi.fn(app.serveFile)
  const host = await startTestHost({ app: { ...app, serveFile } })
  const get = async (address: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await fetch(host.origin + address, { method, headers: { host: 'localhost:3000', ...headers } })
    return { status: response.status, headers: response.headers, body: await response.text() }
  }
  /** Requests a document until it comes from memory. */
  const heat = async (address: string, status = 200) => {
    expect((await get(address)).status).toBe(status)
    // The watch may notice a change of the test between two requests, and drop the document once more.
    return vi.waitFor(async () => {
      const first = await get(address)
      const reads = serveFile.mock.calls.length
      const second = await get(address)
      expect([first.status, second.status, serveFile.mock.calls.length - reads]).toEqual([status, status, 0])
      return second
    })
  }
  return { ...host, get, heat, serveFile }
}

/** Stores a PDF as staff copy one into the uploads, and waits until the site knows it. Resolves with its address. */
async function addByHand(file: string, bytes = pdfBytes()) {
  const target = path.join(site.env.uploadsDir, file)
  await mkdir(path.dirname(target), { recursive: true })
  await writeFile(`${target}.part`, bytes)
  await rename(`${target}.part`, target)
  await media.documents.add(file)
  return { address: `/uploads/${file}`, target }
}

/** A published release whose report only it names. */
async function publishReport(name: string) {
  const report = await media.staged.store(
    inPieces(pdfBytes({ content: name })),
    `${name}.pdf`,
    {
      accepts: 'pdf',
      folder: 'reports',
    },
    'asha',
  )
  const { id } = await site.releases.create({ name, time: new Date(Date.now() + 3_600_000).toISOString() }, 'asha')
  await site.drafts.save(reports.entry(name), {
    release: id,
    content: reports.schema.parse({ year: '2031', title: name, fileUrl: report }),
    author: 'asha',
    version: '',
  })
  return { report, publish: () => site.releases.publish(id, 'asha'), undo: () => site.releases.undo(id, 'asha') }
}

test('a document: read once, with the same strong tag whole, in part, as HEAD and as 304', async () => {
  const { heat, get, serveFile } = await startHost()
  const { address } = await addByHand('reports/once.pdf', Buffer.concat([pdfBytes(), Buffer.alloc(500_000, 'x')]))
  const hot = await heat(address)
  const etag = hot.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[\da-f]+-[\da-f]+"$/)
  const size = hot.headers.get('content-length')
  const readsBefore = serveFile.mock.calls.length
  const [head, known] = [await get(address, {}, 'HEAD'), await get(address, { 'if-none-match': etag })]
  expect([head.status, head.body, head.headers.get('etag'), head.headers.get('content-length')]).toEqual([
    200,
    '',
    etag,
    size,
  ])
  expect([known.status, known.headers.get('etag')]).toEqual([304, etag])
  expect(serveFile.mock.calls.length).toBe(readsBefore)
  const part = await get(address, { range: 'bytes=-20', 'if-range': etag })
  expect([part.status, part.headers.get('etag'), part.body]).toEqual([206, etag, 'x'.repeat(20)])
  expect((await get(address, { range: 'bytes=-20', 'if-range': '"other"' })).status).toBe(200)
  expect((await get(address, { 'if-match': '"other"' })).status).toBe(412)
})

test('captions, policies and pictures: from memory too, in no other coding than their tag says', async () => {
  const { heat, get } = await startHost()
  await addByHand('videos/hot.vtt', Buffer.from(`WEBVTT\n\n${'NOTE captions\n'.repeat(200)}`))
  const policy = media.documents.list().find(({ file }) => file.startsWith('policies/'))?.file ?? ''
  const image = media.library.list().find(({ bytes }) => bytes > 128 * 1024)?.file ?? ''
  for (const address of ['/uploads/videos/hot.vtt', `/${policy}`, `/uploads/${image}`]) await heat(address)
  const packed = await get('/uploads/videos/hot.vtt', { 'accept-encoding': 'br' })
  expect([packed.headers.get('content-encoding'), packed.headers.get('etag')]).toEqual([
    null,
    expect.stringMatching(/^"/),
  ])
})

test('a file behind a link, a hidden one, and one of a kind that is not served: never from memory', async () => {
  const { get } = await startHost()
  const { target } = await addByHand('reports/real.pdf')
  await symlink(target, path.join(path.dirname(target), 'linked.pdf'))
  await copyFile(target, path.join(path.dirname(target), '.hidden.pdf'))
  await writeFile(path.join(path.dirname(target), 'page.html'), '<p>')
  for (const name of ['linked.pdf', '.hidden.pdf', 'page.html', 'real.pdf/', 'real.pdf%00', '../reports/real.pdf']) {
    for (let round = 0; round < 2; round += 1) expect((await get(`/uploads/reports/${name}`)).status).not.toBe(206)
  }
  expect((await get('/uploads/reports/linked.pdf')).status).toBe(404)
})

test('deleted by staff, and brought back: with the next request', async () => {
  const { heat, get } = await startHost()
  const { address } = await addByHand('reports/unused.pdf')
  await heat(address)
  const { moved } = await siteFiles.discardFiles(['reports/unused.pdf'])
  expect((await get(address)).status).toBe(404)
  expect((await get(address, {}, 'HEAD')).status).toBe(404)
  await siteFiles.bringBackFile(moved[0]?.id ?? '')
  await heat(address)
})

test('hidden before its withdrawal is on disk: with the next request', async () => {
  const { heat, get } = await startHost()
  const { address } = await addByHand('reports/hidden.pdf')
  await heat(address)
  const endHiding = media.staged.hide(['reports/hidden.pdf'])
  expect((await get(address)).status).toBe(404)
  endHiding()
})

test('of a release: staged for staff alone, hot once it is public, gone with the undo, and back with the next one', async () => {
  const { heat, get } = await startHost()
  const { report, publish, undo } = await publishReport('annual')
  for (let round = 0; round < 2; round += 1) expect((await get(report)).status).toBe(404)
  await publish()
  await heat(report)
  await undo()
  for (let round = 0; round < 2; round += 1) expect((await get(report)).status).toBe(404)
  await publish()
  await heat(report)
})

test('replaced and removed by hand: noticed while the process that reads PDFs has no time for them', async () => {
  const { heat, get } = await startHost()
  const { address, target } = await addByHand('reports/by-hand.pdf')
  const before = await heat(address)
  const run = media.decoder.run.bind(media.decoder)
  let goOn = () => {}
  const busy = new Promise<void>((resolve) => (goOn = resolve))
  onTestFinished(() => {
    goOn()
  })
  vi.spyOn(media.decoder, 'run').mockImplementation(async (job, input) => {
    await busy
    return run(job, input)
  })
  await writeFile(`${target}.part`, pdfBytes({ content: 'another' }))
  await rename(`${target}.part`, target)
  await expect.poll(async () => (await get(address)).headers.get('etag')).not.toBe(before.headers.get('etag'))
  await heat(address)
  await rm(target)
  await expect.poll(async () => (await get(address)).status).toBe(404)
  goOn()
  await media.documents.whenIdle()
})
