import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'

const MEGABYTE = 1024 * 1024

/**
 * A photograph of about 9 MB as a phone sends it: 4032 × 3024 pixels that lie on their side, with the model of the phone and
 * the place in its EXIF data. A red patch marks what is at the top right when it is held upright.
 */
export async function phonePhoto(name: string) {
  const noise = { type: 'gaussian' as const, mean: 120, sigma: 30 }
  const buffer = await sharp({ create: { width: 4032, height: 3024, channels: 3, background: '#3a6', noise } })
    .composite([{ input: { create: { width: 800, height: 800, channels: 3, background: '#f00' } }, left: 0, top: 0 }])
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

/** Stands in the EXIF data of a phone's photograph. */
export const PHONE_MODEL = 'PhoneModel0815'

/** A PDF of somewhat more than 30 MB, as an annual report with photographs has. */
export async function largePdf(name: string) {
  const document = new PDFDocument()
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  document.text('A large document')
  // Random bytes: others would be compressed.
  document.file(randomBytes(30 * MEGABYTE), { name: 'photographs.bin' })
  document.end()
  await once(document, 'end')
  return { name, mimeType: 'application/pdf', buffer: Buffer.concat(parts) }
}
