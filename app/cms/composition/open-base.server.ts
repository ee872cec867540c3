import { openAudit, type Audit } from '#app/cms/people/audit/audit-log.server.ts'
import { finishRestore } from '#app/cms/operations/backup/restore.server.ts'
import {
  readPendingPublications,
  rollBackPublications,
} from '#app/cms/content/publication-log/publication-log.server.ts'
import type { SiteDefinition } from '#app/cms/define/define-site.ts'
import type { CloseStack } from '#app/cms/platform/close-stack.server.ts'
import type { Env } from '#app/cms/platform/env.server.ts'
import { Health, watchLog } from '#app/cms/platform/health.server.ts'
import { log, logDestination } from '#app/cms/platform/log.server.ts'
import { openCacheFolder, type CacheFolder } from '#app/cms/storage/folders/cache-folder.server.ts'
import { watchFolders } from '#app/cms/storage/folders/site-folders.server.ts'
import { openDiskStorage, type DiskStorageOptions } from '#app/cms/storage/disk/disk-storage.server.ts'
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
  cache: CacheFolder | undefined
  health: Health
  folders: ReturnType<typeof watchFolders>
  storage: Storage
  /** As in the options. */
  ofWriter: Storage | undefined
  audit: Audit
  /** Undefined for a reader, which publishes nothing and removes nothing. */
  clock: SiteClock | undefined
  /** What an earlier process had begun to publish. */
  publications: Awaited<ReturnType<typeof readPendingPublications>>
}

/** How a site is opened. */
export interface SiteOptions {
  /** True if this process only reads: another one has staff, messages and the history. */
  isReader?: boolean
  /** Opens the storage, which the site closes. Default: the folders of the settings. */
  openStorage?: (options: DiskStorageOptions) => Storage | Promise<Storage>
  /** For a site that only reads: what the process that writes has stored. Default: it is found in the settings. */
  ofWriter?: Storage
  /** Problems of the process, which outlive the site. */
  health?: Health
}

/**
 * Opens what every other service needs: the health, the folders with their lock, the audit log and the clock. Completes
 * an interrupted restore before anything is read.
 */
export async function openBase({
  settings,
  definition,
  isReader = false,
  openStorage = openDiskStorage,
  ofWriter,
  health: ofProcess,
  opened,
}: SiteOptions & {
  settings: Env
  definition: SiteDefinition
  opened: CloseStack
}): Promise<SiteBase> {
  log.level = settings.logLevel
  // A node of a bucket has a data folder of its own.
  const cache = isReader && !settings.store ? await openCacheFolder(settings) : undefined
  if (cache) opened.defer(() => cache.close())
  const dataDir = cache?.folder ?? settings.dataDir
  // Only the process that writes handles mail, backups and shared caches.
  const env: Env = isReader ? { ...settings, dataDir, mail: undefined, backup: undefined, purge: undefined } : settings
  const health = new Health(log, ofProcess)
  const unwatchLog = watchLog(logDestination, health)
  opened.defer(unwatchLog)
  const folders = watchFolders({ ...env, health, log, isReader: cache !== undefined })
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
  if (!isReader) await rollBackPublications(storage, health)
  const publications = isReader ? [] : await readPendingPublications(storage, health)
  const audit = openAudit({ storage, health, log })
  opened.defer(() => audit.close())
  if (!isReader) await audit.inspectEnd()
  const clock = isReader ? undefined : await openSiteClock({ storage, health, newestRecord: () => newestTimeOf(audit) })
  if (clock) opened.defer(() => clock.close())
  return { definition, env, isReader, opened, cache, health, folders, storage, ofWriter, audit, clock, publications }
}

async function newestTimeOf(audit: Audit): Promise<string | undefined> {
  for await (const { time } of audit.find({})) return time
  return undefined
}
