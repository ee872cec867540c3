import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { pdfBytes } from '#test/pdf-bytes.ts'
import { temporaryFolder, testDecoder } from '#test/temporary-images.ts'
import { dateOf } from '#app/cms/media/library/library-file.ts'
import { readPdfJob } from './decoder-jobs.ts'

const MODIFIED = "/ModDate (D:20240331090000+05'30')"
const CREATED = "/CreationDate (D:20230102090000+05'30')"

async function read(pdf: Uint8Array | string) {
  const file = path.join(await temporaryFolder(), 'a.pdf')
  await writeFile(file, pdf)
  return testDecoder.run(readPdfJob, { file, timeZone: 'Asia/Kolkata' })
}

function xmp(description: string) {
  const packet = `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${description}</rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`
  const length = Buffer.byteLength(packet)
  return { dictionary: `<< /Type /Metadata /Subtype /XML /Length ${length} >>`, stream: packet }
}

const XMP_NAMES = 'xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"'

test('title, language, pages, tags, text and scripts of a PDF', async () => {
  const catalog =
    '/Lang (en-IN) /MarkInfo << /Marked true >> /Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (app.alert\\(1\\)) >>] >> >>'
  expect(await read(pdfBytes({ info: `/Title (Annual report) ${MODIFIED}`, catalog, pages: 3 }))).toEqual({
    date: '2024-03-31',
    title: 'Annual report',
    language: 'en-IN',
    pages: 3,
    isTagged: true,
    hasText: true,
    hasScripts: true,
    texts: ['Annual report', 'Annual report', 'Annual report'],
    textPages: 3,
  })
})

const SCRIPT = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'

test.each<[string, Parameters<typeof pdfBytes>[0]]>([
  ['a link', { objects: [`<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A ${SCRIPT} >>`] }],
  ['the second action of a link', { objects: [`<< /A << /S /URI /URI (https://example.com) /Next ${SCRIPT} >> >>`] }],
  ['a page that is opened', { objects: [`<< /Type /Page /AA << /O ${SCRIPT} >> >>`] }],
  ['a bookmark', { objects: [`<< /Title (Results) /A ${SCRIPT} >>`] }],
  ['a name in other characters', { objects: ['<< /S /J#61va#53cript /JS 12 0 R >>'] }],
  ['a compressed object stream', { objects: [objectStream(SCRIPT)] }],
  ['an object in the middle of a large file', { objects: [...between(SCRIPT, 1024 * 1024), ...between(SCRIPT, 99)] }],
])('a script of %s: found', async (_case, parts) => {
  expect(await read(pdfBytes(parts))).toMatchObject({ hasScripts: true })
})

test('words that only resemble a script, and compressed objects without one: none', async () => {
  const objects = ['<< /Title (JavaScript) /JavaScripts 1 >>', objectStream('<< /Type /Page >>')]
  expect(await read(pdfBytes({ objects }))).toMatchObject({ hasScripts: false })
})

test('an object stream that cannot be read: whether there are scripts is not known', async () => {
  const objects = [
    { dictionary: '<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length 9 >>', stream: 'encrypted' },
  ]
  expect(await read(pdfBytes({ objects }))).toMatchObject({ pages: 1, hasScripts: undefined })
})

function objectStream(object: string) {
  const stream = deflateSync(`9 0 ${object}`)
  return { dictionary: `<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${stream.length} >>`, stream }
}

/** An object after a stream, so that its name lies across a border of what is read at once. */
function between(object: string, length: number) {
  return [{ dictionary: `<< /Length ${length} >>`, stream: Buffer.alloc(length, 0x20) }, object]
}

test('a PDF that says nothing of itself: no date, no title, no text', async () => {
  expect(await read(pdfBytes({ content: '0 0 9 9 re f' }))).toEqual({
    pages: 1,
    isTagged: false,
    hasText: false,
    hasScripts: false,
    texts: [],
    textPages: 1,
  })
})

