import path from 'node:path'

/** Every kind of file that may be served from the uploads folder. */
const CONTENT_TYPES: { [extension: string]: string | undefined } = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.svg': 'image/svg+xml',
  '.pdf': 'application/pdf',
  '.mp4': 'video/mp4',
  '.vtt': 'text/vtt',
}

/** Media type by the extension of a file name, in whatever case; undefined for a kind that is not served. */
export function contentTypeOf(name: string) {
  return CONTENT_TYPES[path.extname(name).toLowerCase()]
}
