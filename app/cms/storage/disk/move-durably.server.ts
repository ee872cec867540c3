import { constants } from 'node:fs'
import { copyFile, open, rename, unlink, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { discardStaged, makeFolder, replaceDurably, syncFolder, statIfPresent } from './durable-file.server.ts'
import { assertMayWrite } from '#app/cms/storage/lock/owner-lock.server.ts'
import { temporaryPath } from './temporary-name.server.ts'

/**
 * Moves a file durably: once this resolves, it is at `target` even after a power cut. At every moment it is whole in at
 * least one of the two places. Replaces an existing file, makes missing folders with `folderMode`, and copies if the
 * two are on different file systems.
 *
 * Rejects with the system's error, and then the file is in its old place. It is left at `target` only if the disk also
 * refuses to move it back, or if it was copied and only the fsync after the removal of the original failed.
 */
export async function moveDurably(file: string, target: string, folderMode = 0o777): Promise<void> {
  assertMayWrite()
  await makeFolder(path.dirname(target), folderMode)
  try {
    await rename(file, target)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
    await copyDurably(file, target)
    await orUndo(
      () => unlink(file),
      () => unlink(target),
    )
    await syncFolder(path.dirname(file))
    return
  }
  await orUndo(
    async () => {
      await syncFolder(path.dirname(target))
      await syncFolder(path.dirname(file))
    },
    async () => {
      if (!(await statIfPresent(file))) await rename(target, file)
    },
  )
}

/** Sets the mode of a file and syncs it to disk. */
export async function syncFile(file: string, mode: number): Promise<void> {
  await withFile(file, async (handle) => {
    await handle.chmod(mode)
    await handle.sync()
  })
}

/** Makes a copy with the times and permissions of the original. Removes it if that fails. */
async function copyDurably(file: string, target: string) {
  const temporary = temporaryPath(target)
  try {
    await copyFile(file, temporary, constants.COPYFILE_EXCL)
    await withFile(file, async (original) => {
      const { mode, atime, mtime } = await original.stat()
      await withFile(temporary, async (copy) => {
        await copy.utimes(atime, mtime)
        await copy.chmod(mode & 0o777)
        await copy.sync()
      })
    })
  } catch (error) {
    await discardStaged(temporary)
    throw error
  }
  await replaceDurably({ temporary, target })
}

async function withFile(file: string, use: (handle: FileHandle) => Promise<void>) {
  const handle = await open(file, 'r')
  try {
    await use(handle)
  } finally {
    await handle.close()
  }
}

/** Runs `undo` if `act` fails. Rejects with the error of `act`, even if `undo` fails, too. */
async function orUndo(act: () => Promise<void>, undo: () => Promise<void>) {
  try {
    await act()
  } catch (error) {
    await undo().catch(() => undefined)
    throw error
  }
}
