import sharp from 'sharp'
import { pdfOf } from '#test/pdf-bytes.ts'

/**
 * A photograph as a phone sends it: rotated, with the model of the phone and the place in its EXIF data. A red patch
 * marks the top right corner of the upright picture. 4032 × 3024 pixels have about 9 MB.
 */
export async function phonePhoto(name: string, { width, height }: { width: number; height: number }) {
  const noise = { type: 'gaussian' as const, mean: 120, sigma: 30 }
  const side = Math.round(width / 5)
  const patch = { width: side, height: side, channels: 3 as const, background: '#f00' }
  const buffer = await sharp({ create: { width, height, channels: 3, background: '#3a6', noise } })
    .composite([{ input: { create: patch }, left: 0, top: 0 }])
    .withExif({
      IFD0: { Make: 'Phone', Model: PHONE_MODEL },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '15/1 29/1 30/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '73/1 49/1 12/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

/** The model in the EXIF data of a phone's photograph. */
export const PHONE_MODEL = 'PhoneModel0815'

/** A PDF of one empty page with `bytes` incompressible bytes, like an annual report with photographs. */
export function largePdf(name: string, bytes: number) {
  return { name, mimeType: 'application/pdf', buffer: pdfOf(bytes) }
}
