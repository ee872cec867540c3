import { createHash, type Hash } from 'node:crypto'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { moveDurably } from '#app/content/durable-file.server.ts'
import { env } from '#app/env.server.ts'
import { withIncomingFile } from './incoming-file.server.ts'
import { MAX_PDF_BYTES } from './pdf-limits.ts'
import { incomingFolder, isStored, uploadFailure } from './store-upload.server.ts'
import { shownName, storedName } from './stored-name.ts'
import { UploadRefused } from './upload-refused.ts'

/**
 * Where readers look for a PDF's marks: the header in the first 1024 bytes, `%%EOF` in the last 1024 (ISO 32000-1, Annex
 * H.3, notes 13 and 18).
 */
const MARK_WINDOW = 1024

/**
 * Stores a PDF that somebody sent, byte for byte, in a `folder` of the uploads. Answers its path below the uploads folder,
 * `reports/annual-report-2024-25-1a2b3c4d.pdf`; by then it is on disk for good. The same bytes under the same name give the
 * same path again. No more than a piece of it is in memory at a time.
 *
 * Throws UploadRefused (413 beyond 40 MB, 415 for what is not a PDF, 422 for one without its end, 507 where the disk does
 * not take it), or what `source` threw; then nothing is left of the file.
 */
export async function storePdf(
  source: AsyncIterable<Uint8Array>,
  originalName: string,
  { folder, uploadsDir = env.uploadsDir }: { folder: string; uploadsDir?: string },
): Promise<string> {
  const hash = createHash('sha256')
  const limits = { maxBytes: MAX_PDF_BYTES, onTooLarge: () => tooManyBytes(originalName) }
  try {
    return await withIncomingFile(incomingFolder(uploadsDir), hashed(source, hash), limits, async (incoming) => {
      const size = await checkPdf(incoming, originalName)
      const file = path.posix.join(folder, storedName(originalName, hash.digest('hex'), 'pdf', 'document'))
      const target = path.join(uploadsDir, file)
      if (!(await isStored(target, size))) await moveDurably(incoming, target)
      return file
    })
  } catch (error) {
    throw uploadFailure(error, originalName)
  }
}

async function* hashed(source: AsyncIterable<Uint8Array>, hash: Hash) {
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
}

/** By its content: names and announced types are whatever the sender says. Answers the size in bytes. */
async function checkPdf(file: string, originalName: string): Promise<number> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const hasMark = async (mark: string, position: number) => {
      const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(MARK_WINDOW), position })
      return buffer.subarray(0, bytesRead).includes(mark)
    }
    if (!(await hasMark('%PDF-', 0))) {
      throw new UploadRefused(415, `${shownName(originalName)} is not a PDF. Save it as one, then upload it again.`)
    }
    if (!(await hasMark('%%EOF', Math.max(0, size - MARK_WINDOW)))) {
      throw new UploadRefused(
        422,
        `${shownName(originalName)} is a damaged PDF: its end is missing. Save it again, then upload it again.`,
      )
    }
    return size
  } finally {
    await handle.close()
  }
}

function tooManyBytes(originalName: string) {
  return new UploadRefused(
    413,
    `${shownName(originalName)} is larger than ${MAX_PDF_BYTES / 1024 / 1024} MB. ` +
      'Save it with smaller images, then upload it again.',
  )
}
