import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import sharp, { type Sharp } from 'sharp'
import { largePdf } from '../e2e/large-files.ts'

export interface UploadFile {
  name: string
  bytes: Uint8Array
}

/** Files as staff upload them: photographs and graphics of 0.4 to 24 megapixels in every format, reports and a film. */
export async function usualFiles(): Promise<UploadFile[]> {
  const images = await Promise.all([
    encoded('phone.jpg', photo(4032, 3024).withMetadata({ orientation: 6 }).jpeg({ quality: 85 })),
    encoded('camera.jpg', photo(6000, 4000).jpeg({ quality: 80 })),
    encoded('exported.jpg', photo(3000, 2000).jpeg({ progressive: true })),
    encoded('small.jpg', photo(800, 500).jpeg()),
    encoded('portrait.webp', photo(2400, 3600).webp({ quality: 70, effort: 0 })),
    encoded('graphic.png', plain(3000, 2000).png()),
    encoded('screen.png', photo(1440, 900).png()),
    encoded('picture.avif', photo(2560, 1440).avif({ effort: 0 })),
  ])
  const others = [
    pdf('report.pdf', 2_000_000),
    pdf('annual-report.pdf', 20_000_000),
    { name: 'film.mp4', bytes: film(30_000_000) },
  ]
  return [...images, ...others]
}

/** Images that are much larger when decoded, too large, animated or damaged. */
export async function hostileFiles(count: number): Promise<UploadFile[]> {
  // 40 megapixels.
  const [width, height] = [7_700, 5_190]
  const large = await photo(width, height).jpeg({ quality: 70 }).toBuffer()
  const files = await Promise.all([
    encoded('large.jpg', sharp(large).jpeg({ quality: 70 })),
    encoded('large-progressive.jpg', sharp(large).jpeg({ quality: 70, progressive: true })),
    encoded('large-444.jpg', sharp(large).jpeg({ quality: 60, progressive: true, chromaSubsampling: '4:4:4' })),
    encoded('large.png', plain(width, height).png()),
    encoded('large-interlaced.png', plain(width, height).png({ progressive: true })),
    encoded('large.webp', sharp(large).webp({ quality: 50, effort: 0 })),
    encoded('large-lossless.webp', plain(width, height).webp({ lossless: true, effort: 0 })),
    encoded('large.avif', sharp(large).avif({ quality: 30, effort: 0 })),
    encoded('bomb.png', plain(16_000, 16_000).png()),
    encoded('animated.webp', animation().webp()),
  ])
  const [whole] = files
  const damaged = Array.from({ length: count - files.length }, (_, index) => damage(files[index % 8] ?? whole, index))
  return [...files, ...damaged]
}

async function encoded(name: string, image: Sharp): Promise<UploadFile> {
  return { name, bytes: await image.toBuffer() }
}

function photo(width: number, height: number) {
  const noise = { type: 'gaussian' as const, mean: 120, sigma: 12 }
  return sharp({ create: { width, height, channels: 3, background: '#4080a0', noise } })
}

function plain(width: number, height: number) {
  return sharp({ create: { width, height, channels: 4, background: '#4080a080' } })
}

function animation() {
  const pixels = Uint8Array.from({ length: 200 * 400 * 3 }, (_, index) => index)
  return sharp(pixels, { raw: { width: 200, height: 400, channels: 3, pageHeight: 200 } })
}

/** Damages a file in the same way in every run: cuts it, or changes bytes all over it. */
function damage({ name, bytes }: UploadFile, seed: number): UploadFile {
  if (seed % 3 === 0) return { name, bytes: bytes.subarray(0, Math.floor((bytes.length * (seed + 1)) / 60)) }
  const changed = Uint8Array.from(bytes)
  for (let at = 600 + seed; at < changed.length; at += 9973 + seed) changed[at] = (seed * 151) % 256
  return { name, bytes: changed }
}

function pdf(name: string, size: number): UploadFile {
  return { name, bytes: largePdf(name, size).buffer }
}

/** A film, and after it a box of random bytes (ISO/IEC 14496-12, 8.1.2). */
function film(size: number): Uint8Array {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(size + 8)
  head.write('free', 4)
  return Buffer.concat([readFileSync('uploads/videos/drhp-overview-en-a91b891b.mp4'), head, randomBytes(size)])
}
