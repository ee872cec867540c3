import os from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Env } from './platform/env.server.ts'
import type { HealthReports } from './platform/health.server.ts'
import { findOwner } from './storage/lock/owner-lock.server.ts'
import { hasCode } from './storage/storage-error.ts'
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { isTemporaryName } from './storage/disk/temporary-name.server.ts'

/** How often a standby checks whether the folders are free (ms). */
const CHECK_MS = 1_000

const OBSTACLE = 'standby-cannot-take-over'

type Folders = Pick<Env, 'dataDir'>

/** True if no process owns the folders, but one has owned them before: a disk that is not mounted is not free. */
export function areFoldersFree(folders: Folders): boolean {
  const found = checkOwner(folders)
  return 'owner' in found && found.owner === undefined
}

/** True if another process owns the folders. This one does not count: it may have failed half-way. */
export function isTakenByAnother(folders: Folders): boolean {
  const found = checkOwner(folders)
  if (!('owner' in found) || found.owner === undefined) return false
  return !(found.owner.pid === process.pid && found.owner.host === os.hostname())
}

/** The process that owns the folders, or why that is unknown. */
function checkOwner({ dataDir }: Folders): { owner: ReturnType<typeof findOwner> } | { obstacle: string } {
  try {
    return { owner: findOwner(dataDir) }
  } catch (error) {
    const obstacle = hasCode(error, 'ENOENT')
      ? `No process has ever written to ${dataDir}. Mount its disk, or start the site there once with ROLE=writer.`
      : `The site cannot find out whether another process writes to ${dataDir} (${String(error)}). Have the disk of this folder checked.`
    return { obstacle }
  }
}

/**
 * Waits until the folders are free and calls `open`, which opens the site as the one that writes. Resolves with the
 * site, or with undefined once `signal` is aborted. Rejects like `open`, unless another standby was first.
 */
export async function waitForFolders<Site>(
  folders: Folders,
  { open, signal, health }: { open: () => Promise<Site>; signal: AbortSignal; health: HealthReports },
): Promise<Site | undefined> {
  while (!signal.aborted) {
    const found = checkOwner(folders)
    if ('obstacle' in found) health.report({ id: OBSTACLE, message: found.obstacle })
    else health.clear(OBSTACLE)
    if ('owner' in found && found.owner === undefined) {
      try {
        return await open()
      } catch (error) {
        if (!isTakenByAnother(folders)) throw error
      }
    }
    await delay(CHECK_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
  return undefined
}

/** The folder for the files that a process makes itself if it only reads: variants, indexes, last good content. */
interface CacheFolder {
  folder: string
  /**
   * Copies the variants of the process that writes, because making them takes minutes of processor time. Variants that
   * cannot be read are made here. Never rejects.
   */
  copyVariants: () => Promise<void>
  /** Removes the folder if it is a temporary one. Never rejects. */
  close: () => Promise<void>
}

/** The prefix of the names of temporary folders. */
const PREFIX = 'website-cache-'

/** Files that save time or avoid faults at the start, if they exist. */
const SEEDS = ['last-good', 'image-index.json', 'document-index.json']

/** Opens `CACHE_DIR` or a temporary folder, with copies of the data folder's `SEEDS`. Rejects if it cannot be made. */
export async function openCacheFolder({ cacheDir, dataDir }: Pick<Env, 'cacheDir' | 'dataDir'>): Promise<CacheFolder> {
  const folder = cacheDir ?? (await makeTemporaryFolder())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const copy = (name: string, force: boolean) =>
    cp(path.join(dataDir, name), path.join(folder, name), {
      recursive: true,
      force,
      filter: (source) => !isTemporaryName(path.basename(source)),
      // Files that cannot be read or do not exist are made here.
    }).catch(() => undefined)
  for (const name of SEEDS) await copy(name, true)
  return {
    folder,
    copyVariants: () => copy('variants', false),
    async close() {
      if (cacheDir === undefined) await rm(folder, { recursive: true, force: true }).catch(() => undefined)
    },
  }
}

/** Also removes the folders of killed processes: no process holds their lock any more. */
async function makeTemporaryFolder() {
  for (const name of await readdir(os.tmpdir())) {
    const folder = path.join(os.tmpdir(), name)
    if (!name.startsWith(PREFIX) || !areFoldersFree({ dataDir: folder })) continue
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
  return mkdtemp(path.join(os.tmpdir(), PREFIX))
}
