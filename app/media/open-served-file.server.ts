import { constants } from 'node:fs'
import { open, realpath, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { createReadableStreamFromReadable } from '@remix-run/node'
import type { createFileResponse } from '@remix-run/response/file'
import { isPlainName } from './stored-name.ts'

type FileLike = Parameters<typeof createFileResponse>[0]

/** An open file as `createFileResponse` wants it. */
export interface ServedFile extends FileLike {
  /** Closes the file unless a stream of it was taken: a stream closes it at its end, or when it is cancelled. */
  release(): Promise<void>
}

/**
 * Opens a file of `folder`. `relative` is a path of plain names with forward slashes, not decoded: a percent sign is not
 * plain. Undefined where that is no regular file, or where any part of the way below `folder` is a link or begins with a
 * dot.
 *
 * The file is opened once and measured through its handle, so that a file replaced meanwhile never mixes with its
 * predecessor; at most 64 kB of it are in memory at a time.
 */
export async function openServedFile(folder: string, relative: string, type: string): Promise<ServedFile | undefined> {
  const segments = relative.split('/')
  if (!segments.every(isPlainName)) return undefined
  let handle: FileHandle | undefined
  try {
    const expected = path.join(await realpath(folder), ...segments)
    if ((await realpath(expected)) !== expected) return undefined
    // Without O_NONBLOCK, opening a named pipe would wait for a writer.
    handle = await open(expected, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const stats = await handle.stat()
    if (stats.isFile()) return servedFile(handle, { name: path.basename(expected), type, stats })
  } catch (error) {
    await handle?.close()
    if (isNotThere(error)) return undefined
    throw error
  }
  await handle.close()
  return undefined
}

function servedFile(
  handle: FileHandle,
  { name, type, stats }: { name: string; type: string; stats: { size: number; mtimeMs: number } },
): ServedFile {
  let isTaken = false
  function stream(start = 0, end = stats.size) {
    if (end <= start) return new Blob([]).stream()
    isTaken = true
    // The end of a read stream counts as inside.
    return createReadableStreamFromReadable(handle.createReadStream({ start, end: end - 1 }))
  }
  return {
    name,
    type,
    size: stats.size,
    lastModified: stats.mtimeMs,
    stream: () => stream(),
    slice: (start, end) => ({ stream: () => stream(start, end) }),
    arrayBuffer: () => new Response(stream()).arrayBuffer(),
    release: async () => {
      if (!isTaken) await handle.close()
    },
  }
}

function isNotThere(error: unknown) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP' || code === 'ENAMETOOLONG' || code === 'ENXIO'
}
