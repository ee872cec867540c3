import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'

/** Far more than any record or account holds. */
const SIZE_LIMIT = 64 * 1024

/**
 * Text and modification time of a small file, read at once: a few hundred bytes, nearly always in the system's memory, that
 * every request of staff looks at. Throws the system's error, and an Error for what is no plain file of at most 64 kB: a
 * named pipe would hold the process up.
 */
export function readSmallFile(file: string): { text: string; modifiedAt: Date } {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) throw new Error(`${file} is not a plain file`)
    if (stats.size > SIZE_LIMIT) throw new Error(`${file} has more than ${SIZE_LIMIT} bytes`)
    return { text: readFileSync(descriptor, 'utf8'), modifiedAt: stats.mtime }
  } finally {
    closeSync(descriptor)
  }
}

/** True for the error of a file that is not there. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
