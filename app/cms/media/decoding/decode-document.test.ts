import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { DocumentKind } from '#app/cms/define/upload-kind.ts'
import { box, m4aBytes, mp3Bytes, track, xbrlText, xlsxBytes, zipBytes } from '#test/sample-files.ts'
import { temporaryFolder } from '#test/temporary-images.ts'
import { checkDocument } from './decode-document.server.ts'

const MP4 = await readFile('uploads/videos/drhp-overview-en-a91b891b.mp4')

const ftyp = box('ftyp', 'isom\0\0\0\0')

async function check(kind: DocumentKind, bytes: Uint8Array | string) {
  const file = path.join(await temporaryFolder(), 'file')
  await writeFile(file, bytes)
  return checkDocument({ file, kind, originalName: `a.${kind}` })
}

const moov = box('moov', track('avc1'))

function film(...inMoov: Buffer[]) {
  return Buffer.concat([ftyp, box('moov', Buffer.concat(inMoov)), box('mdat', 'xxxx')])
}

test.each([
  ['nothing', '', 415],
  ['a page', '<!doctype html><title>ftypisom</title>', 415],
  ['a QuickTime film', Buffer.concat([box('ftyp', 'qt  \0\0\0\0'), moov]), 415],
  ['an AVIF picture', Buffer.concat([box('ftyp', 'avif\0\0\0\0'), moov]), 415],
  ['a film cut off in the middle', MP4.subarray(0, MP4.length / 2), 422],
  ['one that ends in the head of a box', Buffer.concat([MP4, Buffer.from('\0\0\x08')]), 422],
  ['no index', Buffer.concat([ftyp, box('mdat', 'xxxx')]), 422],
  ['a box that goes on behind the end', Buffer.concat([ftyp, moov, box('mdat', 'x', 1000)]), 422],
  ['a box inside that goes on behind its end', Buffer.concat([ftyp, box('moov', box('trak', 'x', 1000))]), 422],
  ['a box without a length that moves on', Buffer.concat([ftyp, box('moov', '', 4)]), 422],
  ['a box of 2^60 bytes', Buffer.concat([ftyp, box('moov', '\x10\0\0\0\0\0\0\0', 1)]), 422],
  ['nothing but boxes', Buffer.concat([ftyp, moov, ...Array.from({ length: 20_001 }, () => box('free'))]), 422],
])('a film: %s: refused', async (_name, bytes, status) => {
  await expect(check('mp4', bytes)).rejects.toMatchObject({ name: 'UploadRefused', status })
})

test.each([
  [
    'H.265',
    film(track('hvc1')),
    /“a\.mp4” contains H\.265 \(HEVC\) video, .* Settings › Camera › Formats › Most Compat/,
  ],
  ['MPEG-4 Part 2', film(track('mp4v')), /MPEG-4 Part 2/],
  ['H.264 with 10 bits', film(track('avc1', { profile: 110 })), /H\.264 with 10 bits a colour/],
  ['an unknown format', film(track('x<>y')), /“x\?\?y”/],
  ['sound alone', film(track('mp4a', { handler: 'soun' })), /has no picture/],
])('a film of %s: refused, and its format is named', async (_name, bytes, message) => {
  await expect(check('mp4', bytes)).rejects.toMatchObject({ status: 415, message: expect.stringMatching(message) })
})

test.each<[string, Buffer]>([
  ['whole', MP4],
  ['whose last box ends with the file', Buffer.concat([ftyp, moov, box('mdat', 'xxxx', 0)])],
  ['with a 64-bit length', Buffer.concat([ftyp, moov, box('mdat', '\0\0\0\0\0\0\0\x14xxxx', 1)])],
  ['with zero bytes after its end', Buffer.concat([film(track('avc1')), Buffer.alloc(4)])],
  ['of AV1', film(track('av01'))],
  ['of VP9, with sound', film(track('mp4a', { handler: 'soun' }), track('vp09'))],
  ['with a still picture as another track', film(track('avc1'), track('jpeg'))],
  ...['XAVC', 'mmp4', '3gp5', 'CAEP'].map((brand): [string, Buffer] => [
    `of the brand ${brand}`,
    Buffer.concat([box('ftyp', `${brand}\0\0\0\0`), moov]),
  ]),
])('a film %s: taken, and not changed', async (_name, bytes) => {
  await expect(check('mp4', bytes)).resolves.toEqual({ isChanged: false })
})

