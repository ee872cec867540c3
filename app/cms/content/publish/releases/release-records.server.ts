import type { DataFile } from '#app/cms/content/publication-log/publication-record.ts'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import { jsonText } from '#app/cms/platform/json-text.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { releaseRecord, type Release } from './release-format.ts'

/*
 * Each release is one file of the data folder. A publication writes that file together with the content, so it may be
 * on disk as part of a pending publication only: `pendingFiles` are the files of such publications.
 */

const FOLDER = 'data/releases'

export function recordName(id: string): string {
  return `${FOLDER}/${id}.json`
}

/** True for the names of files in the folder of releases. */
export function isRecordName(name: string): boolean {
  return name.startsWith(`${FOLDER}/`)
}

/** The file of a release as a publication writes it. */
export function recordFile(release: Release): DataFile {
  return { name: recordName(release.id), text: JSON.stringify(release) }
}

/** Writes the file of a release. Rejects with StorageError. */
export async function writeRelease(storage: Storage, release: Release): Promise<void> {
  const { name, text } = recordFile(release)
  await storage.commit([{ name, bytes: text }])
}

/**
 * All releases by their id. Those of `pendingFiles` replace what is on disk. A file that cannot be read is reported and
 * left in place.
 */
export async function readReleases({
  storage,
  health,
  pendingFiles,
}: {
  storage: Storage
  health: HealthReports
  pendingFiles?: readonly DataFile[]
}): Promise<Map<string, Release>> {
  const releases = new Map<string, Release>()
  const damaged: string[] = []
  let cause: unknown
  for (const { name, kind } of await storage.list(FOLDER).catch(() => [])) {
    if (kind !== 'file' || !name.endsWith('.json')) continue
    try {
      const file = await storage.read(`${FOLDER}/${name}`, { maxBytes: 1_000_000 })
      if (!file) continue
      const release = jsonText(releaseRecord).parse(file.bytes.toString())
      if (recordName(release.id) !== `${FOLDER}/${name}`) throw new Error('It is the record of another release')
      releases.set(release.id, release)
    } catch (error) {
      damaged.push(`${FOLDER}/${name}`)
      cause = error
    }
  }
  for (const release of releasesAmong(pendingFiles)) releases.set(release.id, release)
  if (damaged.length > 0) {
    const message = `Releases cannot be read, so the site does not show them and does not publish them: ${damaged.join(', ')}. Restore these files from a backup, or remove them. Then restart the site.`
    health.report({ id: 'release-damaged', message }, cause)
  }
  return releases
}

/** The releases among the files of pending publications, in their new state. */
export function releasesAmong(pendingFiles: readonly DataFile[] = []): Release[] {
  return pendingFiles.flatMap(({ name, text }) =>
    isRecordName(name) ? (jsonText(releaseRecord).safeParse(text).data ?? []) : [],
  )
}
