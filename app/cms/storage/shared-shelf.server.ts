import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { StoreSettings } from '#app/cms/platform/store-settings.server.ts'
import { S3Client } from './bucket/s3-client.server.ts'
import { isTemporaryName, temporaryPath } from './disk/temporary-name.server.ts'
import { hasCode } from './storage-error.ts'

/**
 * Small files that every process of the site may write, also one that only reads the site: their names say what is in
 * them, so nothing can be overwritten. They are no part of the site, and of no backup. All methods reject with the error
 * of the system or of the store.
 */
export interface SharedShelf {
  /** The names of the files in a folder; none if there is no such folder. */
  list(folder: string): Promise<string[]>
  /** Undefined if there is no such file, or if it is too large. */
  read(folder: string, name: string): Promise<Buffer | undefined>
  /** A reader never gets a part of the file. */
  write(folder: string, name: string, bytes: Buffer): Promise<void>
  remove(folder: string, name: string): Promise<void>
  close(): void
}

const MAX_FILE_BYTES = 8_000_000

const ROOT = 'assets'

/** The shelf below `assets/` in the bucket, or `assets` in the data folder, which must exist. Opens nothing yet. */
export function sharedShelf({ store, dataDir }: { store: StoreSettings | undefined; dataDir: string }): SharedShelf {
  return store ? shelfInBucket(store) : shelfOnDisk(path.join(dataDir, ROOT))
}

function shelfInBucket(store: StoreSettings): SharedShelf {
  let client: S3Client | undefined
  const open = () => (client ??= new S3Client(store))
  const keyOf = (...names: string[]) => [ROOT, ...names].join('/')
  return {
    async list(folder) {
      const start = keyOf(folder, '')
      const names: string[] = []
      for await (const { key } of open().list(start)) names.push(key.slice(start.length))
      return names
    },
    read: async (folder, name) => (await open().read(keyOf(folder, name), MAX_FILE_BYTES))?.bytes,
    async write(folder, name, bytes) {
      await open().put(keyOf(folder, name), bytes)
    },
    remove: (folder, name) => open().remove(keyOf(folder, name)),
    close() {
      client?.close()
    },
  }
}

function shelfOnDisk(root: string): SharedShelf {
  return {
    async list(folder) {
      const names = await ifThere(readdir(path.join(root, folder)))
      return (names ?? []).filter((name) => !isTemporaryName(name))
    },
    async read(folder, name) {
      const bytes = await ifThere(readFile(path.join(root, folder, name)))
      return bytes && bytes.length <= MAX_FILE_BYTES ? bytes : undefined
    },
    async write(folder, name, bytes) {
      const file = path.join(root, folder, name)
      const temporary = temporaryPath(file)
      // Without `recursive`: a data folder that is missing is not made anew.
      for (const parent of [root, path.join(root, folder)]) {
        await mkdir(parent, { mode: 0o700 }).catch((error: unknown) => {
          if (!hasCode(error, 'EEXIST')) throw error
        })
      }
      try {
        await writeFile(temporary, bytes, { flush: true, mode: 0o600 })
        await rename(temporary, file)
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => undefined)
        throw error
      }
    },
    remove: (folder, name) => rm(path.join(root, folder, name), { force: true }),
    close: () => undefined,
  }
}

function ifThere<Result>(found: Promise<Result>): Promise<Result | undefined> {
  return found.catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  })
}