test.each([
  ['nothing', ''],
  ['a text of another kind', 'Good morning\n'],
  ['a word that only begins so', 'WEBVTTX\n'],
  ['text that is not UTF-8', Buffer.from('WEBVTT\n\nCaf\xE9', 'latin1')],
  ['zero bytes', 'WEBVTT\n\0'],
])('captions: %s: refused', async (_name, bytes) => {
  await expect(check('vtt', bytes)).rejects.toMatchObject({ name: 'UploadRefused', status: 415 })
})

const CUE = '00:00:01.000 --> 00:00:04.000\nGood morning\n'

test.each([
  ['without a fraction', '00:00:01 --> 00:00:04\nGood morning\n', /line 3: “00:00:01 --> 00:00:04”\. Write each/],
  ['with one digit for minutes', '1:00.000 --> 1:04.000\nGood morning\n', /line 3/],
  ['with another arrow', '00:00:01.000 -> 00:00:04.000\nGood morning\n', /line 3: “00:00:01\.000 -> 00:00:04\.000”/],
  ['with a fraction of two digits', '00:00:01.00 --> 00:00:04.00\nGood morning\n', /line 3/],
  ['with seconds above 59', '00:00:61.000 --> 00:01:04.000\nGood morning\n', /line 3/],
  ['after right ones', `${CUE}\n00:00:05 --> 00:00:06\nSecond\n`, /line 6: “00:00:05 --> 00:00:06”/],
  ['in the words of a caption', '00:00:01.000 --> 00:00:04.000\nfrom A --> B\n', /line 4: “from A --> B”/],
])('captions with a line of times %s: refused, with the line and what to write', async (_name, text, message) => {
  await expect(check('vtt', `WEBVTT\n\n${text}`)).rejects.toMatchObject({
    status: 422,
    message: expect.stringMatching(message) as string,
  })
})

test.each([
  ['the first line alone', 'WEBVTT'],
  ['a comment alone', 'WEBVTT\r\n\r\nNOTE nothing yet\r\n'],
  ['a caption that ends before it begins', 'WEBVTT\n\n00:04.000 --> 00:01.000\nGood morning\n'],
  ['times without words', 'WEBVTT\n\n00:01.000 --> 00:04.000\n\nGood morning\n'],
])('captions: %s: refused, because a browser shows nothing', async (_name, text) => {
  await expect(check('vtt', text)).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining('has no captions that a browser shows. Write each caption as a line') as string,
  })
})

test.each([
  `WEBVTT\n\n${CUE}`,
  `\uFEFFWEBVTT - हिन्दी\r\n\r\n1\r\n00:01.000 --> 00:02.000 align:start\r\nनमस्ते\r\n`,
  'WEBVTT\rKind: captions\r\r100:00:01.000-->100:00:02.000\rA\r',
  `WEBVTT\n\nSTYLE\n::cue { color: red }\n\nNOTE 10:30 - 11:45 in the morning\n\n${CUE}`,
])('captions %j: taken as they are', async (text) => {
  await expect(check('vtt', text)).resolves.toEqual({ isChanged: false })
})

test.each([
  ['WebVTT with commas', `WEBVTT\n\n${CUE.replaceAll('.', ',')}`, `WEBVTT\n\n${CUE}`],
  [
    'commas beside settings with commas',
    'WEBVTT\n\n00:01,000 --> 00:02,000 position:10%,line-left\nOne, two\n',
    'WEBVTT\n\n00:01.000 --> 00:02.000 position:10%,line-left\nOne, two\n',
  ],
  [
    'SubRip',
    '\uFEFF1\r\n00:00:01,000 --> 00:00:04,000\r\n{\\an8}<font color="red">R & D</font>, <i>a</i> < b\r\n\r\n2\r\n00:00:05,000 --> 00:00:06,000\r\nनमस्ते\r\n',
    'WEBVTT\n\n1\r\n00:00:01.000 --> 00:00:04.000\r\nR &amp; D, <i>a</i> &lt; b\r\n\r\n2\r\n00:00:05.000 --> 00:00:06.000\r\nनमस्ते\r\n',
  ],
])('captions: %s: stored as WebVTT', async (_name, text, stored) => {
  const file = path.join(await temporaryFolder(), 'file')
  await writeFile(file, text)
  expect(await checkDocument({ file, kind: 'vtt', originalName: 'a.srt' })).toEqual({ isChanged: true })
  expect(await readFile(file, 'utf8')).toBe(stored)
  expect(await checkDocument({ file, kind: 'vtt', originalName: 'a.vtt' })).toEqual({ isChanged: false })
})

const TYPES = '[Content_Types].xml'
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const types = (main: string) => `<Types><Override PartName="/xl/workbook.xml" ContentType="${main}"/></Types>`

