import type { FileKind } from '#app/cms/define/upload-kind.ts'
import type { ImageInfo } from '#app/cms/media/media-address.ts'
import type { PdfReading } from '#app/cms/media/decoding/decoder-jobs.ts'

/** An uploaded image as fields and the picker show it. */
export interface LibraryImage extends ImageInfo {
  bytes: number
}

/** An uploaded file as the library lists it. */
export interface LibraryFile {
  /** Path below the uploads folder: `photo-1a2b3c4d.jpg`, `documents/terms.pdf`. */
  file: string
  /** Where it is served: `/uploads/plant-1a2b3c4d.jpg`. */
  address: string
  kind: FileKind
  bytes: number
  /** Modification time of the file, ISO 8601. */
  modified: string
  /** In pixels; only for images. */
  size?: { width: number; height: number } | undefined
  /** Only for PDFs; undefined if it is not read yet. */
  pdf?: PdfReading | undefined
}

/** One page of a list of files. Pages count from 1. */
export interface LibraryPage<File = LibraryFile> {
  files: File[]
  page: number
  pages: number
  total: number
}

/** What staff should know of a PDF before they publish it, in a few words each. */
export function notesOn(pdf: PdfReading | undefined): string[] {
  if (pdf === undefined) return []
  if ('problem' in pdf) return [PDF_PROBLEMS[pdf.problem]]
  return [
    ...(pdf.hasScripts ? ['Contains scripts'] : []),
    ...(pdf.hasText === false ? ['No text: search and screen readers find nothing in it'] : []),
  ]
}

const PDF_PROBLEMS = {
  password: 'Asks for a password to open',
  damaged: 'Damaged, cannot be read',
  slow: 'Title, date, pages and text are not known: reading them took too long',
}

/** The day of the last change of a PDF, as it says itself. */
export function dateOf(pdf: PdfReading | undefined): string | undefined {
  return pdf && 'date' in pdf ? pdf.date : undefined
}

/** The value that content has for a file: the name of an image, the address of any other file. */
export function contentValueOf({ kind, file, address }: LibraryFile) {
  return kind === 'image' ? file : address
}

const MEGABYTE = 1024 * 1024

/**
 * The kinds of files that may be uploaded: their name, their error message, the types that a file picker offers, and
 * the most bytes. The server enforces the limits and detects kinds by content; the browser's check only avoids a
 * useless upload.
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
  /** Fits into a form of 60 MB with room for the rest of the form. */
  mp4: { words: 'MP4 film', failed: 'Film upload failed', accept: '.mp4,video/mp4', maxBytes: 50 * MEGABYTE },
  /** Those of SubRip (SRT) are stored as WebVTT. */
  vtt: {
    words: 'WebVTT or SRT captions',
    failed: 'Captions upload failed',
    accept: '.vtt,.srt,text/vtt,application/x-subrip',
    maxBytes: MEGABYTE,
  },
  /** A call of two hours with 48 kbit/s has 43 MB. */
  mp3: {
    words: 'MP3 recording',
    failed: 'Recording upload failed',
    accept: '.mp3,audio/mpeg',
    maxBytes: 50 * MEGABYTE,
  },
  m4a: {
    words: 'M4A recording',
    failed: 'Recording upload failed',
    accept: '.m4a,audio/mp4,audio/x-m4a',
    maxBytes: 50 * MEGABYTE,
  },
  xlsx: {
    words: 'Excel workbook (XLSX)',
    failed: 'Spreadsheet upload failed',
    accept: '.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    maxBytes: 10 * MEGABYTE,
  },
  csv: { words: 'CSV table', failed: 'Spreadsheet upload failed', accept: '.csv,text/csv', maxBytes: 5 * MEGABYTE },
  xml: {
    words: 'XBRL document (XML)',
    failed: 'XBRL upload failed',
    accept: '.xml,.xbrl,application/xml,text/xml',
    maxBytes: 10 * MEGABYTE,
  },
} satisfies { [Kind in FileKind]: { words: string; failed: string; accept: string; maxBytes: number } }

/** The kind among these that a file has by its name; undefined for another one. Its content is checked by the server. */
export function kindOfName<Kind extends FileKind>(kinds: readonly Kind[], name: string): Kind | undefined {
  const ending = name.slice(name.lastIndexOf('.')).toLowerCase()
  return kinds.find((kind) => FILE_KINDS[kind].accept.split(',').includes(ending))
}

/** The names of kinds of files, as a sentence has them: `PDF, MP3 recording or CSV table`. */
export function wordsOfKinds(kinds: readonly FileKind[]): string {
  return kinds
    .map((kind) => FILE_KINDS[kind].words)
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1')
}
