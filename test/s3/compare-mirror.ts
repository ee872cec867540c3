import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { StoreSettings } from '#app/platform/store-settings.server.ts'
import { digestFile } from '#app/storage/s3/digest.server.ts'
import { S3Client } from '#app/storage/s3/s3-client.server.ts'
import { isShared } from '#app/storage/s3/shared-names.ts'

/** The site's files in a bucket, by their names, with the MD5 of each. */
export async function objectsOf(store: StoreSettings): Promise<Record<string, string>> {
  const client = new S3Client(store)
  const found: Record<string, string> = {}
  for await (const { key, etag } of client.list('')) if (isShared(key)) found[key] = etag
  client.close()
  return sorted(found)
}

/** The site's files in the folder of a node, likewise. */
export async function filesOf({ folder }: { folder: string }): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const name = path.relative(folder, path.join(entry.parentPath, entry.name))
    if (!entry.isDirectory() && isShared(name)) files[name] = (await digestFile(path.join(folder, name))).md5
  }
  return sorted(files)
}

function sorted(files: Record<string, string>) {
  return Object.fromEntries(Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1)))
}
