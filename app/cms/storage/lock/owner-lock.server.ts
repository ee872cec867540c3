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
import { FirstFolder } from '../folders/first-folder.server.ts'
import { hasCode, StorageError, toStorageError } from '../storage-error.ts'
import { temporaryPath } from '../disk/temporary-name.server.ts'

/** How often the holder renews the time of its lock (ms). */
const HEARTBEAT_MS = 5_000

/** Not the file of the record, which other processes replace: an advisory lock always belongs to one file. */
const ADVISORY_FILE = 'owner.flock'

const LOCK_FILE = 'owner.lock'

type LockHolder = Pick<LockRecord, 'pid' | 'host'>

/** The exclusive right of one process to write the content, uploads and data folders. */
export interface OwnerLock {
  /**
   * Why this process may not write now; undefined if it may. `lock-lost` is final: another process has taken over the
   * folders. Any other refusal is caused by the disk, and ends with its fault: each call tries to acquire the lock, and
   * so does a timer every 5 s. `data-missing` ends when the first data folder is back.
   */
  refusal(): StorageError | undefined
  /** True if the system releases the lock when this process ends. Otherwise only process and heartbeat show its end. */
  isAdvisory(): boolean
  /** Releases the lock for good: `refusal` is `lock-lost` from now on. Never throws. */
  release: () => void
}

/** Called with the first {@link OwnerLock.refusal}, `undefined` included, and with each that has another code. */
export type OnRefusalChange = (refusal: StorageError | undefined) => void

/** The locks that this process has opened: one, except in tests. */
const locks = new Set<OwnerLock>()

/**
 * Throws StorageError if this process has opened an owner lock and does not hold it. All code that changes the content,
 * uploads or data folder calls it first. A process without a lock, such as the account tool, may write.
 */
export function assertMayWrite(): void {
  for (const lock of locks) {
    const refusal = lock.refusal()
    if (refusal) throw refusal
  }
}

/**
 * Acquires the lock of a data folder. Creates the folder if it is missing. Throws an Error that names the holder if
 * another live process has the lock. Takes over the lock of a dead process. If the disk does not let the lock be
 * created, the lock refuses until it can be acquired.
 *
 * The folder is never created a second time: if it vanishes or another folder is in its place, the lock refuses with
 * `data-missing` until the first one is back.
 *
 * The lock has two parts. The record `owner.lock` names its holder, which checks before each commit that it is still
 * named. The advisory lock of `owner.flock` shows at once, and to every machine, that the holder has ended. If the
 * system has no such locks, a holder on another machine counts as dead after 30 s without a heartbeat.
 */
export function acquireOwnerLock(dataDir: string, onChange: OnRefusalChange = () => undefined): OwnerLock {
  const file = path.join(dataDir, LOCK_FILE)
  const advisory = new AdvisoryLock(path.join(dataDir, ADVISORY_FILE))
  const own = newIdentity()
  const folder = new FirstFolder(dataDir)
  let isLost = false
  let told: { code: StorageError['code'] | undefined } | undefined

  /**
   * Acquires the lock unless this process has it. Returns the holder if that is another live process. Throws
   * StorageError if the data folder is not the first one, otherwise the system's error.
   */
  function hold(): LockHolder | undefined {
    const state = folder.look()
    if (state === 'unknown') makeFolderSync(dataDir, 0o700)
    if (state === 'missing' || state === 'other') throw new StorageError('data-missing')
    const isOwn = readLock(file)?.record?.token === own.token
    if (isOwn && state === 'first') return undefined
    // Root folders of all disks may have the same number. Only the record shows that it is the same disk.
    if (!isOwn && state === 'moved') throw new StorageError('data-missing')
    const holder = isOwn ? retakeAdvisoryLock() : takeLock(file, own, advisory)
    if (!holder) folder.adopt()
    return holder
  }

  /** After a new mount: the advisory lock still belongs to the file of the old one. */
  function retakeAdvisoryLock() {
    return advisory.acquire() === 'busy' ? UNNAMED : undefined
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
      `Another process (${holder.pid} on ${holder.host}) is using ${dataDir}. Stop it first. A second site needs folders of its own. A second process of this site needs ROLE=standby: then it waits for the end of the first one.`,
    )
  }
  const heartbeat = setInterval(() => {
    if (!refusal()) renewTime(file)
  }, HEARTBEAT_MS).unref()
  const lock: OwnerLock = {
    refusal,
    isAdvisory: () => advisory.isHeld,
    release() {
      // A later look would acquire it again.
      isLost = true
      clearInterval(heartbeat)
      process.off('exit', lock.release)
      locks.delete(lock)
      removeIfOwn(file, own.token)
      advisory.release()
      folder.release()
    },
  }
  locks.add(lock)
  // Removes the lock when the process exits, so that the next one need not judge it.
  process.on('exit', lock.release)
  refusal()
  return lock
}

