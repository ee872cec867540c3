import { execFileSync } from 'node:child_process'
import disk, { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { log } from '#app/cms/platform/log.server.ts'
import { inAllModules } from '#test/fault-fs.ts'
import { respondWithFile } from './file-response.server.ts'
import { streamOf } from './served-file.server.ts'
import { temporaryFolder } from '#test/temporary-images.ts'

const BYTES = Buffer.from(Array.from({ length: 200_000 }, (_, n) => n % 251))
const YEAR = 'public, max-age=31536000, immutable'

async function site() {
  const root = await temporaryFolder()
  const folder = path.join(root, 'uploads')
  await mkdir(path.join(folder, 'reports'), { recursive: true })
  await mkdir(path.join(folder, '.incoming'))
  await mkdir(path.join(folder, 'folder.jpg'))
  await writeFile(path.join(root, 'secret.jpg'), 'secret')
  for (const file of [
    'a-e24bc623.jpg',
    'film.mp4',
    'page.html',
    '.hidden.jpg',
    '.incoming/x.jpg',
    'reports/r.pdf',
    'plan-20260501.pdf',
    'film-0123abcd.mp4',
    'call.mp3',
    'call.m4a',
    'results.xlsx',
    'results.csv',
    'results.xml',
  ]) {
    await writeFile(path.join(folder, file), BYTES)
  }
  await writeFile(path.join(folder, 'empty.jpg'), '')
  await writeFile(path.join(folder, 'mark.svg'), '<svg/>')
  await symlink('../secret.jpg', path.join(folder, 'link.jpg'))
  await symlink('..', path.join(folder, 'up'))
  execFileSync('mkfifo', [path.join(folder, 'pipe.jpg')])
  return async (relative: string, sent: Record<string, string> = {}, method = 'GET') => {
    const asked = new Headers(sent)
    const header = (name: string) => asked.get(name) ?? undefined
    const { status, headers, body } = await respondWithFile({ method, header }, { folder, relative, file: relative })
    return new Response(body ? streamOf(body, new AbortController().signal) : null, { status, headers })
  }
}

test.each([
  '',
  'missing.jpg',
  'folder.jpg',
  'page.html',
  'a-e24bc623.jpg/',
  'a-e24bc623.jpg/x.jpg',
  '../secret.jpg',
  'reports/../../secret.jpg',
  '%2e%2e/secret.jpg',
  '..%2fsecret.jpg',
  'reports%2Fr.pdf',
  '/etc/hosts.jpg',
  '.hidden.jpg',
  '.incoming/x.jpg',
  'link.jpg',
  'up/secret.jpg',
  'pipe.jpg',
  'a\0.jpg',
  'a-e24bc623.jpg\0.jpg',
  `${'x'.repeat(300)}.jpg`,
])('%j: 404 that is not kept', async (file) => {
  const get = await site()
  const response = await get(file)
  expect(response.status).toBe(404)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
})

test('a missing file that a browser opens: a page of the same kind as for any other, and only its head for HEAD', async () => {
  const get = await site()
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
  const missing = await get('reports/old.pdf', { accept })
  const hidden = await get('.hidden.jpg', { accept })
  const html = await missing.text()
  expect([missing.status, missing.headers.get('Content-Type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect(missing.headers.get('Cache-Control')).toBe('no-store')
  expect(html).toContain('<h1>There is no such file</h1>')
  expect([await hidden.text(), [...hidden.headers]]).toEqual([html, [...missing.headers]])
  const head = await get('reports/old.pdf', { accept }, 'HEAD')
  expect([await head.text(), [...head.headers]]).toEqual(['', [...missing.headers]])
})

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s: 405 with what is allowed', async (method) => {
  const get = await site()
  const response = await get('film.mp4', {}, method)
  expect(response.status).toBe(405)
  expect(response.headers.get('Allow')).toBe('GET, HEAD')
})

test.each(['bytes=200000-', 'bytes=999999-1000000', 'bytes=-0'])(
  'the range %s beyond the end: 416 with the size',
  async (range) => {
    const get = await site()
    const response = await get('film.mp4', { Range: range })
    expect(response.status).toBe(416)
    expect(response.headers.get('Content-Range')).toBe('bytes */200000')
  },
)

test.each(['bytes=x', 'items=0-1', 'bytes=0-1,5-6', 'bytes=', 'bytes=-', 'bytes=9-5'])(
  'the range %s, which is not one range of bytes: the whole file',
  async (range) => {
    const get = await site()
    const response = await get('film.mp4', { Range: range })
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer()).equals(BYTES)).toBe(true)
  },
)

