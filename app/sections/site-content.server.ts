import { openContentStore } from '#app/content/store.server.ts'
import { env } from '#app/env.server.ts'
import { health } from '#app/health.server.ts'
import { log } from '#app/log.server.ts'
import { singleton } from '#app/singleton.server.ts'
import { siteFolders } from '#app/site-folders.server.ts'
import { sections } from './registry.ts'
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
