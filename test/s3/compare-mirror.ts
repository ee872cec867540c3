import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { StoreSettings } from '#app/cms/platform/store-settings.server.ts'
import { digestFile } from '#app/cms/storage/bucket/digest.server.ts'
import { S3Client } from '#app/cms/storage/bucket/s3-client.server.ts'
import { isShared } from '#app/cms/storage/bucket/shared-names.ts'
import { versionOf } from '#app/cms/storage/storage.ts'
import { filesBelow } from '#test/reliability/check-files.ts'

/** The files of the site in which a node differs from the bucket: `only in the bucket: content/gallery.yaml`. */
export async function findDifferences(store: StoreSettings, { folder }: { folder: string }): Promise<string[]> {
  const [inBucket, inFolder] = [await objectsOf(store), await filesOf(folder)]
  return [...new Set([...inBucket.keys(), ...inFolder.keys()])].flatMap((name) => {
    const [object, file] = [inBucket.get(name), inFolder.get(name)]
    if (object === file) return []
    return `${file === undefined ? 'only in the bucket' : object === undefined ? 'only here' : 'different'}: ${name}`
  })
}

/** The history records of a site, with their names. Those of edits that have not happened yet end in `.pending`. */
export function recordsOf({ dataDir }: { dataDir: string }) {
  return filesBelow(path.join(dataDir, 'history')).map((name) => ({
    ...(JSON.parse(readFileSync(name, 'utf8')) as { version: string; replacedBy: string; reason: string }),
    name,
  }))
}

/**
 * Names of pending records although a node that has ended made their edit. Records of edits that were not made remain
 * for an hour, because a node may still make them; so do records of edits that another node made instead.
 */
export function findLostRecords(site: { dataDir: string; contentDir: string }): string[] {
  const isPending = ({ name }: { name: string }) => name.endsWith('.pending')
  const records = recordsOf(site)
  const counting = records.filter((record) => !isPending(record))
  const current = filesBelow(site.contentDir).map((file) => versionOf(readFileSync(file)))
  const made = new Set([...current, ...counting.map(({ version }) => version)])
  const edits = new Set(counting.map(({ version, replacedBy }) => `${version} ${replacedBy}`))
  return records
    .filter(isPending)
    .filter(({ version, replacedBy }) => made.has(replacedBy) && !edits.has(`${version} ${replacedBy}`))
    .map(({ name }) => name)
}

/** The site's files in a bucket: names and MD5 sums. */
async function objectsOf(store: StoreSettings): Promise<Map<string, string>> {
  const client = new S3Client(store)
  const found = new Map<string, string>()
  for await (const { key, etag } of client.list('')) if (isShared(key)) found.set(key, etag)
  client.close()
  return found
}

/** The site's files in the folder of a node, in the same form. */
async function filesOf(folder: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const name = path.relative(folder, path.join(entry.parentPath, entry.name))
    if (entry.isDirectory() || !isShared(name)) continue
    // A running node renames and removes files meanwhile.
    const sums = await digestFile(path.join(folder, name)).catch(() => undefined)
    if (sums) files.set(name, sums.md5)
  }
  return files
}
