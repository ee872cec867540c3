import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'
import { contentValueOf, type LibraryFile, type LibraryImage } from '#app/media/library/library-file.ts'
import { DocumentsProvider, type DocumentInfo } from '#app/media/documents/document-row-info.tsx'
import { ImagesProvider } from '#app/media/pictures/picture.tsx'

interface StoredFiles {
  images: { [file: string]: LibraryImage | undefined }
  remember: (file: LibraryFile) => void
  /** Addresses that the saved content has and at which there is no file. */
  missing: readonly string[]
  folderOf: (field: string) => string | undefined
}

const StoredFilesContext = createContext<StoredFiles>({
  images: {},
  remember: () => undefined,
  missing: [],
  folderOf: () => undefined,
})

interface StoredFilesProviderProps {
  /** The images that the content uses. */
  images?: readonly LibraryImage[]
  /** The documents that it uses, by their address. */
  documents?: { [address: string]: DocumentInfo | undefined }
  /** Addresses that it has and at which there is no file. */
  missing?: readonly string[]
  /** The folder into which a document for a field is uploaded. */
  folderOf?: (field: string) => string | undefined
  children: ReactNode
}

/** Tells the file fields and thumbnails below it about the files that the content uses, and about those chosen meanwhile. */
export function StoredFilesProvider({
  images = NONE,
  documents,
  missing = NOTHING,
  folderOf,
  children,
}: StoredFilesProviderProps) {
  const [chosen, setChosen] = useState<readonly LibraryFile[]>([])
  const files = useMemo(() => {
    const byName = Object.fromEntries([...images, ...chosen.flatMap(imageOf)].map((image) => [image.file, image]))
    return {
      images: byName,
      remember: (file: LibraryFile) => {
        setChosen((known) => (known.some((one) => one.file === file.file) ? known : [...known, file]))
      },
      missing,
      folderOf: folderOf ?? (() => undefined),
    }
  }, [images, chosen, missing, folderOf])
  const allDocuments = useMemo(
    () => ({ ...documents, ...Object.fromEntries(chosen.map((file) => [contentValueOf(file), documentOf(file)])) }),
    [documents, chosen],
  )
  return (
    <StoredFilesContext.Provider value={files}>
      <ImagesProvider images={files.images}>
        <DocumentsProvider documents={allDocuments}>{children}</DocumentsProvider>
      </ImagesProvider>
    </StoredFilesContext.Provider>
  )
}

/** What is known of the files that are used on this page, and how to make another one known. */
export function useStoredFiles() {
  return useContext(StoredFilesContext)
}

const NONE: readonly LibraryImage[] = []
const NOTHING: readonly string[] = []

function imageOf({ file, bytes, size }: LibraryFile): LibraryImage[] {
  return size ? [{ file, bytes, ...size }] : []
}

function documentOf({ bytes, modified }: LibraryFile): DocumentInfo {
  return { bytes, date: modified.slice(0, 10) }
}
