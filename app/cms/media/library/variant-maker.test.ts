import disk, { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { DecoderFailed, type Decoder } from '#app/cms/media/decoding/decoder.server.ts'
import type { ReportProblem } from './media-library.types.ts'
import { inAllModules } from '#test/fault-fs.ts'
import { openVariantMaker } from './variant-maker.server.ts'
import {
  filesBelow,
  inPieces,
  openStorageIn,
  photo,
  temporaryFolder,
  temporaryLibrary,
  testDecoder,
} from '#test/temporary-images.ts'

async function libraryWith(
  files: { [name: string]: Promise<Buffer> },
  onProblem?: ReportProblem,
  decoder: Decoder = testDecoder,
) {
  const root = await temporaryFolder()
  await mkdir(path.join(root, 'uploads'))
  for (const [name, bytes] of Object.entries(files)) await writeFile(path.join(root, 'uploads', name), await bytes)
  return temporaryLibrary({ root, decoder, ...(onProblem && { onProblem }) })
}

const smallJpeg = () => photo(200, 150).jpeg().toBuffer()
const svg = () => Promise.resolve(Buffer.from('<svg width="200" height="100"></svg>'))

test.each([
  ['an unknown image', 'b.jpg', 160],
  ['a width that is not on the list', 'a.jpg', 161],
  ['a width beyond the image', 'a.jpg', 320],
  ['an SVG file', 'mark.svg', 160],
])('%s: no such variant', async (_name, file, width) => {
  const { library } = await libraryWith({ 'a.jpg': smallJpeg(), 'mark.svg': svg() })
  expect(await library.variant(file, width, 'avif')).toBeUndefined()
})

test('a variant that fails: reported once, not tried again, the image stands in', async () => {
  const whole = await photo(400, 300).jpeg().toBuffer()
  const onProblem = vi.fn<ReportProblem>()
  const { library, uploadsDir } = await libraryWith(
    { 'cut.jpg': Promise.resolve(whole.subarray(0, whole.length / 2)) },
    onProblem,
  )
  for (let visit = 0; visit < 3; visit += 1) {
    expect(await library.variant('cut.jpg', 160, 'webp')).toEqual({
      folder: uploadsDir,
      path: 'cut.jpg',
      isReady: false,
    })
    await library.whenIdle()
  }
  expect(onProblem.mock.calls.map(([message]) => message)).toEqual([
    'The variant cut.jpg/160.webp could not be created. The original image is shown instead.',
  ])
})

test('asked for in the moment the work before it ends: made', async () => {
  const root = await temporaryFolder()
  await mkdir(path.join(root, 'uploads'))
  await writeFile(path.join(root, 'uploads/a.jpg'), await smallJpeg())
  const maker = openVariantMaker({ storage: openStorageIn(root), decoder: testDecoder, onProblem: vi.fn() })
  const variant = { file: 'a.jpg', width: 160, format: 'webp' } as const
  const lstat = inAllModules(vi.spyOn(disk, 'lstat'))
  // Work that finds nothing to do ends within a few microtasks: each of them is tested.
  for (let turns = 0; turns < 16; turns += 1) {
    maker.forget('a.jpg')
    await maker.whenIdle()
    maker.forget('none.jpg')
    await vi.waitUntil(() => lstat.mock.calls.some(([file]) => String(file).endsWith('none.jpg')))
    await expect(lstat.mock.results.at(-1)?.value).rejects.toMatchObject({ code: 'ENOENT' })
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
    maker.request(variant, { urgent: true })
    await maker.whenIdle()
    expect(await filesBelow(path.join(root, 'data/variants')), `after ${turns} turns`).toEqual(['a.jpg/160.webp'])
    lstat.mockClear()
  }
  await maker.close()
})

test('a disk that does not take a variant: nothing is tried for a minute, then it is made', async () => {
  const { library, dataDir } = await libraryWith({ 'a.jpg': smallJpeg() }, vi.fn<ReportProblem>())
  const clock = vi.spyOn(performance, 'now')
  await mkdir(dataDir, { recursive: true })
  await writeFile(path.join(dataDir, 'variants'), 'a file where the folder should be')
  const ask = async () => {
    const found = await library.variant('a.jpg', 160, 'avif')
    await library.whenIdle()
    return found?.isReady
  }
  await ask()
  await rm(path.join(dataDir, 'variants'))
  const now = performance.now()
  await ask()
  expect(await ask()).toBe(false)
  clock.mockReturnValue(now + 60_001)
  await ask()
  expect(await ask()).toBe(true)
})

test('a variant that is not encoded in time, as on a busy machine: tried again after a minute', async () => {
  let isBusy = true
  const decoder: Decoder = {
    ...testDecoder,
    run: (job, input, owner) =>
      isBusy && job.name === 'encodeVariant'
        ? Promise.reject(new DecoderFailed('timeout', 'it took longer'))
        : testDecoder.run(job, input, owner),
  }
  const { library } = await libraryWith({ 'a.jpg': smallJpeg() }, vi.fn<ReportProblem>(), decoder)
  const clock = vi.spyOn(performance, 'now')
  const ask = async () => {
    const found = await library.variant('a.jpg', 160, 'avif')
    await library.whenIdle()
    return found?.isReady
  }
  const now = performance.now()
  await ask()
  isBusy = false
  clock.mockReturnValue(now + 120_000)
  await ask()
  expect(await ask()).toBe(true)
})

test('a variant nobody has made: the first request waits for it', async () => {
  const { library, dataDir } = await libraryWith({ 'a.jpg': smallJpeg() })
  const ready = await library.variant('a.jpg', 160, 'avif')
  expect(ready).toEqual({ folder: path.join(dataDir, 'variants'), path: 'a.jpg/160.avif', isReady: true })
  const metadata = await sharp(path.join(dataDir, 'variants/a.jpg/160.avif')).metadata()
  expect(metadata).toMatchObject({ mediaType: 'image/avif', width: 160, height: 120 })
})

test('a variant that takes long: the image after two seconds, then the variant', async () => {
  let encode: () => void = () => undefined
  const isAllowed = new Promise<void>((resolve) => (encode = resolve))
  const decoder: Decoder = {
    ...testDecoder,
    run: async (job, input, owner) => {
      if (job.name === 'encodeVariant') await isAllowed
      return testDecoder.run(job, input, owner)
    },
  }
  const { library, uploadsDir } = await libraryWith({ 'a.jpg': smallJpeg() }, undefined, decoder)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const asked = library.variant('a.jpg', 160, 'avif')
    await vi.waitUntil(() => vi.getTimerCount() > 0)
    vi.advanceTimersByTime(2000)
    expect(await asked).toEqual({ folder: uploadsDir, path: 'a.jpg', isReady: false })
  } finally {
    vi.useRealTimers()
  }
  encode()
  await library.whenIdle()
  expect(await library.variant('a.jpg', 160, 'avif')).toMatchObject({ isReady: true })
})

