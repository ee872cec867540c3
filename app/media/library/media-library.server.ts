import { env } from '#app/platform/env.server.ts'
import { log } from '#app/platform/log.server.ts'
import { singleton } from '#app/platform/singleton.server.ts'
import { openMediaLibrary } from './open-media-library.server.ts'

/** The site's images. Awaited while the server starts, so that loaders find every image from the first request on. */
export const mediaLibrary = await singleton('media', () =>
  openMediaLibrary({
    uploadsDir: env.uploadsDir,
    dataDir: env.dataDir,
    onProblem: (message, cause) => log.warn({ err: cause }, message),
  }),
)
