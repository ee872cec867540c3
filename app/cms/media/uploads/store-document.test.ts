import { createHash } from 'node:crypto'
import { mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { filesBelow, inPieces, openStorageIn, photo, testDecoder, temporaryFolder } from '#test/temporary-images.ts'
import type { Decoder } from '#app/cms/media/decoding/decoder.server.ts'
import { pdfBytes } from '#test/pdf-bytes.ts'
import { FILE_KINDS } from '#app/cms/media/library/library-file.ts'
import * as contentHash from '#app/cms/media/library/content-hash.server.ts'
import { storeDocument, type StoreContext } from './store-file.server.ts'

const REPORT = { accepts: 'pdf', folder: 'reports' } as const

const PDF = await readFile('uploads/reports/annual-report-2024-25.pdf')
const MEGABYTE = Buffer.alloc(1024 * 1024, 0x20)

test.each([
  ['HTML named .pdf', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 415, /“a\.pdf” is not a PDF/],
  ['no bytes at all', () => Buffer.alloc(0), 415, /is not a PDF/],
  ['a JPEG', () => photo(64, 48).jpeg().toBuffer(), 415, /is not a PDF/],
  ['a header that comes too late', () => Buffer.concat([MEGABYTE.subarray(0, 1020), PDF]), 415, /is not a PDF/],
  ['a PDF cut off in the middle', () => PDF.subarray(0, PDF.length / 2), 422, /damaged PDF: its end is missing/],
  ['one that asks for a password', () => pdfBytes({ userPassword: 'secret' }), 422, /asks for a password to open/],
  ['only the marks of a PDF', () => Buffer.from('%PDF-1.7\n%%EOF'), 422, /is a damaged PDF and cannot be opened/],
  ['an end that is far from the end', () => Buffer.concat([PDF, MEGABYTE]), 422, /its end is missing/],
])('%s: refused and nothing left of it', async (_name, make, status, message) => {
  const { context, uploadsDir } = await openUploads()
  await expect(store(context, await make(), 'a.pdf')).rejects.toMatchObject({
    name: 'UploadRefused',
    status,
    message: expect.stringMatching(message),
  })
  expect(await filesBelow(uploadsDir)).toEqual([])
})

test('a damaged PDF that cannot be read in time: stored', async () => {
  const decoder: Decoder = {
    ...testDecoder,
    run: (job, input, owner) => testDecoder.run(job.name === 'readPdf' ? { ...job, limit: 1_000 } : job, input, owner),
  }
  const { context, uploadsDir } = await openUploads()
  // Searching it for objects took 60 s.
  const damaged = `%PDF-1.4\n${'1 0 obj\n<< /Type /Page >>\nendobj\n'.repeat(1_200_000)}%%EOF\n`
  const file = await store({ ...context, decoder }, Buffer.from(damaged), 'a.pdf', 1024 * 1024)
  expect(await filesBelow(uploadsDir)).toEqual([file])
})

test('41 MB: refused at the limit, without reading on', async () => {
  const { context, uploadsDir } = await openUploads()
  let sent = 0
  async function* megabytes() {
    for (yield PDF; sent < 50; sent += 1) yield MEGABYTE
  }
  await expect(storeDocument(context, megabytes(), 'big.pdf', REPORT)).rejects.toMatchObject({
    status: 413,
    message: expect.stringMatching(/“big\.pdf” is larger than 40 MB/),
  })
  expect(sent).toBe(39)
  expect(await filesBelow(uploadsDir)).toEqual([])
})

test('a sender who breaks off: their error, and nothing left', async () => {
  const { context, uploadsDir } = await openUploads()
  const brokenOff = new Error('gone')
  async function* half() {
    yield PDF
    throw brokenOff
  }
  await expect(storeDocument(context, half(), 'a.pdf', REPORT)).rejects.toBe(brokenOff)
  expect(await filesBelow(uploadsDir)).toEqual([])
})

test('a full disk: 507 with the way on', async () => {
  const { context, uploadsDir } = await openUploads()
  async function* source() {
    yield PDF
    throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
  }
  await expect(storeDocument(context, source(), 'a.pdf', REPORT)).rejects.toMatchObject({
    status: 507,
    message: expect.stringMatching(/“a\.pdf” was not stored: the disk of the server is full/),
  })
  expect(await filesBelow(uploadsDir)).toEqual([])
})

test('a folder that cannot be made: 503 with the way on, and nothing left', async () => {
  const { context, uploadsDir } = await openUploads()
  await writeFile(path.join(uploadsDir, 'reports'), 'a file where the folder should be')
  await expect(store(context, PDF, 'a.pdf')).rejects.toMatchObject({ status: 503 })
  expect(await filesBelow(uploadsDir)).toEqual(['reports'])
})

test('a PDF: byte for byte, under a name with its hash, readable for the web server', async () => {
  const { context, uploadsDir } = await openUploads()
  const file = await store(context, PDF, 'Annual Report 2024-25.PDF')
  const sha256 = createHash('sha256').update(PDF).digest('hex')
  expect(file).toBe(`reports/annual-report-2024-25-${sha256.slice(0, 8)}.pdf`)
  expect(await readFile(path.join(uploadsDir, file))).toEqual(PDF)
  expect((await stat(path.join(uploadsDir, file))).mode & 0o777).toBe(0o644)
  expect(await filesBelow(uploadsDir)).toEqual([file])
})

test('exactly 40 MB, with text before its header and after its end: stored', async () => {
  const { context, uploadsDir } = await openUploads()
  const head = Buffer.from('printed by the press\n')
  const end = Buffer.from('signed by the auditor\n')
  const pdf = pdfBytes({ content: ' '.repeat(FILE_KINDS.pdf.maxBytes - 1_000_000) })
  const middle = Buffer.from(`%${'x'.repeat(FILE_KINDS.pdf.maxBytes - pdf.length - head.length - end.length - 2)}\n`)
  const mark = pdf.lastIndexOf('xref\n0')
  const whole = Buffer.concat([head, pdf.subarray(0, mark), middle, pdf.subarray(mark), end])
  const file = await store(context, whole, 'a.pdf', 1024 * 1024)
  expect((await stat(path.join(uploadsDir, file))).size).toBe(FILE_KINDS.pdf.maxBytes)
})

test.each([
  '../../../etc/passwd',
  '..\\..\\boot.pdf',
  '.pdf',
  'a.pdf\0.html',
  'वार्षिक रिपोर्ट.pdf',
  `${'long '.repeat(50)}.pdf`,
  '.htaccess',
  'a/b/c.data',
])('named %j: stored in its folder under a plain name', async (name) => {
  const { context, uploadsDir } = await openUploads()
  const file = await store(context, PDF, name)
  expect(file).toMatch(/^reports\/[a-z0-9][a-z0-9-]{0,59}-[0-9a-f]{8}\.pdf$/)
  expect(await filesBelow(uploadsDir)).toEqual([file])
})

test('the same bytes again, and ten at once: the same file, written once', async () => {
  const { context, uploadsDir } = await openUploads()
  const file = await store(context, PDF, 'a.pdf')
  const written = new Date('2020-01-01')
  await utimes(path.join(uploadsDir, file), written, written)
  const again = await Promise.all(Array.from({ length: 10 }, () => store(context, PDF, 'a.pdf')))
  expect(new Set(again)).toEqual(new Set([file]))
  expect(await filesBelow(uploadsDir)).toEqual([file])
  expect((await stat(path.join(uploadsDir, file))).mtime).toEqual(written)
})

test('ten new ones of the same bytes at once: one file', async () => {
  const { context, uploadsDir } = await openUploads()
  const stored = await Promise.all(Array.from({ length: 10 }, () => store(context, PDF, 'a.pdf')))
  expect(await filesBelow(uploadsDir)).toEqual([...new Set(stored)])
})

test('a folder that has the name: left alone, the file gets a name of its own', async () => {
  const { context, uploadsDir } = await openUploads()
  const sha256 = createHash('sha256').update(PDF).digest('hex')
  await mkdir(path.join(uploadsDir, `reports/a-${sha256.slice(0, 8)}.pdf`), { recursive: true })
  expect(await store(context, PDF, 'a.pdf')).toBe(`reports/a-2-${sha256.slice(0, 8)}.pdf`)
})

test('damaged on disk without another size: put right', async () => {
  const { context, uploadsDir } = await openUploads()
  const file = await store(context, PDF, 'a.pdf')
  await writeFile(path.join(uploadsDir, file), Buffer.from(PDF).fill(0x20, 100, 200))
  expect(await store(context, PDF, 'a.pdf')).toBe(file)
  expect(await readFile(path.join(uploadsDir, file))).toEqual(PDF)
})

test('another intact file with the same name, digits included: a name of its own, both are kept', async () => {
  const { context, uploadsDir } = await openUploads()
  const file = await store(context, PDF, 'a.pdf')
  const other = Buffer.concat([PDF, Buffer.from('\n')])
  const sha256 = createHash('sha256').update(PDF).digest('hex')
  // Finding two files whose hashes begin alike takes billions of tries, so one hash is mocked.
  vi.spyOn(contentHash, 'sha256Of').mockResolvedValueOnce(`${sha256.slice(0, 8)}${'0'.repeat(56)}`)
  const again = await store(context, PDF, 'a.pdf')
  expect(again).toBe(file.replace('a-', 'a-2-'))
  expect(await filesBelow(uploadsDir)).toEqual([again, file].sort())
  expect(await store(context, other, 'a.pdf')).not.toBe(file)
})

test('half of it left by a process that was killed: written anew', async () => {
  const { context, uploadsDir } = await openUploads()
  const file = await store(context, PDF, 'a.pdf')
  await writeFile(path.join(uploadsDir, file), PDF.subarray(0, 100))
  expect(await store(context, PDF, 'a.pdf')).toBe(file)
  expect(await readFile(path.join(uploadsDir, file))).toEqual(PDF)
})

test('a film from which the decoder has removed the place: named by the bytes that are stored', async () => {
  const { context, uploadsDir } = await openUploads()
  const decoder: Decoder = {
    ...testDecoder,
    async run(job, input) {
      await writeFile((input as { file: string }).file, 'cleaned')
      return job.result.parse({ isChanged: true })
    },
  }
  const source = inPieces(Buffer.from('with a place'))
  const { file } = await storeDocument({ ...context, decoder }, source, 'a.mp4', { accepts: 'mp4', folder: 'videos' })
  const sha256 = createHash('sha256').update('cleaned').digest('hex')
  expect(file).toBe(`videos/a-${sha256.slice(0, 8)}.mp4`)
  expect(await readFile(path.join(uploadsDir, file), 'utf8')).toBe('cleaned')
})

async function openUploads() {
  const root = await temporaryFolder()
  const uploadsDir = path.join(root, 'uploads')
  await mkdir(uploadsDir)
  return { context: { storage: openStorageIn(root), decoder: testDecoder, owner: 'asha' }, uploadsDir }
}

async function store(context: StoreContext, bytes: Uint8Array, name: string, pieces?: number) {
  const { file } = await storeDocument(context, inPieces(bytes, pieces), name, REPORT)
  return file
}
