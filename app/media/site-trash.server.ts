import { env } from '#app/env.server.ts'
import { log } from '#app/log.server.ts'
import { singleton } from '#app/singleton.server.ts'
import { openFileTrash } from './file-trash.server.ts'

/** The site's deleted files. Awaited while the server starts. */
export const siteTrash = await singleton('trash', () =>
  openFileTrash({
    uploadsDir: env.uploadsDir,
    onProblem: (message, cause) => log.warn({ err: cause }, message),
  }),
)
