import { createHash } from 'node:crypto'
import path from 'node:path'
import { MAX_IMAGE_BYTES } from '#app/media/images/guarded-sharp.server.ts'
import { reEncodeImage } from '#app/media/images/re-encode-image.server.ts'
import type { StoredImage } from '#app/media/library/media-library.types.ts'
import { writeDurably } from '#app/storage/durable-file.server.ts'
import { limitConcurrency, TooManyWaiting } from '#app/storage/limit-concurrency.ts'
import { withIncomingFile } from './incoming-file.server.ts'
import { placeStoredFile } from './place-stored-file.server.ts'
import { shownName, storedName } from './stored-name.ts'
import { UploadRefused, uploadsFailure } from './upload-refused.ts'

/** A decoded image takes up to 160 MB, hence so few at a time, and one alone of those above 20 megapixels. */
const decodeGate = limitConcurrency({ running: 2, waiting: 50 })

/** Below the uploads folder, so that it is the same file system; the dot keeps it from being served. */
export function incomingFolder(uploadsDir: string) {
  return path.join(uploadsDir, '.incoming')
}

/**
 * Checks, cleans and stores an image that somebody sent; see {@link reEncodeImage} for what becomes of it. When this
 * resolves it is on disk for good. The same bytes under the same name give the same file again, which is put right where it
 * was damaged: `isRepaired`.
 *
 * Throws UploadRefused, or what `source` threw; then nothing is left of the file.
 */
export async function storeUpload(
  uploadsDir: string,
  source: AsyncIterable<Uint8Array>,
  originalName: string,
): Promise<{ image: StoredImage; isRepaired: boolean }> {
  const limits = { maxBytes: MAX_IMAGE_BYTES, onTooLarge: () => tooManyBytes(originalName) }
  try {
    return await withIncomingFile(incomingFolder(uploadsDir), source, limits, async (incoming) => {
      const { bytes, width, height, extension } = await decodeGate(() => reEncodeImage(incoming, originalName))
      const { file, found } = await placeStoredFile({
        uploadsDir,
        folder: '',
        sha256: createHash('sha256').update(bytes).digest('hex'),
        nameFor: (sha256, copy) => storedName(originalName, sha256, extension, { copy }),
      })
      // Written once: a second write would only make the file look changed to caches.
      if (found !== 'same') await writeDurably(path.join(uploadsDir, file), bytes)
      return { image: { file, width, height, bytes: bytes.byteLength }, isRepaired: found === 'damaged' }
    })
  } catch (error) {
    throw uploadFailure(error, originalName)
  }
}

/** Names the failures that the sender should hear about; any other error stays as it is. */
export function uploadFailure(error: unknown, originalName: string): unknown {
  const name = shownName(originalName)
  if (error instanceof TooManyWaiting) {
    return new UploadRefused(503, `${name} was not stored: too many images are being worked on. Try again in a minute.`)
  }
  return uploadsFailure(error, `${name} was not stored`)
}

function tooManyBytes(originalName: string) {
  return new UploadRefused(
    413,
    `${shownName(originalName)} is larger than ${MAX_IMAGE_BYTES / 1024 / 1024} MB. ` +
      'Scale it down or save it with a lower quality, then upload it again.',
  )
}
