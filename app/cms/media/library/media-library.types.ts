import type { PdfReading } from '#app/cms/media/decoding/decoder-jobs.ts'
import type { ImageInfo, VariantFormat } from '#app/cms/media/media-address.ts'

/** Called once with each error of background work, because no request waits for that work. */
export type ReportProblem = (message: string, cause?: unknown) => void

/** Called now and then during background work that takes long: how many files are done, and how many there are. */
export type ReportReading = (done: number, total: number) => void

/** The file that is sent for a variant, below one of the library's folders. */
export interface VariantFile {
  folder: string
  /** Path below the folder, with forward slashes. */
  path: string
  /** False while the variant is being made: this is then the image itself, which caches must not store. */
  isReady: boolean
}

/** The images of the uploads folder and their smaller variants. */
export interface MediaLibrary {
  /** An image by its file name, from memory: safe to call on every request. */
  find(file: string): IndexedImage | undefined
  /** Every image, newest first. */
  list(): IndexedImage[]
  /** Reads files that were just stored or removed, so that `find` and `list` are up to date when this resolves. */
  refresh(...files: string[]): Promise<void>
  /** Adds images that are about to be moved into the uploads folder. `refresh` has to follow. */
  addArriving(...images: IndexedImage[]): void
  /**
   * Stores an uploaded image. When this resolves, it is safely on disk and its variants are queued. Rejects with
   * UploadRefused or the error of `source`; then nothing is stored. `owner`: the id of the account that uploads; left out: the site.
   */
  storeImage(source: AsyncIterable<Uint8Array>, originalName: string, owner: string): Promise<StoredImage>
  /**
   * The file to send for a variant. It never waits for encoding: a missing variant is queued as urgent. Undefined if
   * the image does not exist, or not in this width. An image whose size is not read yet has every width.
   */
  variant(file: string, width: number, format: VariantFormat): Promise<VariantFile | undefined>
  /** Like `variant`, for a staged image. */
  stagedVariant(file: string, width: number, format: VariantFormat): Promise<VariantFile | undefined>
  /** The pictures with the titles of pages. */
  titlePictures: Pick<TitlePictures, 'addressOf' | 'find' | 'forget'>
  /**
   * Makes missing variants of these images in the background, in this order. Staged images are included, unknown names
   * ignored.
   */
  prepareVariants(files: Iterable<string>): void
  /** Calls `listener` after each change of what `find` and `list` return. Returns a function that removes it. */
  subscribe(listener: () => void): () => void
  /** Removes variants of images that no longer exist. Resolves with their names. Rejects with the system's error. */
  removeStaleVariants(): Promise<string[]>
  /** Resolves when the size of every image has been read. */
  sizesRead(): Promise<void>
  /** How many variants wait to be made. */
  queued(): number
  /** Resolves when no variant waits to be made. */
  whenIdle(): Promise<void>
  /** Ends the background work: a variant being made is finished, those waiting are not. */
  close(): Promise<void>
}

/** The pictures with the title of a page that social networks show. */
export interface TitlePictures {
  /**
   * The address of the picture with a title over an image; it is made in the background if there is none yet. Undefined
   * if it cannot be made: for a drawing, and for a title in a script that the font does not have.
   */
  addressOf(picture: { file: string; title: string }): string | undefined
  /** The file to send; while it is not ready the image itself. Undefined for a name that no page of now has asked for. */
  find(file: string, name: string): Promise<VariantFile | undefined>
  /** Forgets which pages have asked. Has to be called when content changes: a hidden page must not be found any more. */
  forget(): void
  /** Resolves when all pictures that were asked for are made. */
  whenIdle(): Promise<void>
  close(): Promise<void>
}

/** An image in the uploads folder: name, size in pixels as it is seen (upright), size in bytes. */
export interface StoredImage extends ImageInfo {
  bytes: number
}

/** A PDF, film or captions file in the uploads folder. */
export interface StoredDocument {
  /** Path below the uploads folder. */
  file: string
  bytes: number
  /** Modification time of the file, milliseconds since 1970. */
  modified: number
  /** Undefined for other kinds, and for a PDF that is not read yet. */
  pdf?: PdfReading
}

export interface IndexedImage extends StoredImage {
  /** Time of the last change, milliseconds since 1970, as the file system gives it (fractions included). */
  modified: number
}
