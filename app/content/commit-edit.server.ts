import path from 'node:path'
import { discardStaged, renameStaged, stageDurably, syncFolder, writeDurably, type StagedFile } from './durable-file.server.ts'
import { contentWriteFailure } from './errors.ts'
import type { ContentHistory, Predecessor, StagedEntry } from './history.server.ts'
import type { HistoryEntry } from './store.types.ts'

/** The replacement of a content file and what history is to keep of it, the most important predecessor first. */
export interface Edit {
  path: string
  text: string
  previousText: string
  predecessors: [Predecessor, ...Predecessor[]]
}

/**
 * Carries an edit out: predecessors into history, then the rename of the new file, which is the one commit point; all on
 * disk when this resolves. A killed process leaves the renames in this order; after a cut of the power the file systems with
 * an ordered journal (ext4, XFS) do, and what was acknowledged lasts on any. Answers the entry of the first predecessor. Rejects with ContentWriteFailed, and then file and
 * history are as they were.
 */
export async function commitEdit(history: ContentHistory, edit: Edit): Promise<HistoryEntry> {
  // Written side by side, so that a save waits for the disk once and not twice.
  const [file, ...records] = await Promise.allSettled([
    stageDurably(edit.path, edit.text),
    // The most important one last: it becomes the newest entry.
    ...edit.predecessors.toReversed().map((predecessor) => history.stage(predecessor)),
  ])
  const staged = records.flatMap((record) => (record.status === 'fulfilled' ? [record.value] : []))
  try {
    if (file.status === 'rejected') throw file.reason
    for (const record of records) if (record.status === 'rejected') throw record.reason
    for (const record of staged) await record.commit()
    await replaceOrPutBack(file.value, edit, staged)
  } catch (error) {
    if (file.status === 'fulfilled') await discardStaged(file.value.temporary)
    for (const record of staged) await record.withdraw()
    throw contentWriteFailure(error)
  }
  const newest = staged.at(-1)
  if (!newest) throw new Error('An edit needs a predecessor')
  return newest.entry
}

/** A rename whose folder could not be synced has happened, but may not last: the old text goes back. */
async function replaceOrPutBack(file: StagedFile, edit: Edit, records: readonly StagedEntry[]) {
  await renameStaged(file)
  try {
    // Both folders at once: the disk takes the two in one go.
    await Promise.all([syncFolder(path.dirname(file.target)), ...records.map((record) => record.sync())])
  } catch (error) {
    await writeDurably(edit.path, edit.previousText).catch(() => undefined)
    throw error
  }
}
