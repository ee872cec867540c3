import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { AdvisoryLock, type AdvisoryLockState } from './advisory-lock.server.ts'
import {
  folderOf,
  isHolderAlive,
  isOnThisMachine,
  newIdentity,
  readLock,
  type LockRecord,
  type ProcessIdentity,
} from './lock-record.server.ts'
import { hasCode, StorageError, toStorageError } from '../storage-error.ts'
import { temporaryPath } from '../temporary-name.server.ts'

/** How often the holder renews the time of its lock (ms). */
const HEARTBEAT_MS = 5_000

/** Beside the record, which others replace: an advisory lock belongs to one file for good. */
const ADVISORY_FILE = 'owner.flock'

type LockHolder = Pick<LockRecord, 'pid' | 'host'>

/** The right of one process alone to write the content, uploads and data folders. */
export interface OwnerLock {
  /**
   * Why this process may not write now; undefined where it may. `lock-lost` is final: another process has taken the folders
   * over. Any other refusal is the disk's, and ends with it: each call tries to take the lock, and so does a timer every 5 s.
   */
  refusal(): StorageError | undefined
  /** True if the system ends the lock together with this process; else it goes by process and heartbeat alone. */
  isAdvisory(): boolean
  /** Gives the lock up. Never throws. */
  release: () => void
}

/** Told of the first {@link OwnerLock.refusal}, `undefined` included, and of each that is unlike the one before. */
export type OnRefusalChange = (refusal: StorageError | undefined) => void

/** The locks this process works under: one, except in tests. */
const locks = new Set<OwnerLock>()

/**
 * Throws StorageError where this process works under an owner lock that it does not hold. Everything that changes the
 * content, uploads or data folder calls it first. A process without a lock, as the account tool is, may write.
 */
export function assertMayWrite(): void {
  for (const lock of locks) {
    const refusal = lock.refusal()
    if (refusal) throw refusal
  }
}

/**
 * Takes the lock of a data folder, which is made where it is missing. Throws an Error that names the holder where another
 * live process has it. A lock left by a dead process is taken over. On a disk that does not let the lock be made, the lock refuses until it can be taken.
 *
 * The lock has two parts. The record `owner.lock` names its holder, which looks before each commit whether it is still named. The
 * advisory lock of `owner.flock` tells at once, and from every machine, that the holder has ended. Where the system knows no such
 * locks, a holder on another machine counts as dead after 30 s without a heartbeat.
 */
export function acquireOwnerLock(dataDir: string, onChange: OnRefusalChange = () => undefined): OwnerLock {
  const file = path.join(dataDir, 'owner.lock')
  const advisory = new AdvisoryLock(path.join(dataDir, ADVISORY_FILE))
  const own = newIdentity()
  let isLost = false
  let told: { code: StorageError['code'] | undefined } | undefined

  /** Acquires the lock unless this process has it. Returns the live process that holds it instead. */
  function hold(): LockHolder | undefined {
    const found = readLock(file)
    if (found?.record?.token === own.token) return undefined
    if (!found) makeFolderSync(dataDir, 0o700)
    return takeLock(file, own, advisory)
  }

  function findRefusal(): StorageError | undefined {
    try {
      isLost ||= hold() !== undefined
    } catch (error) {
      return toStorageError(error)
    }
    return isLost ? new StorageError('lock-lost') : undefined
  }

  function refusal() {
    const found = findRefusal()
    if (isLost) advisory.release()
    if (!told || told.code !== found?.code) {
      told = { code: found?.code }
      onChange(found)
    }
    return found
  }

  const holder = holderUnlessUnknown(hold)
  if (holder) {
    throw new Error(
      `Another process (${holder.pid} on ${holder.host}) is using ${dataDir}. Stop it first, give this one a folder of its own, or let it wait with ROLE=standby.`,
    )
  }
  const heartbeat = setInterval(() => {
    if (!refusal()) renewTime(file)
  }, HEARTBEAT_MS).unref()
  const lock: OwnerLock = {
    refusal,
    isAdvisory: () => advisory.isHeld,
    release() {
      clearInterval(heartbeat)
      process.off('exit', lock.release)
      locks.delete(lock)
      removeIfOwn(file, own.token)
      advisory.release()
    },
  }
  locks.add(lock)
  // However the process comes to its end, the next one finds no lock that it would have to judge.
  process.on('exit', lock.release)
  refusal()
  return lock
}

