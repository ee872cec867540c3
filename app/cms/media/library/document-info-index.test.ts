import { writeFileSync } from 'node:fs'
import disk, { mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openStorageIn, temporaryFolder, testDecoder } from '#test/temporary-images.ts'
import { inAllModules } from '#test/fault-fs.ts'
import { pdfBytes } from '#test/pdf-bytes.ts'
import { DecoderFailed } from '#app/cms/media/decoding/decoder.server.ts'
import { openDocumentIndex } from './document-info-index.server.ts'
import { notesOn } from './library-file.ts'

const PDF = pdfBytes({ info: '/ModDate (D:20250806)' }).toString('latin1')

async function openIndex(files: { [name: string]: string }) {
  const root = await temporaryFolder()
  const uploadsDir = path.join(root, 'uploads')
  await mkdir(uploadsDir)
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.join(uploadsDir, path.dirname(name)), { recursive: true })
    await writeFile(path.join(uploadsDir, name), text)
  }
  await symlink('/etc/hostname', path.join(uploadsDir, 'link.pdf'))
  const onProblem = vi.fn()
  const storage = openStorageIn(root)
  const index = await openDocumentIndex({ storage, decoder: testDecoder, onProblem })
  await index.whenIdle()
  onTestFinished(() => index.close())
  return { index, uploadsDir, storage, indexFile: path.join(root, 'data/document-index.json'), onProblem }
}

test('what is no PDF of ours: not known', async () => {
  const { index, onProblem } = await openIndex({ 'photo.jpg': 'x', '.hidden.pdf': PDF, 'reports/.r.pdf.tmp': PDF })
  for (const file of ['photo.jpg', '.hidden.pdf', 'reports/.r.pdf.tmp', 'link.pdf', 'missing.pdf', '']) {
    expect(index.find(file), file).toBeUndefined()
  }
  expect(onProblem).not.toHaveBeenCalled()
})

test('a folder with the name of a PDF: not known, and no problem', async () => {
  const { index, onProblem } = await openIndex({ 'folder.pdf/inside.pdf': PDF })
  expect(index.find('folder.pdf')).toBeUndefined()
  expect(index.find('folder.pdf/inside.pdf')).toEqual({ bytes: PDF.length, date: '2025-08-06' })
  expect(onProblem).not.toHaveBeenCalled()
})

test('a PDF: its size, and its own date', async () => {
  const { index } = await openIndex({ 'reports/r.pdf': PDF, 'TOP.PDF': PDF })
  expect(index.find('reports/r.pdf')).toEqual({ bytes: PDF.length, date: '2025-08-06' })
  expect(index.find('TOP.PDF')).toEqual({ bytes: PDF.length, date: '2025-08-06' })
})

test('a PDF that cannot be read in time: its size, and the reason for staff; the next start reads it', async () => {
  const run = vi.spyOn(testDecoder, 'run').mockRejectedValue(new DecoderFailed('timeout', 'it took longer'))
  const { index, onProblem, storage } = await openIndex({ 'reports/r.pdf': PDF })
  expect(run).toHaveBeenCalled()
  expect(index.find('reports/r.pdf')).toEqual({ bytes: PDF.length })
  expect(notesOn(index.list()[0]?.pdf)).toEqual([expect.stringMatching(/not known: .* took too long/)])
  expect(onProblem).not.toHaveBeenCalled()
  await index.close()
  run.mockRestore()
  const next = await openDocumentIndex({ storage, decoder: testDecoder, onProblem })
  onTestFinished(() => next.close())
  await next.whenIdle()
  expect(next.find('reports/r.pdf')?.date).toBe('2025-08-06')
})

test('a PDF that is added: known at once, before the watch has seen it', async () => {
  const { index, uploadsDir } = await openIndex({})
  writeFileSync(path.join(uploadsDir, 'added.pdf'), PDF)
  await index.add('added.pdf')
  expect(index.find('added.pdf')).toEqual({ bytes: PDF.length, date: '2025-08-06' })
})

