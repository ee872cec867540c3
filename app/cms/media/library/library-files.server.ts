import { pageOf } from '#app/cms/platform/http/list-query.ts'
import { addressOf, fileAt } from '#app/cms/media/media-address.ts'
import { DOCUMENT_KINDS, type DocumentKind } from '#app/cms/define/upload-kind.ts'
import { kindOfName, type LibraryFile, type LibraryPage } from './library-file.ts'
import type { DocumentIndex } from './document-info-index.server.ts'
import type { IndexedImage, MediaLibrary, StoredDocument } from './media-library.types.ts'
import { foldText } from '#app/cms/platform/format/fold-text.ts'

/** The part of the indexes that reads files. */
export interface FileIndexes {
  library: Pick<MediaLibrary, 'find' | 'list'>
  documents: Pick<DocumentIndex, 'find' | 'list'>
}

/** Every uploaded image, newest first. From memory. */
export function libraryImages({ library }: Pick<FileIndexes, 'library'>): LibraryFile[] {
  return library.list().map(describeImage)
}

/** Every uploaded file that is no image, newest first; with `kinds` only those. From memory. */
export function libraryDocuments(
  { documents }: Pick<FileIndexes, 'documents'>,
  kinds: readonly DocumentKind[] = DOCUMENT_KINDS,
): LibraryFile[] {
  return documents
    .list()
    .sort((a, b) => b.modified - a.modified || (a.file < b.file ? -1 : 1))
    .map(describeDocument)
    .filter(({ kind }) => kinds.some((wanted) => wanted === kind))
}

/** A file by its path below the uploads folder; undefined if there is none. */
export function findLibraryFile({ library, documents }: FileIndexes, file: string): LibraryFile | undefined {
  const image = library.find(file)
  if (image) return describeImage(image)
  const document = documents.list().find((candidate) => candidate.file === file)
  return document && describeDocument(document)
}

/** Like {@link findLibraryFile}, by the value in content: the name of an image, the address of any other file. */
export function findStoredFile(media: FileIndexes, value: string): LibraryFile | undefined {
  return findLibraryFile(media, fileAt(value) ?? value)
}

/**
 * One page of the files whose path contains every word of `query`, whatever the case and accents. Beyond the last page:
 * the last.
 */
export function findFiles<File extends { file: string }>(
  files: readonly File[],
  { query, page, pageSize }: { query: string; page: number; pageSize: number },
): LibraryPage<File> {
  const words = foldText(query).split(/\s+/).filter(Boolean)
  const found = files.filter(({ file }) => words.every((word) => foldText(file).includes(word)))
  const shown = pageOf(found, page, pageSize)
  return { files: shown.items, page: shown.page, pages: shown.pageCount, total: found.length }
}

function describeImage({ file, width, height, hasAssumedSize, bytes, modified }: IndexedImage): LibraryFile {
  return {
    file,
    address: addressOf(file),
    kind: 'image',
    bytes,
    modified: new Date(modified).toISOString(),
    size: hasAssumedSize ? undefined : { width, height },
  }
}

function describeDocument({ file, bytes, modified, pdf }: StoredDocument): LibraryFile {
  const kind = kindOfName(DOCUMENT_KINDS, file) ?? 'pdf'
  const shown = { file, address: addressOf(file), kind, bytes, modified: new Date(modified).toISOString() }
  if (!pdf || 'problem' in pdf) return { ...shown, pdf }
  // Lists are sent to browsers, which need no texts.
  const { texts: _texts, ...facts } = pdf
  return { ...shown, pdf: facts }
}
