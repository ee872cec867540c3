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
  return Buffer.concat([head, Buffer.from(content)])
}

const ftyp = box('ftyp', 'isom\0\0\0\0')

async function check(kind: 'mp4' | 'vtt', bytes: Uint8Array | string) {
  const file = path.join(await temporaryFolder(), 'file')
  await writeFile(file, bytes)
  return checkDocument({ file, kind, originalName: `a.${kind}` })
}

test.each([
  ['nothing', '', 415],
  ['a page', '<!doctype html><title>ftypisom</title>', 415],
  ['a QuickTime film', Buffer.concat([box('ftyp', 'qt  \0\0\0\0'), box('moov')]), 415],
  ['an AVIF picture', Buffer.concat([box('ftyp', 'avif\0\0\0\0'), box('moov')]), 415],
  ['a film cut off in the middle', MP4.subarray(0, MP4.length / 2), 422],
  ['one that ends in the head of a box', Buffer.concat([MP4, Buffer.from('\0\0\0')]), 422],
  ['no index', Buffer.concat([ftyp, box('mdat', 'xxxx')]), 422],
  ['a box that goes on behind the end', Buffer.concat([ftyp, box('moov'), box('mdat', 'x', 1000)]), 422],
  ['a box without a length that moves on', Buffer.concat([ftyp, box('moov', '', 4)]), 422],
  ['a box of 2^60 bytes', Buffer.concat([ftyp, box('moov', '\x10\0\0\0\0\0\0\0', 1)]), 422],
  ['nothing but boxes', Buffer.concat([ftyp, box('moov'), ...Array.from({ length: 20_001 }, () => box('free'))]), 422],
])('a film: %s: refused', async (_name, bytes, status) => {
  await expect(check('mp4', bytes)).rejects.toMatchObject({ name: 'UploadRefused', status })
})

test.each([
  ['whole', MP4],
  ['whose last box ends with the file', Buffer.concat([ftyp, box('moov'), box('mdat', 'xxxx', 0)])],
  ['with a 64-bit length', Buffer.concat([ftyp, box('moov'), box('mdat', '\0\0\0\0\0\0\0\x14xxxx', 1)])],
])('a film %s: taken', async (_name, bytes) => {
  await expect(check('mp4', bytes)).resolves.toBeUndefined()
})

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
  await expect(check('vtt', text)).resolves.toBeUndefined()
})
