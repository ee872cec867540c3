import type { LibraryImage } from '#app/ui/admin/library-file.ts'
import type { DocumentInfo } from '#app/ui/document-row-info.tsx'
import { documentsIn } from './document-info.server.ts'
import { imagesIn } from './images-in.server.ts'
import { mediaLibrary } from './media-library.server.ts'

export interface UsedFiles {
  images: LibraryImage[]
  /** By address. */
  documents: Record<string, DocumentInfo>
}

/** The files that `content` uses, and no others however many there are: what loaders hand to `StoredFilesProvider`. */
export function usedFiles(content: unknown): UsedFiles {
  const images = Object.keys(imagesIn(content)).flatMap((name) => {
    const image = mediaLibrary.find(name)
    return image ? [{ file: image.file, width: image.width, height: image.height, bytes: image.bytes }] : []
  })
  return { images, documents: documentsIn(content) }
}
