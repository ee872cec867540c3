import { createHash, type Hash } from 'node:crypto'
import path from 'node:path'
import { FILE_KINDS, type DocumentKind } from '#app/media/library/file-kinds.ts'
import { checkDocument } from './check-document.server.ts'
import { withIncomingFile } from './incoming-file.server.ts'
import { moveDurably, syncFile } from '#app/storage/move-durably.server.ts'
import { placeStoredFile } from './place-stored-file.server.ts'
import { incomingFolder, uploadFailure } from './store-upload.server.ts'
import { shownName, storedName } from './stored-name.ts'
import { UploadRefused } from './upload-refused.ts'

interface DocumentTarget {
  accepts: DocumentKind
  /** Folder below the uploads. */
  folder: string
  uploadsDir: string
}

/**
 * Stores a PDF, a film or captions that somebody sent, byte for byte, in a folder of the uploads. Answers its path below
 * the uploads folder, `reports/annual-report-2024-25-1a2b3c4d.pdf`; by then it is on disk for good. The same bytes under
 * the same name give the same path again; a file there that was damaged is put right. No more than a piece of it is in memory at a time.
 *
 * Throws UploadRefused (413 beyond the limit of its kind, 415 for another kind, 422 for a damaged file, 507 where the disk
 * does not take it), or what `source` threw; then nothing is left of the file.
 */
export async function storeDocument(
  source: AsyncIterable<Uint8Array>,
  originalName: string,
  { accepts, folder, uploadsDir }: DocumentTarget,
): Promise<string> {
  const hash = createHash('sha256')
  const { maxBytes } = FILE_KINDS[accepts]
  const limits = { maxBytes, onTooLarge: () => tooManyBytes(accepts, originalName) }
  try {
    return await withIncomingFile(incomingFolder(uploadsDir), hashed(source, hash), limits, async (incoming) => {
      await checkDocument(incoming, accepts, originalName)
      const { file, found } = await placeStoredFile({
        uploadsDir,
        folder,
        sha256: hash.digest('hex'),
        nameFor: (sha256, copy) =>
          storedName(originalName, sha256, accepts, { fallback: FALLBACK_NAMES[accepts], copy }),
      })
      if (found !== 'same') {
        await syncFile(incoming, 0o644)
        await moveDurably(incoming, path.join(uploadsDir, file))
      }
      return file
    })
  } catch (error) {
    throw uploadFailure(error, originalName)
  }
}

const FALLBACK_NAMES = { pdf: 'document', mp4: 'film', vtt: 'captions' }

async function* hashed(source: AsyncIterable<Uint8Array>, hash: Hash) {
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
}

function tooManyBytes(kind: DocumentKind, originalName: string) {
  return new UploadRefused(
    413,
    `${shownName(originalName)} is larger than ${FILE_KINDS[kind].maxBytes / 1024 / 1024} MB. ${SMALLER[kind]}`,
  )
}

const SMALLER = {
  pdf: 'Save it with smaller images, then upload it again.',
  mp4: 'Export it with a lower bit rate, then upload it again.',
  vtt: 'Upload the captions of one film.',
}
