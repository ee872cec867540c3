import { constants } from 'node:fs'
import { open, realpath, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { isPlainName } from '#app/cms/media/uploads/stored-name.ts'

/**
 * An open file. Its size is read through the handle, so that a file that replaces it meanwhile is not mixed with it.
 */
export interface ServedFile {
  /** The caller must close it. */
  handle: FileHandle
  /** In bytes. */
  size: number
  /** Milliseconds since 1970. */
  modified: number
}

/**
 * Opens a file below `folder`. `relative` is a path of plain names with forward slashes. It is not decoded, so a
 * percent sign is not allowed. Resolves with undefined if it is no regular file, or if a segment is a symbolic link or
 * begins with a dot.
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

/** The body of a response, for one reader. The reader reads chunk by chunk and then closes it. */
export interface FileBody {
  /** Bytes in all. */
  size: number
  /**
   * Reads the next bytes to the start of `chunk`. Resolves with their number, 0 at the end. Rejects with the system's
   * error, or if the file has become shorter meanwhile. Calls must not overlap.
   */
  read: (chunk: Uint8Array) => Promise<number>
  /** Closes its file. Must not be called while a read is in progress. */
  close: () => Promise<void>
}

/** The bytes of an open file from `start` to before `end`. Closes the file. */
export function bodyOfFile(handle: FileHandle, { start, end }: { start: number; end: number }): FileBody {
  let position = start
  return {
    size: end - start,
    async read(chunk) {
      const length = Math.min(chunk.length, end - position)
      if (length === 0) return 0
      const { bytesRead } = await handle.read(chunk, 0, length, position)
      if (bytesRead === 0) throw new Error(`The file now has ${position} bytes, but ${end} bytes were announced`)
      position += bytesRead
      return bytesRead
    },
    close: () => handle.close(),
  }
}

/** The bytes of a short text. */
export function bodyOfText(text: string): FileBody {
  let left = Buffer.from(text)
  return {
    size: left.length,
    read(chunk) {
      const length = Math.min(chunk.length, left.length)
      chunk.set(left.subarray(0, length))
      left = left.subarray(length)
      return Promise.resolve(length)
    },
    close: () => Promise.resolve(),
  }
}

/** In bytes. */
const STREAM_CHUNK_SIZE = 64 * 1024

/**
 * The body of a `Response`. Closes its file when everything was read, at an error, when reading is cancelled, and at
 * `signal`: Remix neither reads nor cancels the response to a request that was aborted meanwhile.
 */
export function streamOf(body: FileBody, signal: AbortSignal): ReadableStream<Uint8Array> {
  let reading = Promise.resolve(0)
  let isStopped = false
  const close = async () => {
    signal.removeEventListener('abort', stop)
    await reading.catch(() => undefined)
    await body.close()
  }
  const stop = () => {
    isStopped = true
    void close()
  }
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop)
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (isStopped) {
        controller.close()
        return
      }
      const chunk = new Uint8Array(STREAM_CHUNK_SIZE)
      reading = body.read(chunk)
      const bytes = await reading.catch(async (error: unknown) => {
        await close()
        throw error
      })
      if (bytes > 0) {
        controller.enqueue(chunk.subarray(0, bytes))
      } else {
        await close()
        controller.close()
      }
    },
    cancel: close,
  })
}
