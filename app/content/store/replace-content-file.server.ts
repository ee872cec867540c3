import { closeSync, existsSync, lstatSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { commitEdit, putBack, type Edit } from './commit-edit.server.ts'
import { versionOf } from '#app/content/format/content-file.ts'
import type { SectionDefinition } from '#app/schema/define-section.ts'
import type { DiskTrust } from '#app/storage/disk-trust.server.ts'
import { probeFolder, writeDurably } from '#app/storage/durable-file.server.ts'
import { StorageError } from '#app/storage/storage-error.ts'
import { hasCode } from '#app/storage/has-code.ts'
import type { ContentHistory } from './history.server.ts'
import { isSameRead, openTextSync, readBytes, readTextSync, type FileRead, type OpenFile } from '#app/content/format/read-text.server.ts'
import { asideNameOf, setAside } from './set-aside.server.ts'
import type { HistoryEntry } from './store.types.ts'

interface Replacement {
  section: SectionDefinition
  history: ContentHistory
  disk: DiskTrust
  contentDir: string
  path: string
  /** What the file holds as far as is known: what the edit was made from. */
  standing: FileRead
  text: string
  /** What history is to keep; `note` is to be added to the reason. */
  predecessors: (note: string) => Edit['predecessors']
}

/** An edit that is on disk, and the file it has replaced, still open for whoever closes it. */
export interface Replaced {
  entry: HistoryEntry
  open: OpenFile | undefined
}

/**
 * Replaces a content file on disk, its predecessors in history. Keeps a link and the rights of the file, and sets aside what
 * cannot be read. Answers undefined where the file is no longer what it was. Rejects as {@link commitEdit} does; where the disk
 * itself has failed, nothing is saved any more until it takes writes again.
 */
export async function replaceContentFile(replacement: Replacement): Promise<Replaced | undefined> {
  const { history, disk, standing } = replacement
  const asideName = asideNameFor(replacement)
  await disk.regain()
  const held = readBytes(standing)
  const file = held === undefined ? replacement.path : behindLink(replacement.path)
  let open: OpenFile | undefined
  const edit: Edit = {
    path: file,
    text: replacement.text,
    previous: held,
    like: held === undefined ? undefined : statSync(file, { throwIfNoEntry: false }),
    predecessors: replacement.predecessors(asideName === undefined ? '' : `. The unreadable file is now ${asideName}`),
    isStillRight() {
      const now = openTextSync(replacement.path)
      open = now.open
      if (!isSameRead(now.read, standing)) return false
      if (asideName !== undefined) setAside(replacement.path, asideName)
      return true
    },
  }
  let entry: HistoryEntry | undefined
  try {
    entry = await commitEdit(history, edit)
    return entry && { entry, open }
  } catch (error) {
    if (isDiskFault(error)) disk.lose(replacement.section.id, error, () => repair(replacement, edit))
    throw error
  } finally {
    if (!entry && open) closeSync(open.descriptor)
  }
}

/** What the file is to be called that history cannot keep, since it cannot be read. Throws where it must not be replaced. */
function asideNameFor({ standing: { kind }, contentDir, path: file }: Replacement) {
  if (kind === 'transient') throw new StorageError('file-unreadable')
  // Written now, it would lie hidden below what is mounted there later.
  if (kind === 'missing' && !existsSync(contentDir)) throw new StorageError('content-missing')
  return kind === 'unreadable' ? asideNameOf(file) : undefined
}

/** Writes anew what a refused edit has touched, and tries both folders. */
async function repair({ section, history }: Replacement, edit: Edit) {
  if (!(await putBack(edit))) throw new StorageError('not-put-back')
  const { path: file, previous, like } = edit
  const held = readBytes(readTextSync(file))
  if (previous !== undefined && held !== undefined && versionOf(held) === versionOf(previous)) {
    await writeDurably(file, previous, { like })
  }
  await probeFolder(path.dirname(file))
  await probeFolder(history.folderOf(section.id))
}

/** Whether the disk has failed rather than refused: what was written may be lost, or may not be. */
function isDiskFault(error: unknown) {
  if (!(error instanceof StorageError)) return false
  const { code, cause } = error
  const isSync = cause instanceof Error && 'syscall' in cause && cause.syscall === 'fsync'
  return code === 'not-put-back' || isSync || hasCode(cause, 'EIO')
}

/** The file itself: replacing a link by a file would cut it off from what others keep there. */
function behindLink(file: string) {
  return lstatSync(file).isSymbolicLink() ? realpathSync(file) : file
}
