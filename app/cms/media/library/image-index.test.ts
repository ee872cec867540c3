import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { openMediaLibrary } from '#app/cms/media/media.server.ts'
import { DecoderFailed, type Decoder } from '#app/cms/media/decoding/decoder.server.ts'
import { openImageIndex } from './image-index.server.ts'
import type { ReportProblem } from './media-library.types.ts'
import {
  filesBelow,
  openStorageIn,
  photo,
  plain,
  temporaryFolder,
  temporaryLibrary,
  testDecoder,
} from '#test/temporary-images.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"/>'

async function folderWith(files: { [name: string]: string | Promise<Buffer> }) {
  const root = await temporaryFolder()
  await mkdir(path.join(root, 'uploads'))
  for (const [name, bytes] of Object.entries(files)) await writeFile(path.join(root, 'uploads', name), await bytes)
  return root
}

test('files that cannot be used: each reported once, the others are known', async () => {
  const root = await folderWith({
    'page.png': '<html>',
    'two words.jpg': plain(4, 4).jpeg().toBuffer(),
    'sizeless.svg': '<svg>',
    'film.mp4': 'x',
    '.hidden.jpg': plain(4, 4).jpeg().toBuffer(),
    'good.jpg': plain(40, 30).jpeg().toBuffer(),
  })
  await mkdir(path.join(root, 'uploads/folder.jpg'))
  await symlink('good.jpg', path.join(root, 'uploads/link.jpg'))
  const onProblem = vi.fn<ReportProblem>()
  const { library, uploadsDir } = await temporaryLibrary({ root, onProblem })
  expect(library.list().map(({ file }) => file)).toEqual(['good.jpg'])
  await writeFile(path.join(uploadsDir, 'another.svg'), SVG)
  await vi.waitFor(() => expect(library.find('another.svg')?.file).toBe('another.svg'))
  const messages = onProblem.mock.calls.map(([message]) => message).sort()
  expect(messages).toEqual([
    'page.png in the uploads folder is not used: it cannot be read as an image.',
    'sizeless.svg in the uploads folder is not used: it is not an SVG file with a width and a height.',
    expect.stringMatching(
      /^two words\.jpg .* its name must have at most 128 letters, digits, dots, hyphens or underscores/,
    ),
  ])
})

test.each([
  ['not JSON', '{"version":1,"images":'],
  ['of another shape', '{"version":1,"images":{"a.jpg":[1,2]}}'],
  ['a folder', undefined],
])('a kept index that is %s: made again', async (_name, text) => {
  const root = await folderWith({ 'a.jpg': plain(40, 30).jpeg().toBuffer() })
  const indexFile = path.join(root, 'data/image-index.json')
  await mkdir(text === undefined ? indexFile : path.dirname(indexFile), { recursive: true })
  if (text !== undefined) await writeFile(indexFile, text)
  const { library } = await temporaryLibrary({ root, onProblem: vi.fn<ReportProblem>() })
  expect(library.find('a.jpg')).toMatchObject({ width: 40, height: 30 })
})

test('a data folder that cannot be written: reported, the images are known', async () => {
  const root = await folderWith({ 'a.jpg': plain(40, 30).jpeg().toBuffer() })
  await writeFile(path.join(root, 'data'), 'a file where the folder should be')
  const onProblem = vi.fn<ReportProblem>()
  const { library } = await temporaryLibrary({ root, onProblem })
  expect(library.find('a.jpg')).toMatchObject({ width: 40 })
  await library.close()
  expect(onProblem).toHaveBeenCalledWith(expect.stringContaining('could not be saved'), expect.anything())
})

test('a kept index of another version: not believed', async () => {
  const root = await folderWith({ 'a.jpg': plain(40, 30).jpeg().toBuffer() })
  await (await temporaryLibrary({ root })).library.close()
  const indexFile = path.join(root, 'data/image-index.json')
  const kept = await readFile(indexFile, 'utf8')
  await writeFile(indexFile, kept.replace('"version":1', '"version":2').replace('[40,30,', '[41,31,'))
  const { library } = await temporaryLibrary({ root })
  expect(library.find('a.jpg')).toMatchObject({ width: 40, height: 30 })
})

