import path from 'node:path'
import type { Logger } from '#app/platform/reports.ts'
import { openDocumentIndex, type DocumentIndex } from './library/document-info-index.server.ts'
import type { MediaLibrary } from './library/media-library.types.ts'
import { openMediaLibrary } from './library/open-media-library.server.ts'
import { openFileTrash, type FileTrash } from './trash/file-trash.server.ts'

/** The uploaded files of a site. */
export interface Media {
  uploadsDir: string
  library: MediaLibrary
  /** Documents and films. */
  documents: DocumentIndex
  trash: FileTrash
  close(): Promise<void>
}

/** Opens the files below `uploadsDir`. Resolves when every image, document and deleted file is known. */
export async function openMedia({
  uploadsDir,
  dataDir,
  log,
}: {
  uploadsDir: string
  dataDir: string
  log: Logger
}): Promise<Media> {
  const onProblem = (message: string, cause?: unknown) => {
    log.warn({ err: cause }, message)
  }
  const [library, documents, trash] = await Promise.all([
    openMediaLibrary({ uploadsDir, dataDir, onProblem }),
    openDocumentIndex({ uploadsDir, indexFile: path.join(dataDir, 'document-index.json'), onProblem }),
    openFileTrash({ uploadsDir, onProblem }),
  ])
  return {
    uploadsDir,
    library,
    documents,
    trash,
    async close() {
      await Promise.all([library.close(), documents.close()])
    },
  }
}
