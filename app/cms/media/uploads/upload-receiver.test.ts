import { readdir, readFile } from 'node:fs/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { documentsIn } from '#app/cms/media/library/used-files.server.ts'
import { documentUrl, imageFile, line, list } from '#app/cms/define/fields.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { m4aBytes, mp3Bytes, xbrlText, xlsxBytes } from '#test/sample-files.ts'
import { inPieces, photo } from '#test/temporary-images.ts'
import { pdfBytes } from '#test/pdf-bytes.ts'
import { DecoderFailed } from '#app/cms/media/decoding/decoder.server.ts'
import { fileAt } from '#app/cms/media/media-address.ts'
import { receiveForm, receiversOf, stagedReceiver, uploadReceiver } from './receive-form.server.ts'

const site = await createExampleSite()
const { env } = site
const { documents: documentIndex } = site.media

const PDF = await readFile('test/example-site/uploads/documents/allergens.pdf')
const MP4 = await readFile('test/example-site/uploads/videos/shaping-a68a377e.mp4')
const VTT = await readFile('test/example-site/uploads/videos/shaping-1ac6b49c.vtt')

const report = { accepts: 'pdf', folder: 'reports' } as const
const schema = z.object({
  title: line('Title'),
  image: imageFile('Image'),
  menus: list('Menus', z.object({ fileUrl: line('File').meta({ upload: { accepts: 'pdf', folder: 'menus' } }) })),
  film: line('Film').meta({ upload: { accepts: 'mp4', folder: 'videos' } }),
  captions: line('Captions').meta({ upload: { accepts: 'vtt', folder: 'videos' } }),
  further: list(
    'Further files',
    z.object({ file: documentUrl('File', { also: ['mp3', 'm4a', 'xlsx', 'csv', 'xml'] }) }),
  ),
})

function post(files: Record<string, File>) {
  const body = new FormData()
  for (const [name, file] of Object.entries(files)) body.append(name, file)
  return receiveForm(new Request('http://localhost/', { method: 'POST', body }), {
    owner: 'editor',
    receiverOf: receiversOf(site.media, schema),
  })
}

function file(bytes: Uint8Array, name: string) {
  return new File([new Uint8Array(bytes)], name)
}

test.each([
  ['public at once', uploadReceiver],
  ['staged', stagedReceiver],
])('a PDF that cannot be read in time, %s: read once, as a job of the one who sends it', async (name, receiver) => {
  const { run } = site.media.decoder
  const owners: unknown[] = []
  const spy = vi.spyOn(site.media.decoder, 'run').mockImplementation((job, input, owner) => {
    owners.push([job.name, owner])
    return job.name === 'readPdf' ? Promise.reject(new DecoderFailed('timeout', 'too slow')) : run(job, input, owner)
  })
  onTestFinished(() => {
    spy.mockRestore()
  })
  const { store } = receiver(site.media, 'fileUrl', report)
  const bytes = pdfBytes({ content: name })
  const file = fileAt(await store(inPieces(bytes), 'Slow.pdf', 'ravi'))
  expect(owners).toEqual([
    ['checkDocument', 'ravi'],
    ['readPdf', 'ravi'],
  ])
  const stored = site.media.forStaff.documents.list().find((document) => document.file === file)
  expect(stored).toMatchObject({ bytes: bytes.length, pdf: { problem: 'slow' } })
})

test('a file that is no PDF: refused', async () => {
  const { store } = uploadReceiver(site.media, 'fileUrl', report)
  await expect(store(inPieces(Buffer.from('<html>')), 'a.pdf', 'asha')).rejects.toMatchObject({ status: 415 })
})

test('a PDF: its address for the field, its size and its own date known when it is stored', async () => {
  const { field, store } = uploadReceiver(site.media, 'fileUrl', report)
  const address = await store(inPieces(PDF), 'Just now.pdf', 'asha')
  expect(field).toBe('fileUrl')
  expect(address).toMatch(/^\/uploads\/reports\/just-now-[0-9a-f]{8}\.pdf$/)
  expect(documentsIn({ report: address }, site.media.documents)[address]).toEqual({
    bytes: PDF.length,
    date: documentIndex.find('documents/allergens.pdf')?.date,
  })
})