test('an index from the last start: unchanged files are not read again, changed and new ones are', async () => {
  const root = await folderWith({
    'same.jpg': plain(40, 30).jpeg().toBuffer(),
    'changed.jpg': plain(40, 30).jpeg().toBuffer(),
    'deleted.jpg': plain(40, 30).jpeg().toBuffer(),
  })
  await (await temporaryLibrary({ root })).library.close()
  const indexFile = path.join(root, 'data/image-index.json')
  // No file has this size, so it can only come from the index file.
  await writeFile(indexFile, (await readFile(indexFile, 'utf8')).replaceAll('[40,30,', '[41,31,'))
  await writeFile(path.join(root, 'uploads/changed.jpg'), await plain(80, 60).jpeg().toBuffer())
  await writeFile(path.join(root, 'uploads/new.svg'), SVG)
  await rm(path.join(root, 'uploads/deleted.jpg'))

  const { library } = await temporaryLibrary({ root })
  expect(library.find('same.jpg')).toMatchObject({ width: 41, height: 31 })
  expect(library.find('changed.jpg')).toMatchObject({ width: 80, height: 60 })
  expect(library.find('new.svg')).toMatchObject({ width: 40, height: 30 })
  expect(library.find('deleted.jpg')).toBeUndefined()
})

test('uploads restored with other times: a file whose name carries its hash keeps its variants', async () => {
  const bytes = await plain(400, 30).jpeg().toBuffer()
  const name = `a-${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}.jpg`
  const root = await folderWith({ [name]: Promise.resolve(bytes) })
  const first = await temporaryLibrary({ root })
  first.library.prepareVariants([name])
  await first.library.whenIdle()
  await first.library.close()
  const variants = await filesBelow(path.join(first.dataDir, 'variants'))
  expect(variants.length).toBeGreaterThan(0)

  await utimes(path.join(first.uploadsDir, name), new Date(0), new Date(0))
  const { library, dataDir } = await temporaryLibrary({ root })
  await library.whenIdle()
  expect(await filesBelow(path.join(dataDir, 'variants'))).toEqual(variants)
  expect(library.find(name)).toMatchObject({ width: 400, modified: 0 })
})

test('a folder that is not there or empty, as with a lost disk: the images of the last start, until it is back', async () => {
  const root = await folderWith({
    'a.jpg': plain(40, 30).jpeg().toBuffer(),
    'b.svg': Promise.resolve(Buffer.from(SVG)),
  })
  await (await temporaryLibrary({ root })).library.close()
  const [uploads, away] = [path.join(root, 'uploads'), path.join(root, 'away')]
  await rename(uploads, away)
  const onProblem = vi.fn<ReportProblem>()
  const { library } = await temporaryLibrary({ root, onProblem })
  expect(library.list()).toHaveLength(2)
  await rm(uploads, { recursive: true })
  await rename(away, uploads)
  await rm(path.join(uploads, 'b.svg'))
  await vi.waitFor(() => expect(library.list().map(({ file }) => file)).toEqual(['a.jpg']))
})

test('a disk that does not let an image be read: what is known of it stays, and it is not called damaged', async () => {
  const root = await folderWith({ 'a.jpg': plain(40, 30).jpeg().toBuffer() })
  const onProblem = vi.fn<ReportProblem>()
  let isFailing = false
  const { library, uploadsDir } = await temporaryLibrary({
    root,
    onProblem,
    decoder: {
      ...testDecoder,
      run: (job, input) =>
        isFailing ? Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' })) : testDecoder.run(job, input),
    },
  })
  isFailing = true
  await writeFile(path.join(uploadsDir, 'a.jpg'), 'while it is written')
  await library.refresh('a.jpg')
  expect(library.find('a.jpg')).toMatchObject({ width: 40 })
  expect(onProblem).toHaveBeenCalledWith('a.jpg in the uploads folder cannot be read.', expect.anything())
})

test('an image that ends the decoder: not used, and not read again', async () => {
  const root = await folderWith({ 'a.jpg': plain(40, 30).jpeg().toBuffer() })
  const onProblem = vi.fn<ReportProblem>()
  const run = vi.fn(() => Promise.reject(new DecoderFailed('ended', 'SIGSEGV')))
  const { library } = await temporaryLibrary({ root, onProblem, decoder: { ...testDecoder, run } })
  await library.refresh('a.jpg')
  expect(run).toHaveBeenCalledTimes(1)
  expect(onProblem.mock.calls).toEqual([
    ['a.jpg in the uploads folder is not used: it cannot be read as an image.', new Error('SIGSEGV')],
  ])
})

