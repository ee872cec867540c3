import { openDiskStorage } from '#app/storage/disk-storage.server.ts'
import { openContentStore } from '#app/content/store/store.server.ts'
import { env } from '#app/platform/env.server.ts'
import { health } from '#app/platform/health.server.ts'
import { log } from '#app/platform/log.server.ts'
import { singleton } from '#app/platform/singleton.server.ts'
import { siteFolders } from '#app/platform/site-folders.server.ts'
import { sections } from './definitions.ts'
import { summariseEdit } from './summarise-edit.ts'

/** The site's content, read and checked when the process starts. */
export const siteContent = singleton('content', () => {
  const onRefusalChange = siteFolders.setRefusal.bind(siteFolders)
  const storage = openDiskStorage({ ...env, log, health, onRefusalChange })
  const store = openContentStore({ storage, sections, summarise: summariseEdit, log, health })
  const closeStore = store.close.bind(store)
  store.close = async () => {
    await closeStore()
    await storage.close()
  }
  return store
})