/** Undefined where there is none, and where the disk does not say: whether it may be written is asked again by `refusal`. */
function holderUnlessUnknown(hold: () => LockHolder | undefined) {
  try {
    return hold()
  } catch {
    return undefined
  }
}

/** A disk that cannot be written lets no other process take the lock either. */
function renewTime(file: string) {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // What is wrong with the disk is found, and told, by the check of the folders.
  }
}

function removeIfOwn(file: string, token: string) {
  try {
    if (readLock(file)?.record?.token === token) rmSync(file, { force: true })
  } catch {
    // It stays, and is stale as soon as this process has ended.
  }
}

/** Each try fails only where another process changed the lock in the same moment. */
const MAX_TRIES = 20

/**
 * Puts `own` into the lock file, in place of none or of one whose holder is dead. Returns the live holder where there is
 * one, and then changes nothing. Throws the system's error where the lock can be neither made nor judged.
 */
function takeLock(file: string, own: ProcessIdentity, advisory: AdvisoryLock): LockHolder | undefined {
  let isTaken = false
  try {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const found = readLock(file)
      const holder = findHolder(file, found?.record, advisory)
      if (holder) return holder
      if (found) removeStale(file, found.text)
      isTaken = createLock(file, own, advisory)
      if (isTaken) return undefined
    }
    throw new Error(`${file} changes all the time`)
  } finally {
    if (!isTaken) advisory.release()
  }
}

/** Tokens of holders whose advisory lock this process has met, by the file of their lock: their locks are seen from here. */
const metLocks = new Map<string, string>()

/**
 * The live holder of a lock whose record is `found`. Where there is none, this process has the advisory lock afterwards, if there
 * is such a thing. Throws the system's error.
 */
function findHolder(file: string, found: LockRecord | undefined, advisory: AdvisoryLock): LockHolder | undefined {
  const isAlive = found !== undefined && isHolderAlive(file, found)
  // Before anything is written: a live holder is found on a read-only disk, too.
  if (isAlive && isOnThisMachine(found)) return found
  let state: AdvisoryLockState
  try {
    state = advisory.acquire()
  } catch (error) {
    if (isAlive) return found
    throw error
  }
  if (state === 'busy') {
    if (found) metLocks.set(file, found.token)
    return found ?? UNNAMED
  }
  if (!isAlive) return undefined
  // Some network file systems are mounted so that each machine has locks of its own. Theirs prove nothing.
  const hasEnded = state === 'acquired' && found.isAdvisory === true && metLocks.get(file) === found.token
  return hasEnded ? undefined : found
}

/** A process that has the advisory lock, and has not written the record yet or cannot. */
const UNNAMED: LockHolder = { pid: 0, host: 'a machine that is not known' }

/**
 * The live process that has the folders of a site; undefined if there is none. Changes nothing. Throws the system's error, also
 * where no process has ever had the folder: a disk that is not mounted looks like that.
 */
export function findOwner(dataDir: string): LockHolder | undefined {
  const file = path.join(dataDir, 'owner.lock')
  const advisory = new AdvisoryLock(path.join(dataDir, ADVISORY_FILE), { mustExist: true })
  try {
    return findHolder(file, readLock(file)?.record, advisory)
  } finally {
    advisory.release()
  }
}

/** Creates the lock whole: under its name it has never been empty or half-written. False where there is one already. */
function createLock(file: string, own: ProcessIdentity, { isHeld }: AdvisoryLock) {
  const text = JSON.stringify({ ...own, folder: folderOf(file), isAdvisory: isHeld } satisfies LockRecord)
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

/**
 * As `makeFolder` of the durable files, for what has to be done before the first response: mkdir -p whose new
 * folders last. Throws the system's error.
 */
function makeFolderSync(folder: string, mode: number): void {
  try {
    makeOneFolder(folder, mode)
  } catch (error) {
    if (!hasCode(error, 'ENOENT') || path.dirname(folder) === folder) throw error
    makeFolderSync(path.dirname(folder), mode)
    makeOneFolder(folder, mode)
  }
}

function makeOneFolder(folder: string, mode: number) {
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return
    throw error
  }
  const parent = openSync(path.dirname(folder), 'r')
  try {
    fsyncSync(parent)
  } finally {
    closeSync(parent)
  }
}
