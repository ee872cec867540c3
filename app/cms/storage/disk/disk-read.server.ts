import { formatLimit } from '#app/cms/platform/format/bytes.ts'
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs'
import { open } from 'node:fs/promises'
import { hasCode } from '#app/cms/storage/storage-error.ts'
import { FileUnreadable, versionOf, type StoredFile } from '#app/cms/storage/storage.ts'

// Without O_NONBLOCK, opening a named pipe would wait for a writer.
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY

/** An open regular file. The caller that opened it closes the descriptor. */
export interface OpenFile {
  descriptor: number
  stats: Stats
}

/** Reads a file synchronously. Undefined if there is none. Throws FileUnreadable. */
export function readFileSync(file: string, maxBytes: number): StoredFile | undefined {
  const opened = openFileSync(file)
  if (!opened) return undefined
  try {
    return toStoredFile(readOpenFile(opened.descriptor, maxBytes), opened.stats)
  } finally {
    closeSync(opened.descriptor)
  }
}

/** Like {@link readFileSync}, but asynchronous. */
export async function readFile(file: string, maxBytes: number): Promise<StoredFile | undefined> {
  try {
    const handle = await open(file, FLAGS)
    try {
      const stats = await handle.stat()
      if (!stats.isFile()) throw new FileUnreadable(NOT_A_FILE)
      if (stats.size > maxBytes) throw tooLarge(maxBytes)
      const bytes = await handle.readFile()
      if (bytes.length > maxBytes) throw tooLarge(maxBytes)
      return toStoredFile(bytes, stats)
    } finally {
      await handle.close()
    }
  } catch (error) {
    throwUnlessMissing(file, error)
    return undefined
  }
}

/** Opens a regular file. Undefined if there is none. Throws FileUnreadable. Never waits for another program. */
export function openFileSync(file: string): OpenFile | undefined {
  let descriptor: number | undefined
  try {
    descriptor = openSync(file, FLAGS)
    const stats = fstatSync(descriptor)
    if (stats.isFile()) return { descriptor, stats }
    throw new FileUnreadable(NOT_A_FILE)
  } catch (error) {
    if (descriptor !== undefined) closeSync(descriptor)
    throwUnlessMissing(file, error)
    return undefined
  }
}

/** Reads an open file from its beginning. Throws FileUnreadable. */
export function readOpenFile(descriptor: number, maxBytes: number): Buffer {
  try {
    const { size } = fstatSync(descriptor)
    if (size > maxBytes) throw tooLarge(maxBytes)
    // One byte more than the size of the file: if that byte is not filled, this was the end.
    let bytes = Buffer.allocUnsafe(size + 1)
    let length = 0
    for (;;) {
      length += readSync(descriptor, bytes, length, bytes.length - length, length)
      if (length > maxBytes) throw tooLarge(maxBytes)
      if (length < bytes.length) return bytes.subarray(0, length)
      bytes = Buffer.concat([bytes, Buffer.alloc(Math.max(length, 4_096))])
    }
  } catch (error) {
    throw toUnreadable(error)
  }
}

const NOT_A_FILE = 'This is not a regular file but a folder, a pipe or a device'

function toStoredFile(bytes: Buffer, { mtimeMs }: Stats): StoredFile {
  return {
    bytes,
    // Most readers do not ask for it, and a start reads thousands of files.
    get version() {
      return versionOf(bytes)
    },
    modified: mtimeMs,
  }
}

function throwUnlessMissing(file: string, error: unknown): void {
  if (isDanglingLink(file, error))
    throw new FileUnreadable('The file is a link that has no valid target', { cause: error })
  // ENOTDIR: a parent segment is a file, so this one cannot exist.
  if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw toUnreadable(error)
}

function isDanglingLink(file: string, error: unknown) {
  if (!hasCode(error, 'ENOENT', 'ELOOP')) return false
  try {
    return lstatSync(file).isSymbolicLink()
  } catch {
    return false
  }
}

function tooLarge(maxBytes: number) {
  return new FileUnreadable(`The file is larger than ${formatLimit(maxBytes)}`)
}

function toUnreadable(error: unknown): FileUnreadable {
  if (error instanceof FileUnreadable) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  const isTransient = !hasCode(error, 'EACCES', 'EPERM', 'ELOOP', 'ENXIO', 'ENODEV', 'EISDIR')
  return new FileUnreadable(`The file cannot be read (${code})`, { cause: error, isTransient })
}