test('an image that the decoder has not read in time, as on a busy machine: not called damaged, and read later', async () => {
  const root = await folderWith({ 'a.jpg': plain(40, 30).jpeg().toBuffer() })
  const onProblem = vi.fn<ReportProblem>()
  let isBusy = true
  const decoder: Decoder = {
    ...testDecoder,
    run: (job, input, owner) =>
      isBusy ? Promise.reject(new DecoderFailed('timeout', 'it took longer')) : testDecoder.run(job, input, owner),
  }
  const { library } = await temporaryLibrary({ root, onProblem, decoder })
  expect(onProblem.mock.calls).toEqual([['a.jpg in the uploads folder cannot be read.', new Error('it took longer')]])
  isBusy = false
  await library.refresh('a.jpg')
  expect(library.find('a.jpg')).toMatchObject({ width: 40, height: 30 })
})

test('files copied in, replaced and deleted by hand: known without a restart, the newest first', async () => {
  // On a busy machine the watch sees a file that is copied only in part, and reports it.
  const { library, uploadsDir, dataDir } = await temporaryLibrary({ onProblem: () => undefined })
  const file = path.join(uploadsDir, 'a.jpg')
  await writeFile(file, await photo(400, 300).jpeg().toBuffer())
  await vi.waitFor(() => expect(library.find('a.jpg')).toMatchObject({ width: 400, height: 300 }))
  library.prepareVariants(['a.jpg'])
  await library.whenIdle()

  await writeFile(path.join(uploadsDir, 'staged'), await photo(200, 300).jpeg().toBuffer())
  await rename(path.join(uploadsDir, 'staged'), file)
  await vi.waitFor(() => expect(library.find('a.jpg')).toMatchObject({ width: 200, height: 300 }))
  await library.whenIdle()
  expect(await filesBelow(path.join(dataDir, 'variants'))).toEqual([])

  await writeFile(path.join(uploadsDir, 'old.svg'), SVG)
  await utimes(path.join(uploadsDir, 'old.svg'), new Date(0), new Date(0))
  await vi.waitFor(() => expect(library.list().map((image) => image.file)).toEqual(['a.jpg', 'old.svg']))

  await rm(file)
  await vi.waitFor(() => expect(library.find('a.jpg')).toBeUndefined())
})

test('a photograph lying on its side: known as it is seen', async () => {
  const root = await folderWith({ 'a.jpg': plain(40, 30).withMetadata({ orientation: 6 }).jpeg().toBuffer() })
  const { library } = await temporaryLibrary({ root })
  expect(library.find('a.jpg')).toMatchObject({ width: 30, height: 40 })
})

test.each([
  ['missing', (uploads: string) => rename(uploads, `${uploads}-away`)],
  ['empty', (uploads: string) => rename(uploads, `${uploads}-away`).then(() => mkdir(uploads))],
  ['a file', (uploads: string) => rename(uploads, `${uploads}-away`).then(() => writeFile(uploads, 'x'))],
])('uploads folder that is %s at the start: the images that were known stay known', async (_name, takeAway) => {
  const root = await folderWith({ 'a.jpg': plain(40, 30).jpeg().toBuffer() })
  const first = await openImageIndexIn(root)
  await first.close()
  await takeAway(path.join(root, 'uploads'))
  const second = await openImageIndexIn(root)
  expect(second.find('a.jpg')).toMatchObject({ width: 40 })
  expect(onGone).not.toHaveBeenCalled()
  await second.close()
})

/** A decoder that does each job when `gate` resolves, which gets its number, counted from 1. */
function slowDecoder(gate: (job: number) => Promise<void> | undefined) {
  const jobs: string[][] = []
  const run: Decoder['run'] = async (job, input) => {
    const { files } = z.object({ files: z.array(z.string()) }).parse(input)
    jobs.push(files.map((file) => path.basename(file)))
    await gate(jobs.length)
    return testDecoder.run(job, input)
  }
  return { decoder: { ...testDecoder, run }, jobs }
}

const never = () => new Promise<void>(() => undefined)

async function folderWithImages(count: number) {
  const bytes = await plain(40, 30).png().toBuffer()
  const names = Array.from({ length: count }, (_, at) => `a-${String(at).padStart(3, '0')}.png`)
  return folderWith(Object.fromEntries(names.map((name) => [name, Promise.resolve(bytes)])))
}

