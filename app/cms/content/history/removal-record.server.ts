import { versionOf, type Storage } from '#app/cms/storage/storage.ts'
import { preparedName, readRecord, recordId, recordName, type HistoryRecord } from './history-record.ts'
import { recordPath, HISTORY_FOLDER } from './record-files.server.ts'

/** The version of an entry that does not exist: that of the empty text. */
export const ABSENT_VERSION = versionOf('')

/** True for the record of a removal: only such a record removes an entry, and never the absence of its file. */
function isRemoval({ replacedBy }: Pick<HistoryRecord, 'replacedBy'>): boolean {
  return replacedBy === ABSENT_VERSION
}

/** True if an entry without a file was removed, by its history. Rejects if that cannot be read. */
export async function wasRemoved(storage: Pick<Storage, 'list' | 'read'>, section: string): Promise<boolean> {
  return (await lastKnownState(storage, section)) === 'removed'
}

/**
 * What the newest record says about an entry without a file; undefined if there is none. A prepared record of a removal
 * counts: the file is gone, so the removal has happened. Another prepared record does not. Rejects if the history cannot
 * be read.
 */
export async function lastKnownState(
  storage: Pick<Storage, 'list' | 'read'>,
  section: string,
): Promise<'removed' | 'existing' | undefined> {
  const files = await storage.list(`${HISTORY_FOLDER}/${section}`)
  for (const { name } of files.toReversed()) {
    const found = recordId(name)
    if (!found) continue
    const { id, isPrepared } = found
    const file = await storage.read(recordPath(section, isPrepared ? preparedName(id) : recordName(id)))
    const record = file && readRecord(file.bytes.toString())
    if (!record || (isPrepared && !isRemoval(record))) continue
    return isRemoval(record) ? 'removed' : 'existing'
  }
  return undefined
}
