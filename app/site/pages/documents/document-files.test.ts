import disk, { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { hostInterfaceOf } from '#app/cms/host-interface.server.ts'
import { runningSite } from '#app/cms/site.server.ts'
import { documents } from '#app/site/collections/documents/documents.ts'
import { listedRows } from '#app/cms/define/listed-rows.ts'
import { setEntries } from '#test/set-entries.ts'
import { reports } from '#app/site/sections/reports/reports.ts'
import { signIn } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { inAllModules } from '#test/fault-fs.ts'
import { inPieces } from '#test/temporary-images.ts'

const site = await createTestSite()
const { content, env, media } = site
const host = hostInterfaceOf(runningSite())
const by = { author: 'asha', reason: 'Test' }
const section = documents.entry('industry-report')
const ADDRESS = '/documents/industry-report'
const FILE = '/uploads/documents/industry-report.pdf'

let cookie: string
beforeAll(async () => {
  cookie = await signIn()
})

async function ask(address: string, { method = 'GET', ...headers }: Record<string, string> = {}) {
  const { status, headers: sent, body } = await host.serveFile(address, { method, header: (name) => headers[name] })
  const read: Buffer[] = []
  if (body) {
    const chunk = new Uint8Array(1024 * 1024)
    for (let count = await body.read(chunk); count > 0; count = await body.read(chunk))
      read.push(Buffer.from(chunk.subarray(0, count)))
    await body.close()
  }
  const header = (name: string) => sent.find(([own]) => own === name)?.[1]
  return { status, header, bytes: Buffer.concat(read).length, text: Buffer.concat(read).toString() }
}

const edit = (change: Partial<(typeof documents.schema)['_output']>) =>
  content.update(section, { ...by, change: (now) => ({ ...now, ...change }) })

test('the current file at its fixed address: inline, with a strong ETag and a range; caches ask each time', async () => {
  const { status, header, bytes } = await ask(ADDRESS)
  expect(status).toBe(200)
  expect(header('Content-Type')).toBe('application/pdf')
  expect(header('Content-Disposition')).toBe('inline; filename="industry-report.pdf"')
  expect(header('Cache-Control')).toBe('public, max-age=0, must-revalidate')
  expect(header('Surrogate-Key')).toContain('every-page')
  expect(header('Last-Modified')).toBeUndefined()
  expect(bytes).toBe(media.documents.find('documents/industry-report.pdf')?.bytes)
  const etag = header('ETag') ?? ''
  expect((await ask(ADDRESS, { 'if-none-match': etag })).status).toBe(304)
  expect(await ask(ADDRESS, { range: 'bytes=0-9', 'if-range': etag })).toMatchObject({ status: 206, bytes: 10 })
  expect(await ask(ADDRESS, { method: 'HEAD' })).toMatchObject({ status: 200, bytes: 0 })
})

test('other addresses below it are none of a file', () => {
  for (const address of [
    '/documents',
    '/documents/',
    '/documents/none',
    '/documents/industry-report/x',
    '/documents/Industry-report',
  ])
    expect(host.isFileAddress(address), address).toBe(false)
  // The file of a result is on another site: the router redirects to it.
  expect(host.isFileAddress('/documents/financial-results-2024-25')).toBe(false)
  expect(host.isFileAddress(ADDRESS)).toBe(true)
})

test(
  'replaced 50 times by files of the same size and time: no ETag twice, and no range of another version',
  { timeout: 120_000 },
  async () => {
    const seen = new Set<string>()
    for (let version = 1; version <= 50; version += 1) {
      const name = `documents/report-${version}.pdf`
      await copyFile(path.join(env.uploadsDir, 'documents/industry-report.pdf'), path.join(env.uploadsDir, name))
      const before = (await ask(ADDRESS)).header('ETag') ?? ''
      await edit({ fileUrl: `/uploads/${name}` })
      const { header } = await ask(ADDRESS)
      seen.add(header('ETag') ?? '')
      const partial = await ask(ADDRESS, { range: 'bytes=5-', 'if-range': before })
      expect([partial.status, (await ask(ADDRESS, { 'if-none-match': before })).status]).toEqual([200, 200])
      expect((await ask(ADDRESS, { 'if-match': before })).status).toBe(412)
    }
    expect(seen.size).toBe(50)
    expect(content.read(section).value.published).toHaveLength(51)
    await media.documents.add('documents/report-7.pdf')
    // Every earlier file is named by the document, so that it cannot be deleted.
    expect(await site.files.discardFile('documents/report-7.pdf')).toBe('used')
    expect(await site.files.discardFile('documents/industry-report.pdf')).toBe('used')
  },
)

test('a further file of another kind: unknown until the document names it, then saved; withdrawn with the document', async () => {
  const table = inPieces(Buffer.from('Year,Revenue\n2025-26,1234\n'))
  const address = await media.staged.store(table, 'Key figures.csv', { accepts: 'csv', folder: 'documents' }, 'asha')
  expect((await ask(address)).status).toBe(404)
  expect((await ask(address, { cookie })).header('Cache-Control')).toBe('no-store, private')
  await edit({ files: [{ _id: 'table', title: 'Key figures', fileUrl: address, language: '' }] })
  const { status, header, bytes } = await ask(address)
  expect([status, bytes]).toEqual([200, 26])
  expect(header('Content-Type')).toBe('text/csv; charset=utf-8')
  expect(header('Content-Disposition')).toMatch(/^attachment; filename="key-figures-[0-9a-f]{8}\.csv"$/)
  expect(header('X-Content-Type-Options')).toBe('nosniff')
  expect(header('Surrogate-Key')).toMatch(/file-[0-9a-f]{16}/)
  expect(content.read(section).value.published.at(-1)).toMatchObject({ fileUrl: address, name: 'Key figures' })
  await edit({ withdrawnBecause: 'A wrong figure' })
  expect((await ask(address)).status).toBe(410)
  await edit({ withdrawnBecause: '', files: [] })
  // It was public, so the document keeps it.
  expect((await ask(address)).status).toBe(200)
  expect(await site.files.discardFile(address.slice('/uploads/'.length))).toBe('used')
})

test('withdrawn: every address that a version ever had says what was there, and has no byte of it; staff get them', async () => {
  expect((await ask(FILE)).status).toBe(200)
  await edit({ withdrawnBecause: 'A wrong figure – “corrected”' })
  const { title } = content.read(section).value
  for (const number of [7, 50]) await media.documents.add(`documents/report-${number}.pdf`)
  const versions = [FILE, '/uploads/documents/report-7.pdf', '/uploads/documents/report-50.pdf']
  for (const address of versions.flatMap((own) => [own, own.replace('/uploads/', `/confirmed/1.${'A'.repeat(43)}/`)])) {
    const { status, header, text } = await ask(address)
    expect([status, header('Content-Type')], address).toEqual([410, 'text/plain; charset=utf-8'])
    expect(text).toMatch(`${title} was withdrawn on `)
    expect(text).toMatch('Reason: A wrong figure – “corrected”\nAddress of the document: /documents/industry-report\n')
    expect(header('Content-Length')).toBe(String(Buffer.byteLength(text)))
  }
  for (const address of versions) {
    expect(host.isPublicFile(address)).toBe(false)
    for (const request of [{}, { method: 'HEAD' }, { range: 'bytes=0-9' }, { cookie: 'session=forged' }]) {
      const { status, header, bytes } = await ask(address, request)
      expect([status, header('Cache-Control')], address).toEqual([410, 'no-store'])
      expect(bytes).toBeLessThan(300)
    }
    const seen = await ask(address, { cookie })
    expect([seen.status, seen.header('Cache-Control')]).toEqual([200, 'no-store, private'])
  }
  expect(host.isFileAddress(ADDRESS)).toBe(false)
  await edit({ withdrawnBecause: '' })
  expect((await ask(FILE)).status).toBe(200)
})

test('a file that a withdrawn document got afterwards, and that of a hidden one: addresses that do not exist', async () => {
  const name = 'documents/never-public.pdf'
  await copyFile(path.join(env.uploadsDir, 'documents/industry-report.pdf'), path.join(env.uploadsDir, name))
  await media.documents.add(name)
  const before = content.read(section).value.fileUrl
  await edit({ withdrawnBecause: 'A wrong figure' })
  await edit({ fileUrl: `/uploads/${name}` })
  const lookedUp = inAllModules(vi.spyOn(disk, 'realpath'))
  const reads = inAllModules(vi.spyOn(disk, 'open'))
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PROPFIND']) {
    lookedUp.mockClear()
    reads.mockClear()
    const unknown = await ask('/uploads/documents/no-such-file.pdf', { method })
    const work = [lookedUp.mock.calls.length, reads.mock.calls.length]
    lookedUp.mockClear()
    reads.mockClear()
    const asked = await ask(`/uploads/${name}`, { method })
    expect([asked.status, asked.text], method).toEqual([unknown.status, unknown.text])
    expect(asked.status, method).toBe(method === 'GET' || method === 'HEAD' ? 404 : 405)
    // By the time that it takes, neither.
    expect([lookedUp.mock.calls.length, reads.mock.calls.length], method).toEqual(work)
  }
  await edit({ fileUrl: before })
  await edit({ withdrawnBecause: '' })
})

test('an annual report that was taken off its list: its file stays, and its addresses say what was there', async () => {
  const before = listedRows(site, reports)
  const [report] = before
  if (!report) throw new Error('No report is shipped')
  const setReports = (next: typeof before) => setEntries(content, reports, next)
  await setReports(before.slice(1))
  const { status, text } = await ask(report.fileUrl)
  expect(status).toBe(410)
  expect(text).toMatch(`${report.title} ${report.year} was withdrawn on `)
  expect(text).toMatch(
    /The company has taken this annual report off its list\.\nAddress of the document: \/documents\//,
  )
  expect((await ask(report.fileUrl, { cookie })).status).toBe(200)
  expect(await site.files.discardFile(report.fileUrl.slice('/uploads/'.length))).toBe('used')
  await setReports(before)
  expect((await ask(report.fileUrl)).status).toBe(200)
})

test('a document that was public: removed neither by a person nor by the undo of its creation', async () => {
  await expect(content.remove(section, by)).rejects.toMatchObject({ message: /has to be kept until/ })
  expect(content.find(section)).toBeDefined()
})