test.each(['plan-20260501.pdf', 'film-0123abcd.mp4'])(
  '%s, whose digits are not the hash of its bytes: kept for five minutes, not for a year',
  async (file) => {
    const get = await site()
    expect((await get(file)).headers.get('Cache-Control')).toBe('public, max-age=300')
  },
)

test.each(['EACCES', 'EIO', 'EMFILE'])(
  'a file that cannot be read, %s: 503 that is not kept, and it is logged',
  async (code) => {
    const get = await site()
    const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined)
    inAllModules(vi.spyOn(disk, 'open')).mockRejectedValueOnce(Object.assign(new Error(code), { code }))
    const response = await get('film.mp4')
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([503, 'no-store'])
    expect(response.headers.get('Retry-After')).toBe('60')
    expect(await response.text()).toBe('This file cannot be read at the moment. Try again later.')
    expect(logged).toHaveBeenCalledWith(
      { err: expect.objectContaining({ code }), file: 'film.mp4' },
      expect.any(String),
    )
    expect((await get('film.mp4')).status).toBe(200)
  },
)

test('the whole file: its bytes and headers', async () => {
  const get = await site()
  const response = await get('a-e24bc623.jpg')
  expect(response.status).toBe(200)
  expect(Buffer.from(await response.arrayBuffer()).equals(BYTES)).toBe(true)
  expect(Object.fromEntries(response.headers)).toEqual({
    'accept-ranges': 'bytes',
    'cache-control': YEAR,
    'cdn-cache-control': 'max-age=30, stale-while-revalidate=30, stale-if-error=86400',
    'surrogate-key': expect.stringMatching(/^everything file-[0-9a-f]{16}$/),
    'cache-tag': expect.stringMatching(/^everything,file-[0-9a-f]{16}$/),
    'content-length': '200000',
    'content-type': 'image/jpeg',
    'cross-origin-resource-policy': 'cross-origin',
    etag: expect.stringMatching(/^"[0-9a-f]+-[0-9a-f]+"$/),
    'last-modified': expect.stringMatching(/ GMT$/),
    'x-content-type-options': 'nosniff',
  })
})

test('HEAD: the headers of GET without the bytes', async () => {
  const get = await site()
  const [head, whole] = [await get('film.mp4', {}, 'HEAD'), await get('film.mp4')]
  expect(head.status).toBe(200)
  expect(await head.text()).toBe('')
  expect([...head.headers]).toEqual([...whole.headers])
  await whole.body?.cancel()
})

test.each([
  ['bytes=0-0', 0, 1],
  ['bytes=100000-150000', 100_000, 150_001],
  ['bytes=199999-', 199_999, 200_000],
  ['bytes=199999-500000', 199_999, 200_000],
  ['bytes=-5', 199_995, 200_000],
  ['bytes=-500000', 0, 200_000],
])('the range %s: 206 with those bytes', async (range, start, end) => {
  const get = await site()
  const response = await get('film.mp4', { Range: range })
  expect(response.status).toBe(206)
  expect(response.headers.get('Content-Range')).toBe(`bytes ${start}-${end - 1}/200000`)
  expect(response.headers.get('Content-Length')).toBe(String(end - start))
  expect(Buffer.from(await response.arrayBuffer()).equals(BYTES.subarray(start, end))).toBe(true)
})

test('a visitor who has the file: 304 by tag and by date; a changed file: 200', async () => {
  const get = await site()
  const { headers } = await get('film.mp4', {}, 'HEAD')
  const etag = headers.get('ETag') ?? ''
  for (const condition of [
    { 'If-None-Match': etag },
    { 'If-None-Match': `"other", W/${etag}` },
    { 'If-Modified-Since': headers.get('Last-Modified') ?? '' },
  ]) {
    const response = await get('film.mp4', condition)
    expect(response.status).toBe(304)
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=300')
  }
  expect((await get('film.mp4', { 'If-None-Match': '"other"' }, 'HEAD')).status).toBe(200)
})

