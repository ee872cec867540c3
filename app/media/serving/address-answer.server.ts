import path from 'node:path'
import { VARIANT_FORMATS } from '#app/media/pictures/image-url.ts'
import { isNamedByContent } from '#app/media/library/content-hash.server.ts'
import { fileAt } from './file-address.ts'
import { answerFile, fileCacheControl, type FileAnswer, type FilePlace } from './file-answer.server.ts'
import type { FileRequest } from './file-conditions.ts'
import type { Media } from '#app/media/media.server.ts'

type ServedMedia = Pick<Media, 'library' | 'uploadsDir'>

/** True for the addresses of files: `/uploads/…`, `/policies/…`, `/variants/…`. */
export function isFileAddress(pathname: string): boolean {
  return /^\/(?:uploads|policies|variants)\//.test(pathname)
}

/**
 * Answers a request for a file. `pathname` is the path of the address, not decoded: an encoded slash is no slash. A variant
 * that is not ready yet is answered with the image itself, not to be kept under that address.
 */
export async function serveFile(media: ServedMedia, pathname: string, request: FileRequest): Promise<FileAnswer> {
  return answerFile(request, await placeOf(media, pathname))
}

async function placeOf(media: ServedMedia, pathname: string): Promise<FilePlace | undefined> {
  const file = fileAt(pathname)
  return file === undefined ? variantPlace(media, pathname) : { folder: media.uploadsDir, relative: file }
}

/** `/variants/hero-3f2a9c1b.jpg/640.avif`: an image in another width and format. */
async function variantPlace({ library, uploadsDir }: ServedMedia, pathname: string): Promise<FilePlace | undefined> {
  const [, file, width, extension] = /^\/variants\/([^/]+)\/([1-9]\d{0,4})\.([a-z]+)$/.exec(pathname) ?? []
  const format = VARIANT_FORMATS.find((known) => known === extension)
  const image = file === undefined ? undefined : library.find(file)
  const found = image && format && (await library.variant(image.file, Number(width), format))
  if (!found) return undefined
  const state = { size: image.bytes, modified: image.modified }
  const cacheControl = found.isReady
    ? fileCacheControl(await isNamedByContent(path.join(uploadsDir, image.file), state))
    : 'no-store'
  return { folder: found.folder, relative: found.path, cacheControl }
}