describe('the texts by which a PDF is found', () => {
  const lines = (...texts: string[]) =>
    `BT /F1 12 Tf 14 TL 72 700 Td ${texts.map((text) => (text === '' ? 'T*' : `(${text}) Tj T*`)).join(' ')} ET`

  test.each([
    ['all pages of a short one', 8, 8],
    ['the first two pages of a longer one', 9, 2],
  ])('paragraphs of %s, each on one line', async (_which, pages, textPages) => {
    const content = lines('Insulation and', 'sheathing of cables', '', 'A halogen-', 'free grade')
    const ofPage = ['Insulation and sheathing of cables', 'A halogen-free grade']
    expect(await read(pdfBytes({ content, pages }))).toMatchObject({
      texts: Array.from({ length: textPages }, () => ofPage).flat(),
      textPages,
    })
  })

  test('bookmarks, with those in them', async () => {
    const objects = [
      '<< /Type /Outlines /First 11 0 R /Last 12 0 R /Count 2 >>',
      '<< /Title (Results) /Parent 10 0 R /Next 12 0 R /First 13 0 R /Last 13 0 R /Count 1 >>',
      '<< /Title (Outlook) /Parent 10 0 R /Prev 11 0 R >>',
      '<< /Title (Segments) /Parent 11 0 R >>',
    ]
    expect(await read(pdfBytes({ catalog: '/Outlines 10 0 R', objects, content: '' }))).toMatchObject({
      texts: ['Results', 'Outlook', 'Segments'],
    })
  })

  test('a page of 200,000 letters: 20 kB of it', async () => {
    const line = `1 0 0 1 72 700 Tm (${'x'.repeat(50)}) Tj `
    const reading = await read(pdfBytes({ content: `BT /F1 12 Tf ${line.repeat(4_000)} ET` }))
    const texts = 'texts' in reading ? (reading.texts ?? []) : []
    expect(Buffer.byteLength(texts.join(''))).toBeGreaterThan(19_000)
    expect(Buffer.byteLength(texts.join(''))).toBeLessThanOrEqual(20_000)
    expect(reading).toMatchObject({ pages: 1, textPages: 0 })
  })
})

test.each([
  [
    'created and changed, with a name of 33 characters between',
    `${CREATED}/Creator(Adobe Acrobat Pro 23.8.20555 x64)${MODIFIED}`,
  ],
  ...[28, 29, 30, 36].map((length) => [
    `with a name of ${length} characters between`,
    `${CREATED}/Creator(${'x'.repeat(length)})${MODIFIED}`,
  ]),
  ['as hexadecimal digits', `/ModDate <${Buffer.from("D:20240331090000+05'30'").toString('hex')}>`],
  ['in UTF-16', `/ModDate <feff${Buffer.from('D:20240331', 'utf16le').swap16().toString('hex')}>`],
  ['without its prefix', '/ModDate (20240331090000)'],
  ['created only', "/CreationDate (D:20240331090000+05'30')"],
  ['a change that cannot be read', `/ModDate (yesterday) /CreationDate (D:20240331)`],
  ['late in the evening of another zone', "/ModDate (D:20240330233000-05'00')"],
  ['of UTC', '/ModDate (D:20240330190000Z)'],
  ['without a zone, the day as it is written', '/ModDate (D:20240331233000)'],
])('a date %s', async (_case, info) => {
  expect(await read(pdfBytes({ info }))).toMatchObject({ date: '2024-03-31' })
})

test.each([
  ['31 February', '/ModDate (D:20240231090000Z)'],
  ['the month 13', '/ModDate (D:20241301)'],
  ['a year', '/ModDate (D:2024)'],
  ['a year and a month', '/ModDate (D:202403)'],
  ['a clock that was never set', '/ModDate (D:19700101000000Z)'],
  ['a word', '/ModDate (soon)'],
])('no date is made of %s', async (_case, info) => {
  expect(dateOf(await read(pdfBytes({ info })))).toBeUndefined()
})

