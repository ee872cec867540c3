import type { SiteDefinition } from '#app/cms/define/define-site.ts'
import { RestoreUnfinished } from '#app/cms/operations/backup/restore.server.ts'
import type { Env } from '#app/cms/platform/env.server.ts'
import { Health } from '#app/cms/platform/health.server.ts'
import { Listeners } from '#app/cms/platform/listeners.ts'
import { log } from '#app/cms/platform/log.server.ts'
import type { StoreSettings } from '#app/cms/platform/store-settings.server.ts'
import { openBucket } from '#app/cms/storage/bucket/open-bucket.server.ts'
import { openDiskStorage } from '#app/cms/storage/disk/disk-storage.server.ts'
import {
  assertDataFolder,
  DATA_MISSING,
  DataFolderMissing,
  waitForDataFolder,
} from '#app/cms/storage/folders/missing-data-folder.server.ts'
import { openLockWritership } from '#app/cms/storage/lock/lock-writership.server.ts'
import { type OnRefusalChange } from '#app/cms/storage/lock/owner-lock.server.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import type { Writership } from '#app/cms/storage/writership.ts'
import type { SiteOptions } from './open-base.server.ts'
import type { OpenSite, SiteSource } from './running-site.server.ts'

interface SiteWithHealth extends OpenSite {
  health: Health
}

type Open<Site> = (env: Env, definition: SiteDefinition, options?: SiteOptions) => Promise<Site>

/** How the site of a process is opened: on folders of its own, on those of several processes, or on a bucket. */
export function siteSource<Site extends SiteWithHealth>(
  env: Env,
  definition: SiteDefinition,
  open: Open<Site>,
): Promise<SiteSource<Site>> {
  if (env.store) return bucketSource(env, env.store, definition, open)
  return Promise.resolve(
    env.role === 'writer' ? ownFoldersSource(env, definition, open) : lockSource(env, definition, open),
  )
}

/**
 * A process that writes to its folders from the start. It only reads while its data folder is missing, or an interrupted
 * restore cannot be finished: it would make new accounts and records beside those that are not in their places yet.
 */
function ownFoldersSource<Site extends SiteWithHealth>(
  env: Env,
  definition: SiteDefinition,
  open: Open<Site>,
): SiteSource<Site> {
  const listeners = new Listeners()
  const stop = new AbortController()
  let obstacle: { id: string; error: Error } | undefined

  function setObstacle(found: typeof obstacle) {
    obstacle = found
    listeners.announce()
  }

  const writership: Writership = {
    request: () => undefined,
    term: () => (obstacle ? undefined : 1),
    isHeld: () => obstacle === undefined,
    subscribe: listeners.subscribe,
    release: () => Promise.resolve(),
  }
  return {
    writership,
    isShared: false,
    async start() {
      try {
        await assertDataFolder(env)
      } catch (error) {
        if (!(error instanceof DataFolderMissing)) throw error
        setObstacle({ id: DATA_MISSING, error })
        void waitForDataFolder(env, stop.signal).then((isThere) => {
          if (isThere) setObstacle(undefined)
        })
      }
    },
    async openReader() {
      const site = await open(env, definition, { isReader: true })
      if (obstacle) site.health.report({ id: obstacle.id, message: obstacle.error.message }, obstacle.error.cause)
      return site
    },
    async openWriter() {
      try {
        return await open(env, definition)
      } catch (error) {
        if (error instanceof RestoreUnfinished) setObstacle({ id: 'restore-unfinished', error })
        throw error
      }
    },
    close() {
      stop.abort()
      return Promise.resolve()
    },
  }
}

/** A process on folders that several processes share. The lock of the data folder says which one writes. */
function lockSource<Site extends SiteWithHealth>(
  env: Env,
  definition: SiteDefinition,
  open: Open<Site>,
): SiteSource<Site> {
  const health = new Health(log)
  const refusal = new LastRefusal()
  const writership = openLockWritership({ dataDir: env.dataDir, health, onRefusalChange: refusal.set })
  return {
    writership,
    isShared: true,
    start() {
      if (env.role === 'standby') writership.request()
      return Promise.resolve()
    },
    openReader: () => open(env, definition, { isReader: true, health }),
    async openWriter() {
      try {
        return await open(env, definition, {
          health,
          openStorage({ onRefusalChange, ...options }) {
            const lock = writership.lock()
            if (!lock) throw new StorageError('lock-lost')
            refusal.follow(onRefusalChange)
            return openDiskStorage({ ...options, lock })
          },
        })
      } catch (error) {
        // The lock was released with the storage.
        if (error instanceof StorageError) writership.endTerm()
        throw error
      }
    },
    close() {
      writership.close()
      return Promise.resolve()
    },
  }
}

/** A node of a bucket. The lease in the bucket says which one writes. */
async function bucketSource<Site extends SiteWithHealth>(
  env: Env,
  store: StoreSettings,
  definition: SiteDefinition,
  open: Open<Site>,
): Promise<SiteSource<Site>> {
  const health = new Health(log)
  const refusal = new LastRefusal()
  const bucket = await openBucket({ ...env, store, log, health, onRefusalChange: refusal.set })
  return {
    writership: bucket.writership,
    isShared: true,
    start: () => bucket.start({ mayWrite: env.role !== 'reader' }),
    openReader: () =>
      open(env, definition, {
        isReader: true,
        health,
        ofWriter: bucket.storage,
        openStorage({ onRefusalChange }) {
          refusal.follow(onRefusalChange)
          return bucket.forReader()
        },
      }),
    openWriter: (term, onDoubt) =>
      open(env, definition, {
        health,
        openStorage({ onRefusalChange }) {
          refusal.follow(onRefusalChange)
          return bucket.forWriter(term, onDoubt)
        },
      }),
    clockOffset: () => bucket.clockOffset(),
    close: () => bucket.close(),
  }
}

/** Passes on why a lock refuses writes, to the site that is open. A lock that is lost ends the term instead. */
class LastRefusal {
  #last: Parameters<OnRefusalChange>[0]
  #listener: OnRefusalChange | undefined

  readonly set: OnRefusalChange = (refusal) => {
    this.#last = refusal?.code === 'lock-lost' ? undefined : refusal
    this.#listener?.(this.#last)
  }

  follow(listener: OnRefusalChange | undefined) {
    this.#listener = listener
    listener?.(this.#last)
  }
}
