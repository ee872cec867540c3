import { openTogether, type CloseStack } from '#app/cms/platform/close-stack.server.ts'
import { formatLimit } from '#app/cms/platform/format/bytes.ts'
import type { Decoder } from '#app/cms/media/decoding/decoder.server.ts'
import { addressOf } from '#app/cms/media/media-address.ts'
import { sha256Of } from '#app/cms/media/library/content-hash.server.ts'
import { isDocument, openDocumentIndex, type DocumentIndex } from '#app/cms/media/library/document-info-index.server.ts'
import { openImageIndex, type ImageIndex } from '#app/cms/media/library/image-index.server.ts'
import type { LibraryFile } from '#app/cms/media/library/library-file.ts'
import { findLibraryFile, libraryDocuments, libraryImages } from '#app/cms/media/library/library-files.server.ts'
import type { MediaLibrary, ReportProblem } from '#app/cms/media/library/media-library.types.ts'
import { openFileTrash, type FileTrash, type TrashedFile } from './file-trash.server.ts'
import { compareStored, storeDocument, storeImage } from './store-file.server.ts'
import { isImageName } from './stored-name.ts'
import { UploadRefused } from './upload-refused.ts'
import type { UploadKind } from '#app/cms/define/upload-kind.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { Listeners } from '#app/cms/platform/listeners.ts'

/** The folder of staged files. Each has the path that it will have below the uploads folder. */
export const STAGED = 'data/staged'

/** The current and the future name of a staged file in the storage, by its path below the uploads folder. */
export function stagedMove(file: string) {
  return { from: `${STAGED}/${file}`, to: `uploads/${file}` }
}

/** How many files are moved concurrently. */
const MOVED_AT_ONCE = 8

/** The most files that are staged at a time. */
const MAX_STAGED = 1_000

/** The most bytes of all staged files: far more than a results day needs, and far less than fills the disk. */
export const MAX_STAGED_BYTES = 2_000_000_000

/**
 * Files that staff have uploaded in a form and that are not public yet. Each has its final name and address. It becomes
 * public with content that refers to it.
 */
export interface StagedFiles {
  /** The indexes of the staged files alone. */
  images: ImageIndex
  documents: DocumentIndex
  /** Staged files that were discarded. A file that is brought back is staged again. */
  trash: FileTrash
  /** A staged file by its path below the uploads folder. From memory. */
  find(file: string): LibraryFile | undefined
  /** Every staged file, newest first. From memory. */
  list(): LibraryFile[]
  /**
   * Stores a file for a form, unless the uploads already contain its bytes. When the file is durable, resolves with the
   * value that content has for it. Rejects with UploadRefused or the error of `source`; then nothing is stored.
   */
  store(source: AsyncIterable<Uint8Array>, originalName: string, kind: UploadKind, owner: string): Promise<string>
  /** The staged ones of these files: they have to be published with content that refers to `files`. */
  stagedOf(files: Iterable<string>): string[]
  /**
   * Rejects with UploadRefused (422) if one of these files is not complete on the disk, or another upload has its name.
   * Call it before anything is published: after that, no other name can be chosen.
   */
  check(files: Iterable<string>): Promise<void>
  /**
   * Makes staged files public at once, in this turn of the event loop: they are found, and served from the staged
   * folder, also if they were hidden before. `publish` has to follow: without it, the files are no longer public after a
   * restart. Returns a function that ends this where the files are not moved from here: to be called when they were
   * moved, and before `refresh`, because they may be staged again since.
   */
  show(files: Iterable<string>): () => void
  /** True for a file that `show` has made public and that is not known to be moved yet. */
  isShown(file: string): boolean
  /**
   * Moves staged files to the uploads permanently. Files that are no longer staged are ignored, so it can be called
   * again after a kill or a fault. Resolves with the files that it has moved. Rejects with StorageError, or with
   * UploadRefused (422) if another file has the name. The other files may be public then.
   */
  publish(files: Iterable<string>): Promise<string[]>
  /**
   * Hides files from visitors at once, in this turn of the event loop: public ones that `unpublish` takes back, and those
   * that another process moves before this one can show them. Returns a function that ends this. A file can be visible
   * again when each call for it has ended, or with `show`.
   */
  hide(files: Iterable<string>): () => void
  /** True for a file that `hide` has hidden, in either folder. */
  isHidden(file: string): boolean
  /** Calls `listener` when `hide` has hidden files. Returns a function that removes it. */
  subscribe(listener: () => void): () => void
  /** Updates the indexes for files that were changed without this object: staged, or moved. */
  refresh(files: Iterable<string>): Promise<void>
  /** Stages published files again that no content refers to any more. Rejects with StorageError. */
  unpublish(files: Iterable<string>): Promise<string[]>
  /**
   * Moves staged files to their trash, as one deletion. Rejects with StorageError or the system's error; files before
   * the failed one are in the trash then.
   */
  discard(files: Iterable<string>): Promise<TrashedFile[]>
  /** Moves a discarded file out of the trash: it is staged again. Like `restore` of the trash. */
  restore(id: string): ReturnType<FileTrash['restore']>
  close(): Promise<void>
}

