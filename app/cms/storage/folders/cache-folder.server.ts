import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Env } from '#app/cms/platform/env.server.ts'
import { isTemporaryName } from '../disk/temporary-name.server.ts'
import { findOwner } from '../lock/owner-lock.server.ts'

/** The folder for the files that a process makes itself if it only reads: variants, indexes, last good content. */
export interface CacheFolder {
  folder: string
  /**
   * Copies the variants of the process that writes, because making them takes minutes of processor time. Variants that
   * cannot be read are made here when they are requested. Never rejects.
   */
  copyVariants: () => Promise<void>
  /** Removes the folder if it is a temporary one. Never rejects. */
  close: () => Promise<void>
}

/** The prefix of the names of temporary folders. */
const PREFIX = 'website-cache-'

/** Files that save time or avoid faults at the start, if they exist. */
const SEEDS = ['last-good', 'parsed-contents.txt', 'image-index.json', 'document-index.json']

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
    if (name.startsWith(PREFIX) && hasNoOwner(folder)) {
      await rm(folder, { recursive: true, force: true }).catch(() => undefined)
    }
  }
  return mkdtemp(path.join(os.tmpdir(), PREFIX))
}

function hasNoOwner(folder: string) {
  try {
    return findOwner(folder) === undefined
  } catch {
    return false
  }
}
