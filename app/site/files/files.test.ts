import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { photo } from '#test/temporary-images.ts'
import * as uploads from './uploads.tsx'
import * as variants from './variants.tsx'
import { createTestSite } from '#test/create-test-site.ts'

const site = await createTestSite()
const { env } = site
const { library: mediaLibrary } = site.media

const YEAR = 'public, max-age=31536000, immutable'

function getUpload(address: string, method = 'GET') {
  return uploads.loader({ request: new Request(`http://localhost${address}`, { method }), params: {}, context: {} })
}

function getVariant(file: string, variant: string) {
  const request = new Request(`http://localhost/variants/${file}/${variant}`)
  return variants.loader({ request, params: { file, variant }, context: {} })
}

async function storePhoto(name: string) {
  const bytes = await photo(200, 150).jpeg().toBuffer()
  return mediaLibrary.storeImage(
    (async function* () {
      yield await Promise.resolve(bytes)
    })(),
    name,
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
    expect((await getUpload(address)).status, address).toBe(404)
  }
})

test('a method other than GET and HEAD: 405', async () => {
  const request = new Request('http://localhost/uploads/a.jpg', { method: 'POST' })
  for (const route of [uploads, variants]) {
    const response = await route.action({ request, params: {}, context: {} })
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
  }
})

test.each(['160.jpg', '160', '0160.avif', '161.webp', '-160.avif', '160.avif.tmp', '1e2.avif', ''])(
  'the variant %j, which cannot be: 404',
  async (variant) => {
    const { file } = await storePhoto('a.jpg')
    expect((await getVariant(file, variant)).status).toBe(404)
  },
)

test('a file that was just uploaded: served byte for byte, kept for a year', async () => {
  const { file } = await storePhoto('served.jpg')
  const response = await getUpload(`/uploads/${file}`)
  expect(response.headers.get('Cache-Control')).toBe(YEAR)
  const stored = await readFile(path.join(env.uploadsDir, file))
  expect(Buffer.from(await response.arrayBuffer()).equals(stored)).toBe(true)
})

test('a variant that is not ready: the image itself, not to be kept; then the variant, kept for a year', async () => {
  const { file } = await storePhoto('shown.jpg')
  const early = await getVariant(file, '200.avif')
  expect([early.status, early.headers.get('Content-Type'), early.headers.get('Cache-Control')]).toEqual([
    200,
    'image/jpeg',
    'no-store',
  ])
  await early.body?.cancel()
  await mediaLibrary.settled()
  const ready = await getVariant(file, '200.avif')
  expect([ready.status, ready.headers.get('Content-Type'), ready.headers.get('Cache-Control')]).toEqual([
    200,
    'image/avif',
    YEAR,
  ])
  await ready.body?.cancel()
})
