import { formatLimit } from '#app/cms/platform/format/bytes.ts'
import { createHash, type Hash } from 'node:crypto'
import path from 'node:path'
import { checkDocumentJob, reEncodeImageJob, type PdfReading } from '#app/cms/media/decoding/decoder-jobs.ts'
import { DecoderFailed, TooManyJobs, type Decoder } from '#app/cms/media/decoding/decoder.server.ts'
import { readPdfInTime } from '#app/cms/media/library/read-pdf-in-time.server.ts'
import { sha256Of } from '#app/cms/media/library/content-hash.server.ts'
import type { DocumentKind, FileKind } from '#app/cms/define/upload-kind.ts'
import { FILE_KINDS } from '#app/cms/media/library/library-file.ts'
import type { StoredImage } from '#app/cms/media/library/media-library.types.ts'
import { PreconditionFailed, type Storage } from '#app/cms/storage/storage.ts'
import { hashIn, shownName, storedName } from './stored-name.ts'
import { UploadRefused, uploadsFailure } from './upload-refused.ts'

export interface StoreContext {
  storage: Storage
  decoder: Decoder
  /** The id of the account that uploads: the accounts take turns in the decoder. */
  owner: string
  /** The folder for a file whose bytes are not among the uploads yet; by default the uploads. */
  target?: UploadFolder
}

/** The folder of public files, and the folder of files that are not public yet. */
type UploadFolder = 'uploads' | 'data/staged'

/** Inside the target folder, so that a rename stores the file. Because of the dot it is not served. */
const incomingOf = (target: UploadFolder) => `${target}/.incoming`

/**
 * Checks, cleans (see `reEncodeImage`) and stores an uploaded image. When this resolves, the image is durable. The same
 * bytes with the same name give the same file again; if that file was damaged, it is replaced: `isRepaired`.
 *
 * Rejects with UploadRefused or the error of `source`. Then nothing of the file is stored.
 */
export async function storeImage(
  { storage, decoder, owner, target = 'uploads' }: StoreContext,
  source: AsyncIterable<Uint8Array>,
  originalName: string,
): Promise<{ image: StoredImage; isRepaired: boolean }> {
  try {
    return await storage.receive(incomingOf(target), limited(source, 'image', originalName), async (incoming) => {
      const { width, height, bytes, sha256, extension } = await decoder.run(
        reEncodeImageJob,
        { file: incoming, originalName },
        owner,
      )
      const { file, isRepaired } = await placeFile(storage, incoming, {
        target,
        folder: '',
        sha256,
        nameFor: (copy) => storedName(originalName, sha256, extension, { copy }),
      })
      return { image: { file, width, height, bytes }, isRepaired }
    })
  } catch (error) {
    throw uploadFailure(error, originalName)
  }
}

/**
 * Stores an uploaded file that is no image, byte for byte, in a folder of the uploads. Only the place is overwritten in
 * a film or a recording. Resolves with its path below the uploads folder, `documents/terms-1a2b3c4d.pdf`, when it is durable, and with
 * what a PDF says of itself. The same bytes with the
 * same name give the same path again; if the file there was damaged, it is replaced. One chunk is in memory at a time.
 *
 * Rejects with UploadRefused (413 above the limit of its kind, 415 for another kind, 422 for a damaged file, 503 or 507
 * if the disk refuses it) or the error of `source`. Then nothing of the file is stored.
 */
export async function storeDocument(
  { storage, decoder, owner, target = 'uploads' }: StoreContext,
  source: AsyncIterable<Uint8Array>,
  originalName: string,
  { accepts, folder }: { accepts: DocumentKind; folder: string },
): Promise<{ file: string; pdf: PdfReading | undefined }> {
  const hash = createHash('sha256')
  try {
    const received = hashed(limited(source, accepts, originalName), hash)
    return await storage.receive(incomingOf(target), received, async (incoming) => {
      const { isChanged } = await decoder.run(checkDocumentJob, { file: incoming, kind: accepts, originalName }, owner)
      const pdf = accepts === 'pdf' ? await readPdfInTime(decoder, incoming, owner) : undefined
      const title = pdf && titleOf(pdf, originalName)
      const sha256 = isChanged ? await sha256Of(incoming) : hash.digest('hex')
      const { file } = await placeFile(storage, incoming, {
        target,
        folder,
        sha256,
        nameFor: (copy) =>
          storedName(originalName, sha256, accepts, { title, fallback: FALLBACK_NAMES[accepts], copy }),
      })
      return { file, pdf }
    })
  } catch (error) {
    throw uploadFailure(error, originalName)
  }
}

/** Refuses a PDF that cannot be opened. One that takes too long to read is accepted: nothing is known of it then. */
function titleOf(reading: PdfReading, originalName: string): string | undefined {
  if (!('problem' in reading)) return reading.title
  if (reading.problem === 'slow') return undefined
  throw new UploadRefused(422, `${shownName(originalName)} ${PDF_PROBLEMS[reading.problem]}`)
}

