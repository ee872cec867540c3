import type { Logger } from '#app/cms/platform/log.server.ts'
import { within } from '#app/cms/platform/within.ts'
import { openParts, openTogether, type CloseStack } from '#app/cms/platform/close-stack.server.ts'
import { openDecoder, type Decoder } from './decoding/decoder.server.ts'
import { openDocumentIndex, type DocumentIndex } from './library/document-info-index.server.ts'
import { openFileHashes, type FileHashes } from './library/file-hashes.server.ts'
import type {
  MediaLibrary,
  IndexedImage,
  ReportProblem,
  ReportReading,
  StoredImage,
  VariantFile,
} from './library/media-library.types.ts'
import { openStagedFiles, openStagedIndexes, STAGED, type StagedFiles } from './uploads/staged-files.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { RECENT_HOURS } from './uploads/trash-limits.ts'
import { openFileTrash, type FileTrash } from './uploads/file-trash.server.ts'
import { hasVariants, variantWidths, type VariantFormat } from './media-address.ts'
import { storeImage } from './uploads/store-file.server.ts'
import { openImageIndex, type ImageIndex } from './library/image-index.server.ts'
import { openTitlePictures } from './library/title-pictures.server.ts'
import { openVariantMaker, variantPath, VARIANTS, variantsOf } from './library/variant-maker.server.ts'

/** The uploaded files of a site. `library` and `documents` contain the public files. */
export interface Media {
  storage: Storage
  decoder: Decoder
  library: MediaLibrary
  /** Documents and films. */
  documents: DocumentIndex
  trash: FileTrash
  /** Files that are not public yet. */
  staged: StagedFiles
  /** The same for staff: `find` and `list` include staged files. Never use it for visitors or programs. */
  forStaff: Media
  recentUploads: RecentUploads
  /** Records the bytes of the public files. */
  hashes: FileHashes
  /** Has to be called when a file of `library` or `documents` is not there because the uploads folder is away. */
  noteMissing: () => void
  close(): Promise<void>
}

/**
 * Opens the uploaded files. Resolves when all images, documents and deleted files are indexed. Of the sizes of images
 * that no earlier process has read, it waits for those that `isNeeded` names. `onMissing` is called when a file was
 * requested that is not there because the uploads folder is away.
 */
export function openMedia(options: MediaOptions): Promise<Media> {
  return openParts(
    (opened) => openMediaParts(options, opened),
    (cause) => {
      options.log.warn(
        { err: cause },
        'The uploaded files could not be opened, and one of their parts could not be closed',
      )
    },
  )
}

interface MediaOptions {
  storage: Storage
  log: Logger
  isNeeded?: (file: string) => boolean
  onMissing?: () => void
}

async function openMediaParts(
  { storage, log, isNeeded, onMissing: noteMissing = () => undefined }: MediaOptions,
  opened: CloseStack,
): Promise<Media> {
  const onProblem = (message: string, cause?: unknown) => {
    log.warn({ err: cause }, message)
  }
  const decoder = openDecoder()
  opened.defer(() => decoder.close())
  const onProgress = (done: number, total: number) => {
    log.info({ done, total }, `Reading images: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`)
  }
  const options = { storage, decoder, onProblem, onProgress, ...(isNeeded && { isNeeded }) }
  const indexes = await openStagedIndexes(options, opened)
  const trash = await openFileTrash({ storage, onProblem })
  opened.defer(() => {
    trash.close()
  })
  const [images, others] = await openTogether(opened, [
    openMediaLibrary({ ...options, staged: { folder: STAGED, images: indexes.images } }),
    openDocumentIndex(options),
  ])
  const hashes = await openFileHashes({
    storage,
    list: () => [...images.list(), ...others.list()],
    stateOf: (file) => images.find(file) ?? others.stored(file),
    onProblem,
  })
  opened.defer(() => hashes.close())
  images.subscribe(() => {
    hashes.look()
  })
  others.subscribe(() => {
    hashes.look()
  })
  const library: MediaLibrary = {
    ...images,
    async refresh(...files) {
      await images.refresh(...files)
      hashes.noteUploads(files)
    },
    async storeImage(source, originalName, owner) {
      const image = await images.storeImage(source, originalName, owner)
      hashes.noteUploads([image.file])
      return image
    },
  }
  const documents: DocumentIndex = {
    ...others,
    async add(file, pdf) {
      await others.add(file, pdf)
      hashes.noteUploads([file])
    },
  }
  const staged = await openStagedFiles({ ...options, indexes, library, documents })
  opened.defer(() => staged.close())
  const shared = {
    storage,
    decoder,
    trash,
    staged,
    recentUploads: new RecentUploads(),
    hashes,
    noteMissing,
    close: () => opened.close(),
  }
  const forStaff: Media = {
    ...shared,
    library: {
      ...library,
      find: (file) => library.find(file) ?? staged.images.find(file),
      list: () => joined(library.list(), staged.images.list()).sort(newestFirst),
      // A preview shows drafts, of which nothing is made for visitors.
      titlePictures: { ...library.titlePictures, addressOf: () => undefined },
    },
    documents: {
      ...documents,
      find: (file) => documents.find(file) ?? staged.documents.find(file),
      list: () => joined(documents.list(), staged.documents.list()),
    },
    get forStaff() {
      return forStaff
    },
  }
  return { ...shared, library, documents, forStaff }
}

/**
 * How long a request waits for a variant that is not made yet (ms). Encoding takes 40 to 300 ms; on a slow line the
 * image itself takes seconds.
 */
