import type { Logger } from '#app/platform/log.server.ts'
import { openDecoder, type Decoder } from './decoding/decoder.server.ts'
import { openDocumentIndex, type DocumentIndex } from './library/document-info-index.server.ts'
import type { MediaLibrary } from './library/media-library.types.ts'
import { openMediaLibrary } from './library/open-media-library.server.ts'
import { RecentUploads } from './uploads/recent-uploads.ts'
import { openStagedFiles, openStagedIndexes, STAGED, type StagedFiles } from './staged/staged-files.server.ts'
import type { Storage } from '#app/storage/storage.ts'
import { openFileTrash, type FileTrash } from './trash/file-trash.server.ts'

/** The uploaded files of a site. `library` and `documents` know what is public. */
export interface Media {
  storage: Storage
  decoder: Decoder
  library: MediaLibrary
  /** Documents and films. */
  documents: DocumentIndex
  trash: FileTrash
  /** What is not public yet. */
  staged: StagedFiles
  /** The same for staff: `find` and `list` know staged files too. Never for what visitors or programs get. */
  forStaff: Media
  recentUploads: RecentUploads
  close(): Promise<void>
}

/** Opens the uploaded files. Resolves when every image, document and deleted file is known. */
export async function openMedia({ storage, log }: { storage: Storage; log: Logger }): Promise<Media> {
  const onProblem = (message: string, cause?: unknown) => {
    log.warn({ err: cause }, message)
  }
  const decoder = openDecoder()
  const options = { storage, decoder, onProblem }
  const indexes = await openStagedIndexes(options)
  const [library, documents, trash] = await Promise.all([
    openMediaLibrary({ ...options, staged: { folder: STAGED, images: indexes.images } }),
    openDocumentIndex(options),
    openFileTrash({ storage, onProblem }),
  ])
  const staged = await openStagedFiles({ ...options, indexes, library, documents })
  const shared = {
    storage,
    decoder,
    trash,
    staged,
    recentUploads: new RecentUploads(),
    async close() {
      await staged.close()
      await Promise.all([library.close(), documents.close()])
      await decoder.close()
    },
  }
  const forStaff: Media = {
    ...shared,
    library: {
      ...library,
      find: (file) => library.find(file) ?? staged.images.find(file),
      list: () => joined(library.list(), staged.images.list()).sort(newestFirst),
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

/** A file may be among both for a moment, while it is published. */
function joined<File extends { file: string }>(published: File[], staged: readonly File[]): File[] {
  const known = new Set(published.map(({ file }) => file))
  return [...published, ...staged.filter(({ file }) => !known.has(file))]
}

function newestFirst(a: { file: string; modified: number }, b: { file: string; modified: number }) {
  return b.modified - a.modified || (a.file < b.file ? -1 : 1)
}
