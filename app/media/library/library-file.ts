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

const MEGABYTE = 1024 * 1024

/** Files that are kept as they are, in a folder of the uploads. */
export type DocumentKind = 'pdf' | 'mp4' | 'vtt'

export type FileKind = 'image' | DocumentKind

/**
 * What may be uploaded: the words for it and for its failure, what a file picker offers, and the bytes one may have. The server holds these
 * limits and tells kinds apart by content; the browser only spares a wait that would end in a refusal.
 */
export const FILE_KINDS = {
  image: {
    words: 'JPEG, PNG, WebP or AVIF image',
    failed: 'Image upload failed',
    accept: 'image/jpeg,image/png,image/webp,image/avif',
    maxBytes: 10 * MEGABYTE,
  },
  /** Annual reports with photographs have 10 to 30 MB. */
  pdf: { words: 'PDF', failed: 'PDF upload failed', accept: '.pdf,application/pdf', maxBytes: 40 * MEGABYTE },
  /** As much as fits into a form of 60 MB with room for the rest. */
  mp4: { words: 'MP4 film', failed: 'Film upload failed', accept: '.mp4,video/mp4', maxBytes: 50 * MEGABYTE },
  vtt: { words: 'WebVTT captions', failed: 'Captions upload failed', accept: '.vtt,text/vtt', maxBytes: MEGABYTE },
} satisfies { [Kind in FileKind]: { words: string; failed: string; accept: string; maxBytes: number } }
