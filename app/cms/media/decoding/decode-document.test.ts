import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/temporary-images.ts'
import { checkDocument } from './decode-document.server.ts'

const MP4 = await readFile('uploads/videos/drhp-overview-en-a91b891b.mp4')

function box(type: string, content: Uint8Array | string = '', size = 8 + content.length) {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(size)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, typeof content === 'string' ? Buffer.from(content, 'latin1') : content])
}

const ftyp = box('ftyp', 'isom\0\0\0\0')

async function check(kind: 'mp4' | 'vtt', bytes: Uint8Array | string) {
  const file = path.join(await temporaryFolder(), 'file')
  await writeFile(file, bytes)
  return checkDocument({ file, kind, originalName: `a.${kind}` })
}

/** A track of a film: `handler` is the kind of the track, `codec` the format of its first sample. */
function track(codec: string, { handler = 'vide', profile = 100, more = [] as Buffer[] } = {}) {
  const configuration = codec.startsWith('avc') ? box('avcC', Buffer.from([1, profile, 0, 40])) : Buffer.alloc(0)
  const entry = box(codec, Buffer.concat([Buffer.alloc(78), configuration]))
  const description = box('stsd', Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), entry]))
  const media = [box('hdlr', `\0\0\0\0\0\0\0\0${handler}`), box('minf', box('stbl', description))]
  return box('trak', Buffer.concat([box('mdia', Buffer.concat(media)), ...more]))
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
  ['with user data that no program reads', film(track('avc1'), box('udta', 'xxxx'))],
  ...['XAVC', 'mmp4', '3gp5', 'CAEP'].map((brand): [string, Buffer] => [
    `of the brand ${brand}`,
    Buffer.concat([box('ftyp', `${brand}\0\0\0\0`), moov]),
  ]),
])('a film %s: taken, and not changed', async (_name, bytes) => {
  await expect(check('mp4', bytes)).resolves.toEqual({ isChanged: false })
})

const PLACE = '+18.5000+073.8000/'

test.each([
  ['of a phone', film(track('avc1'), box('udta', box('\xA9xyz', `\0\x12\x15\xC7${PLACE}`)))],
  [
    'of a phone, beside a track',
    film(track('avc1', { more: [box('udta', box('\xA9xyz', `\0\x12\x15\xC7${PLACE}`))] })),
  ],
  ['of a 3GPP camera', film(track('avc1'), box('udta', box('loci', `\0\0\0\0${PLACE}`)))],
  ['of an iPhone', film(track('avc1'), meta('com.apple.quicktime.location.ISO6709', ''))],
  ['written by ffmpeg', film(track('avc1'), box('udta', meta('location', '\0\0\0\0')))],
])('the place of recording %s: removed without moving anything else', async (_name, bytes) => {
  const file = path.join(await temporaryFolder(), 'file')
  await writeFile(file, bytes)
  expect(await checkDocument({ file, kind: 'mp4', originalName: 'a.mp4' })).toEqual({ isChanged: true })
  const cleaned = await readFile(file)
  expect(cleaned.includes(PLACE)).toBe(false)
  expect(cleaned).toHaveLength(bytes.length)
  expect(cleaned.includes('Plant 2')).toBe(bytes.includes('Plant 2'))
  expect(await checkDocument({ file, kind: 'mp4', originalName: 'a.mp4' })).toEqual({ isChanged: false })
})

/** Metadata with two names, a title and a place. `version` precedes the boxes in MP4, but not in QuickTime. */
function meta(name: string, version: string) {
  const key = (text: string) => box('mdta', text)
  const value = (text: string) => box('data', `\0\0\0\x01\0\0\0\0${text}`)
  const keys = box('keys', Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 0, 2]), key('title'), key(name)]))
  const list = box('ilst', Buffer.concat([box('\0\0\0\x01', value('Plant 2')), box('\0\0\0\x02', value(PLACE))]))
  return box('meta', Buffer.concat([Buffer.from(version), box('hdlr', '\0\0\0\0\0\0\0\0mdta'), keys, list]))
}

test.each([
  ['nothing', ''],
  ['subtitles of another kind', '1\n00:00:01,000 --> 00:00:02,000\nA'],
  ['a word that only begins so', 'WEBVTTX\n'],
  ['text that is not UTF-8', Buffer.from('WEBVTT\n\nCaf\xE9', 'latin1')],
  ['zero bytes', 'WEBVTT\n\0'],
])('captions: %s: refused', async (_name, bytes) => {
  await expect(check('vtt', bytes)).rejects.toMatchObject({ name: 'UploadRefused', status: 415 })
})

test.each(['WEBVTT', 'WEBVTT\r\n\r\n', '\uFEFFWEBVTT - हिन्दी\n'])('captions that begin %j: taken', async (text) => {
  await expect(check('vtt', text)).resolves.toEqual({ isChanged: false })
})