test('a condition that a changed file does not meet: 412 without the file', async () => {
  const get = await site()
  const { headers } = await get('film.mp4', {}, 'HEAD')
  for (const condition of [{ 'If-Match': '"other"' }, { 'If-Unmodified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' }]) {
    expect([(await get('film.mp4', condition)).status, condition]).toEqual([412, condition])
  }
  const met = { 'If-Match': headers.get('ETag') ?? '', 'If-Unmodified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' }
  expect((await get('film.mp4', met, 'HEAD')).status).toBe(200)
})

test('If-None-Match beside a date: the tag alone counts', async () => {
  const get = await site()
  const modified = (await get('film.mp4', {}, 'HEAD')).headers.get('Last-Modified') ?? ''
  const response = await get('film.mp4', { 'If-None-Match': '"other"', 'If-Modified-Since': modified }, 'HEAD')
  expect(response.status).toBe(200)
})

test('a document: shown by pages of our own sites alone', async () => {
  const get = await site()
  const { headers } = await get('reports/r.pdf', {}, 'HEAD')
  expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-site')
})

test('a download that goes on: the rest while the file is the same, else the whole', async () => {
  const get = await site()
  const etag = (await get('film.mp4', {}, 'HEAD')).headers.get('ETag') ?? ''
  const same = await get('film.mp4', { Range: 'bytes=5-9', 'If-Range': etag })
  const modified = (await get('film.mp4', {}, 'HEAD')).headers.get('Last-Modified') ?? ''
  const sameDate = await get('film.mp4', { Range: 'bytes=5-9', 'If-Range': modified })
  const other = await get('film.mp4', { Range: 'bytes=5-9', 'If-Range': '"other"' })
  expect([sameDate.status, await sameDate.text().then((text) => text.length)]).toEqual([206, 5])
  expect([same.status, (await same.arrayBuffer()).byteLength]).toEqual([206, 5])
  expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, 200_000])
})

test('an SVG file: may run nothing', async () => {
  const get = await site()
  const response = await get('mark.svg')
  expect(await response.text()).toBe('<svg/>')
  expect(response.headers.get('Content-Type')).toBe('image/svg+xml')
  expect(response.headers.get('Content-Security-Policy')).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox")
})

test.each([
  ['results.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['results.csv', 'text/csv; charset=utf-8'],
  ['results.xml', 'application/xml'],
])('%s: saved, never shown as a page of ours', async (file, type) => {
  const get = await site()
  for (const response of [await get(file), await get(file, { Range: 'bytes=0-9' })]) {
    expect(response.headers.get('Content-Type')).toBe(type)
    expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename="${file}"`)
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(response.headers.get('Content-Security-Policy')).toContain('sandbox')
    await response.arrayBuffer()
  }
})

test.each([
  ['call.mp3', 'audio/mpeg'],
  ['call.m4a', 'audio/mp4'],
])('%s: played in the browser from any moment on', async (file, type) => {
  const get = await site()
  const response = await get(file, { Range: 'bytes=1000-' })
  expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([206, 199_000])
  expect(response.headers.get('Content-Type')).toBe(type)
  expect(response.headers.get('Content-Disposition')).toBeNull()
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
})

test('an empty file, and one in a folder: served', async () => {
  const get = await site()
  const empty = await get('empty.jpg')
  expect([empty.status, await empty.text(), empty.headers.get('Content-Length')]).toEqual([200, '', '0'])
  const report = await get('reports/r.pdf')
  expect(report.headers.get('Content-Type')).toBe('application/pdf')
  expect((await report.arrayBuffer()).byteLength).toBe(200_000)
})

test('read, left, asked for without bytes, or refused: no file stays open', async () => {
  const get = await site()
  const openFiles = () => readdir('/proc/self/fd').then((names) => names.length)
  await (await get('film.mp4')).arrayBuffer()
  const before = await openFiles()
  for (let round = 0; round < 20; round += 1) {
    await (await get('film.mp4')).arrayBuffer()
    await (await get('film.mp4')).body?.cancel()
    await get('film.mp4', {}, 'HEAD')
    await get('film.mp4', { Range: 'bytes=999999-' })
    await get('folder.jpg')
  }
  await vi.waitFor(async () => expect(await openFiles()).toBeLessThanOrEqual(before))
})
