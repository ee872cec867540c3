import { readFile, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { TooManyJobs } from '#app/cms/media/decoding/decoder.server.ts'
import { uploadFailure } from './store-file.server.ts'
import { deep, filesBelow, inPieces, photo, plain, temporaryLibrary, testDecoder } from '#test/temporary-images.ts'

const HTML = Buffer.from('<!doctype html><title>x</title><script>alert(1)</script>')

test('a photograph of 48 megapixels, as phones take it: stored upright, at the size that the site shows', async () => {
  const { library } = await temporaryLibrary()
  const bytes = await plain(8064, 6048).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  expect(await library.storeImage(inPieces(bytes), 'IMG_0001.JPG', 'asha')).toMatchObject({ width: 1810, height: 2414 })
})

test('11 MB: refused at the limit, without reading on', async () => {
  const { library, uploadsDir } = await temporaryLibrary()
  let sent = 0
  async function* megabytes() {
    for (; sent < 11; sent += 1) {
      await new Promise(setImmediate)
      yield Buffer.alloc(1024 * 1024, 0xff)
    }
  }
  await expect(library.storeImage(megabytes(), 'big.jpg', 'asha')).rejects.toMatchObject({
    status: 413,
    message: expect.stringMatching(/“big\.jpg” is larger than 10 MB/),
  })
  expect(sent).toBe(10)
  expect(await filesBelow(uploadsDir)).toEqual([])
})

test('a sender who breaks off: their error, and nothing left', async () => {
  const { library, uploadsDir } = await temporaryLibrary()
  const bytes = await photo(100, 100).jpeg().toBuffer()
  const brokenOff = new Error('gone')
  async function* half() {
    yield* inPieces(bytes.subarray(0, 500))
    throw brokenOff
  }
  await expect(library.storeImage(half(), 'a.jpg', 'asha')).rejects.toBe(brokenOff)
  expect(await filesBelow(uploadsDir)).toEqual([])
})

test.each([
  ['ENOSPC', 507, /the disk of the server is full/],
  ['EDQUOT', 507, /the disk of the server is full/],
  ['EROFS', 503, /does not have permission to write to its uploads folder/],
  ['EIO', 503, /reported an error/],
  ['EMFILE', 503, /reported an error/],
])('%s while writing: %i with the way on', (code, status, message) => {
  const refused = uploadFailure(Object.assign(new Error(code), { code }), 'a.jpg')
  expect(refused).toMatchObject({ status, message: expect.stringMatching(message) })
})

test('too many uploads of one person at once: 503, whose they are and when to come back', () => {
  const refused = uploadFailure(new TooManyJobs(), 'a.jpg')
  expect(refused).toMatchObject({
    status: 503,
    message: '“a.jpg” was not stored: 50 files of yours wait to be checked. Try again in a minute.',
    retryAfter: 60,
  })
})

test.each([new Error('broken'), Object.assign(new Error('broken'), { code: 'ERR_INVALID_ARG_TYPE' })])(
  'any other failure, %s: stays what it is',
  (broken) => {
    expect(uploadFailure(broken, 'a.jpg')).toBe(broken)
  },
)

test.each([
  ['jpg', () => photo(64, 48).jpeg().toBuffer()],
  ['png', () => photo(64, 48).png().toBuffer()],
  ['webp', () => photo(64, 48).webp().toBuffer()],
  ['avif', () => photo(64, 48).avif({ effort: 0 }).toBuffer()],
])('%s under a wrong name: stored by its content, known at once', async (extension, make) => {
  const { library, uploadsDir } = await temporaryLibrary()
  const stored = await library.storeImage(inPieces(await make()), 'Plant in Goa.html', 'asha')
  expect(stored.file).toMatch(new RegExp(`^plant-in-goa-[0-9a-f]{8}\\.${extension}$`))
  expect(stored).toMatchObject({ width: 64, height: 48 })
  expect(library.find(stored.file)).toMatchObject(stored)
  expect(await filesBelow(uploadsDir)).toEqual([stored.file])
  const file = path.join(uploadsDir, stored.file)
  expect((await stat(file)).size).toBe(stored.bytes)
  expect((await sharp(file).metadata()).mediaType).toBe(extension === 'jpg' ? 'image/jpeg' : `image/${extension}`)
})

test('a JPEG with a page behind the image and in its comment: only the image is stored', async () => {
  const { library, uploadsDir } = await temporaryLibrary()
  const jpeg = await photo(64, 48)
    .withExif({ IFD0: { ImageDescription: HTML.toString() } })
    .jpeg()
    .toBuffer()
  const { file } = await library.storeImage(inPieces(Buffer.concat([jpeg, HTML])), 'polyglot.jpg', 'asha')
  const stored = await readFile(path.join(uploadsDir, file))
  expect(jpeg.includes('<script>')).toBe(true)
  expect(stored.includes('<script>')).toBe(false)
})

test('16 bits a colour, interlaced, as large as they may be: taken', async () => {
  const { library } = await temporaryLibrary()
  const { file } = await library.storeImage(inPieces(await deep(1000, 500)), 'deep.png', 'asha')
  expect(library.find(file)).toMatchObject({ width: 1000, height: 500 })
})

test.each([
  ['wider than the widest variant', [5000, 2000], [2560, 1024]],
  ['a long one: still as wide as its area allows', [1200, 8000], [810, 5397]],
  ['upright, of a camera that lies on its side', [6000, 4000], [1707, 2560], 6],
])('%s: scaled down', async (_name, [width = 0, height = 0], [storedWidth, storedHeight], orientation = 1) => {
  const { library } = await temporaryLibrary()
  const bytes = await plain(width, height).withMetadata({ orientation }).jpeg().toBuffer()
  const { file } = await library.storeImage(inPieces(bytes), 'a.jpg', 'asha')
  expect(library.find(file)).toMatchObject({ width: storedWidth, height: storedHeight })
})

test('a disk that does not let an image be read: 503 with the way on, not called damaged', async () => {
  const failing = () => Promise.reject(Object.assign(new Error('EMFILE'), { code: 'EMFILE' }))
  const { library, uploadsDir } = await temporaryLibrary({ decoder: { ...testDecoder, run: failing } })
  const bytes = await photo(64, 48).jpeg().toBuffer()
  await expect(library.storeImage(inPieces(bytes), 'a.jpg', 'asha')).rejects.toMatchObject({
    status: 503,
    message: expect.stringMatching(/^“a\.jpg” was not stored: the disk of the server reported an error/),
  })
  expect(await filesBelow(uploadsDir)).toEqual([])
})

test('a photograph lying on its side, with camera data and a wide colour space: upright, bare, in sRGB', async () => {
  const { library, uploadsDir } = await temporaryLibrary()
  const lying = await plain(40, 20, '#ff0000')
    .withIccProfile('p3')
    .withExif({ IFD0: { Make: 'Camera' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const stored = await library.storeImage(inPieces(lying), 'photo.jpg', 'asha')
  expect(stored).toMatchObject({ width: 20, height: 40 })
  const metadata = await sharp(path.join(uploadsDir, stored.file)).metadata()
  expect(metadata).toMatchObject({ width: 20, height: 40, space: 'srgb' })
  expect([metadata.orientation, metadata.exif, metadata.icc, metadata.xmp]).toEqual(Array(4).fill(undefined))
})

test('the same image twice, and twenty at once: the same file, written once', async () => {
  const { library, uploadsDir } = await temporaryLibrary()
  const bytes = await photo(64, 48).jpeg().toBuffer()
  const first = await library.storeImage(inPieces(bytes), 'a.jpg', 'asha')
  const modified = new Date('2020-01-01')
  await utimes(path.join(uploadsDir, first.file), modified, modified)
  const again = await Promise.all(
    Array.from({ length: 20 }, () => library.storeImage(inPieces(bytes), 'a.jpg', 'asha')),
  )
  expect(new Set(again.map(({ file }) => file))).toEqual(new Set([first.file]))
  expect(await filesBelow(uploadsDir)).toEqual([first.file])
  expect(library.list()).toMatchObject([{ modified: modified.getTime() }])
})

test('damaged on disk without another size: put right, and its variants are made anew', async () => {
  // On a busy machine the watcher sees the damage, and reports it, before the image is stored again.
  const { library, uploadsDir, dataDir } = await temporaryLibrary({ onProblem: () => undefined })
  const bytes = await photo(400, 300).jpeg().toBuffer()
  const { file } = await library.storeImage(inPieces(bytes), 'a.jpg', 'asha')
  await library.whenIdle()
  const stored = await readFile(path.join(uploadsDir, file))
  const variant = path.join(dataDir, 'variants', file, '160.webp')
  await writeFile(variant, 'made of the damaged image')
  await writeFile(path.join(uploadsDir, file), Buffer.from(stored).fill(0, 1000, 2000))
  expect((await library.storeImage(inPieces(bytes), 'a.jpg', 'asha')).file).toBe(file)
  expect(await readFile(path.join(uploadsDir, file))).toEqual(stored)
  await library.whenIdle()
  expect((await sharp(variant).metadata()).width).toBe(160)
})
