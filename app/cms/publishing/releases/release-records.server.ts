import type { DataFile } from '#app/cms/content/publication-log/publication-record.ts'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import { jsonText } from '#app/cms/platform/json-text.ts'
import type { Storage, StoredFile } from '#app/cms/storage/storage.ts'
import { releaseRecord, type Release } from './release-format.ts'

/*
 * Each release is one file of the data folder. That file commits the publication of the release and its undo
 * (`docs/publication-log.md`).
 */

const FOLDER = 'data/releases'
const MAX_FILE_BYTES = 1_000_000

export function recordName(id: string): string {
  return `${FOLDER}/${id}.json`
}

/** A release and the version of its file. */
export interface StoredRelease {
  release: Release
  version: string
}

/** The file of a release. */
export function recordFile(release: Release): DataFile {
  return { name: recordName(release.id), text: JSON.stringify(release) }
}

/**
 * Writes the file of a release if it has the version `ifVersion`; null: if there is none. Resolves with its new version.
 * Rejects with PreconditionFailed or StorageError, and then nothing has changed.
 */
export async function writeRelease(storage: Storage, release: Release, ifVersion: string | null): Promise<string> {
  const { name, text } = recordFile(release)
  return (await storage.commit([{ name, bytes: text, ifVersion }])).version
}

/**
 * The ids of the releases that have a record, also a damaged one. Undefined if that is unknown. An interrupted removal in
 * a bucket leaves an empty object, which is no record.
 */
export async function releasesWithRecord(
  storage: Pick<Storage, 'list' | 'stat'>,
): Promise<ReadonlySet<string> | undefined> {
  try {
    const ids = new Set<string>()
    for (const { name } of await storage.list(FOLDER)) {
      if (name.endsWith('.json') && (await storage.stat(`${FOLDER}/${name}`))?.size !== 0)
        ids.add(name.slice(0, -'.json'.length))
    }
    return ids
  } catch {
    return undefined
  }
}

/** A release as its file says; undefined if there is none. Rejects if it cannot be read. */
export async function readRelease(storage: Pick<Storage, 'read'>, id: string): Promise<StoredRelease | undefined> {
  const file = await storage.read(recordName(id), { maxBytes: MAX_FILE_BYTES })
  if (!file || file.bytes.length === 0) return undefined
  return { release: parseRelease(file, id), version: file.version }
}

/**
 * All releases by their id. A file that cannot be read is reported and left in place.
 */
export async function readReleases({
  storage,
  health,
}: {
  storage: Storage
  health: HealthReports
}): Promise<Map<string, StoredRelease>> {
  const releases = new Map<string, StoredRelease>()
  const damaged: string[] = []
  let cause: unknown
  for (const { name, kind } of await storage.list(FOLDER).catch(() => [])) {
    if (kind !== 'file' || !name.endsWith('.json')) continue
    try {
      const file = await storage.read(`${FOLDER}/${name}`, { maxBytes: MAX_FILE_BYTES })
      if (!file || file.bytes.length === 0) continue
      const release = parseRelease(file, name.slice(0, -'.json'.length))
      releases.set(release.id, { release, version: file.version })
    } catch (error) {
      damaged.push(`${FOLDER}/${name}`)
      cause = error
    }
  }
  if (damaged.length > 0) {
    const message = `Releases cannot be read, so the site does not show them and does not publish them: ${damaged.join(', ')}. Restore these files from a backup, or remove them. Then restart the site.`
    health.report({ id: 'release-damaged', message }, cause)
  }
  return releases
}

function parseRelease({ bytes }: StoredFile, id: string): Release {
  const release = jsonText(releaseRecord).parse(bytes.toString())
  if (release.id !== id) throw new Error('It is the record of another release')
  return release
}