const PDF_PROBLEMS = {
  password:
    'asks for a password to open, so visitors could not read it. Save it without a password, then upload it again.',
  damaged: 'is a damaged PDF and cannot be opened. Save it again as PDF, then upload it again.',
}

const RETRY_AFTER_S = 60

/** Converts an error that the sender can act on to UploadRefused. Returns any other error unchanged. */
export function uploadFailure(error: unknown, originalName: string): unknown {
  const name = shownName(originalName)
  if (error instanceof TooManyJobs) {
    const { status, message, retryAfter } = error
    return new UploadRefused(status, `${name} was not stored: ${message}`, { cause: error, retryAfter })
  }
  if (error instanceof DecoderFailed && error.reason === 'timeout') {
    const words = `${name} was not stored: the server was too busy to check it in time. Try again in a minute. If that does not help, export it smaller.`
    return new UploadRefused(503, words, { cause: error, retryAfter: RETRY_AFTER_S })
  }
  if (error instanceof DecoderFailed) {
    const words = `${name} cannot be decoded: the decoder stopped unexpectedly. Export it again, then upload the new file.`
    return new UploadRefused(422, words, { cause: error })
  }
  return uploadsFailure(error, `${name} was not stored`)
}

const FALLBACK_NAMES: { [Kind in DocumentKind]: string } = {
  pdf: 'document',
  mp4: 'film',
  vtt: 'captions',
  mp3: 'recording',
  m4a: 'recording',
  xlsx: 'table',
  csv: 'table',
  xml: 'xbrl',
}

/** Throws UploadRefused as soon as `source` has yielded more bytes than a file of this kind may have. */
async function* limited(source: AsyncIterable<Uint8Array>, kind: FileKind, originalName: string) {
  const { maxBytes } = FILE_KINDS[kind]
  let size = 0
  for await (const chunk of source) {
    size += chunk.byteLength
    if (size > maxBytes) {
      throw new UploadRefused(
        413,
        `${shownName(originalName)} is larger than ${formatLimit(maxBytes)}. ${HOW_TO_SHRINK[kind]}`,
      )
    }
    yield chunk
  }
}

const SHORTER_RECORDING = 'Export it with a lower bit rate, in mono, then upload it again.'

const HOW_TO_SHRINK: { [Kind in FileKind]: string } = {
  image: 'Scale it down or save it with a lower quality, then upload it again.',
  pdf: 'Save it with smaller images, then upload it again.',
  mp4: 'Export it with a lower bit rate, then upload it again.',
  vtt: 'Upload the captions of one film.',
  mp3: SHORTER_RECORDING,
  m4a: SHORTER_RECORDING,
  xlsx: 'Remove its pictures and the sheets that visitors do not need, then upload it again.',
  csv: 'Upload it in several parts.',
  xml: 'Upload the document without its taxonomy.',
}

async function* hashed(source: AsyncIterable<Uint8Array>, hash: Hash) {
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
}

interface Placement {
  target: UploadFolder
  /** Below the uploads folder; '' for the uploads folder itself. */
  folder: string
  sha256: string
  /** `copy` counts from 1: higher numbers give other names, if another intact file has the earlier ones. */
  nameFor: (copy: number) => string
}

/**
 * Stores a received file under a name that contains its hash, unless its bytes are stored already: caches would regard
 * a second write as a change. An intact file is never replaced. A staged file gets a name that no upload has, so that
 * its name need not change later; bytes that are among the uploads already are not staged. Resolves with the path below
 * the uploads folder. Rejects with StorageError or the system's error.
 */
async function placeFile(
  storage: Storage,
  incoming: string,
  { target, folder, sha256, nameFor }: Placement,
): Promise<{ file: string; isRepaired: boolean }> {
  for (let copy = 1; ;) {
    const file = path.posix.join(folder, nameFor(copy))
    const uploaded = await compareStored(storage, `uploads/${file}`, sha256)
    const name = `${target}/${file}`
    const isOwn = target === 'uploads'
    const found = isOwn || uploaded === 'same' ? uploaded : await compareStored(storage, name, sha256)
    if (found === 'same') return { file, isRepaired: false }
    if (found === 'other' || (!isOwn && uploaded !== 'nothing')) {
      copy += 1
      continue
    }
    try {
      const put = { name, bytes: { file: incoming } }
      await storage.commit([found === 'damaged' ? put : { ...put, ifVersion: null }])
      return { file, isRepaired: found === 'damaged' }
    } catch (error) {
      // A concurrent upload has got the name meanwhile: it is compared in the next round.
      if (!(error instanceof PreconditionFailed)) throw error
    }
  }
}

/**
 * Compares the file of this name with a hash: `damaged` if its bytes do not have the hash in its own name, `other` if
 * it is another intact file. Compares whole hashes: the eight digits in a name distinguish files, but prove nothing.
 */
export async function compareStored(storage: Storage, name: string, sha256: string) {
  const stats = await storage.stat(name)
  if (!stats) return 'nothing'
  if (stats.kind !== 'file') return 'other'
  const stored = await sha256Of(storage.pathOf(name))
  if (stored === sha256) return 'same'
  return hashIn(name) === stored.slice(0, 8) ? 'other' : 'damaged'
}
