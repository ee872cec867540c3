import type { LibraryImage } from './library-file.ts'
import type { DocumentInfo } from '#app/media/documents/document-row-info.tsx'
import { documentsIn } from './document-info.server.ts'
import { resolveImages } from './resolve-images.server.ts'
import type { Media } from '#app/media/media.server.ts'
import { collectStrings } from './collect-strings.ts'

export interface UsedFiles {
  images: LibraryImage[]
  /** By address. */
  documents: Record<string, DocumentInfo>
  /** Addresses of ours at which there is no file. */
  missing: string[]
}

/** The files that `content` uses, and no others however many there are: what loaders hand to `StoredFilesProvider`. */
export function usedFiles(content: unknown, media: Pick<Media, 'library' | 'documents'>): UsedFiles {
  const images = Object.keys(resolveImages(content, media.library)).flatMap((name) => {
    const image = media.library.find(name)
    return image ? [{ file: image.file, width: image.width, height: image.height, bytes: image.bytes }] : []
  })
  const documents = documentsIn(content, media.documents)
  const missing = [...collectStrings(content)].filter((text) => DOCUMENT_ADDRESS.test(text) && !documents[text])
  return { images, documents, missing }
}

const DOCUMENT_ADDRESS = /^\/(?:uploads|policies)\/\S+\.(?:pdf|mp4|vtt)$/i