/** Opens the indexes of the staged files. Resolves when all of them are indexed. */
export async function openStagedIndexes(
  options: { storage: Storage; decoder: Decoder; onProblem: ReportProblem },
  opened: CloseStack,
) {
  const source = { folder: STAGED, words: 'the folder of staged files', indexFile: undefined, isByHand: false }
  const [images, documents] = await openTogether(opened, [
    openImageIndex({ ...options, source, onGone: () => undefined }),
    openDocumentIndex({ ...options, source }),
  ])
  return { images, documents }
}

/** Opens the staged files. `library` and `documents` are the public files. */
export async function openStagedFiles({
  storage,
  decoder,
  indexes: staged,
  library,
  documents,
  onProblem,
  limits = { files: MAX_STAGED, bytes: MAX_STAGED_BYTES },
}: {
  storage: Storage
  decoder: Decoder
  indexes: Awaited<ReturnType<typeof openStagedIndexes>>
  library: MediaLibrary
  documents: DocumentIndex
  onProblem: ReportProblem
  limits?: { files: number; bytes: number }
}): Promise<StagedFiles> {
  const trash = await openFileTrash({ storage, folder: STAGED, onProblem })
  const shown = new Set<string>()
  const hidden = new Set<Set<string>>()
  const listeners = new Listeners()
  /** Two saves may publish the same file. */
  const runExclusive = limitConcurrency({ running: 1, waiting: Infinity })
  const indexes = { library: staged.images, documents: staged.documents }

  const find = (file: string) => findLibraryFile(indexes, file)
  const stagedOf = (files: Iterable<string>) => [...new Set(files)].filter((file) => find(file) !== undefined)

  async function refreshStaged(files: readonly string[]) {
    const { images, others } = byIndex(files)
    if (images.length > 0) await staged.images.add(...images)
    await Promise.all(others.map((file) => staged.documents.add(file)))
  }

  async function refreshPublic(files: readonly string[]) {
    const { images, others } = byIndex(files)
    if (images.length > 0) await library.refresh(...images)
    await Promise.all(others.map((file) => documents.add(file)))
  }

  /** Compares a staged file with the upload of its name. Rejects with UploadRefused if that is another file. */
  async function compareWithUpload(file: string) {
    const { from, to } = stagedMove(file)
    if (!(await storage.stat(to))) return 'nothing'
    const found = await compareStored(storage, to, await sha256Of(storage.pathOf(from)))
    if (found !== 'other') return found
    throw new UploadRefused(
      422,
      `${file} cannot be published, because another file has the same address. Upload the file again.`,
    )
  }

  /** Rejects with UploadRefused if a staged file was removed or cut off on the disk, and is not published already. */
  async function requireComplete(file: string) {
    const { from, to } = stagedMove(file)
    const stats = await storage.stat(from)
    if (stats ? stats.size === find(file)?.bytes : await storage.stat(to)) return
    throw new UploadRefused(
      422,
      `${file} is ${stats ? 'damaged' : 'missing'} on the disk of the server. Upload the file again.`,
    )
  }

  /** Resolves with false if there was nothing to move. */
  async function moveToUploads(file: string) {
    const { from, to } = stagedMove(file)
    if (!(await storage.stat(from))) return false
    const found = await compareWithUpload(file)
    if (found === 'same') {
      await storage.remove(from)
      return false
    }
    await storage.move(from, to)
    return true
  }

  async function moveBack(file: string) {
    const { from: to, to: from } = stagedMove(file)
    if (!(await storage.stat(from)) || (await storage.stat(to))) return false
    await storage.move(from, to)
    return true
  }

  /** Calls `move` for each file, then updates the indexes for the moved files, even after a fault. */
  function moveEach(files: Iterable<string>, move: (file: string) => Promise<boolean>) {
    return runExclusive(async () => {
      const done: string[] = []
      const moved: string[] = []
      // Concurrently, because each move waits for the disk.
      const run = limitConcurrency({ running: MOVED_AT_ONCE, waiting: Infinity })
      const outcomes = await Promise.allSettled(
        [...new Set(files)].map((file) =>
          run(async () => {
            if (await move(file)) moved.push(file)
            done.push(file)
          }),
        ),
      )
      await refreshStaged(done)
      await refreshPublic(done)
      for (const file of done) shown.delete(file)
      library.prepareVariants(done)
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
      return moved
    })
  }

  return {
    ...staged,
    trash,
    find,
    list: () =>
      [...libraryImages(indexes), ...libraryDocuments(indexes)].sort((a, b) =>
        a.modified === b.modified ? (a.file < b.file ? -1 : 1) : a.modified < b.modified ? 1 : -1,
      ),
    async store(source, originalName, kind, owner) {
      if (staged.images.list().length + staged.documents.list().length >= limits.files) {
        throw new UploadRefused(
          507,
          `${limits.files.toLocaleString('en')} files are already waiting to be published. Publish or discard some of them first.`,
        )
      }
      // Uploads in progress are not counted: each file has its own limit, and few are received at a time.
      if (bytesOf(staged.images.list()) + bytesOf(staged.documents.list()) >= limits.bytes) {
        throw new UploadRefused(
          507,
          `The files that are waiting to be published already use ${formatLimit(limits.bytes)}. Publish or discard some of them first.`,
        )
      }
      const context = { storage, decoder, owner, target: STAGED } as const
      if (kind.accepts === 'image') {
        const { image } = await storeImage(context, source, originalName)
        if (library.find(image.file)) return image.file
        await staged.images.add(image.file)
        library.prepareVariants([image.file])
        return image.file
      }
      const { file, pdf } = await storeDocument(context, source, originalName, kind)
      if (!documents.find(file)) await staged.documents.add(file, pdf)
      return addressOf(file)
    },
    stagedOf,
    async check(files) {
      for (const file of stagedOf(files)) {
        await requireComplete(file)
        await compareWithUpload(file)
      }
    },
    show(files) {
      const all = [...files]
      for (const hiding of hidden) for (const file of all) hiding.delete(file)
      const showing = stagedOf(all)
      for (const file of showing) shown.add(file)
      library.addArriving(...showing.flatMap((file) => (library.find(file) ? [] : (staged.images.find(file) ?? []))))
      const wanted = new Set(showing.filter((file) => !documents.find(file)))
      documents.addArriving(...staged.documents.list().filter(({ file }) => wanted.has(file)))
      return () => {
        for (const file of showing) shown.delete(file)
      }
    },
    isShown: (file) => shown.has(file),
    publish: (files) => moveEach(files, moveToUploads),
    hide(files) {
      const hiding = new Set(files)
      if (hiding.size === 0) return () => undefined
      hidden.add(hiding)
      listeners.announce()
      return () => {
        hidden.delete(hiding)
      }
    },
    isHidden(file) {
      for (const files of hidden) if (files.has(file)) return true
      return false
    },
    subscribe: listeners.subscribe,
    unpublish: (files) => moveEach(files, moveBack),
    async refresh(files) {
      const indexed = [...new Set(files)].filter(isIndexed)
      await Promise.all([refreshStaged(indexed), refreshPublic(indexed)])
    },
    discard: (files) =>
      runExclusive(async () => {
        const deleted = Date.now()
        const discarded: TrashedFile[] = []
        try {
          for (const file of stagedOf(files)) {
            if (!shown.has(file)) discarded.push(await trash.discard(file, deleted))
          }
        } finally {
          await refreshStaged(discarded.map(({ file }) => file))
        }
        return discarded
      }),
    async restore(id) {
      const entry = trash.list().find((candidate) => candidate.id === id)
      const outcome = await trash.restore(id)
      if (outcome === 'back' && entry) await refreshStaged([entry.file])
      return outcome
    },
    async close() {
      trash.close()
      await runExclusive.onIdle()
    },
  }
}

function bytesOf(files: readonly { bytes: number }[]) {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** True for a file that an index contains if it exists. */
function isIndexed(file: string) {
  return !file.startsWith('.') && (isImageName(file) ? !file.includes('/') : isDocument(file))
}

function byIndex(files: readonly string[]) {
  const images = files.filter(isImageName)
  return { images, others: files.filter((file) => !isImageName(file)) }
}
