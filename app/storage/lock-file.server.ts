import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { folderOf, isHolderAlive, readLock, type LockRecord, type ProcessIdentity } from './lock-record.server.ts'
import { temporaryPath } from './temporary-name.server.ts'

/** Each try fails only where another process changed the lock in the same moment. */
const MAX_TRIES = 20

/**
 * Puts `own` into the lock file, in place of none or of one whose holder is dead. Answers the live holder where there is
 * one, and then changes nothing. Throws the system's error where the lock can be neither made nor judged.
 */
export function takeLock(file: string, own: ProcessIdentity): LockRecord | undefined {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    // Judged before anything is written: a live holder is found on a read-only disk, too.
    const found = readLock(file)
    if (found?.record && isHolderAlive(file, found.record)) return found.record
    if (found) removeStale(file, found.text)
    if (createLock(file, own)) return undefined
  }
  throw new Error(`${file} changes all the time`)
}

/** Creates the lock whole: under its name it has never been empty or half-written. False where there is one already. */
function createLock(file: string, own: ProcessIdentity) {
  const text = JSON.stringify({ ...own, folder: folderOf(file) } satisfies LockRecord)
  const temporary = temporaryPath(file)
  try {
    writeFileSync(temporary, text, { flag: 'wx', mode: 0o600 })
    return linkUnlessTaken(temporary, file)
  } finally {
    rmSync(temporary, { force: true })
  }
}

/**
 * Takes a lock away that was found stale. Between the look and the rename another process may have put its own in the same
 * place: what was renamed is looked at again, and put back if it is not the stale one.
 */
function removeStale(file: string, staleText: string) {
  const aside = temporaryPath(file)
  try {
    renameSync(file, aside)
  } catch (error) {
    // Another one has taken it away.
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  try {
    if (readFileSync(aside, 'utf8') !== staleText) linkUnlessTaken(aside, file)
  } finally {
    rmSync(aside, { force: true })
  }
}

/** A second name for a file, made in one step; false where the name is taken. */
function linkUnlessTaken(existing: string, name: string) {
  try {
    linkSync(existing, name)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    if (!hasCode(error, 'EPERM', 'ENOTSUP', 'ENOSYS')) throw error
    return copyUnlessTaken(existing, name)
  }
}

/** For file systems without links, as some network and FAT volumes are. */
function copyUnlessTaken(existing: string, name: string) {
  try {
    writeFileSync(name, readFileSync(existing), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

function hasCode(error: unknown, ...codes: string[]) {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code)
}
