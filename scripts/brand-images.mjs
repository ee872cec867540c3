// Makes what browsers, devices and social networks show of the site from public/favicon.svg and one photograph. Run by hand
// (`node scripts/brand-images.mjs`) after either has changed; the results in public/ are committed.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { root } from './bootstrap.mjs'

const INK = '#0b1f33'
const mark = readFileSync(inPublic('favicon.svg'), 'utf8')
/** Without the rounded corners: devices cut their own shape. */
const fullMark = mark.replace('rx="14" ', '')

writeFileSync(inPublic('favicon.ico'), icoOf(await png(mark, 32), 32))
writeFileSync(inPublic('apple-touch-icon.png'), await png(fullMark, 180))
writeFileSync(inPublic('icon-192.png'), await png(mark, 192))
writeFileSync(inPublic('icon-512.png'), await png(mark, 512))
writeFileSync(inPublic('icon-maskable-512.png'), await maskable(512))
// 1200 × 630: the size social networks recommend for a large card.
await sharp(path.join(root, 'uploads/hero-power-cables-46215512.jpg'))
  .resize(1200, 630)
  .composite([{ input: inPublic('images/logo-light.svg'), density: 90, left: 64, top: 446 }])
  .jpeg({ quality: 82, mozjpeg: true })
  .toFile(inPublic('images/share.jpg'))

/** @param {string} file */
function inPublic(file) {
  return path.join(root, 'public', file)
}

/**
 * @param {string} svg
 * @param {number} size
 */
function png(svg, size) {
  return sharp(Buffer.from(svg), { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

/**
 * The mark within the circle of 80 % that no device cuts away (W3C, Web Application Manifest, icon masks).
 *
 * @param {number} size
 */
async function maskable(size) {
  const inner = Math.round(size * 0.8)
  return sharp({ create: { width: size, height: size, channels: 3, background: INK } })
    .composite([{ input: await png(fullMark, inner) }])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

/**
 * An ICO file that holds one PNG: directory, one entry, the image.
 *
 * @param {Buffer} image
 * @param {number} size
 */
function icoOf(image, size) {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2) // kind: icon
  header.writeUInt16LE(1, 4) // number of images
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10) // colour planes
  header.writeUInt16LE(32, 12) // bits per pixel
  header.writeUInt32LE(image.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, image])
}
