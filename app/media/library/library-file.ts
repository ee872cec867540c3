import type { FileKind } from './file-kinds.ts'
import type { ImageInfo } from '#app/media/addresses.ts'

/** An uploaded image as fields and the picker show it. */
export interface LibraryImage extends ImageInfo {
  bytes: number
}

/** An uploaded file as the library lists it. */
export interface LibraryFile {
  /** Path below the uploads folder: `plant-1a2b3c4d.jpg`, `reports/annual-report-2024-25.pdf`. */
  file: string
  /** Where it is served: `/uploads/plant-1a2b3c4d.jpg`. */
  address: string
  kind: FileKind
  bytes: number
  /** When it was put there, ISO 8601. */
  modified: string
  /** Pixels; of images only. */
  size?: { width: number; height: number } | undefined
}

/** One page of a list of files. Pages count from 1. */
export interface LibraryPage<File = LibraryFile> {
  files: File[]
  page: number
  pages: number
  total: number
}

/** What content writes for a file: of an image its name, of any other file its address. */
export function contentValueOf({ kind, file, address }: LibraryFile) {
  return kind === 'image' ? file : address
}
