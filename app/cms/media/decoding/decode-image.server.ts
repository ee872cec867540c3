import { createHash } from 'node:crypto'
import { open, readFile, writeFile } from 'node:fs/promises'
import sharp, { type Metadata, type ResizeOptions, type Sharp } from 'sharp'
import { MAX_VARIANT_WIDTH, type VariantFormat } from '#app/cms/media/media-address.ts'
import { shownName } from '#app/cms/media/uploads/stored-name.ts'
import { UploadRefused } from '#app/cms/media/uploads/upload-refused.ts'
import type { EncodedImage, ImageReading, ImageSize } from './decoder-jobs.ts'
import { applyGamma, pngGamma } from './png-gamma.ts'
import { findSvgRoot, svgSize } from './svg-root.ts'

// By default sharp also renders SVG and reads a dozen rarer formats, each with a decoder that can be attacked. The
// setting applies to the whole process.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadHeifFile',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
})

// No file is opened twice in a row: a cache would only hold memory and file handles.
sharp.cache(false)

// One thread for an image, so that the other cores are free for requests.
sharp.concurrency(1)

/**
 * Limit on the pixels of an image: a file of a few kilobytes can decode to gigabytes. Phones make photographs of up to
 * 9,280 × 6,944 pixels.
 */
const MAX_PIXELS = 65_000_000

/** Limit on the longer side in pixels. WebP has the same limit, so every variant of an image can be encoded. */
const MAX_SIDE = 16_383

/** Limit on the decoded bytes: four channels of 8 bits for each pixel, or two of 16 bits. */
const MAX_DECODED_BYTES = 4 * MAX_PIXELS

/**
 * Limit on the memory that a decoder needs for the whole image at once. Most JPEG, PNG and lossy WebP files are decoded
 * row by row, so they need none and may have {@link MAX_PIXELS}.
 */
const MAX_WHOLE_IMAGE_BYTES = 85_000_000

/** Pixels of a stored image: 3:2 at the width of the widest variant. Making the AVIF variant takes 22 bytes a pixel. */
const MAX_STORED_PIXELS = (MAX_VARIANT_WIDTH * MAX_VARIANT_WIDTH * 2) / 3

/** Enough for the comments and the root element of an SVG file, and for the chunks before the pixels of a PNG. */
const HEAD_BYTES = 64 * 1024

/**
 * Replaces the content of an uploaded file by a clean image: every pixel is decoded and encoded again, which removes
 * everything else in the file (scripts after the image, camera and place in its metadata). The EXIF rotation is
 * applied, colours are converted to sRGB with 8 bits, and an image larger than the site shows is scaled down. The
 * content determines the format, not the name.
 *
 * Throws UploadRefused: 415 for another kind of file, 422 for one that is damaged, animated or too large when decoded.
 * Throws the system's error if the file cannot be read or written. An animated PNG is not recognised as animated: its
 * first picture is used.
 */
export async function reEncodeImage({
  file,
  originalName,
}: {
  file: string
  originalName: string
}): Promise<EncodedImage> {
  const name = shownName(originalName)
  // The file (10 MB at most) is read here, because libvips reports a file that it cannot open as a damaged one.
  const { data, info, format } = await encodeAgain(await readFile(file), name)
  await writeFile(file, data)
  return {
    width: info.width,
    height: info.height,
    bytes: data.byteLength,
    sha256: createHash('sha256').update(data).digest('hex'),
    extension: format === 'jpeg' ? 'jpg' : format,
  }
}

async function encodeAgain(bytes: Buffer, name: string) {
  const format = readFormat(bytes, name)
  try {
    const metadata = await sharp(bytes, { limitInputPixels: false }).metadata()
    checkDimensions(metadata, name)
    checkMemory(bytes, format, metadata, name)
    const image = await decode(bytes, storedSize(metadata.autoOrient), format === 'png' ? pngGamma(bytes) : undefined)
    const isLossless = format === 'webp' && isLosslessWebp(bytes)
    return { ...(await encode(image, format, { isLossless }).toBuffer({ resolveWithObject: true })), format }
  } catch (cause) {
    if (cause instanceof UploadRefused) throw cause
    if (String(cause).includes('Memory limit exceeded')) {
      throw new UploadRefused(
        422,
        `${name} needs too much memory to decode. Scale it down, or save it as a JPEG image that is not progressive, then upload it again.`,
        { cause },
      )
    }
    throw new UploadRefused(
      422,
      `${name} cannot be decoded: the file is damaged or incomplete. Export it again, then upload the new file.`,
      { cause },
    )
  }
}

/**
 * Decodes an image upright at a size and resolves with its pixels. It takes two steps, so that the decoder's memory is
 * freed before an encoder starts. `gamma` is that of the file's colours, if they are not sRGB.
 */
async function decode(input: Buffer | string, size: ResizeOptions, gamma?: number): Promise<Sharp> {
  const { data, info } = await pipelineOf(input, size).raw().toBuffer({ resolveWithObject: true })
  if (gamma !== undefined) applyGamma(data, info.channels, gamma)
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
}

