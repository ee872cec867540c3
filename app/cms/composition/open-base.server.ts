import { openAudit, type Audit } from '#app/cms/people/audit/audit-log.server.ts'
import { finishRestore } from '#app/cms/operations/backup/restore.server.ts'
import { readPendingPublications } from '#app/cms/content/publication-log/publication-log.server.ts'
import type { SiteDefinition } from '#app/cms/define/define-site.ts'
import type { CloseStack } from '#app/cms/platform/close-stack.server.ts'
import type { Env } from '#app/cms/platform/env.server.ts'
import { Health, watchLog } from '#app/cms/platform/health.server.ts'
import { log, logDestination } from '#app/cms/platform/log.server.ts'
import { openCacheFolder } from '#app/cms/standby.server.ts'
import { watchFolders } from '#app/cms/storage/folders/site-folders.server.ts'
import { openStorage } from '#app/cms/storage/open-storage.server.ts'
import { openSiteClock, type SiteClock } from '#app/cms/storage/site-clock.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'

/** What every other service of a site needs. */
export interface SiteBase {
  definition: SiteDefinition
  /** The settings of this process. Those of a reader have its own data folder, and nothing that only the writer does. */
  env: Env
  isReader: boolean
  /** How the services are closed. Each adds itself when it is opened. */
  opened: CloseStack
  /** The folder for the files that a reader makes itself. */
  cache: Awaited<ReturnType<typeof openCacheFolder>> | undefined
  health: Health
  folders: ReturnType<typeof watchFolders>
  storage: Storage
  audit: Audit
  /** Undefined for a reader, which publishes nothing and removes nothing. */
  clock: SiteClock | undefined
  /** What an earlier process had begun to publish. */
  publications: Awaited<ReturnType<typeof readPendingPublications>>
}

/**
 * Opens what every other service needs: the health, the folders with their lock, the audit log and the clock. Completes
 * an interrupted restore before anything is read.
 */
export async function openBase({
  settings,
  definition,
  isReader,
  opened,
}: {
  settings: Env
  definition: SiteDefinition
  isReader: boolean
  opened: CloseStack
}): Promise<SiteBase> {
  log.level = settings.logLevel
  const cache = isReader ? await openCacheFolder(settings) : undefined
  if (cache) opened.defer(() => cache.close())
  // Only the process that writes handles mail, backups and shared caches.
  const env: Env = cache
    ? { ...settings, dataDir: cache.folder, mail: undefined, backup: undefined, purge: undefined }
    : settings
  const health = new Health(log)
  const unwatchLog = watchLog(logDestination, health)
  opened.defer(unwatchLog)
  const folders = watchFolders({ ...env, health, log, isReader })
  const storage = await openStorage({
    ...env,
    log,
    health,
    isReader,
    onRefusalChange: (refusal) => {
      folders.setRefusal(refusal)
    },
  })
  // Releases the lock that the parts below need.
  opened.defer(() => storage.close())
  folders.setRefusalOf((root) => storage.refusal(`${root}/`))
  opened.defer(() => folders.close())
  const isFinished =
    !isReader && (await finishRestore({ content: env.contentDir, uploads: env.uploadsDir, data: env.dataDir }))
  if (isFinished) log.warn('An interrupted restore was completed')
  const publications = await readPendingPublications(storage, health)
  const audit = openAudit({ storage, health, log })
  opened.defer(() => audit.close())
  if (!isReader) await audit.inspectEnd()
  const clock = isReader ? undefined : await openSiteClock({ storage, health, newestRecord: () => newestTimeOf(audit) })
  if (clock) opened.defer(() => clock.close())
  return { definition, env, isReader, opened, cache, health, folders, storage, audit, clock, publications }
}

async function newestTimeOf(audit: Audit): Promise<string | undefined> {
  for await (const { time } of audit.find({})) return time
  return undefined
}
