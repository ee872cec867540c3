import type { DocumentInfo } from '#app/media/documents/document-row-info.tsx'

/** A PDF, film or captions file in the uploads folder: its path below it, size, and day of its last change. */
export interface StoredDocument extends DocumentInfo {
  file: string
  /** When the file was put there, milliseconds since 1970. */
  modified: number
}