test('a start reads no PDF that it has read before, and waits for none that is new', async () => {
  const { index, uploadsDir, storage, onProblem } = await openIndex({ 'reports/r.pdf': PDF })
  const file = path.join(uploadsDir, 'reports/r.pdf')
  await utimes(file, 1_700_000_000, 1_700_000_000)
  await index.add('reports/r.pdf')
  await index.close()
  // The same size and time, but another date: only a PDF that is read shows it.
  await writeFile(file, PDF.replace('0806', '0807'))
  await utimes(file, 1_700_000_000, 1_700_000_000)
  await writeFile(path.join(uploadsDir, 'new.pdf'), PDF)
  const next = await openDocumentIndex({ storage, decoder: testDecoder, onProblem })
  onTestFinished(() => next.close())
  expect(next.find('reports/r.pdf')?.date).toBe('2025-08-06')
  expect(next.find('new.pdf')).toEqual({ bytes: PDF.length })
  await next.whenIdle()
  expect(next.find('new.pdf')?.date).toBe('2025-08-06')
})

test('a PDF that an earlier version has read: what is known of it stays, and its texts are read after the start', async () => {
  const { index, storage, indexFile, onProblem } = await openIndex({ 'r.pdf': PDF })
  await index.close()
  const known = JSON.parse(await disk.readFile(indexFile, 'utf8')) as {
    documents: Record<string, { pdf: { texts?: string[]; date: string } }>
  }
  const { pdf } = known.documents['r.pdf'] ?? {}
  expect(pdf?.texts).toEqual(['Annual report'])
  delete pdf?.texts
  if (pdf) pdf.date = '2001-01-01'
  await writeFile(indexFile, JSON.stringify(known))
  const next = await openDocumentIndex({ storage, decoder: testDecoder, onProblem })
  onTestFinished(() => next.close())
  expect([next.find('r.pdf')?.date, next.textsOf('r.pdf')]).toEqual(['2001-01-01', []])
  const onTexts = vi.fn()
  next.subscribeToTexts(onTexts)
  await next.whenIdle()
  expect([next.find('r.pdf')?.date, next.textsOf('r.pdf')]).toEqual(['2025-08-06', ['Annual report']])
  expect(onTexts).toHaveBeenCalledOnce()
})

test('a PDF whose texts were read without counting their pages: read again after the start, and found until then', async () => {
  const { index, storage, indexFile, onProblem } = await openIndex({ 'r.pdf': PDF })
  await index.close()
  const text = await disk.readFile(indexFile, 'utf8')
  await writeFile(indexFile, text.replace(/,"textPages":1/, ''))
  const next = await openDocumentIndex({ storage, decoder: testDecoder, onProblem })
  onTestFinished(() => next.close())
  expect(next.stored('r.pdf')?.pdf).not.toHaveProperty('textPages')
  expect(next.textsOf('r.pdf')).toEqual(['Annual report'])
  await next.whenIdle()
  expect(next.stored('r.pdf')?.pdf).toMatchObject({ textPages: 1, texts: ['Annual report'] })
})

test('such a PDF that the decoder cannot read now: known as before, and not asked for again', async () => {
  const { index, storage, indexFile, onProblem } = await openIndex({ 'r.pdf': PDF })
  await index.close()
  const text = await disk.readFile(indexFile, 'utf8')
  await writeFile(indexFile, text.replace(/,"texts":\[[^\]]*\]/, ''))
  vi.spyOn(testDecoder, 'run').mockRejectedValue(new DecoderFailed('ended', 'it ended'))
  const next = await openDocumentIndex({ storage, decoder: testDecoder, onProblem })
  await next.whenIdle()
  expect([next.find('r.pdf')?.date, next.textsOf('r.pdf')]).toEqual(['2025-08-06', []])
  await next.close()
  vi.mocked(testDecoder.run).mockRestore()
  expect(await disk.readFile(indexFile, 'utf8')).toContain('"texts":[]')
})

