import { readdir, readFile, readlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createStaticHandler } from 'react-router-dom/server.js'
import { expect, test, vi } from 'vitest'
import { photo } from '#test/temporary-images.ts'
import { action, loader } from '#app/cms/stored-file.tsx'
import { createTestSite } from '#test/create-test-site.ts'

const site = await createTestSite()
const { env } = site
const { library: mediaLibrary } = site.media

const YEAR = 'public, max-age=31536000, immutable'

function get(address: string, init?: RequestInit) {
  return loader({ request: new Request(`http://localhost${address}`, init), params: {}, context: {} })
}

function getVariant(file: string, variant: string) {
  return get(`/variants/${file}/${variant}`)
}

async function storePhoto(name: string) {
  const bytes = await photo(200, 150).jpeg().toBuffer()
  return mediaLibrary.storeImage(
    (async function* () {
      yield await Promise.resolve(bytes)
    })(),
    name,
    'asha',
  )
}

test('an encoded slash, dots or NUL in the address of an upload: 404', async () => {
  await writeFile(path.join(env.dataDir, 'secret.jpg'), 'secret')
  for (const address of [
    '/uploads/',
    '/uploads/..%2Fdata%2Fsecret.jpg',
    '/uploads/%00.jpg',
    '/uploads/%2e%2e/data/secret.jpg',
    '/uploads//a.jpg',
  ]) {
    expect((await get(address)).status, address).toBe(404)
  }
})

test.each(['/uploads/a.jpg', '/policies/code-of-conduct.pdf', '/variants/a.jpg/160.avif'])(
  '%s, a method other than GET and HEAD: 405',
  async (address) => {
    const request = new Request(`http://localhost${address}`, { method: 'DELETE' })
    const response = await action({ request, params: {}, context: {} })
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
  },
)

test.each([
  '/policies/',
  '/policies/missing.pdf',
  '/policies/..%2freports%2fannual-report-2024-25.pdf',
  '/policies/%2e%2e/reports/annual-report-2024-25.pdf',
  '/policies/.hidden.pdf',
  '/policies/code-of-conduct',
])('unknown file or a way out of the folder (%s): 404', async (address) => {
  const response = await get(address)
  expect([response.status, response.headers.get('Content-Type')]).toEqual([404, 'text/plain; charset=utf-8'])
})

test('a policy: the PDF, or the range that is requested', async () => {
  const response = await get('/policies/code-of-conduct.pdf')
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/pdf'])
  expect((await response.text()).slice(0, 5)).toBe('%PDF-')
  const part = await get('/policies/code-of-conduct.pdf', { headers: { Range: 'bytes=1-3' } })
  expect([part.status, await part.text()]).toEqual([206, 'PDF'])
})

test.each(['160.jpg', '160', '0160.avif', '161.webp', '-160.avif', '160.avif.tmp', '1e2.avif', ''])(
  'the variant %j, which cannot be: 404',
  async (variant) => {
    const { file } = await storePhoto('a.jpg')
    expect((await getVariant(file, variant)).status).toBe(404)
  },
)

test('a file that was just uploaded: served byte for byte, cached for a year', async () => {
  const { file } = await storePhoto('served.jpg')
  const response = await get(`/uploads/${file}`)
  expect(response.headers.get('Cache-Control')).toBe(YEAR)
  const stored = await readFile(path.join(env.uploadsDir, file))
  expect(Buffer.from(await response.arrayBuffer()).equals(stored)).toBe(true)
})

test('a variant nobody has made: made for the first request, cached for a year', async () => {
  const { file } = await storePhoto('shown.jpg')
  const response = await getVariant(file, '200.avif')
  expect([response.status, response.headers.get('Content-Type'), response.headers.get('Cache-Control')]).toEqual([
    200,
    'image/avif',
    YEAR,
  ])
  await response.body?.cancel()
})

test('a variant that cannot be made: the image itself, not to be cached', async () => {
  const whole = await photo(400, 300).jpeg().toBuffer()
  await writeFile(path.join(env.uploadsDir, 'cut.jpg'), whole.subarray(0, whole.length / 2))
  await mediaLibrary.refresh('cut.jpg')
  const response = await getVariant('cut.jpg', '160.avif')
  expect([response.status, response.headers.get('Content-Type'), response.headers.get('Cache-Control')]).toEqual([
    200,
    'image/jpeg',
    'no-store',
  ])
  await response.body?.cancel()
})

/** How often this process has the file open. */
async function openHandles(file: string) {
  const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''))
  return (await Promise.all(links)).filter((target) => target === path.join(env.uploadsDir, file)).length
}

test('a client that goes away: the router drops the response, and the file is closed', async () => {
  const { file } = await storePhoto('left.jpg')
  const client = new AbortController()
  const router = createStaticHandler([
    {
      id: 'file',
      path: '/uploads/:name',
      loader: async ({ request }) => {
        const response = await loader({ request, params: {}, context: {} })
        expect(await openHandles(file)).toBe(1)
        client.abort()
        return response
      },
    },
  ])
  const request = new Request(`http://localhost/uploads/${file}`, { signal: client.signal })
  await expect(router.queryRoute(request, { routeId: 'file' })).rejects.toThrow('aborted')
  await vi.waitFor(async () => {
    expect(await openHandles(file)).toBe(0)
  })
})

test('a client that is gone before its file is open, or while it is sent: the file is closed and the body ends', async () => {
  const { file } = await storePhoto('gone.jpg')
  const early = await get(`/uploads/${file}`, { signal: AbortSignal.abort() })
  expect((await early.arrayBuffer()).byteLength).toBe(0)
  const client = new AbortController()
  const response = await get('/uploads/videos/drhp-overview-en-a91b891b.mp4', { signal: client.signal })
  const reader = response.body?.getReader()
  expect((await reader?.read())?.value?.length).toBe(64 * 1024)
  client.abort()
  let rest = 0
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) rest += part.value.length
  expect(rest).toBeLessThanOrEqual(128 * 1024)
  await vi.waitFor(async () => {
    expect([await openHandles(file), await openHandles('videos/drhp-overview-en-a91b891b.mp4')]).toEqual([0, 0])
  })
})
