import type { ImageInfo } from '#app/ui/image-url.ts'
import { mediaLibrary } from './media-library.server.ts'
import { textsIn } from './texts-in.ts'

/**
 * Every known image whose file name is a text anywhere in `content` (objects and lists of any depth), by that name. What
 * page loaders hand to `ImagesProvider`.
 */
export function imagesIn(
  content: unknown,
  library: { find: (file: string) => ImageInfo | undefined } = mediaLibrary,
): Record<string, ImageInfo> {
  const images = new Map<string, ImageInfo>()
  for (const text of textsIn(content)) {
    const found = library.find(text)
    if (found) images.set(text, { file: found.file, width: found.width, height: found.height })
  }
  return Object.fromEntries(images)
}