test('files for fields that take none, and of the wrong kind for those that do: refused by what they hold', async () => {
  const before = await readdir(env.uploadsDir, { recursive: true })
  const { formData, fileErrors } = await post({
    'title-upload': file(PDF, 'a.pdf'),
    'other-upload': file(PDF, 'a.pdf'),
    image: file(PDF, 'a.pdf'),
    'image-upload': file(PDF, 'picture.jpg'),
    'menus[0].fileUrl-upload': file(MP4, 'menu.pdf'),
    'film-upload': file(VTT, 'film.mp4'),
    'captions-upload': file(Buffer.from('Good morning\n'), 'captions.vtt'),
  })
  expect([...formData]).toEqual([])
  expect(fileErrors).toEqual({
    'title-upload': ['This field does not accept files.'],
    'other-upload': ['This field does not accept files.'],
    image: ['This field does not accept files.', expect.stringContaining('“picture.jpg” is not a JPEG')],
    'menus[0].fileUrl': [expect.stringContaining('“menu.pdf” is not a PDF')],
    film: [expect.stringContaining('“film.mp4” is not an MP4 film')],
    captions: [expect.stringContaining('“captions.vtt” is not a WebVTT file')],
  })
  const after = await readdir(env.uploadsDir, { recursive: true })
  expect(after.filter((name) => name !== '.incoming')).toEqual(before.filter((name) => name !== '.incoming'))
})

test('each kind where its field takes it: stored in its folder, under the address content writes', async () => {
  const { formData, fileErrors } = await post({
    'image-upload': file(await photo(40, 30).jpeg().toBuffer(), 'Photo.jpg'),
    'menus[3].fileUrl-upload': file(PDF, 'Menu.pdf'),
    'film-upload': file(MP4, 'Film.mp4'),
    'captions-upload': file(VTT, 'Captions.vtt'),
  })
  expect(fileErrors).toEqual({})
  expect(Object.fromEntries(formData)).toEqual({
    image: expect.stringMatching(/^photo-[0-9a-f]{8}\.jpg$/),
    'menus[3].fileUrl': expect.stringMatching(/^\/menus\/menu-[0-9a-f]{8}\.pdf$/),
    film: expect.stringMatching(/^\/uploads\/videos\/film-[0-9a-f]{8}\.mp4$/),
    captions: expect.stringMatching(/^\/uploads\/videos\/captions-[0-9a-f]{8}\.vtt$/),
  })
  const menu = formData.get('menus[3].fileUrl') as string
  expect(await readFile(`${env.dataDir}/staged${menu}`)).toEqual(PDF)
})

test('a field of several kinds: the name says which one, and the content has to be of it', async () => {
  const { formData, fileErrors } = await post({
    'further[0].file-upload': file(PDF, 'Results.pdf'),
    'further[1].file-upload': file(mp3Bytes(), 'Call.MP3'),
    'further[2].file-upload': file(m4aBytes(), 'Call.m4a'),
    'further[3].file-upload': file(xlsxBytes(), 'Results.xlsx'),
    'further[4].file-upload': file(Buffer.from('Year,Revenue\n'), 'Results.csv'),
    'further[5].file-upload': file(Buffer.from(xbrlText()), 'Results.xbrl'),
    'further[6].file-upload': file(Buffer.from('<html>'), 'Page.csv'),
    'further[7].file-upload': file(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'Drawing.xml'),
    'further[8].file-upload': file(MP4, 'Film.mp4'),
    'further[9].file-upload': file(PDF, 'Results.csv.html'),
  })
  expect(([...formData.values()] as string[]).map((value) => value.replace(/-[0-9a-f]{8}(?=\.)/, ''))).toEqual(
    ['results.pdf', 'call.mp3', 'call.m4a', 'results.xlsx', 'results.csv', 'results.xml'].map(
      (name) => `/uploads/documents/${name}`,
    ),
  )
  const failed = (words: string): unknown[] => [expect.stringContaining(`File upload failed. ${words}`)]
  expect(fileErrors).toEqual({
    'further[6].file': failed('“Page.csv” is not a CSV table'),
    'further[7].file': failed('“Drawing.xml” is not an XBRL document'),
    'further[8].file': failed('“Film.mp4” has a file type that is not accepted here. Upload a PDF, MP3 recording'),
    'further[9].file': failed('“Results.csv.html” has a file type that is not accepted here'),
  })
})

test('the addresses that such a field accepts', () => {
  const field = documentUrl('File', { also: ['csv'] })
  expect(field.safeParse('/uploads/documents/a.csv').success).toBe(true)
  expect(field.safeParse('/uploads/documents/a.xml').success).toBe(false)
  expect(documentUrl('File').safeParse('/uploads/documents/a.csv').success).toBe(false)
})
