import { env } from '#app/platform/env.server.ts'
import { log } from '#app/platform/log.server.ts'
import { singleton } from '#app/platform/singleton.server.ts'
import { openFileTrash } from './file-trash.server.ts'

/** The site's deleted files. Awaited while the server starts. */
export const siteTrash = await singleton('trash', () =>
  openFileTrash({
    uploadsDir: env.uploadsDir,
    onProblem: (message, cause) => log.warn({ err: cause }, message),
  }),
)