test('warming: every width and format once, in the order given; one asked for meanwhile comes first', async () => {
  const { library, dataDir } = await libraryWith({ 'a.jpg': smallJpeg(), 'b.png': photo(320, 90).png().toBuffer() })
  library.prepareVariants(['b.png', 'unknown.jpg', 'a.jpg', 'b.png'])
  await library.variant('a.jpg', 200, 'webp')
  await library.whenIdle()
  const folder = path.join(dataDir, 'variants')
  expect(await filesBelow(folder)).toEqual(
    ['a.jpg/160.avif', 'a.jpg/160.webp', 'a.jpg/200.avif', 'a.jpg/200.webp'].concat([
      'b.png/160.avif',
      'b.png/160.webp',
      'b.png/320.avif',
      'b.png/320.webp',
    ]),
  )
  const made = await timesOf(folder)
  // The first variant of b.png was already being made at the visitor's request.
  expect(made.slice(0, 2).map(({ file }) => file)).toEqual(['b.png/160.avif', 'a.jpg/200.webp'])
  expect(made.slice(2, 5).every(({ file }) => file.startsWith('b.png/'))).toBe(true)
})

test('an image lying on its side: its variants stand upright', async () => {
  const { library, dataDir } = await libraryWith({
    'a.jpg': photo(300, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  })
  await library.variant('a.jpg', 160, 'webp')
  await library.whenIdle()
  const metadata = await sharp(path.join(dataDir, 'variants/a.jpg/160.webp')).metadata()
  expect(metadata).toMatchObject({ width: 160, height: 240 })
})

test('an upload: its variants are made without being asked for', async () => {
  const { library, dataDir } = await temporaryLibrary()
  const { file } = await library.storeImage(inPieces(await smallJpeg()), 'a.jpg', 'asha')
  await library.whenIdle()
  expect(await readdir(path.join(dataDir, 'variants', file))).toEqual(['160.avif', '160.webp', '200.avif', '200.webp'])
})

test('closing: what is in work is finished, what waits is not begun', async () => {
  const { library, dataDir } = await libraryWith({ 'a.jpg': photo(1600, 1200).jpeg().toBuffer() })
  library.prepareVariants(['a.jpg'])
  const asked = library.variant('a.jpg', 640, 'webp')
  await library.close()
  await asked
  const made = await filesBelow(path.join(dataDir, 'variants'))
  expect(made.length).toBeLessThanOrEqual(2)
  expect(made.every((file) => /^a\.jpg\/\d+\.(avif|webp)$/.test(file))).toBe(true)
})

test('variants of images that are gone: deleted at the next start', async () => {
  const root = await temporaryFolder()
  const variants = path.join(root, 'data/variants')
  await mkdir(path.join(root, 'uploads'))
  await writeFile(path.join(root, 'uploads/a.jpg'), await smallJpeg())
  for (const name of ['a.jpg/160.avif', 'gone.jpg/160.avif']) {
    await mkdir(path.dirname(path.join(variants, name)), { recursive: true })
    await writeFile(path.join(variants, name), 'x')
  }
  await temporaryLibrary({ root })
  await vi.waitFor(async () => expect(await filesBelow(variants)).toEqual(['a.jpg/160.avif']))
})

async function timesOf(folder: string) {
  const files = await filesBelow(folder)
  const times = await Promise.all(
    files.map(async (file) => ({ file, time: (await stat(path.join(folder, file), { bigint: true })).mtimeNs })),
  )
  return times.sort((a, b) => Number(a.time - b.time))
}
