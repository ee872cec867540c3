import { readFile } from 'node:fs/promises'
import { type ImageFormat, SNIFF_BYTES, sniffImage } from '#app/media/uploads/sniff-image.ts'
import { shownName } from '#app/media/uploads/stored-name.ts'
import { UploadRefused } from '#app/media/uploads/upload-refused.ts'
import { limitConcurrency } from '#app/storage/limit-concurrency.ts'
import {
  LARGE_IMAGE_PIXELS,
  MAX_DECODED_BYTES,
  MAX_IMAGE_PIXELS,
  MAX_IMAGE_SIDE,
  sharp,
} from './guarded-sharp.server.ts'

/** Two large images at once would take as much memory as all else together. */
const largeGate = limitConcurrency({ running: 1, waiting: Infinity })

export interface EncodedImage {
  bytes: Buffer
  /** Pixels, after turning the image upright. */
  width: number
  height: number
  extension: 'jpg' | 'png' | 'webp' | 'avif'
}

/**
 * Makes a clean image from a file somebody sent: every pixel is decoded and encoded anew, so that whatever else the file
 * held (scripts behind the image, camera and place in its metadata) is gone. The EXIF rotation is applied and colours are
 * converted to sRGB. The format stays what the content is, whatever the name says.
 *
 * Throws UploadRefused: 415 for another kind of file, 422 for one that is damaged, animated or too large once it is decoded; the
 * system's error where the file cannot be read. An animated PNG cannot be told from a still one here and keeps its first picture.
 */
export async function reEncodeImage(file: string, originalName: string): Promise<EncodedImage> {
  const name = shownName(originalName)
  // Read as a whole, 10 MB at most: a decoder that cannot open a file says the same as of a damaged one.
  const bytes = await readFile(file)
  const format = readFormat(bytes, name)
  try {
    const { pixels } = await checkDimensions(bytes, name)
    const encoded = () => encode(open(bytes).autoOrient(), format).toBuffer({ resolveWithObject: true })
    const { data, info } = await (pixels > LARGE_IMAGE_PIXELS ? largeGate(encoded) : encoded())
    return { bytes: data, width: info.width, height: info.height, extension: format === 'jpeg' ? 'jpg' : format }
  } catch (cause) {
    if (cause instanceof UploadRefused) throw cause
    throw new UploadRefused(
      422,
      `${name} cannot be decoded: the file is damaged or incomplete. Export it again, then upload the new file.`,
      { cause },
    )
  }
}

function open(bytes: Buffer) {
  return sharp(bytes, { failOn: 'error', limitInputPixels: MAX_IMAGE_PIXELS })
}

function readFormat(bytes: Buffer, name: string): ImageFormat {
  const format = sniffImage(bytes.subarray(0, SNIFF_BYTES))
  if (format === 'svg') {
    throw new UploadRefused(
      415,
      `${name} is an SVG file. SVG can carry scripts, so it is not taken. Export it as PNG or WebP and upload that.`,
    )
  }
  if (format === undefined) {
    throw new UploadRefused(
      415,
      `${name} is not a JPEG, PNG, WebP or AVIF image. Export it as one of these and upload that.`,
    )
  }
  return format
}

/** Reads the header only, so that a bomb is refused before a single pixel of it is decoded. */
async function checkDimensions(bytes: Buffer, name: string) {
  const image = sharp(bytes, { limitInputPixels: false })
  const { width, height, channels, depth, pages = 1 } = await image.metadata()
  if (pages > 1) {
    throw new UploadRefused(422, `${name} is animated or holds several pictures. Upload a single still image.`)
  }
  if (width * height > MAX_IMAGE_PIXELS || Math.max(width, height) > MAX_IMAGE_SIDE) {
    throw new UploadRefused(
      422,
      `${name} is ${count(width)} × ${count(height)} pixels large. The limit is ${MAX_IMAGE_PIXELS / 1e6} megapixels ` +
        `and ${count(MAX_IMAGE_SIDE)} pixels a side. Scale it down, then upload it again.`,
    )
  }
  const decodedBytes = width * height * channels * (depth === 'uchar' ? 1 : 2)
  if (decodedBytes > MAX_DECODED_BYTES) {
    throw new UploadRefused(
      422,
      `${name} is ${count(width)} × ${count(height)} pixels large with more than 8 bits a colour: ${megabytes(decodedBytes)} ` +
        `in memory, and the limit is ${megabytes(MAX_DECODED_BYTES)}. Save it with 8 bits a colour, or scale it down, then ` +
        'upload it again.',
    )
  }
  return { pixels: width * height }
}

function count(value: number) {
  return value.toLocaleString('en')
}

function megabytes(bytes: number) {
  return `${Math.ceil(bytes / 1e6)} MB`
}

/**
 * Near-lossless to the eye: variants are made from the result. AVIF with effort 2, as 40 megapixels took 8 s with it (and
 * with 3), but 46 s with sharp's own 4.
 */
function encode(image: ReturnType<typeof sharp>, format: ImageFormat) {
  switch (format) {
    case 'jpeg':
      return image.jpeg({ quality: 86, progressive: true })
    case 'png':
      return image.png({ palette: false })
    case 'webp':
      return image.webp({ quality: 86 })
    case 'avif':
      return image.avif({ quality: 60, effort: 2 })
  }
}
