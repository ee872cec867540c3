import type { Storage } from '#app/cms/storage/storage.ts'
import { preparedName, readRecord, recordName, type HistoryRecord } from './history-record.ts'
import { recordPath, type RecordFiles } from './record-files.server.ts'

/**
 * After a start: rolls the prepared records of an interrupted edit forward or back. `current` is the version of the
 * file now, undefined if it cannot be read. If the file still contains the predecessor of a record, the edit has not
 * happened and was not acknowledged: the records are removed. Otherwise it may have happened, so they are committed.
 * Resolves with the ids of the committed records, newest first. Rejects with StorageError.
 */
export async function recoverRecords(
  storage: Storage,
  files: RecordFiles,
  section: string,
  current: string | undefined,
): Promise<string[]> {
  const listed = await files.list(section)
  // Few sections had an edit that was interrupted, and a start looks at thousands of them.
  if (!listed.some(({ isPrepared }) => isPrepared)) return listed.map(({ id }) => id)
  const records = new Map<string, HistoryRecord | undefined>()
  for (const { id, isPrepared } of listed) {
    const json = isPrepared ? await files.text(section, preparedName(id)) : undefined
    if (json !== undefined) records.set(id, readRecord(json))
  }
  const hasHappened = [...records.values()].every((record) => record?.version !== current)
  for (const [id, record] of records) {
    const prepared = recordPath(section, preparedName(id))
    // An edit is made when its record is completely on disk: an incomplete record proves that it has not happened.
    if (!record || !hasHappened) await storage.remove(prepared)
    else await storage.move(prepared, recordPath(section, recordName(id)))
  }
  return files.ids(section)
}
