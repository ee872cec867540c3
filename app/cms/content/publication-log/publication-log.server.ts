import { z } from 'zod'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import { FileUnreadable, type Storage } from '#app/cms/storage/storage.ts'
import {
  decodeRecord,
  encodeRecord,
  LOG_FOLDER,
  MAX_RECORD_BYTES,
  publicationRecordName,
  type PublicationRecord,
} from './publication-record.ts'

/*
 * The log of publications, a write-ahead log: `docs/publication-log.md` describes its states. A publication is prepared,
 * committed by its record, applied to the files, and complete when its record is removed.
 */

/**
 * Commits a publication: once its record is on disk, the publication is public, and every next start completes it.
 * `mayCommit` is asked when the record is ready; false: nothing is committed, and this resolves with false. Rejects with
 * StorageError, or with PreconditionFailed if a publication of this id is pending; then nothing has happened.
 */
export async function commitPublication(
  storage: Pick<Storage, 'commit'>,
  record: PublicationRecord,
  mayCommit: () => boolean,
): Promise<boolean> {
  const bytes = encodeRecord(record)
  if (!mayCommit()) return false
  await storage.commit([{ name: publicationRecordName(record.id), bytes, ifVersion: null }])
  return true
}

/** The sorted ids of the pending publications: committed, but not complete. None if the folder cannot be listed. */
export async function listPendingPublications(storage: Pick<Storage, 'list'>): Promise<string[]> {
  const entries = await storage.list(LOG_FOLDER).catch(() => [])
  return entries.flatMap(({ name, kind }) => (kind === 'file' && name.endsWith('.json') ? name.slice(0, -5) : []))
}

/** The record of a publication. Undefined if there is none, or if it cannot be read, which is reported. */
export async function readPublication(
  storage: Pick<Storage, 'read'>,
  id: string,
  health: HealthReports,
): Promise<PublicationRecord | undefined> {
  const name = publicationRecordName(id)
  try {
    const file = await storage.read(name, { maxBytes: MAX_RECORD_BYTES })
    return file && decodeRecord(file.bytes.toString())
  } catch (error) {
    if (!(error instanceof FileUnreadable || error instanceof SyntaxError || error instanceof z.ZodError)) throw error
    health.report(
      {
        id: 'publication-damaged',
        message: `A publication cannot be completed, because its record cannot be read: ${name}. Check the sections of the release, then remove this file.`,
      },
      error,
    )
    return undefined
  }
}

/** The publications that a kill or a disk fault has interrupted, sorted by id. An unreadable record is left out. */
export async function readPendingPublications(
  storage: Pick<Storage, 'list' | 'read'>,
  health: HealthReports,
): Promise<PublicationRecord[]> {
  const read = (await listPendingPublications(storage)).map((id) => readPublication(storage, id, health))
  return (await Promise.all(read)).flatMap((publication) => publication ?? [])
}
