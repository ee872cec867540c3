import { renameSync } from 'node:fs'
import { unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  discardStaged,
  stageDurably,
  syncFolder,
  writeDurably,
  type FileRights,
} from '#app/storage/durable-file.server.ts'
import { StorageError, toStorageError } from '#app/storage/storage-error.ts'
import type { ContentHistory } from './history.server.ts'
import type { Predecessor } from './history-record.ts'
import { assertMayWrite } from '#app/storage/owner-lock.server.ts'
import { readTextSync } from '#app/content/format/read-text.server.ts'
import type { HistoryEntry } from './store.types.ts'
import { temporaryPath } from '#app/storage/temporary-name.server.ts'

/** The replacement of a content file and what history is to keep of it, the most important predecessor first. */
export interface Edit {
  path: string
  text: string
  /** What the file holds; undefined where there is nothing that could be put back. */
  previous: string | Uint8Array | undefined
  /** Rights of the file that is replaced. */
  like: FileRights | undefined
  predecessors: [Predecessor, ...Predecessor[]]
  /**
   * Called right before the rename, which follows without a pause: false where the file is no longer what the edit was made
   * from.
   */
  isStillRight: () => boolean
}

/**
 * Carries an edit out: its predecessors are put on disk as records that do not count yet, then the new file is renamed into
 * its place, which is the one commit point, then the records count; all on disk when this resolves. So a record that counts
 * tells that its edit has happened, whenever the process is killed.
 *
 * Answers the entry of the first predecessor; undefined where the file had changed and nothing was done. Rejects with
 * StorageError: then file and history are as they were, but for the code `not-put-back`, where the file holds the new
 * text and history its predecessor.
 */
export async function commitEdit(history: ContentHistory, edit: Edit): Promise<HistoryEntry | undefined> {
  // Written side by side, so that a save waits for the disk once and not twice.
  const [file, ...records] = await Promise.allSettled([
    stageDurably(edit.path, edit.text, { like: edit.like }),
    // The most important one last: it becomes the newest entry.
    ...edit.predecessors.toReversed().map((predecessor) => history.stage(predecessor)),
  ])
  const staged = records.flatMap((record) => (record.status === 'fulfilled' ? [record.value] : []))
  const takeBack = async () => {
    if (file.status === 'fulfilled') await discardStaged(file.value.temporary).catch(() => undefined)
    for (const record of staged) await record.withdraw()
  }
  let isReplaced = false
  try {
    if (file.status === 'rejected') throw file.reason
    for (const record of records) if (record.status === 'rejected') throw record.reason
    assertMayWrite()
    if (!edit.isStillRight()) {
      await takeBack()
      return undefined
    }
    // In one go with the look before it: waiting for a thread would leave time for a hand edit to be overwritten.
    renameSync(file.value.temporary, edit.path)
    isReplaced = true
    for (const record of staged) await record.commit()
    // Both folders at once: the disk takes the two in one go.
    await Promise.all([syncFolder(path.dirname(edit.path)), ...staged.map((record) => record.sync())])
  } catch (error) {
    if (isReplaced && !(await putBack(edit))) throw new StorageError('not-put-back', { cause: error })
    await takeBack()
    throw toStorageError(error)
  }
  return staged.at(-1)?.entry
}

/** Writes what the file held before a refused edit, on disk if that can be. False where the file still holds the edit. */
export async function putBack({ path: file, text, previous, like }: Omit<Edit, 'predecessors' | 'isStillRight'>) {
  const read = readTextSync(file)
  // Edited by hand in the meantime.
  if (read.kind !== 'text' || read.text !== text) return true
  try {
    if (previous === undefined) await unlink(file)
    else await writeDurably(file, previous, { like }).catch(() => writeUnsynced(file, previous, like))
    return true
  } catch {
    return false
  }
}

/** A disk that refuses to sync still shows the running system what was renamed. */
async function writeUnsynced(file: string, bytes: string | Uint8Array, like: FileRights | undefined) {
  const temporary = temporaryPath(file)
  try {
    await writeFile(temporary, bytes, { flag: 'wx', mode: like?.mode ?? 0o644 })
    renameSync(temporary, file)
  } catch (error) {
    await discardStaged(temporary).catch(() => undefined)
    throw error
  }
}
