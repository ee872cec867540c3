import { env } from '#app/env.server.ts'
import { log } from '#app/log.server.ts'
import { singleton } from '#app/singleton.server.ts'
import { openMediaLibrary } from './open-media-library.server.ts'

/** The site's images. Awaited while the server starts, so that loaders find every image from the first request on. */
export const mediaLibrary = await singleton('media', () =>
  openMediaLibrary({
    uploadsDir: env.uploadsDir,
    dataDir: env.dataDir,
    onProblem: (message, cause) => log.warn({ err: cause }, message),
  }),
)
