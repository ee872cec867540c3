import type { ImageInfo } from '#app/media/pictures/image-url.ts'

/** An image in the uploads folder: name, size in pixels as it is seen (upright), size in bytes. */
export interface StoredImage extends ImageInfo {
  bytes: number
}
