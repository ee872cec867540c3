import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

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
  const parts = [
    '%PDF-1.7\n1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj\n',
    '2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj\n3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]>> endobj\n',
    `4 0 obj <</Length ${bytes}>> stream\n`,
    randomBytes(bytes),
    '\nendstream endobj\ntrailer <</Size 5 /Root 1 0 R>>\n%%EOF\n',
  ]
  return { name, mimeType: 'application/pdf', buffer: Buffer.concat(parts.map((part) => Buffer.from(part))) }
}