const VARIANT_WAIT_MS = 2000

/** A file may be in both lists for a moment, while it is published. */
function joined<File extends { file: string }>(published: File[], staged: readonly File[]): File[] {
  const known = new Set(published.map(({ file }) => file))
  return [...published, ...staged.filter(({ file }) => !known.has(file))]
}

function newestFirst(a: { file: string; modified: number }, b: { file: string; modified: number }) {
  return b.modified - a.modified || (a.file < b.file ? -1 : 1)
}

/**
 * Opens the uploaded images. Resolves when all of them are indexed, or those of the last start if the uploads folder
 * cannot be read. Variants of `staged` images are made too, so that they exist when the image is published.
 */
export async function openMediaLibrary({
  storage,
  decoder,
  staged,
  isNeeded,
  onProblem,
  onProgress,
}: {
  storage: Storage
  decoder: Decoder
  staged?: { folder: string; images: Pick<ImageIndex, 'find'> }
  isNeeded?: (file: string) => boolean
  onProblem: ReportProblem
  onProgress?: ReportReading
}): Promise<MediaLibrary> {
  const findStaged = (file: string) => staged?.images.find(file)
  const folderOf = (file: string) => (staged?.images.find(file) ? staged.folder : 'uploads')
  const maker = openVariantMaker({ storage, decoder, nameOf: (file) => `${folderOf(file)}/${file}`, onProblem })
  const index = await openImageIndex({
    storage,
    decoder,
    ...(isNeeded && { isNeeded }),
    onGone: (file) => maker.forget(file),
    onProblem,
    ...(onProgress && { onProgress }),
  })

  const titlePictures = openTitlePictures({
    storage,
    decoder,
    folder: VARIANTS,
    hasImage: (file) => index.find(file) !== undefined,
    onProblem,
  })
  // The folder of a replaced image is removed with its pictures.
  index.subscribe(() => {
    titlePictures.forget()
  })

  const cleaned = removeStaleVariants().catch((cause: unknown) => {
    onProblem('Unused image variants could not be deleted.', cause)
  })
  async function removeStaleVariants() {
    const stale = (await storage.list(VARIANTS)).flatMap(({ name }) =>
      index.find(name) || findStaged(name) ? [] : name,
    )
    for (const name of stale) maker.forget(name)
    return stale
  }

  function requestAll(image: StoredImage, options: { urgent: boolean }) {
    if (image.hasAssumedSize) return
    for (const variant of variantsOf(image)) maker.request(variant, options)
  }

  async function variantOf(
    image: IndexedImage | undefined,
    width: number,
    format: VariantFormat,
  ): Promise<VariantFile | undefined> {
    if (!image || !hasVariants(image.file)) return undefined
    // Caches and browsers have pages from before the start, which name the variants of its real size.
    if (!image.hasAssumedSize && !variantWidths(image.width).includes(width)) return undefined
    const variant = { file: image.file, width, format }
    // A data folder that cannot be read has no variants for now.
    const isMade = () => storage.stat(`${VARIANTS}/${variantPath(variant)}`).catch(() => undefined)
    const made = { folder: storage.pathOf(VARIANTS), path: variantPath(variant), isReady: true }
    if (await isMade()) return made
    if (!image.hasAssumedSize) {
      maker.request(variant, { urgent: true })
      await within(VARIANT_WAIT_MS, maker.whenDone(variant))
      if (await isMade()) return made
    }
    return { folder: storage.pathOf(folderOf(image.file)), path: image.file, isReady: false }
  }

  return {
    find: (file) => index.find(file),
    list: () => index.list(),
    refresh: (...files) => index.add(...files),
    removeStaleVariants,
    async storeImage(source, originalName, owner) {
      const { image, isRepaired } = await storeImage({ storage, decoder, owner }, source, originalName)
      if (isRepaired) maker.forget(image.file)
      await index.add(image.file)
      requestAll(image, { urgent: true })
      return image
    },
    addArriving: (...images) => {
      index.addArriving(...images)
    },
    variant: (file, width, format) => variantOf(index.find(file), width, format),
    stagedVariant: (file, width, format) => variantOf(findStaged(file), width, format),
    prepareVariants(files) {
      for (const file of files) {
        const image = index.find(file) ?? findStaged(file)
        if (image) requestAll(image, { urgent: false })
      }
    },
    subscribe: (listener) => index.subscribe(listener),
    sizesRead: () => index.whenIdle(),
    queued: () => maker.queued(),
    titlePictures,
    async whenIdle() {
      await maker.whenIdle()
      await titlePictures.whenIdle()
    },
    async close() {
      await index.close()
      await cleaned
      await titlePictures.close()
      await maker.close()
    },
  }
}

const MAX_KNOWN = 10_000

/**
 * Files that were uploaded within the last RECENT_HOURS, by this process: a form that is not saved yet may refer to them. The
 * time of the file does not show this if the same bytes had been uploaded before.
 */
export class RecentUploads {
  /** Time of the last upload by file, the oldest first. */
  readonly #times = new Map<string, number>()

  note(file: string): void {
    this.#times.delete(file)
    this.#times.set(file, Date.now())
    for (const oldest of this.#times.keys()) {
      if (this.#times.size <= MAX_KNOWN) break
      this.#times.delete(oldest)
    }
  }

  /** True if a file was uploaded less than a day ago. `modified` is its own time (milliseconds since 1970). */
  isRecent(file: string, modified: number): boolean {
    return Math.max(modified, this.#times.get(file) ?? 0) > Date.now() - RECENT_HOURS * 3_600_000
  }
}
