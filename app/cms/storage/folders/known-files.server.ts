import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * True if the data folder shows that content or uploads held files when the site ran last: then an empty folder is the
 * mount point of a disk that is not mounted. Synchronous. False for what cannot be read.
 */
export function hadFiles(dataDir: string, root: 'content' | 'uploads'): boolean {
  if (root === 'content') return ['last-good', 'history'].some((name) => namesIn(path.join(dataDir, name)).length > 0)
  return (
    entriesOf(path.join(dataDir, 'image-index.json'), 'images').length > 0 ||
    entriesOf(path.join(dataDir, 'document-index.json'), 'documents').length > 0 ||
    // The record of a deleted file remains for a while.
    entriesOf(path.join(dataDir, 'file-hashes.json'), 'files').some((record) => !isGone(record))
  )
}

/**
 * True if a folder is missing, or empty as a new file system is. Hidden files count, unlike those of a folder without
 * files of the site: the trash shows that the last file was deleted.
 */
export function isUntouched(folder: string): boolean {
  try {
    return readdirSync(folder).every((name) => name === 'lost+found')
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
  }
}

function namesIn(folder: string) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** The values of the object `field` in a JSON file; none if there is no such file. */
function entriesOf(file: string, field: string): unknown[] {
  try {
    const index: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const entries: unknown = Object.entries(index ?? {}).find(([name]) => name === field)?.[1]
    return Object.values(entries ?? {})
  } catch {
    return []
  }
}

function isGone(record: unknown) {
  return typeof record === 'object' && record !== null && 'gone' in record
}