test('dates of embedded files and figures are not those of the document', async () => {
  const info = "/CreationDate (D:20240331090000+05'30')"
  const objects = [
    '<< /Type /EmbeddedFile /Params << /ModDate (D:20190102090000Z) /CreationDate (D:20190102090000Z) >> >>',
    '<< /PTEX.InfoDict << /ModDate (D:20170607090000Z) >> >>',
    {
      dictionary: '<< /Length 66 >>',
      stream: '<rdf:Description xmp:ModifyDate="2019-01-02T10:00:00Z"></rdf:Description>',
    },
  ]
  expect(await read(pdfBytes({ info, objects }))).toMatchObject({ date: '2024-03-31' })
  expect(dateOf(await read(pdfBytes({ objects })))).toBeUndefined()
})

test('a date in a compressed object stream', async () => {
  expect(await read(pdfBytes({ info: MODIFIED, isCompressed: true }))).toMatchObject({ date: '2024-03-31' })
})

test('an owner password alone: the date is read', async () => {
  expect(await read(pdfBytes({ info: MODIFIED, userPassword: '' }))).toMatchObject({ date: '2024-03-31', pages: 1 })
})

test('a password to open: nothing is read', async () => {
  expect(await read(pdfBytes({ info: MODIFIED, userPassword: 'secret' }))).toEqual({ problem: 'password' })
})

test.each([
  ['nothing', ''],
  ['only the marks', '%PDF-1.7\n%%EOF'],
  ['no pages', '%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF'],
])('%s: damaged', async (_case, pdf) => {
  expect(await read(pdf)).toEqual({ problem: 'damaged' })
})

test('a damaged list of objects: found again', async () => {
  const pdf = pdfBytes({ info: MODIFIED }).toString('latin1')
  expect(await read(pdf.replace(/startxref\n\d+/, 'startxref\n7'))).toMatchObject({ date: '2024-03-31', pages: 1 })
})

test.each([
  [
    'elements',
    `<rdf:Description ${XMP_NAMES}><xmp:CreateDate>2024-01-01</xmp:CreateDate><xmp:ModifyDate>2024-03-31T09:00:00+05:30</xmp:ModifyDate></rdf:Description>`,
  ],
  ['attributes', `<rdf:Description ${XMP_NAMES} xmp:ModifyDate="2024-03-31T09:00:00+05:30"/>`],
  ['another prefix', `<rdf:Description xmlns:xap="http://ns.adobe.com/xap/1.0/" xap:CreateDate="2024-03-31"/>`],
])('only the metadata packet of the catalogue has a date, as %s', async (_case, description) => {
  const pdf = pdfBytes({ catalog: '/Metadata 10 0 R', objects: [xmp(description)] })
  expect(await read(pdf)).toMatchObject({ date: '2024-03-31' })
})

test('parts of a document have dates in its packet: they are not its own', async () => {
  const part = `<rdf:Description ${XMP_NAMES} xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"><xmpMM:Pantry><rdf:Bag>
<rdf:li rdf:parseType="Resource"><xmp:ModifyDate>2019-01-02</xmp:ModifyDate></rdf:li></rdf:Bag></xmpMM:Pantry>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Annual report</rdf:li></rdf:Alt></dc:title></rdf:Description>`
  const reading = await read(pdfBytes({ catalog: '/Metadata 10 0 R', objects: [xmp(part)] }))
  expect(reading).toMatchObject({ title: 'Annual report' })
  expect(dateOf(reading)).toBeUndefined()
})

test('a packet that is not well-formed: no date', async () => {
  const description = `<rdf:Description ${XMP_NAMES} xmp:ModifyDate="2024-03-31"><open></rdf:Description>`
  const reading = await read(pdfBytes({ catalog: '/Metadata 10 0 R', objects: [xmp(description)] }))
  expect(reading).toMatchObject({ pages: 1 })
  expect(dateOf(reading)).toBeUndefined()
})