test('a start after a restore, which rounds times: no document has changed', async () => {
  const { index, uploadsDir, storage, onProblem } = await openIndex({ 'r.pdf': PDF })
  const file = path.join(uploadsDir, 'r.pdf')
  await utimes(file, 1_700_000_000, 1_700_000_000.0004)
  await index.add('r.pdf')
  await index.close()
  await utimes(file, 1_700_000_000, 1_700_000_000)
  const next = await openDocumentIndex({ storage, decoder: testDecoder, onProblem })
  onTestFinished(() => next.close())
  const [onChange, stat] = [vi.fn(), vi.spyOn(storage, 'stat')]
  next.subscribe(onChange)
  // The watch looks at the folder once when it begins.
  await vi.waitFor(() => {
    expect(stat.mock.calls.length).toBeGreaterThanOrEqual(2)
  })
  await next.whenIdle()
  expect(onChange).not.toHaveBeenCalled()
})

test.each([
  ['that is damaged', '{"version":1,"documents":{"r.pdf":[1]}}'],
  ['of another version', '{"version":2,"documents":{}}'],
])('an index file %s: every PDF is read', async (_case, damaged) => {
  const { index, storage, indexFile, onProblem } = await openIndex({ 'r.pdf': PDF })
  await index.close()
  await writeFile(indexFile, damaged)
  const next = await openDocumentIndex({ storage, decoder: testDecoder, onProblem })
  onTestFinished(() => next.close())
  await next.whenIdle()
  expect(next.find('r.pdf')?.date).toBe('2025-08-06')
})

test('a PDF that does not say its date, a damaged one, a film: no date, never the day of the upload', async () => {
  const plain = pdfBytes().toString('latin1')
  const { index } = await openIndex({ 'plain.pdf': plain, 'damaged.pdf': '%PDF-1.7', 'film.mp4': 'x' })
  expect(index.find('plain.pdf')).toEqual({ bytes: plain.length })
  expect(index.find('damaged.pdf')).toEqual({ bytes: 8 })
  expect(index.find('film.mp4')).toEqual({ bytes: 1 })
  expect(index.list().find(({ file }) => file === 'damaged.pdf')?.pdf).toEqual({ problem: 'damaged' })
})

test('what a PDF says of itself: kept for the next start', async () => {
  const { index, storage, onProblem } = await openIndex({ 'r.pdf': PDF })
  const [known] = index.list()
  expect(known?.pdf).toMatchObject({ date: '2025-08-06', pages: 1, hasText: true, hasScripts: false })
  await index.close()
  const next = await openDocumentIndex({ storage, decoder: testDecoder, onProblem })
  onTestFinished(() => next.close())
  expect(next.list()).toEqual([known])
})

test('closing while a reading waits to be written: written then, and not once more later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { index, storage } = await openIndex({ 'r.pdf': PDF })
  const commit = vi.spyOn(storage, 'commit')
  await index.close()
  vi.advanceTimersByTime(60_000)
  expect(commit).toHaveBeenCalledOnce()
})

test('a file replaced, then deleted: noticed, and listeners are told', async () => {
  const { index, uploadsDir } = await openIndex({ 'reports/r.pdf': PDF })
  const listener = vi.fn()
  const unsubscribe = index.subscribe(listener)
  await writeFile(path.join(uploadsDir, 'reports/r.pdf'), PDF.replace('0806', '0807') + '\n')
  await vi.waitFor(() => {
    expect(index.find('reports/r.pdf')).toEqual({ bytes: PDF.length + 1, date: '2025-08-07' })
  })
  expect(listener).toHaveBeenCalled()

  unsubscribe()
  const calls = listener.mock.calls.length
  await rm(path.join(uploadsDir, 'reports/r.pdf'))
  await vi.waitFor(() => {
    expect(index.find('reports/r.pdf')).toBeUndefined()
  })
  expect(listener).toHaveBeenCalledTimes(calls)
})

