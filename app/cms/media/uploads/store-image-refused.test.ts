import sharp from 'sharp'
import { expect, test } from 'vitest'
import { deep, filesBelow, inPieces, photo, plain, temporaryLibrary } from '#test/temporary-images.ts'

const HTML = Buffer.from('<!doctype html><title>x</title><script>alert(1)</script>')
const SVG = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')

/** Two pictures of 20 × 20 pixels, one below the other. */
function animatedWebp() {
  const pixels = Buffer.alloc(20 * 40 * 3, 0)
  pixels.fill(255, 20 * 20 * 3)
  return sharp(pixels, { raw: { width: 20, height: 40, channels: 3, pageHeight: 20 } })
    .webp({ lossless: true })
    .toBuffer()
}

async function cutOff(bytes: Promise<Buffer>, share: number) {
  const whole = await bytes
  return whole.subarray(0, Math.floor(whole.length * share))
}

test.each([
  ['HTML named .png', 'logo.png', () => HTML, 415, /“logo\.png” is not a JPEG, PNG, WebP or AVIF image/],
  ['no bytes at all', 'empty.jpg', () => Buffer.alloc(0), 415, /is not a JPEG, PNG, WebP or AVIF image/],
  ['an SVG file', 'mark.svg', () => SVG, 415, /is an SVG file.*scripts.*PNG or WebP/],
  ['an SVG file named .png', 'mark.png', () => SVG, 415, /is an SVG file/],
  ['a GIF', 'a.gif', () => plain(9, 9).gif().toBuffer(), 415, /is not a JPEG, PNG, WebP or AVIF image/],
  ['a TIFF', 'a.jpg', () => plain(9, 9).tiff().toBuffer(), 415, /is not a JPEG, PNG, WebP or AVIF image/],
  ['a JPEG cut off in the middle', 'a.jpg', () => cutOff(photo(300, 200).jpeg().toBuffer(), 0.5), 422, /damaged/],
  ['a JPEG without its last bytes', 'a.jpg', () => cutOff(photo(300, 200).jpeg().toBuffer(), 0.98), 422, /damaged/],
  ['a PNG cut off', 'a.png', () => cutOff(photo(300, 200).png().toBuffer(), 0.9), 422, /damaged/],
  ['a WebP cut off', 'a.webp', () => cutOff(photo(300, 200).webp().toBuffer(), 0.9), 422, /damaged/],
  ['an AVIF cut off', 'a.avif', () => cutOff(photo(300, 200).avif({ effort: 0 }).toBuffer(), 0.9), 422, /damaged/],
  [
    'a PNG signature and rubbish',
    'a.png',
    () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), HTML]),
    422,
    /damaged/,
  ],
  ['an animation', 'a.webp', animatedWebp, 422, /animated/],
  ['66 megapixels', 'bomb.png', () => plain(9500, 7000).png().toBuffer(), 422, /9,500 × 7,000 pixels.*65 megapixels/],
  [
    'a HEIC photograph',
    'IMG_0001.HEIC',
    () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
    415,
    /is a HEIC image, .* as JPEG.* Settings › Camera › Formats › Most Compatible/,
  ],
  [
    '40 megapixels of 16 bits, interlaced, 0.3 MB',
    'deep.png',
    () => deep(6320, 6320),
    422,
    /6,320 × 6,320 pixels large with more than 8 bits per colour: 320 MB in memory/,
  ],
  [
    'a progressive JPEG of 16 megapixels',
    'a.jpg',
    () => plain(4000, 4000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    422,
    /4,000 × 4,000 pixels large\. The limit for a progressive JPEG image is 14 megapixels\..*JPEG image that is not/,
  ],
  [
    'an interlaced PNG of 22 megapixels',
    'a.png',
    () => plain(5500, 4000).ensureAlpha().png({ progressive: true, compressionLevel: 1 }).toBuffer(),
    422,
    /limit for an interlaced PNG image is 21 megapixels/,
  ],
  [
    'a lossless WebP of 22 megapixels',
    'a.webp',
    () => plain(5500, 4000).withExif({}).webp({ lossless: true, effort: 0 }).toBuffer(),
    422,
    /limit for a lossless WebP image is 21 megapixels/,
  ],
  [
    'an AVIF of 7 megapixels',
    'a.avif',
    () => plain(3500, 2000).avif({ effort: 0 }).toBuffer(),
    422,
    /limit for an AVIF image is 6 megapixels\. Scale it down, or save it as JPEG/,
  ],
  ['a side too long', 'long.png', () => plain(16_384, 10).png().toBuffer(), 422, /16,383 pixels per side/],
])('%s: refused and nothing left of it', async (_name, originalName, make, status, message) => {
  const { library, uploadsDir } = await temporaryLibrary()
  const bytes = await make()
  await expect(library.storeImage(inPieces(bytes), originalName, 'asha')).rejects.toMatchObject({
    name: 'UploadRefused',
    status,
    message: expect.stringMatching(message),
  })
  expect(await filesBelow(uploadsDir)).toEqual([])
  expect(library.list()).toEqual([])
})