function pipelineOf(input: Buffer | string, size: ResizeOptions): Sharp {
  return sharp(input, { failOn: 'error', limitInputPixels: MAX_PIXELS }).autoOrient().resize(size)
}

/** At most {@link MAX_VARIANT_WIDTH} wide and {@link MAX_STORED_PIXELS} large. */
function storedSize({ width, height }: { width: number; height: number }): ResizeOptions {
  const scale = Math.min(1, MAX_VARIANT_WIDTH / width, Math.sqrt(MAX_STORED_PIXELS / (width * height)))
  return scale === 1
    ? { width, height }
    : { width: Math.round(width * scale), height: Math.max(1, Math.round(height * scale)), fit: 'fill' }
}

/** Reads the sizes of several images, one after the other. */
export async function readImageSizes({ files }: { files: string[] }): Promise<ImageReading[]> {
  const readings: ImageReading[] = []
  for (const file of files) {
    readings.push(await readImageSize({ file }).catch((error: unknown) => ({ failure: String(error) })))
  }
  return readings
}

/**
 * Reads the size in pixels of an image, upright, from its header, or says why the file cannot be used. Throws the
 * system's error if the file cannot be read.
 */
export async function readImageSize({ file }: { file: string }): Promise<ImageSize> {
  try {
    if (/\.svg$/i.test(file)) {
      return (
        svgSize((await readHead(file)).toString()) ?? { problem: 'it is not an SVG file with a width and a height' }
      )
    }
    const { autoOrient } = await sharp(file).metadata()
    return { width: autoOrient.width, height: autoOrient.height }
  } catch (cause) {
    // libvips reports a file that it cannot open as a damaged one. This read throws the system's error instead.
    await readFile(file)
    return { problem: 'it cannot be read as an image', reason: String(cause) }
  }
}

/**
 * Encodes an image in another width and format. Throws if it cannot be decoded. AVIF has colours at half the
 * resolution, as WebP always has: this takes 22 bytes of memory for each pixel instead of 35, and makes the files a
 * tenth smaller.
 *
 * Measured over 43 photographs of 800 to 2,560 pixels (310 variants of each format) on one core: AVIF 55 with effort 2
 * takes 43 s and 6.6 MB (with colours at the full resolution), with effort 3 nearly twice as long for 6 % less; WebP 80
 * takes 17 s and 9.7 MB.
 */
export async function encodeVariant({
  file,
  width,
  format,
}: {
  file: string
  width: number
  format: VariantFormat
}): Promise<Buffer> {
  const source = await sharp(file).metadata()
  const gamma = source.format === 'png' ? pngGamma(await readHead(file)) : undefined
  // The encoder reads the rows as they are decoded: the whole image is never in memory.
  const isDecodedByRows = source.format === 'png' && !source.isProgressive && gamma === undefined
  const image = isDecodedByRows ? pipelineOf(file, { width }) : await decode(file, { width }, gamma)
  return format === 'avif'
    ? image.avif({ quality: 55, effort: 2, chromaSubsampling: '4:2:0' }).toBuffer()
    : image.webp({ quality: 80, effort: 4 }).toBuffer()
}

/** A PNG with a square for each value of `rows`, `scale` pixels wide: black for true, else white. */
export function encodeSquares({ rows, scale }: { rows: boolean[][]; scale: number }): Promise<Buffer> {
  const [height, width = 0] = [rows.length, rows[0]?.length]
  const pixels = Buffer.from(rows.flat().map((isDark) => (isDark ? 0 : 255)))
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .resize(width * scale, height * scale, { kernel: 'nearest' })
    .png({ palette: true, colours: 2 })
    .toBuffer()
}

type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif'

function readFormat(bytes: Buffer, name: string): ImageFormat {
  const format = sniffImage(bytes.subarray(0, SNIFF_BYTES))
  if (format === 'heic') {
    throw new UploadRefused(
      415,
      `${name} is a HEIC image, which browsers cannot show. Export it as JPEG, then upload it. An iPhone takes JPEG ` +
        'photographs after Settings › Camera › Formats › Most Compatible.',
    )
  }
  if (format === 'svg') {
    throw new UploadRefused(
      415,
      `${name} is an SVG file. SVG files can contain scripts, so they are not accepted. Export the image as PNG or WebP, then upload it.`,
    )
  }
  if (format === undefined) {
    throw new UploadRefused(
      415,
      `${name} is not a JPEG, PNG, WebP or AVIF image. Export it in one of these formats, then upload it.`,
    )
  }
  return format
}

const SNIFF_BYTES = 4096

/**
 * Detects the format from the first bytes of a file; its name and declared type prove nothing. `svg` and `heic` are
 * recognised only to say why they are refused. The rest of the file may still be anything: only decoding shows that.
 */
