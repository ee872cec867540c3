import path from 'node:path'
import { versionOf, type Storage } from '#app/cms/storage/storage.ts'
import { preparedName, readRecord, recordId, recordName, type HistoryRecord } from './history-record.ts'
import { recordPath, HISTORY_FOLDER } from './record-files.server.ts'

/** The version of an entry that does not exist: that of the empty text. */
export const ABSENT_VERSION = versionOf('')

/** True for the record of a removal: only such a record removes an entry, and never the absence of its file. */
function isRemoval({ replacedBy }: Pick<HistoryRecord, 'replacedBy'>): boolean {
  return replacedBy === ABSENT_VERSION
}

type KnownState = 'removed' | 'existing' | undefined

/** What is known of an entry without a file; undefined: nothing. Rejects if that cannot be read. */
export type FindState = (entry: { id: string; file: string }) => Promise<KnownState>

/** What the history says. It is in the storage of the process that writes, also for those that only read. */
export function stateByHistory(storage: Pick<Storage, 'list' | 'read'>): FindState {
  return ({ id }) => lastKnownState(storage, id)
}

/**
 * For a process that may not read the history. A missing file counts as a removal as long as its folder is there: it is
 * better that an entry is away by mistake than that a removed one is shown.
 */
export function stateByFolder(storage: Pick<Storage, 'stat'>): FindState {
  return async ({ file }) => {
    const folder = await storage.stat(path.posix.dirname(`content/${file}`))
    return folder?.kind === 'folder' ? 'removed' : undefined
  }
}

/**
 * What the newest record says about an entry without a file; undefined if there is none. A prepared record of a removal
 * counts: the file is gone, so the removal has happened. Another prepared record does not. Rejects if the history cannot
 * be read.
 */
async function lastKnownState(storage: Pick<Storage, 'list' | 'read'>, section: string): Promise<KnownState> {
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
