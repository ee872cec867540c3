import { z } from 'zod'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import { isOutcomeUnknown } from '#app/cms/storage/storage-error.ts'
import { FileUnreadable, type Storage } from '#app/cms/storage/storage.ts'
import {
  decodeRecord,
  encodeRecord,
  LOG_FOLDER,
  MAX_RECORD_BYTES,
  publicationRecordName,
  type CommittingFile,
  type PublicationRecord,
} from './publication-record.ts'

/*
 * The log of publications, a write-ahead log: `docs/publication-log.md` describes its states. A publication is prepared,
 * committed, applied to the files, and complete when its record is removed.
 */

/**
 * Commits a publication: from then on it is public, and every next start completes it. `file` has the name and the
 * version that the record names in `committedBy`; it is written last. `mayCommit` is asked when the record is ready;
 * false: nothing is committed, and this resolves with false. Rejects with StorageError, or with PreconditionFailed if
 * `file` has another version than expected; then nothing has happened.
 */
export async function commitPublication(
  storage: Pick<Storage, 'commit'>,
  record: PublicationRecord,
  file: CommittingFile | undefined,
  mayCommit: () => boolean,
): Promise<boolean> {
  const put = putOf(record)
  if (!mayCommit()) return false
  if (file) await storage.commit([put, { name: file.name, bytes: file.text, ifVersion: file.ifVersion }])
  else await storage.commit([put])
  return true
}

/**
 * Writes the record of a publication that has no effect until a file commits it. Who has seen the record before the
 * commit needs only that one small file then. Rejects with StorageError.
 */
export async function stagePublication(storage: Pick<Storage, 'commit'>, record: PublicationRecord): Promise<void> {
  await storage.commit([putOf(record)])
}

/** Commits a staged publication. Resolves and rejects as {@link commitPublication} does; then its record is removed. */
export async function commitStaged(
  storage: Pick<Storage, 'commit' | 'remove'>,
  { id }: Pick<PublicationRecord, 'id'>,
  file: CommittingFile,
  mayCommit: () => boolean,
): Promise<boolean> {
  try {
    if (mayCommit()) {
      await storage.commit([{ name: file.name, bytes: file.text, ifVersion: file.ifVersion }])
      return true
    }
  } catch (error) {
    // If it may be committed, what it needs has to stay.
    if (!isOutcomeUnknown(error)) await discardStaged(storage, id)
    throw error
  }
  await discardStaged(storage, id)
  return false
}

/** Removes the record of a publication that was not committed. Never rejects: a record that stays has no effect. */
export async function discardStaged(storage: Pick<Storage, 'remove'>, id: string): Promise<void> {
  await storage.remove(publicationRecordName(id)).catch(() => undefined)
}

function putOf(record: PublicationRecord) {
  return { name: publicationRecordName(record.id), bytes: encodeRecord(record), ifVersion: null }
}

/** True if a publication counts. Rejects with FileUnreadable if the file that decides it cannot be read. */
export async function isCommitted(
  storage: Pick<Storage, 'read'>,
  { committedBy }: Pick<PublicationRecord, 'committedBy'>,
): Promise<boolean> {
  return !committedBy || (await storage.read(committedBy.name))?.version === committedBy.version
}

/** The sorted ids of the records in the log. None if the folder cannot be listed. */
export async function listPublications(storage: Pick<Storage, 'list'>): Promise<string[]> {
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
  const advice = `its record cannot be read: ${name}. Check the sections of the release, then remove this file.`
  return unlessUnreadable(advice, health, async () => {
    const file = await storage.read(name, { maxBytes: MAX_RECORD_BYTES })
    return file && decodeRecord(file.bytes.toString())
  })
}

/**
 * The publications that a kill or a disk fault has interrupted, sorted by id: committed, but not complete. What cannot
 * be read is left out.
 */
export async function readPendingPublications(
  storage: Pick<Storage, 'list' | 'read'>,
  health: HealthReports,
): Promise<PublicationRecord[]> {
  const records = await readRecords(storage, health)
  return records.flatMap(({ record, isPending }) => (isPending ? record : []))
}

/**
 * To be called before the first publication: removes the records that have no effect. Never rejects: a record that
 * stays has no effect either.
 */
export async function rollBackPublications(
  storage: Pick<Storage, 'list' | 'read' | 'remove'>,
  health: HealthReports,
): Promise<void> {
  const records = await readRecords(storage, health)
  const names = records.flatMap(({ id, isPending }) => (isPending === false ? publicationRecordName(id) : []))
  if (names.length > 0) await storage.remove(names).catch(() => undefined)
}

async function readRecords(storage: Pick<Storage, 'list' | 'read'>, health: HealthReports) {
  const read = (await listPublications(storage)).map(async (id) => {
    const record = await readPublication(storage, id, health)
    if (!record) return []
    const advice = `it is not known whether it is public: ${record.committedBy?.name ?? ''} cannot be read. Restore this file from a backup, then restart the site.`
    // Undefined if that is unknown: then the record stays for the next start.
    const isPending = await unlessUnreadable(advice, health, () => isCommitted(storage, record))
    return { id, record, isPending }
  })
  return (await Promise.all(read)).flat()
}

/** Undefined, and a report with the `advice`, if a file that belongs to a publication cannot be read. */
async function unlessUnreadable<Result>(advice: string, health: HealthReports, read: () => Promise<Result>) {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof FileUnreadable || error instanceof SyntaxError || error instanceof z.ZodError)) throw error
    health.report({ id: 'publication-damaged', message: `A publication cannot be completed, because ${advice}` }, error)
    return undefined
  }
}
