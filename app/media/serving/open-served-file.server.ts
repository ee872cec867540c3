import { constants } from 'node:fs'
import { open, realpath, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { isPlainName } from '#app/media/uploads/stored-name.ts'

/** An open file, measured through its handle: one replaced meanwhile never mixes with its predecessor. */
export interface ServedFile {
  /** Whoever asked for the file closes it. */
  handle: FileHandle
  /** In bytes. */
  size: number
  /** Milliseconds since 1970. */
  modified: number
}

/**
 * Opens a file of `folder`. `relative` is a path of plain names with forward slashes, not decoded: a percent sign is not
 * plain. Undefined where that is no regular file, or where any part of the way below `folder` is a link or begins with a
 * dot.
 */
export async function openServedFile(folder: string, relative: string): Promise<ServedFile | undefined> {
  const segments = relative.split('/')
  if (!segments.every(isPlainName)) return undefined
  let handle: FileHandle | undefined
  try {
    const expected = path.join(await realpath(folder), ...segments)
    if ((await realpath(expected)) !== expected) return undefined
    // Without O_NONBLOCK, opening a named pipe would wait for a writer.
    handle = await open(expected, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const stats = await handle.stat()
    if (stats.isFile()) return { handle, size: stats.size, modified: stats.mtimeMs }
  } catch (error) {
    await handle?.close()
    if (isNotThere(error)) return undefined
    throw error
  }
  await handle.close()
  return undefined
}

function isNotThere(error: unknown) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP' || code === 'ENAMETOOLONG' || code === 'ENXIO'
}
