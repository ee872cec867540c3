import { mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { silentLog } from '#test/temporary-content.ts'
import { inPieces, openStorageIn, plain, temporaryFolder } from '#test/temporary-images.ts'
import { pdfBytes } from '#test/pdf-bytes.ts'
import definition from '#test/example-site/site.config.ts'
import { verifySite } from './verify-site.server.ts'
import { openMedia } from '#app/cms/media/media.server.ts'
import { openFileHashes, readFileHashes } from '#app/cms/media/library/file-hashes.server.ts'
import type { ReportProblem } from '#app/cms/media/library/media-library.types.ts'

const POLICY = pdfBytes({ info: '/Title (Policy)' })
const OTHER_POLICY = pdfBytes({ info: '/Title (Another policy)' })

/** A site with one file, `menus/p.pdf`. Each start records it as a running site does. */
async function makeSite() {
  const root = await temporaryFolder()
  const file = path.join(root, 'uploads/menus/p.pdf')
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, POLICY)
  const storage = openStorageIn(root)
  const list = async () => {
    const { size: bytes, mtimeMs: modified } = await stat(file)
    return [{ file: 'menus/p.pdf', bytes, modified }]
  }
  return {
    file,
    storage,
    async start(change: () => Promise<void> = () => Promise.resolve(), { isUpload = false } = {}) {
      let files = await list()
      const onProblem = vi.fn<ReportProblem>()
      const hashes = await openFileHashes({
        storage,
        list: () => files,
        stateOf: (name) => files.find(({ file: each }) => each === name),
        onProblem,
      })
      hashes.start()
      await hashes.whenIdle()
      await change()
      files = await list()
      if (isUpload) hashes.noteUploads(['menus/p.pdf'])
      else hashes.start()
      await hashes.whenIdle()
      await hashes.close()
      expect(onProblem).not.toHaveBeenCalled()
    },
    /** What a check says about the file. */
    async check() {
      const { findings } = await verifySite({ storage, definition })
      return findings
        .filter(({ what }) => what.includes('menus/p.pdf'))
        .map(({ severity, what }) => `${severity}: ${what}`)
    },
  }
}

/** Writes other bytes and sets the time back, as a failing disk leaves a file. */
async function damage(file: string, bytes: Uint8Array) {
  const { atime, mtime } = await stat(file)
  await utimes(file, atime, mtime)
  await writeFile(file, bytes)
  await utimes(file, atime, mtime)
}

const DAY = new Date().toISOString().slice(0, 10)

test('one bit of a recorded file changed, size and time not: a problem, also after the next start', async () => {
  const { file, start, check } = await makeSite()
  await utimes(file, 1_700_000_000, 1_700_000_000)
  await start()
  expect(await check()).toEqual([])
  const bytes = await readFile(file)
  bytes[100] = (bytes[100] ?? 0) ^ 1
  await damage(file, bytes)
  const found = [expect.stringContaining('problem: uploads/menus/p.pdf is damaged: its content is not that of')]
  expect(await check()).toEqual(found)
  await start()
  expect(await check()).toEqual(found)
})

test.each([
  ['while the site runs', true],
  ['while it is stopped', false],
])('another PDF in its place %s: a note that it was changed by hand', async (_name, isRunning) => {
  const { file, start, check } = await makeSite()
  const change = () => writeFile(file, OTHER_POLICY)
  if (isRunning) await start(change)
  else await start().then(change)
  const when = isRunning ? 'on' : 'after'
  expect(await check()).toEqual([`note: uploads/menus/p.pdf was changed by hand ${when} ${DAY}.`])
  await start()
  expect(await check()).toEqual([`note: uploads/menus/p.pdf was changed by hand on ${DAY}.`])
})

test('the file replaced by an upload, or the same bytes copied again: nothing to report', async () => {
  const { file, start, check } = await makeSite()
  await start(() => writeFile(file, OTHER_POLICY), { isUpload: true })
  expect(await check()).toEqual([])
  await start(() => utimes(file, 1_700_000_000, 1_700_000_000))
  expect(await check()).toEqual([])
})

test('a file that is away for a while, as with its disk: compared with its record when it is back', async () => {
  const { file, start, check } = await makeSite()
  await utimes(file, 1_700_000_000, 1_700_000_000)
  await start()
  const root = path.resolve(file, '../../..')
  const index = path.join(root, 'data/file-hashes.json')
  await writeFile(index, (await readFile(index, 'utf8')).replace('"seen"', '"gone":1700000000000,"seen"'))
  const bytes = await readFile(file)
  bytes[100] = (bytes[100] ?? 0) ^ 1
  await damage(file, bytes)
  await start()
  expect(await check()).toEqual([expect.stringContaining('problem: uploads/menus/p.pdf is damaged')])
  expect(await readFile(index, 'utf8')).not.toContain('"gone"')
})

test('a site: files that were there and files that are uploaded are recorded, and known after a restart', async () => {
  const root = await temporaryFolder()
  await mkdir(path.join(root, 'uploads/menus'), { recursive: true })
  await writeFile(path.join(root, 'uploads/menus/p.pdf'), POLICY)
  const storage = openStorageIn(root)
  const media = await openMedia({ storage, log: silentLog })
  media.hashes.start()
  const image = await media.library.storeImage(inPieces(await plain(40, 30).png().toBuffer()), 'a.png', 'asha')
  await media.hashes.whenIdle()
  await media.close()
  const records = await readFileHashes(storage)
  expect(records?.get('menus/p.pdf')).toMatchObject({ bytes: POLICY.length, isUploaded: false })
  expect(records?.get(image.file)).toMatchObject({ bytes: image.bytes, isUploaded: true })

  const news = vi.fn()
  const next = await openMedia({ storage, log: silentLog })
  onTestFinished(() => next.close())
  next.hashes.subscribe(news)
  expect(next.hashes.find(image.file)).toBe(records?.get(image.file)?.sha256)
  next.hashes.start()
  await next.hashes.whenIdle()
  expect(news).not.toHaveBeenCalled()
})

test('a file that was changed while the site was stopped: no checksum until it is recorded again', async () => {
  const { file, storage, start } = await makeSite()
  await start()
  await writeFile(file, OTHER_POLICY)
  const media = await openMedia({ storage, log: silentLog })
  onTestFinished(() => media.close())
  expect(media.hashes.find('menus/p.pdf')).toBeUndefined()
  media.hashes.start()
  await media.hashes.whenIdle()
  expect(media.hashes.find('menus/p.pdf')).toMatch(/^[0-9a-f]{64}$/)
})