function sniffImage(head: Buffer): ImageFormat | 'svg' | 'heic' | undefined {
  const text = head.toString('latin1')
  if (text.startsWith('\xFF\xD8\xFF')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1A\n')) return 'png'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp'
  if (text.slice(4, 8) === 'ftyp') return formatOfBrands(text)
  if (findSvgRoot(text.replace(/^\xEF\xBB\xBF/, '')) !== undefined) return 'svg'
  return undefined
}

/** The brands are in the first box. Its first four bytes are its length (ISO/IEC 14496-12, 4.3). */
function formatOfBrands(text: string) {
  const boxLength = Buffer.from(text.slice(0, 4), 'latin1').readUInt32BE()
  const brands = text.slice(8, Math.min(boxLength, SNIFF_BYTES))
  if (/avif|avis/.test(brands)) return 'avif'
  return /hei[cmsx]|hev[cmsx]/.test(brands) ? 'heic' : undefined
}

/** Checks only the header, so that a decompression bomb is refused before one of its pixels is decoded. */
function checkDimensions({ width, height, channels, depth, pages = 1 }: Metadata, name: string) {
  if (pages > 1) {
    throw new UploadRefused(422, `${name} is animated or contains several images. Upload a single still image.`)
  }
  if (width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE) {
    throw new UploadRefused(
      422,
      `${name} is ${count(width)} × ${count(height)} pixels large. The limit is ${MAX_PIXELS / 1e6} megapixels ` +
        `and ${count(MAX_SIDE)} pixels per side. Scale it down, then upload it again.`,
    )
  }
  const decodedBytes = width * height * channels * (depth === 'uchar' ? 1 : 2)
  if (decodedBytes > MAX_DECODED_BYTES) {
    throw new UploadRefused(
      422,
      `${name} is ${count(width)} × ${count(height)} pixels large with more than 8 bits per colour: ${megabytes(decodedBytes)} ` +
        `in memory, and the limit is ${megabytes(MAX_DECODED_BYTES)}. Save it with 8 bits per colour, or scale it down, then ` +
        'upload it again.',
    )
  }
}

/** Refuses an image if the decoder of its format and kind would need too much memory. */
function checkMemory(bytes: Buffer, format: ImageFormat, metadata: Metadata, name: string) {
  const whole = wholeImage(bytes, format, metadata)
  if (!whole || metadata.width * metadata.height * whole.bytesPerPixel <= MAX_WHOLE_IMAGE_BYTES) return
  const megapixels = Math.floor(MAX_WHOLE_IMAGE_BYTES / whole.bytesPerPixel / 1e6)
  throw new UploadRefused(
    422,
    `${name} is ${count(metadata.width)} × ${count(metadata.height)} pixels large. The limit for ${whole.kind} is ` +
      `${megapixels} megapixels. Scale it down, or save it as ${whole.instead}, then upload it again.`,
  )
}

/**
 * The memory that a decoder needs for the whole image, in bytes a pixel; undefined if it decodes row by row. Measured
 * with libaom for AVIF: its own picture and two conversions of libheif.
 */
function wholeImage(bytes: Buffer, format: ImageFormat, metadata: Metadata) {
  const { channels, depth, isProgressive, chromaSubsampling } = metadata
  const bytesPerSample = depth === 'uchar' ? 1 : 2
  switch (format) {
    case 'avif':
      return { kind: 'an AVIF image', bytesPerPixel: 13 * bytesPerSample, instead: 'JPEG' }
    case 'jpeg':
      // The decoder holds the coefficients of all scans, two bytes each.
      return isProgressive
        ? {
            kind: 'a progressive JPEG image',
            bytesPerPixel: chromaSubsampling === '4:2:0' ? 3 : 2 * channels,
            instead: 'a JPEG image that is not progressive',
          }
        : undefined
    case 'png':
      return isProgressive
        ? {
            kind: 'an interlaced PNG image',
            bytesPerPixel: channels * bytesPerSample,
            instead: 'a PNG image that is not interlaced',
          }
        : undefined
    case 'webp':
      return isLosslessWebp(bytes)
        ? { kind: 'a lossless WebP image', bytesPerPixel: 4, instead: 'a PNG image' }
        : undefined
  }
}

/** Looks for a `VP8L` chunk: after the header a RIFF file is a list of chunks of even length (RFC 9649, 2.3). */
function isLosslessWebp(bytes: Buffer) {
  for (let at = 12; at + 8 <= bytes.length;) {
    if (bytes.toString('latin1', at, at + 4) === 'VP8L') return true
    const length = bytes.readUInt32LE(at + 4)
    at += 8 + length + (length % 2)
  }
  return false
}

function count(value: number) {
  return value.toLocaleString('en')
}

function megabytes(bytes: number) {
  return `${Math.ceil(bytes / 1e6)} MB`
}

/** Without visible loss, as variants are made from it; a lossless WebP stays lossless, as drawings need. AVIF effort 2 takes a fifth of the time of sharp's default 4. */
function encode(image: Sharp, format: ImageFormat, { isLossless }: { isLossless: boolean }) {
  switch (format) {
    case 'jpeg':
      return image.jpeg({ quality: 86, progressive: true })
    case 'png':
      return image.png({ palette: false })
    case 'webp':
      return isLossless ? image.webp({ lossless: true }) : image.webp({ quality: 86 })
    case 'avif':
      return image.avif({ quality: 60, effort: 2, chromaSubsampling: '4:2:0' })
  }
}

async function readHead(file: string) {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