test('images that no start has read: opening waits for none of them, and each is known with a likely size until it is read', async () => {
  const root = await folderWithImages(150)
  let answer: () => void = () => undefined
  const isFree = new Promise<void>((resolve) => (answer = resolve))
  const { decoder } = slowDecoder(() => isFree)
  const { close, ...index } = await openImageIndexIn(root, { decoder, isNeeded: () => false })
  expect(index.list()).toHaveLength(150)
  expect(index.find('a-000.png')).toMatchObject({ width: 1200, height: 800, hasAssumedSize: true })

  answer()
  const onChange = vi.fn<() => void>()
  index.subscribe(onChange)
  await index.whenIdle()
  expect(index.list().filter(({ width, hasAssumedSize }) => width === 40 && !hasAssumedSize)).toHaveLength(150)
  // Pages that show the likely size are outdated now.
  expect(onChange).toHaveBeenCalled()
  await close()
})

test('the images that pages show: read first, and known with their size when the index is open', async () => {
  const root = await folderWithImages(150)
  const { decoder, jobs } = slowDecoder((job) => (job === 1 ? undefined : never()))
  const isNeeded = (file: string) => file === 'a-140.png' || file === 'a-149.png'
  const index = await openImageIndexIn(root, { decoder, isNeeded })
  expect(index.find('a-149.png')).toMatchObject({ width: 40, height: 30 })
  expect(index.find('a-149.png')?.hasAssumedSize).toBeUndefined()
  expect(jobs[0]?.toSorted()).toEqual(['a-140.png', 'a-149.png'])
})

test('a decoder that does not answer: opening waits for ten seconds, even for images that pages show', async () => {
  const root = await folderWithImages(1)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { decoder, jobs } = slowDecoder(never)
  const opening = openImageIndexIn(root, { decoder })
  await vi.waitFor(() => expect(jobs).toHaveLength(1))
  vi.advanceTimersByTime(10_000)
  expect((await opening).find('a-000.png')).toMatchObject({ hasAssumedSize: true })
})

test('stopped while it reads: the next start goes on where this one ended', async () => {
  const root = await folderWithImages(250)
  let killDecoder: () => void = () => undefined
  const isKilled = new Promise<void>((_resolve, reject) => {
    killDecoder = () => {
      reject(new DecoderFailed('ended', 'The decoder is closed'))
    }
  })
  const first = slowDecoder((job) => (job === 1 ? undefined : isKilled))
  const index = await openImageIndexIn(root, { decoder: first.decoder, isNeeded: () => false })
  await vi.waitFor(() => expect(first.jobs).toHaveLength(2))
  const closed = index.close()
  const indexFile = path.join(root, 'data/image-index.json')
  await vi.waitFor(async () => expect(await readFile(indexFile, 'utf8')).toContain('a-'))
  killDecoder()
  await closed

  const second = slowDecoder(() => undefined)
  const next = await openImageIndexIn(root, { decoder: second.decoder })
  await next.whenIdle()
  expect(second.jobs.flat()).toHaveLength(150)
  expect(next.list().filter(({ width }) => width === 40)).toHaveLength(250)
  await next.close()
})

test('an image that ends the decoder among others: the others are known', async () => {
  const root = await folderWithImages(3)
  const run: Decoder['run'] = (job, input) =>
    JSON.stringify(input).includes('a-001.png')
      ? Promise.reject(new DecoderFailed('ended', 'SIGSEGV'))
      : testDecoder.run(job, input)
  const index = await openImageIndexIn(root, { decoder: { ...testDecoder, run } })
  expect(index.list()).toHaveLength(2)
  expect(index.find('a-000.png')).toMatchObject({ width: 40 })
  expect(index.find('a-002.png')).toMatchObject({ width: 40 })
  await index.close()
})

test('an image whose size is not read yet: its variants are the image itself, which no cache stores', async () => {
  const root = await folderWithImages(1)
  const { decoder } = slowDecoder(never)
  const library = await openMediaLibrary({
    storage: openStorageIn(root),
    decoder,
    isNeeded: () => false,
    onProblem: vi.fn<ReportProblem>(),
  })
  expect(await library.variant('a-000.png', 40, 'avif')).toMatchObject({ path: 'a-000.png', isReady: false })
  library.prepareVariants(['a-000.png'])
  expect(library.queued()).toBe(0)
})

const onGone = vi.fn<(file: string) => void>()

async function openImageIndexIn(
  root: string,
  options: { decoder?: Decoder; isNeeded?: (file: string) => boolean } = {},
) {
  const storage = openStorageIn(root)
  const onProblem = vi.fn<ReportProblem>()
  const index = await openImageIndex({ storage, decoder: testDecoder, onGone, onProblem, ...options })
  return {
    ...index,
    async close() {
      await index.close()
      await storage.close()
    },
  }
}
