import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { box, m4aBytes, track } from '#test/sample-files.ts'
import { temporaryFolder } from '#test/temporary-images.ts'
import { checkDocument } from './decode-document.server.ts'

const PLACE = '+18.5000+073.8000/'
const POSITION = 'GPS (18.52, 73.85, 20)'
const PICTURE = 'picture of the plant'

const ftyp = box('ftyp', 'isom\0\0\0\0')

/** The samples come first, so that their places in the file are known. */
const SAMPLES_AT = ftyp.length + 8
const PICTURE_AT = SAMPLES_AT
const POSITION_AT = SAMPLES_AT + PICTURE.length
const media = box('mdat', PICTURE + POSITION + POSITION)

function film(...inMoov: Buffer[]) {
  return Buffer.concat([ftyp, media, box('moov', Buffer.concat(inMoov))])
}

/** Numbers of four bytes, after a version and flags. */
function table(...numbers: number[]) {
  const bytes = Buffer.alloc(4 + numbers.length * 4)
  numbers.forEach((number, at) => bytes.writeUInt32BE(number, 4 + at * 4))
  return bytes
}

/** A track with the tables that say where its samples are. */
function trackAt(handler: string, codec: string, tables: readonly Buffer[], number = 2) {
  const description = box('stsd', Buffer.concat([table(1), box(codec, Buffer.alloc(8))]))
  const samples = box('stbl', Buffer.concat([description, ...tables]))
  const inside = Buffer.concat([box('hdlr', `\0\0\0\0\0\0\0\0${handler}`), box('minf', samples)])
  return box('trak', Buffer.concat([box('tkhd', table(0, 0, number)), box('mdia', inside)]))
}

/** Both positions in one chunk, each with its size. */
const positions = [
  box('stsz', table(0, 2, POSITION.length, POSITION.length)),
  box('stsc', table(1, 1, 2, 1)),
  box('stco', table(1, POSITION_AT)),
]

async function checked(kind: 'mp4' | 'm4a', bytes: Uint8Array) {
  const file = path.join(await temporaryFolder(), 'file')
  await writeFile(file, bytes)
  const result = await checkDocument({ file, kind, originalName: `a.${kind}` })
  return { ...result, bytes: await readFile(file) }
}

/** Metadata with a title and a place: `keys` has their names. `version` precedes the boxes in MP4, not in QuickTime. */
function meta(name: string, version: string) {
  const key = (text: string) => box('mdta', text)
  const keys = box('keys', Buffer.concat([table(2).subarray(0, 4), table(2).subarray(4), key('title'), key(name)]))
  const list = box('ilst', Buffer.concat([box('\0\0\0\x01', value('Plant 2')), box('\0\0\0\x02', value(PLACE))]))
  return box('meta', Buffer.concat([Buffer.from(version), box('hdlr', '\0\0\0\0\0\0\0\0mdta'), keys, list]))
}

function value(text: string) {
  return box('data', `\0\0\0\x01\0\0\0\0${text}`)
}

/** Metadata of iTunes, which has no `keys`. */
function itunes(...items: Buffer[]) {
  const handler = box('hdlr', '\0\0\0\0\0\0\0\0mdirappl')
  return box('meta', Buffer.concat([Buffer.alloc(4), handler, box('ilst', Buffer.concat(items))]))
}

function named(name: string) {
  const parts = [box('mean', '\0\0\0\0com.apple.iTunes'), box('name', `\0\0\0\0${name}`), value(PLACE)]
  return box('----', Buffer.concat(parts))
}

const title = box('\xA9nam', value('Plant 2'))
const XMP = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')
const packet = box('uuid', Buffer.concat([XMP, Buffer.from(`<exif:GPSLatitude>${PLACE}</exif:GPSLatitude>`)]))
const phone = box('\xA9xyz', `\0\x12\x15\xC7${PLACE}`)
const picture = track('avc1')

