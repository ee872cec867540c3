import type { DocumentKind } from './file-kinds.ts'
import type { LibraryFile, LibraryPage } from './library-file.ts'
import { documentIndex } from './document-info.server.ts'
import { addressOf, fileAt } from '#app/media/serving/file-address.ts'
import { mediaLibrary } from './media-library.server.ts'
import type { IndexedImage } from './index-file.server.ts'
import type { StoredDocument } from '#app/media/uploads/stored-document.ts'

/** Every uploaded image, newest first. From memory. */
export function libraryImages(): LibraryFile[] {
  return mediaLibrary.list().map(describeImage)
}

/** Every uploaded document, film and captions file, newest first; with `kinds` only those. From memory. */
export function libraryDocuments(kinds: readonly DocumentKind[] = ['pdf', 'mp4', 'vtt']): LibraryFile[] {
  return documentIndex
    .list()
    .sort((a, b) => b.modified - a.modified || (a.file < b.file ? -1 : 1))
    .map(describeDocument)
    .filter(({ kind }) => kinds.some((wanted) => wanted === kind))
}

/** A file by its path below the uploads folder; undefined where there is none. */
export function findLibraryFile(file: string): LibraryFile | undefined {
  const image = mediaLibrary.find(file)
  if (image) return describeImage(image)
  const document = documentIndex.list().find((candidate) => candidate.file === file)
  return document && describeDocument(document)
}

/** As {@link findLibraryFile}, by what content writes: the name of an image, the address of any other file. */
export function findStoredFile(value: string): LibraryFile | undefined {
  return findLibraryFile(fileAt(value) ?? value)
}

/** One page of the files whose path holds every word of `query`, in whatever case. A page beyond the last is the last. */
export function pageOf<File extends { file: string }>(
  files: readonly File[],
  { query, page, pageSize }: { query: string; page: number; pageSize: number },
): LibraryPage<File> {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const found = files.filter(({ file }) => words.every((word) => file.toLowerCase().includes(word)))
  const pages = Math.max(1, Math.ceil(found.length / pageSize))
  const shown = Math.min(Math.max(1, page), pages)
  return { files: found.slice((shown - 1) * pageSize, shown * pageSize), page: shown, pages, total: found.length }
}

function describeImage({ file, width, height, bytes, modified }: IndexedImage): LibraryFile {
  return {
    file,
    address: addressOf(file),
    kind: 'image',
    bytes,
    modified: new Date(modified).toISOString(),
    size: { width, height },
  }
}

function describeDocument({ file, bytes, modified }: StoredDocument): LibraryFile {
  return { file, address: addressOf(file), kind: kindOf(file), bytes, modified: new Date(modified).toISOString() }
}

function kindOf(file: string): DocumentKind {
  if (/\.mp4$/i.test(file)) return 'mp4'
  return /\.vtt$/i.test(file) ? 'vtt' : 'pdf'
}
