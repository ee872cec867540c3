import type { Env } from '#app/cms/platform/env.server.ts'
import { openDiskStorage, type DiskStorageOptions } from './disk/disk-storage.server.ts'
import { openS3Storage } from './bucket/s3-storage.server.ts'
import type { Storage } from './storage.ts'

/**
 * Opens the storage that the settings name: the folders, or a bucket with the folders as its mirror. Rejects with an
 * Error for the operator if it cannot be used.
 */
export async function openStorage({ store, ...options }: DiskStorageOptions & Pick<Env, 'store'>): Promise<Storage> {
  return store ? openS3Storage({ ...options, store }) : openDiskStorage(options)
}
