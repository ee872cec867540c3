import { constants } from 'node:fs'
import { access, chmod, lstat, opendir, readdir, rm, statfs, unlink } from 'node:fs/promises'
import path from 'node:path'
import { assertMayWrite } from '#app/cms/storage/lock/owner-lock.server.ts'
import { hasCode } from '#app/cms/storage/storage-error.ts'
import { isLeftOverName, isSnapshotName } from '#app/cms/storage/disk/temporary-name.server.ts'

/** What is wrong with a folder. The message follows the folder's name: "is missing. Mount …". */
export interface FolderFault {
  id: FaultId
  message: string
}

type FaultId = 'read-only' | 'not-permitted' | 'missing' | 'empty' | 'disk-full' | 'fault'

/** With less free space than this, a save may fail at any time. */
const MIN_FREE_BYTES = 1024 * 1024

/**
 * Checks whether a folder can be written, without writing. Undefined if nothing is wrong. With `isNeverEmpty` a folder
 * without files counts as a volume that was not mounted, with `isOnlyRead` it need not be writable. Never rejects.
 */
export async function findFolderFault(
  folder: string,
  { isNeverEmpty, isOnlyRead = false }: { isNeverEmpty: boolean; isOnlyRead?: boolean },
): Promise<FolderFault | undefined> {
  try {
    if (isNeverEmpty && (await isEmpty(folder))) return fault('empty')
    await access(folder, constants.R_OK | constants.X_OK | (isOnlyRead ? 0 : constants.W_OK))
    if (isOnlyRead) return undefined
    return (await isDiskFull(folder)) ? fault('disk-full') : undefined
  } catch (error) {
    return faultOf(error)
  }
}

/** The fault that a system error of a folder means. */
export function faultOf(error: unknown): FolderFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  const known = FAULT_OF_CODE.get(code)
  return known ? fault(known) : { id: 'fault', message: `cannot be used (${code}). Have its disk checked.` }
}

const FAULT_OF_CODE = new Map<string, Exclude<FaultId, 'fault'>>([
  ['EROFS', 'read-only'],
  ['EACCES', 'not-permitted'],
  ['EPERM', 'not-permitted'],
  ['ENOENT', 'missing'],
  ['ENOSPC', 'disk-full'],
  ['EDQUOT', 'disk-full'],
])

const MESSAGES = {
  'read-only': 'is on a read-only disk, so its files cannot be changed. Make the disk writable.',
  'not-permitted': 'is not writable for the server. Correct its owner and permissions.',
  missing: 'is missing. Mount its disk, or restore the folder.',
  empty: 'is empty. Perhaps its disk is not mounted. Mount the disk, or restore the files.',
  'disk-full': 'is on a full disk, so nothing more can be saved there. Free some space.',
}

function fault(id: keyof typeof MESSAGES): FolderFault {
  return { id, message: MESSAGES[id] }
}

/**
 * True for an entry that does not make a folder of the site a used one: a hidden file, and `lost+found`, which the file
 * system creates at the root of a new ext4 volume.
 */
export function isNoFileOfSite(name: string): boolean {
  return name.startsWith('.') || name === 'lost+found'
}

async function isEmpty(folder: string) {
  for await (const { name } of await opendir(folder)) if (!isNoFileOfSite(name)) return false
  return true
}

async function isDiskFull(folder: string) {
  const { blocks, bavail, bsize, files, ffree } = await statfs(folder)
  // File systems that count neither blocks nor inodes report 0 for both.
  return (blocks > 0 && bavail * bsize < MIN_FREE_BYTES) || (files > 0 && ffree === 0)
}

interface TidyOptions {
  /** Restricts the folder and everything below it to the owner: 0700 and 0600. */
  makePrivate: boolean
  /** Returns true once the work has to stop. */
  isOver: () => boolean
  /** Called with each system error, except for entries removed meanwhile. The rest of the folder is still tidied. */
  onError: (error: unknown) => void
  /** Called with the path of each file or snapshot that was removed. */
  onRemoved: (path: string) => void
}

/**
 * Removes the temporary files and snapshots that an earlier process left below a folder, whatever their age. Only the
 * holder of the owner lock may call it: then no other process writes, and this process recognises its own files by
 * their names. Links are not followed. Never rejects.
 */
export async function tidyFolder(folder: string, options: TidyOptions): Promise<void> {
  try {
    if (options.makePrivate) await makePrivate(folder, 0o700)
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (options.isOver()) return
      const entryPath = path.join(folder, entry.name)
      if (entry.isDirectory() && isSnapshotName(entry.name)) await removeLeftOverSnapshot(entryPath, options)
      else if (entry.isDirectory()) await tidyFolder(entryPath, options)
      else if (entry.isFile()) await tidyFile(entryPath, options)
    }
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) options.onError(error)
  }
}

/** Removes a snapshot only if an earlier process left it. */
async function removeLeftOverSnapshot(folder: string, { onError, onRemoved }: TidyOptions) {
  if (!isLeftOverName(path.basename(folder))) return
  try {
    assertMayWrite()
    await rm(folder, { recursive: true, force: true })
    onRemoved(folder)
  } catch (error) {
    onError(error)
  }
}

async function tidyFile(file: string, { makePrivate: isPrivate, onError, onRemoved }: TidyOptions) {
  try {
    if (isLeftOverName(path.basename(file))) {
      assertMayWrite()
      await unlink(file)
      onRemoved(file)
    } else if (isPrivate) {
      await makePrivate(file, 0o600)
    }
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) onError(error)
  }
}

async function makePrivate(entry: string, mode: number) {
  const stats = await lstat(entry)
  if ((stats.mode & 0o077) !== 0) await chmod(entry, mode)
}