test.each<[string, Buffer]>([
  ['of a phone', film(picture, box('udta', phone))],
  ['of a phone, beside a track', film(track('avc1', { more: [box('udta', phone)] }))],
  ['of a 3GPP camera', film(picture, box('udta', box('loci', `\0\0\0\0${PLACE}`)))],
  ['of an iPhone', film(picture, meta('com.apple.quicktime.location.ISO6709', ''))],
  ['written by ffmpeg', film(picture, box('udta', meta('location', '\0\0\0\0')))],
  ['under a name that says nothing', film(picture, meta('com.example.note', ''))],
  ['of iTunes', film(picture, box('udta', itunes(title, box('\xA9xyz', value(PLACE)))))],
  ['of iTunes, under a name', film(picture, box('udta', itunes(title, named('GPSCoordinates'))))],
  ['of iTunes, at the top of the file', Buffer.concat([film(picture), itunes(title, named('location'))])],
  ['in a comment', film(picture, box('udta', box('\xA9cmt', `\0\x12\x15\xC7Recorded at ${PLACE}`)))],
  ['in XMP', Buffer.concat([film(picture), packet])],
  ['in XMP, in the index', film(picture, packet)],
  ['in XMP of QuickTime', film(picture, box('udta', box('XMP_', `<x>${PLACE}</x>`)))],
  ['in a box of a maker', film(picture, box('udta', box('GPMF', PLACE)), box('MVTG', PLACE))],
  ['in user data that no program reads', film(picture, box('udta', PLACE))],
  ['in metadata that no program reads', film(picture, box('meta', PLACE))],
  ['in free space', Buffer.concat([film(picture, box('skip', PLACE)), box('free', PLACE)])],
  [
    'of a camera in XML',
    Buffer.concat([film(picture), box('meta', Buffer.concat([table(), box('hdlr'), box('xml ', PLACE)]))]),
  ],
])('the place of recording %s: removed without moving anything else', async (_name, bytes) => {
  const cleaned = await checked('mp4', bytes)
  expect(cleaned.isChanged).toBe(true)
  expect(cleaned.bytes.includes(PLACE)).toBe(false)
  expect(cleaned.bytes).toHaveLength(bytes.length)
  for (const kept of ['Plant 2', PICTURE]) expect(cleaned.bytes.includes(kept)).toBe(bytes.includes(kept))
  expect(await checked('mp4', cleaned.bytes)).toEqual({ isChanged: false, bytes: cleaned.bytes })
})

test.each<[string, string, string, Buffer[]]>([
  ['of an action camera', 'meta', 'gpmd', positions],
  ['of an iPhone', 'meta', 'mebx', positions],
  ['of a kind that nobody has seen', 'abcd', 'abcd', positions],
  ['of a drone, as captions', 'sbtl', 'tx3g', positions],
  ['of a drone, as text', 'text', 'text', positions],
  [
    'with a chunk for each sample, of one size',
    'meta',
    'camm',
    [
      box('stsz', table(POSITION.length, 2)),
      box('stsc', table(1, 1, 1, 1)),
      box('co64', table(2, 0, POSITION_AT, 0, POSITION_AT + POSITION.length)),
    ],
  ],
  [
    'with sizes of one byte',
    'meta',
    'djmd',
    [
      box('stz2', Buffer.from([0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 2, POSITION.length, POSITION.length])),
      ...positions.slice(1),
    ],
  ],
])('a track of positions %s: gone, with its samples; the picture stays', async (_name, handler, codec, tables) => {
  const bytes = film(picture, trackAt(handler, codec, tables))
  const cleaned = await checked('mp4', bytes)
  expect(cleaned.isChanged).toBe(true)
  expect(cleaned.bytes.includes('GPS')).toBe(false)
  expect(cleaned.bytes.includes(codec)).toBe(false)
  expect(cleaned.bytes.subarray(PICTURE_AT, PICTURE_AT + PICTURE.length).toString()).toBe(PICTURE)
  expect(cleaned.bytes).toHaveLength(bytes.length)
  expect((await checked('mp4', cleaned.bytes)).isChanged).toBe(false)
})

