import type { DocumentInfo } from '#app/media/document-info.tsx'
import type { ImageInfo, VariantFormat } from '#app/media/addresses.ts'

/** Called with errors of background work, each once, since no request waits for it. */
export type ReportProblem = (message: string, cause?: unknown) => void

/** The file that is sent for a variant, below one of the library's folders. */
export interface VariantFile {
  folder: string
  /** Path below the folder, with forward slashes. */
  path: string
  /** False while the variant is being made: then this is the image itself, which must not be kept under that address. */
  isReady: boolean
}

/** The images of the uploads folder and their smaller variants. */
export interface MediaLibrary {
  /** An image by its file name, from memory: safe to call on every request. */
  find(file: string): IndexedImage | undefined
  /** Every image, newest first. */
  list(): IndexedImage[]
  /** Looks at files that were just put there or taken away, so that `find` and `list` know of them when this resolves. */
  refresh(...files: string[]): Promise<void>
  /** Makes images known at once that are on their way into the uploads folder. `refresh` has to follow. */
  adopt(...images: IndexedImage[]): void
  /**
   * Takes an image that somebody sent; it is on disk for good when this resolves, and its variants are on their way.
   * Throws UploadRefused, or what `source` threw; then nothing is left of it.
   */
  storeImage(source: AsyncIterable<Uint8Array>, originalName: string): Promise<StoredImage>
  /**
   * The file to send for a variant. It never waits for one to be made: a missing one is put first in the queue.
   * Undefined where there is no such image, or not in this width.
   */
  variant(file: string, width: number, format: VariantFormat): Promise<VariantFile | undefined>
  /** As `variant`, of a staged image. */
  stagedVariant(file: string, width: number, format: VariantFormat): Promise<VariantFile | undefined>
  /**
   * Makes the missing variants of these images in the background, in this order, of staged ones too; unknown names are passed
   * over.
   */
  warm(files: Iterable<string>): void
  /** Calls `listener` after each change of what `find` and `list` return. Returns a function that removes it. */
  subscribe(listener: () => void): () => void
  /** Removes the variants of images that are no longer there. Resolves with the names of these images. Rejects with the system's error. */
  removeStaleVariants(): Promise<string[]>
  /** How many variants wait to be made. */
  queued(): number
  /** Resolves when no variant waits to be made. */
  settled(): Promise<void>
  /** Ends the background work: a variant being made is finished, those waiting are not. */
  close(): Promise<void>
}

/** An image in the uploads folder: name, size in pixels as it is seen (upright), size in bytes. */
export interface StoredImage extends ImageInfo {
  bytes: number
}

/** A PDF, film or captions file in the uploads folder: its path below it, size, and day of its last change. */
export interface StoredDocument extends DocumentInfo {
  file: string
  /** When the file was put there, milliseconds since 1970. */
  modified: number
}

export interface IndexedImage extends StoredImage {
  /** Time of the last change, milliseconds since 1970, as the file system gives it (fractions included). */
  modified: number
}