const PAGE = '<!doctype html><script>alert(1)</script>'
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const OLD_EXCEL = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(500)])

test.each<[DocumentKind, string, Uint8Array | string, number, RegExp]>([
  ['mp3', 'nothing', '', 415, /not an MP3 recording/],
  ['mp3', 'a page', PAGE, 415, /not an MP3 recording/],
  ['mp3', 'a page before the recording', Buffer.concat([Buffer.from(PAGE), mp3Bytes()]), 415, /not an MP3/],
  ['mp3', 'a tag alone', mp3Bytes({ frames: 0, tag: PAGE }), 415, /not an MP3 recording/],
  ['mp3', 'a tag and a page', Buffer.concat([mp3Bytes({ frames: 0, tag: 'x' }), Buffer.from(PAGE)]), 415, /not an MP3/],
  ['mp3', 'one frame and a page', Buffer.concat([mp3Bytes({ frames: 1 }), Buffer.from(PAGE)]), 422, /damaged MP3/],
  ['mp3', 'a film', MP4, 415, /not an MP3 recording/],
  ['m4a', 'a page', PAGE, 415, /not an M4A recording/],
  ['m4a', 'a film', MP4, 415, /is a film\. Upload it as MP4/],
  ['m4a', 'sound of another kind', m4aBytes(track('alac', { handler: 'soun' })), 415, /no sound that all browsers/],
  ['m4a', 'no track', m4aBytes(Buffer.alloc(0)), 415, /no sound that all browsers play/],
  ['m4a', 'one that was cut off', m4aBytes().subarray(0, -2), 422, /damaged recording/],
  ['xlsx', 'a page', PAGE, 415, /not an Excel workbook/],
  ['xlsx', 'a page before the workbook', Buffer.concat([Buffer.from(PAGE), xlsxBytes()]), 415, /not an Excel/],
  ['xlsx', 'another ZIP file', zipBytes({ 'word/document.xml': '' }), 415, /not an Excel workbook/],
  ['xlsx', 'a workbook with macros', xlsxBytes({ 'xl/vbaProject.bin': 'x' }), 415, /contains macros/],
  ['xlsx', 'a macro sheet of Excel 4.0', xlsxBytes({ 'xl/macrosheets/sheet1.xml': 'x' }), 415, /contains macros/],
  [
    'xlsx',
    'a workbook for macros',
    xlsxBytes({ [TYPES]: types('x.ms-excel.sheet.macroEnabled.main+xml') }),
    415,
    /contains macros/,
  ],
  [
    'xlsx',
    'a template',
    xlsxBytes({ [TYPES]: types(`${SHEET}.template.main+xml`) }),
    415,
    /is an Excel template\. Save/,
  ],
  [
    'xlsx',
    'a document of Word',
    xlsxBytes({ [TYPES]: types('x.wordprocessingml.document.main+xml') }),
    415,
    /not an Excel/,
  ],
  ['xlsx', 'one with a password, or of Excel 97', OLD_EXCEL, 415, /asks for a password, or was saved/],
  ['xlsx', 'one that was cut off', xlsxBytes().subarray(0, -30), 422, /damaged workbook/],
  ['xlsx', 'a part outside of it', xlsxBytes({ '../../start.xml': '' }), 422, /damaged workbook/],
  ['xlsx', 'parts of 300 MB each when they are opened', xlsxBytes({}, { claimed: 300e6 }), 422, /too much memory/],
  ['csv', 'nothing', '  \n', 415, /not a CSV table/],
  ['csv', 'a page', `\uFEFF \n${PAGE}`, 415, /not a CSV table/],
  ['csv', 'a drawing', SVG, 415, /not a CSV table/],
  ['csv', 'a workbook', xlsxBytes(), 415, /not a (?:CSV table|UTF-8 text)/],
  ['csv', 'a PDF', '%PDF-1.7\n\0', 415, /not a CSV table/],
  ['csv', 'text of Windows', Buffer.from('Unit,\xB5m\n', 'latin1'), 415, /Save it as CSV in UTF-8/],
  ['csv', 'a quotation mark that is not closed', 'a,b\n"c,d\n', 422, /damaged CSV table: a quotation mark/],
  ['xml', 'nothing', '', 415, /not an XBRL document/],
  ['xml', 'a page', PAGE, 415, /(?:not an XBRL document|document type)/],
  ['xml', 'a drawing', SVG, 415, /not an XBRL document/],
  ['xml', 'a drawing that claims to be XBRL', SVG.replace('2000/svg', '2000/xbrl'), 415, /not an XBRL/],
  ['xml', 'a page of XBRL', '<html xmlns="http://www.w3.org/1999/xhtml"/>', 415, /not an XBRL document/],
  ['xml', 'entities', xbrlText('&a;').replace('?>', '?><!DOCTYPE x [<!ENTITY a "aaaa">]>'), 415, /document type/],
  ['xml', 'a style sheet', xbrlText().replace('?>', '?><?xml-stylesheet href="a.xsl"?>'), 415, /xml-stylesheet/],
  ['xml', 'an element that is not closed', xbrlText('<a>'), 422, /damaged XML document, in line 3/],
  ['xml', 'one that was cut off', xbrlText().slice(0, -20), 422, /damaged XML document/],
])('%s: %s: refused', async (kind, _name, bytes, status, message) => {
  const refusal = { name: 'UploadRefused', status, message: expect.stringMatching(message) }
  await expect(check(kind, bytes)).rejects.toMatchObject(refusal)
})

