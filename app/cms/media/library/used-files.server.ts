import type { DocumentInfo } from '#app/cms/media/document-info.tsx'
import { fileAt, type ImageInfo } from '#app/cms/media/media-address.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { collectStrings, isImageReference } from './collect-file-refs.ts'
import type { LibraryImage } from './library-file.ts'
import type { FileIndexes } from './library-files.server.ts'

interface UsedFiles {
  images: LibraryImage[]
  /** By address. */
  documents: Record<string, DocumentInfo>
  /** Addresses of this site at which there is no file. */
  missing: string[]
}

/** The files that `content` uses, and no others. Loaders pass them to `StoredFilesProvider`. */
export function usedFiles(content: unknown, media: FileIndexes): UsedFiles {
  const images = Object.keys(resolveImages(content, media.library)).flatMap((name) => {
    const image = media.library.find(name)
    return image ? [{ ...infoOf(image), bytes: image.bytes }] : []
  })
  const documents = documentsIn(content, media.documents)
  const missing = [...collectStrings(content)].filter((text) => isDocumentAddress(text) && !documents[text])
  return { images, documents, missing }
}

function isDocumentAddress(text: string) {
  return fileAt(text) !== undefined && /^\S+\.(?:pdf|mp4|vtt)$/i.test(text)
}

/**
 * Every known image whose file name is a text anywhere in `content` (objects and lists of any depth), by that name.
 * Page loaders pass the result to `ImagesProvider`. The name of a missing image is logged once per library.
 */
export function resolveImages(
  content: unknown,
  library: { find: (file: string) => ImageInfo | undefined },
): Record<string, ImageInfo> {
  const images = new Map<string, ImageInfo>()
  for (const text of collectStrings(content)) {
    const found = library.find(text)
    if (found) images.set(text, infoOf(found))
    else if (isImageReference(text)) logMissing(library, text)
  }
  return Object.fromEntries(images)
}

/** Only what pages need of an image. */
function infoOf({ file, width, height, hasAssumedSize, focus, note }: ImageInfo): ImageInfo {
  return {
    file,
    width,
    height,
    ...(hasAssumedSize && { hasAssumedSize }),
    ...(focus && { focus }),
    ...(note && { note }),
  }
}

/** The names that were logged, by library. */
const logged = new WeakMap<object, Set<string>>()
/** Limits memory: the names come from content, which a program may change endlessly. */
const MAX_LOGGED = 1_000

function logMissing(library: object, file: string) {
  const names = logged.get(library) ?? new Set()
  logged.set(library, names)
  if (names.has(file) || names.size >= MAX_LOGGED) return
  names.add(file)
  log.warn({ file }, 'Image not found')
}

/**
 * Size and, if it has one, date of every uploaded document whose address, such as `/uploads/documents/x.pdf`, is a text
 * anywhere in `content`, by that address. Page loaders pass the result to `DocumentsProvider`.
 */
export function documentsIn(
  content: unknown,
  index: { find: (file: string) => DocumentInfo | undefined },
): Record<string, DocumentInfo> {
  const documents = new Map<string, DocumentInfo>()
  for (const text of collectStrings(content)) {
    const file = fileAt(text)
    const found = file !== undefined && index.find(file)
    if (found) documents.set(text, found)
  }
  return Object.fromEntries(documents)
}
