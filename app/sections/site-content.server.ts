import { openContentStore } from '#app/content/store/store.server.ts'
import { env } from '#app/platform/env.server.ts'
import { health } from '#app/platform/health.server.ts'
import { log } from '#app/platform/log.server.ts'
import { singleton } from '#app/platform/singleton.server.ts'
import { siteFolders } from '#app/platform/site-folders.server.ts'
import { sections } from './definitions.ts'
import { summariseEdit } from './summarise-edit.ts'

/** The site's content, read and checked when the process starts. */
export const siteContent = singleton('content', () =>
  openContentStore({
    contentDir: env.contentDir,
    dataDir: env.dataDir,
    sections,
    summarise: summariseEdit,
    log,
    health,
    onRefusalChange: (refusal) => siteFolders.setRefusal(refusal),
  }),
)
