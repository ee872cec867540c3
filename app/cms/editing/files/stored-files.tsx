import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'
import { contentValueOf, dateOf, type LibraryFile, type LibraryImage } from '#app/cms/media/library/library-file.ts'
import { DocumentsProvider, type DocumentInfo, useDocumentInfo } from '#app/cms/media/document-info.tsx'
import { ImagesProvider, Picture } from '#app/cms/media/picture.tsx'
import { formatBytes } from '#app/cms/platform/format/bytes.ts'
import { hasVariants } from '#app/cms/media/media-address.ts'

interface StoredFiles {
  images: { [file: string]: LibraryImage | undefined }
  remember: (file: LibraryFile) => void
  /** Addresses in the saved content at which no file exists. */
  missing: readonly string[]
  /** The folder into which a document for a field is uploaded. */
  folderOf: (field: string) => string | undefined
  /** The width of the largest place of an image, in CSS pixels. */
  widthOf: (field: string) => number | undefined
  /** True if pictures have focus points. */
  setsFocus: boolean
}

const StoredFilesContext = createContext<StoredFiles>({
  images: {},
  remember: () => undefined,
  missing: [],
  folderOf: () => undefined,
  widthOf: () => undefined,
  setsFocus: false,
})

interface StoredFilesProviderProps {
  /** The images that the content uses. */
  images?: readonly LibraryImage[]
  /** The documents that the content uses, by their address. */
  documents?: { [address: string]: DocumentInfo | undefined }
  /** Addresses in the content at which no file exists. */
  missing?: readonly string[]
  /** Upload folders of documents, by the field's name with `[]` for any index in a list. */
  folders?: { [field: string]: string | undefined }
  /** Widths of the largest places of images, by the same names. */
  widths?: { [field: string]: number | undefined }
  /** True if the site has the section of the focus points. */
  setsFocus?: boolean
  children: ReactNode
}

/** Provides the file fields and thumbnails inside with the files of the content and the files chosen since. */
export function StoredFilesProvider({
  images = NONE,
  documents,
  missing = NOTHING,
  folders = NONE_BY_FIELD,
  widths = NONE_BY_FIELD,
  setsFocus = false,
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
      folderOf: (field: string) => folders[anyIndex(field)],
      widthOf: (field: string) => widths[anyIndex(field)],
      setsFocus,
    }
  }, [images, chosen, missing, folders, widths, setsFocus])
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

/** The known files of this page, and a function to add another one. */
export function useStoredFiles() {
  return useContext(StoredFilesContext)
}

const NONE: readonly LibraryImage[] = []
const NOTHING: readonly string[] = []
const NONE_BY_FIELD = {}

function anyIndex(field: string) {
  return field.replace(/\[\d+\]/g, '[]')
}

function imageOf({ file, bytes, size }: LibraryFile): LibraryImage[] {
  return size ? [{ file, bytes, ...size }] : []
}

function documentOf({ bytes, pdf }: LibraryFile): DocumentInfo {
  return { bytes, date: dateOf(pdf) }
}

/**
 * A link that opens a document of the content, with its name and size. Marks a file that the saved content names but
 * that does not exist.
 */
export function DocumentLink({ href }: { href: string }) {
  const info = useDocumentInfo(href)
  const { missing } = useStoredFiles()
  const isOurs = href.startsWith('/')
  return (
    <>
      <a href={href} target="_blank" rel="noopener">
        {isOurs ? href.slice(href.lastIndexOf('/') + 1) : href}
        <span className="visually-hidden"> (opens in a new tab)</span>
      </a>
      {info && `, ${formatBytes(info.bytes)}`}
      {!info && missing.includes(href) && (
        <>
          {' '}
          <span className="chip chip--bad">File missing</span>
        </>
      )}
    </>
  )
}

interface ThumbnailProps {
  /** If empty, a blank of the same size is shown. */
  file: string
  className: string
  /** Displayed width: CSS pixels, or as in HTML's `sizes`. */
  width?: number | string
  alt?: string
}

/** A small picture of an uploaded image. Drawings are shown whole, photographs fill their frame. */
export function Thumbnail({ file, className, width = 96, alt = '' }: ThumbnailProps) {
  if (file === '') return <span className={className} />
  const isDrawing = !hasVariants(file)
  return (
    <Picture
      file={file}
      alt={alt}
      sizes={typeof width === 'number' ? `${width}px` : width}
      className={isDrawing ? `${className} ${className}--drawing` : className}
    />
  )
}
