import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/temporary-images.ts'
import { encodeVariant, reEncodeImage } from './decode-image.server.ts'

async function stored(name: string, bytes: Uint8Array) {
  const file = path.join(await temporaryFolder(), name)
  await writeFile(file, bytes)
  await reEncodeImage({ file, originalName: name })
  return readFile(file)
}

function colour(red: number, green: number, blue: number) {
  return sharp({ create: { width: 8, height: 8, channels: 3, background: { r: red, g: green, b: blue } } })
}

async function firstPixel(image: Uint8Array | string) {
  return [...(await sharp(image).removeAlpha().toColourspace('srgb').raw().toBuffer()).subarray(0, 3)]
}

/** Inserts a chunk after the header of a PNG. */
function withChunk(png: Buffer, type: string, content: Buffer) {
  const body = Buffer.concat([Buffer.from(type), content])
  const chunk = Buffer.alloc(8 + body.length)
  chunk.writeUInt32BE(content.length)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), 4 + body.length)
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)])
}

function gamma(png: Buffer, value: number) {
  const content = Buffer.alloc(4)
  content.writeUInt32BE(value)
  return withChunk(png, 'gAMA', content)
}

// The values that Chromium shows.
test.each([
  [55_556, [146, 81, 81]],
  [100_000, [188, 137, 137]],
  [45_455, [128, 64, 64]],
  [45_100, [128, 64, 64]],
  [0, [128, 64, 64]],
])('a PNG with the gamma %i: its colours are those that browsers show', async (value, expected) => {
  const png = gamma(await colour(128, 64, 64).png().toBuffer(), value)
  expect(await firstPixel(await stored('a.png', png))).toEqual(expected)
})

test('transparency is not a colour', async () => {
  const png = await colour(128, 64, 64).ensureAlpha(0.5).png().toBuffer()
  const [red, , , alpha] = await sharp(await stored('a.png', gamma(png, 55_556)))
    .raw()
    .toBuffer()
  expect([red, alpha]).toEqual([146, 127])
})

test('a better description of the colours: the gamma is ignored', async () => {
  const png = gamma(await colour(128, 64, 64).png().toBuffer(), 55_556)
  expect(await firstPixel(await stored('a.png', withChunk(png, 'sRGB', Buffer.from([0]))))).toEqual([128, 64, 64])
})

test('a PNG with a gamma that was copied into the folder: its variants have the same colours', async () => {
  const file = path.join(await temporaryFolder(), 'a.png')
  await writeFile(file, gamma(await colour(128, 64, 64).png().toBuffer(), 55_556))
  const [red = 0] = await firstPixel(await encodeVariant({ file, width: 4, format: 'webp' }))
  expect(Math.abs(red - 146)).toBeLessThanOrEqual(2)
})

test('a lossless WebP stays lossless', async () => {
  const pixels = Buffer.from(Array.from({ length: 32 * 32 * 3 }, (_, index) => (index * 89) % 256))
  const image = sharp(pixels, { raw: { width: 32, height: 32, channels: 3 } }).webp({ lossless: true })
  expect(
    await sharp(await stored('a.webp', await image.toBuffer()))
      .raw()
      .toBuffer(),
  ).toEqual(pixels)
})