test('captions in a film: they stay', async () => {
  const words = 'Good morning. Our GPS trackers are made in Goa since 2019, 1,250 of them.'
  const samples = [
    box('stsz', table(words.length, 1)),
    box('stsc', table(1, 1, 1, 1)),
    box('stco', table(1, SAMPLES_AT)),
  ]
  const index = box('moov', Buffer.concat([picture, trackAt('sbtl', 'tx3g', samples)]))
  const bytes = Buffer.concat([ftyp, box('mdat', words), index])
  expect(await checked('mp4', bytes)).toEqual({ isChanged: false, bytes })
})

test('a track of positions in fragments: gone, with its samples and the user data of the fragment', async () => {
  const fragment = (samples: number) => {
    const head = box('tfhd', Buffer.concat([Buffer.from([0, 2, 0, 0]), table(2).subarray(4)]))
    // A run of two samples, each with its size, from an offset on.
    const run = box('trun', Buffer.concat([Buffer.from([0, 0, 2, 1]), table(2, samples, 22, 22).subarray(4)]))
    return box(
      'moof',
      Buffer.concat([box('mfhd', table(1)), box('traf', Buffer.concat([head, run, box('udta', phone)]))]),
    )
  }
  const samplesAt = fragment(0).length + 8
  const index = box('moov', Buffer.concat([picture, trackAt('meta', 'gpmd', [])]))
  const bytes = Buffer.concat([ftyp, index, fragment(samplesAt), box('mdat', POSITION + POSITION + PICTURE)])
  const cleaned = await checked('mp4', bytes)
  expect(cleaned.bytes.includes('GPS')).toBe(false)
  expect(cleaned.bytes.includes(PLACE)).toBe(false)
  expect(cleaned.bytes.includes(PICTURE)).toBe(true)
  expect((await checked('mp4', cleaned.bytes)).isChanged).toBe(false)
})

test('the blocks of places of a dashboard camera, which a table of it names: overwritten', async () => {
  const block = box('free', `GPS ${PLACE}`)
  const samples = Buffer.concat([Buffer.from(PICTURE), block])
  const places = box('gps ', table(0x0101, SAMPLES_AT + PICTURE.length, block.length))
  const bytes = Buffer.concat([ftyp, box('mdat', samples), box('moov', Buffer.concat([picture, places]))])
  const cleaned = await checked('mp4', bytes)
  expect(cleaned.bytes.includes(PLACE)).toBe(false)
  expect(cleaned.bytes.includes(PICTURE)).toBe(true)
})

test.each([
  ['ends too soon', [box('stsz', table(0, 2, 22)), ...positions.slice(1)]],
  ['is missing', [box('stsz', Buffer.alloc(2)), ...positions.slice(1)]],
])('a track of positions whose table %s: refused, since its samples cannot be found', async (_case, tables) => {
  await expect(checked('mp4', film(picture, trackAt('meta', 'gpmd', tables)))).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining('picture and sound alone') as string,
  })
})

test('a table that names the picture as a sample: only what is in the box of the samples is overwritten', async () => {
  const everything = [box('stsz', table(0xfffffff, 1)), box('stsc', table(1, 1, 1, 1)), box('stco', table(1, 0))]
  const cleaned = await checked('mp4', film(picture, trackAt('meta', 'gpmd', everything)))
  expect(cleaned.bytes.subarray(0, ftyp.length).equals(ftyp)).toBe(true)
  expect(cleaned.bytes.includes('avc1')).toBe(true)
})

test.each([
  ['of a phone', box('udta', phone)],
  ['of iTunes', box('udta', itunes(title, box('\xA9xyz', value(PLACE))))],
  ['in a track', trackAt('meta', 'mebx', [])],
])('a recording with a place %s: removed', async (_case, part) => {
  const sound = track('mp4a', { handler: 'soun' })
  const cleaned = await checked('m4a', m4aBytes(sound, part))
  expect(cleaned.isChanged).toBe(true)
  expect(cleaned.bytes.includes(PLACE)).toBe(false)
  expect(cleaned.bytes.includes('mp4a')).toBe(true)
})
