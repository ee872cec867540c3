import type { ImageInfo } from '#app/media/pictures/image-url.ts'
import { log } from '#app/platform/log.server.ts'
import { isImageReference } from './collect-file-refs.ts'
import { collectStrings } from './collect-strings.ts'

/**
 * Every known image whose file name is a text anywhere in `content` (objects and lists of any depth), by that name. What
 * page loaders hand to `ImagesProvider`. The name of an image that is not there is logged, once while the process runs.
 */
export function resolveImages(
  content: unknown,
  library: { find: (file: string) => ImageInfo | undefined },
): Record<string, ImageInfo> {
  const images = new Map<string, ImageInfo>()
  for (const text of collectStrings(content)) {
    const found = library.find(text)
    if (found) images.set(text, { file: found.file, width: found.width, height: found.height })
    else if (isImageReference(text)) logMissing(text)
  }
  return Object.fromEntries(images)
}

const logged = new Set<string>()
/** Names come from content, which is not endless; a program may change it without end. */
const MOST_LOGGED = 1_000

function logMissing(file: string) {
  if (logged.has(file) || logged.size >= MOST_LOGGED) return
  logged.add(file)
  log.warn({ file }, 'Image not found')
}
