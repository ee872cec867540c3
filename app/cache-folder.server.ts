import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { areFoldersFree } from './standby.server.ts'
import { isTemporaryName } from '#app/storage/temporary-name.server.ts'
import type { Env } from './platform/env.server.ts'

/** The folder in which a process that only reads keeps what it makes itself: variants of images, indexes, last good content. */
export interface CacheFolder {
  folder: string
  /**
   * Copies the variants that the process which writes has made: to make them takes minutes of processor time. Those that cannot be
   * read are made here. Never rejects.
   */
  copyVariants: () => Promise<void>
  /** Removes the folder if it is a temporary one. Never rejects. */
  close: () => Promise<void>
}

/** How the names of temporary ones begin. */
const PREFIX = 'website-cache-'

/** What saves time or faults at the start if it is there. */
const SEEDS = ['last-good', 'image-index.json', 'document-index.json']

/** Opens `CACHE_DIR`, or a temporary folder, with copies of what the data folder has. Rejects if it cannot be made. */
export async function openCacheFolder({ cacheDir, dataDir }: Pick<Env, 'cacheDir' | 'dataDir'>): Promise<CacheFolder> {
  const folder = cacheDir ?? (await makeTemporaryFolder())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const copy = (name: string, force: boolean) =>
    cp(path.join(dataDir, name), path.join(folder, name), {
      recursive: true,
      force,
      filter: (source) => !isTemporaryName(path.basename(source)),
      // What cannot be read, or is not there, is made here.
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

/** Also removes those of processes that were killed: nobody has their lock any more. */
async function makeTemporaryFolder() {
  for (const name of await readdir(os.tmpdir())) {
    const folder = path.join(os.tmpdir(), name)
    if (!name.startsWith(PREFIX) || !areFoldersFree({ dataDir: folder })) continue
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
  return mkdtemp(path.join(os.tmpdir(), PREFIX))
}
