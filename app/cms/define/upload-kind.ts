/** Files that are stored as they are, in a folder of the uploads. Each kind has the ending of its name. */
export const DOCUMENT_KINDS = ['pdf', 'mp4', 'vtt', 'mp3', 'm4a', 'xlsx', 'csv', 'xml'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

export type FileKind = 'image' | DocumentKind

/**
 * A file that may be uploaded for a field. Images have one folder, other files are stored in a `folder` of the uploads.
 * `width` is that of the largest place of an image, in CSS pixels. `also` names further kinds of files.
 */
export type UploadKind =
  | { accepts: 'image'; width?: number }
  | { accepts: DocumentKind; folder: string; also?: readonly DocumentKind[] }