test.each<[DocumentKind, string, Uint8Array | string]>([
  ['mp3', 'frames alone', mp3Bytes()],
  ['mp3', 'a tag before the frames', mp3Bytes({ tag: 'Results call, quarter 1' })],
  ['mp3', 'two frames', mp3Bytes({ frames: 2 })],
  ['mp3', 'of half the sample rate', mp3Bytes({ kind: 'MPEG-2, 22.05 kHz, 64 kbit/s' })],
  ['mp3', 'of a quarter of the sample rate', mp3Bytes({ kind: 'MPEG-2.5, 11.025 kHz, 64 kbit/s' })],
  ['m4a', 'of AAC', m4aBytes()],
  ['m4a', 'with pictures of chapters', m4aBytes(track('mp4a', { handler: 'soun' }), track('jpeg'))],
  ['xlsx', 'a workbook', xlsxBytes({ 'xl/worksheets/sheet1.xml': '<worksheet/>' })],
  [
    'xlsx',
    'of a program that writes backslashes and small letters',
    zipBytes({ '[content_types].xml': types(`${SHEET}.sheet.main+xml`), 'xl\\workbook.xml': '<workbook/>' }),
  ],
  ['mp3', 'after bytes that are no frame', Buffer.concat([Buffer.alloc(700), Buffer.from([255, 1, 2]), mp3Bytes()])],
  ['csv', 'with a byte order mark, quotes and line breaks', '\uFEFFYear,"Revenue, ₹\r\ncrore"\r\n2025-26,"1,234"\r\n'],
  ['csv', 'with inches in a cell without quotes', 'Size,Use\n3/4" pipe,water\n'],
  ['csv', 'with semicolons', 'Year;"Revenue; net"\n2025-26;12\n'],
  ['csv', 'of one column', 'Year\n2025-26\n'],
  ['xml', 'an instance', xbrlText('<xbrli:entity/>')],
])('%s %s: accepted, and not changed', async (kind, _name, bytes) => {
  await expect(check(kind, bytes)).resolves.toEqual({ isChanged: false })
})

const instance = xbrlText('<xbrli:entity name="Café"/>').replace(/^<\?xml[^>]*\?>\s*/, '')

test.each<[string, Buffer]>([
  ['UTF-16 with a mark', Buffer.from(`\uFEFF<?xml version="1.0" encoding="UTF-16"?>${instance}`, 'utf16le')],
  ['UTF-16 without a mark', Buffer.from(`<?xml version="1.0" encoding="UTF-16"?>${instance}`, 'utf16le')],
  ['ISO-8859-1', Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${instance}`, 'latin1')],
  ['UTF-8 that calls itself ISO-8859-1', Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${instance}`)],
])('an XBRL document in %s: stored in UTF-8, and says so', async (_name, bytes) => {
  const file = path.join(await temporaryFolder(), 'file')
  await writeFile(file, bytes)
  expect(await checkDocument({ file, kind: 'xml', originalName: 'a.xml' })).toEqual({ isChanged: true })
  expect(await readFile(file, 'utf8')).toBe(`<?xml version="1.0" encoding="UTF-8"?>${instance}`)
  expect(await checkDocument({ file, kind: 'xml', originalName: 'a.xml' })).toEqual({ isChanged: false })
})

test('an XBRL document after an empty line, with the name of its program: stored without the line', async () => {
  const file = path.join(await temporaryFolder(), 'file')
  const text = `<?xml version="1.0" encoding="utf-8"?><?mso-application progid="Excel.Sheet"?>${instance}`
  await writeFile(file, `\r\n${text}`)
  expect(await checkDocument({ file, kind: 'xml', originalName: 'a.xml' })).toEqual({ isChanged: true })
  expect(await readFile(file, 'utf8')).toBe(text)
})