test('the folder moved away and another in its place: known without a restart, and watched', async () => {
  const { index, uploadsDir } = await openIndex({ 'reports/r.pdf': PDF })
  const away = `${uploadsDir}-away`
  await rename(uploadsDir, away)
  await mkdir(uploadsDir)
  await writeFile(path.join(uploadsDir, 'other.pdf'), PDF)
  await vi.waitFor(() => {
    expect(index.list().map(({ file }) => file)).toEqual(['other.pdf'])
  })
  await writeFile(path.join(uploadsDir, 'later.pdf'), PDF)
  await vi.waitFor(() => {
    expect(index.find('later.pdf')).toMatchObject({ bytes: expect.any(Number) })
  })
})

test('a disk that does not let a document be read: what is known of it stays, and it is reported once', async () => {
  const { index, storage, uploadsDir, onProblem } = await openIndex({ 'r.pdf': PDF })
  const file = path.join(uploadsDir, 'r.pdf')
  const fault = Object.assign(new Error('EIO'), { code: 'EIO' })
  const { lstat } = disk
  // Whatever reads it, the watcher or `add`.
  inAllModules(vi.spyOn(disk, 'lstat')).mockImplementation((...args) =>
    args[0] === file ? Promise.reject(fault) : lstat(...args),
  )
  const looked = vi.spyOn(storage, 'stat')
  await writeFile(file, `${PDF}\n`)
  await expect.poll(() => looked.mock.calls.flat()).toContain('uploads/r.pdf')
  await index.whenIdle()
  await index.add('r.pdf')
  await index.add('r.pdf')
  expect(index.find('r.pdf')).toEqual({ bytes: PDF.length, date: '2025-08-06' })
  expect(onProblem.mock.calls.map(([message]) => String(message))).toEqual([
    'r.pdf in the uploads folder cannot be read.',
  ])
})

test('a PDF that is replaced or removed by hand while another one is being read: notified at once', async () => {
  const root = await temporaryFolder()
  const uploadsDir = path.join(root, 'uploads')
  await mkdir(uploadsDir)
  for (const name of ['replaced.pdf', 'removed.pdf']) await writeFile(path.join(uploadsDir, name), PDF)
  let finish: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (finish = resolve))
  let isSlow = false
  const decoder: typeof testDecoder = {
    ...testDecoder,
    run: async (job, input) => {
      if (isSlow) await gate
      return testDecoder.run(job, input)
    },
  }
  const index = await openDocumentIndex({ storage: openStorageIn(root), decoder, onProblem: vi.fn() })
  onTestFinished(() => index.close())
  await index.whenIdle()
  isSlow = true
  const onChange = vi.fn()
  index.subscribe(onChange)
  const notified = (times: number) => expect.poll(() => onChange.mock.calls.length).toBeGreaterThanOrEqual(times)
  await writeFile(path.join(uploadsDir, 'new.pdf'), PDF)
  const reading = index.add('new.pdf')
  await writeFile(path.join(uploadsDir, 'replaced.pdf.part'), `${PDF} `)
  await rename(path.join(uploadsDir, 'replaced.pdf.part'), path.join(uploadsDir, 'replaced.pdf'))
  await notified(1)
  await rm(path.join(uploadsDir, 'removed.pdf'))
  await notified(2)
  finish()
  await reading
})

test.each([
  ['missing', (uploads: string) => rename(uploads, `${uploads}-away`)],
  ['empty', (uploads: string) => rename(uploads, `${uploads}-away`).then(() => mkdir(uploads))],
])('uploads folder that is %s: what was known stays known, also after a start', async (_case, takeAway) => {
  const { index, uploadsDir, storage } = await openIndex({ 'r.pdf': PDF, 'videos/film.mp4': 'x' })
  const listed = vi.spyOn(storage, 'list')
  await takeAway(uploadsDir)
  await expect.poll(() => listed.mock.calls.flat()).toContain('uploads')
  await index.whenIdle()
  expect(index.find('r.pdf')).toMatchObject({ date: '2025-08-06' })
  expect(index.find('videos/film.mp4')).toBeDefined()
  await index.close()
  const next = await openDocumentIndex({ storage, decoder: testDecoder, onProblem: vi.fn() })
  onTestFinished(() => next.close())
  expect(next.find('r.pdf')).toMatchObject({ date: '2025-08-06' })
})
