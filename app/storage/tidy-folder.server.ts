import { chmod, lstat, readdir, unlink } from 'node:fs/promises'
import path from 'node:path'
import { assertMayWrite } from './owner-lock.server.ts'
import { isLeftOverName } from './temporary-name.server.ts'

export interface TidyOptions {
  /** Takes from everybody but the owner what they may do with the folder and all below it: 0700 and 0600. */
  makePrivate: boolean
  /** True once nothing more is to be done. */
  isOver: () => boolean
  /** Called with each system error, except of what has gone meanwhile; the rest of the folder is still tidied. */
  onError: (error: unknown) => void
}

/**
 * Removes the temporary files below a folder that an earlier process left, whatever their age. Only the holder of the owner
 * lock may do so: nobody else writes then, and this process knows its own by their names. Links are not followed. Never
 * rejects.
 */
export async function tidyFolder(folder: string, options: TidyOptions): Promise<void> {
  try {
    if (options.makePrivate) await makePrivate(folder, 0o700)
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (options.isOver()) return
      const entryPath = path.join(folder, entry.name)
      if (entry.isDirectory()) await tidyFolder(entryPath, options)
      else if (entry.isFile()) await tidyFile(entryPath, options)
    }
  } catch (error) {
    if (!isMissing(error)) options.onError(error)
  }
}

async function tidyFile(file: string, { makePrivate: isPrivate, onError }: TidyOptions) {
  try {
    if (isLeftOver(file)) {
      assertMayWrite()
      await unlink(file)
    } else if (isPrivate) {
      await makePrivate(file, 0o600)
    }
  } catch (error) {
    if (!isMissing(error)) onError(error)
  }
}

/** Uploads under way had names of digits alone in earlier releases. */
function isLeftOver(file: string) {
  const name = path.basename(file)
  return isLeftOverName(name) || (/^[0-9a-f]{24}$/.test(name) && path.basename(path.dirname(file)) === '.incoming')
}

async function makePrivate(entry: string, mode: number) {
  const stats = await lstat(entry)
  if ((stats.mode & 0o077) !== 0) await chmod(entry, mode)
}

function isMissing(error: unknown) {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