/** Undefined if there is no holder, or if the disk fails: then `refusal` tries again. */
function holderUnlessUnknown(hold: () => LockHolder | undefined) {
  try {
    return hold()
  } catch {
    return undefined
  }
}

/** Ignores errors: on a disk that cannot be written, no other process can take the lock either. */
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

/** A try fails only if another process changed the lock at the same moment. */
const MAX_TRIES = 20

/**
 * Writes `own` into the lock file if there is none, or if its holder is dead. Returns the live holder if there is one,
 * and then changes nothing. Throws the system's error if the lock can be neither created nor judged.
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
    throw new Error(`${file} changes continuously`)
  } finally {
    if (!isTaken) advisory.release()
  }
}

/** By lock file, the token of a holder whose advisory lock was busy: its locks are visible from this machine. */
const metLocks = new Map<string, string>()

/**
 * The live holder of a lock whose record is `found`. If there is none, this process holds the advisory lock afterwards,
 * if the system has such locks. Throws the system's error.
 */
function findHolder(file: string, found: LockRecord | undefined, advisory: AdvisoryLock): LockHolder | undefined {
  const isAlive = found !== undefined && isHolderAlive(file, found)
  // Checked before anything is written, so that a live holder is found on a read-only disk, too.
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
  // On some mounts of network file systems each machine has locks of its own. Such a lock proves nothing.
  const hasEnded = state === 'acquired' && found.isAdvisory === true && metLocks.get(file) === found.token
  return hasEnded ? undefined : found
}

/** A process that has the advisory lock, but has not written the record yet, or cannot. */
const UNNAMED: LockHolder = { pid: 0, host: 'an unknown machine' }

/**
 * The live process that holds the folders of a site; undefined if there is none. Changes nothing. Throws the system's
 * error, also if no process has ever held the folder, because a disk that is not mounted looks the same.
 */
export function findOwner(dataDir: string): LockHolder | undefined {
  const file = path.join(dataDir, LOCK_FILE)
  const advisory = new AdvisoryLock(path.join(dataDir, ADVISORY_FILE), { mustExist: true })
  try {
    return findHolder(file, readLock(file)?.record, advisory)
  } finally {
    advisory.release()
  }
}

/** Creates the lock, never half-written if the file system has links. Returns false if there is one already. */
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
 * Removes a lock that was found stale. Between the check and the rename another process may have created its own lock
 * under the same name. So the renamed file is checked again, and linked back if it is not the stale one.
 */
function removeStale(file: string, staleText: string) {
  const stale = temporaryPath(file)
  try {
    renameSync(file, stale)
  } catch (error) {
    // Another process has removed it.
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  try {
    if (readFileSync(stale, 'utf8') !== staleText) linkUnlessTaken(stale, file)
  } finally {
    rmSync(stale, { force: true })
  }
}

/** Makes a second name for a file, in one step if the file system has links. False if the name is taken. */
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

/** For file systems without links, such as some network and FAT volumes. */
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
 * Like `makeFolder` of `durable-file.server.ts`, but synchronous, for work before the first response: mkdir -p with
 * durable new folders. Throws the system's error.
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
