import type { Logger } from '#app/platform/log.server.ts'
import { openDecoder, type Decoder } from './decoding/decoder.server.ts'
import { openDocumentIndex, type DocumentIndex } from './library/document-info-index.server.ts'
import type { MediaLibrary } from './library/media-library.types.ts'
import { openMediaLibrary } from './library/open-media-library.server.ts'
import { RecentUploads } from './uploads/recent-uploads.ts'
import type { Storage } from '#app/storage/storage.ts'
import { openFileTrash, type FileTrash } from './trash/file-trash.server.ts'

/** The uploaded files of a site. */
export interface Media {
  storage: Storage
  decoder: Decoder
  library: MediaLibrary
  /** Documents and films. */
  documents: DocumentIndex
  trash: FileTrash
  recentUploads: RecentUploads
  close(): Promise<void>
}

/** Opens the uploaded files. Resolves when every image, document and deleted file is known. */
export async function openMedia({ storage, log }: { storage: Storage; log: Logger }): Promise<Media> {
  const onProblem = (message: string, cause?: unknown) => {
    log.warn({ err: cause }, message)
  }
  const decoder = openDecoder()
  const [library, documents, trash] = await Promise.all([
    openMediaLibrary({ storage, decoder, onProblem }),
    openDocumentIndex({ storage, decoder, onProblem }),
    openFileTrash({ storage, onProblem }),
  ])
  return {
    storage,
    decoder,
    library,
    documents,
    trash,
    recentUploads: new RecentUploads(),
    async close() {
      await Promise.all([library.close(), documents.close()])
      await decoder.close()
    },
  }
}
