import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { hasCode, StorageError, toStorageError } from './storage-error.ts'
import { temporaryPath } from './temporary-name.server.ts'

/** How often the holder renews the time of its lock, and how old that time is when another machine counts it as dead (ms). */
const HEARTBEAT_MS = 5_000
const STALE_MS = 30_000

/** What a lock file says about its holder. */
type LockRecord = z.infer<typeof lockRecord>

const lockRecord = z.object({
  token: z.string(),
  pid: z.number().int().positive(),
  host: z.string(),
  /** Clock ticks between boot and the start of the process; tells a process from a later one with the same id. */
  processStart: z.string().nullable(),
  /**
   * The folder that the lock was made in, since a copy of it, as a backup has, lies in another one. The path is for people: it
   * may change. Absent in the locks of earlier releases.
   */
  folder: z.object({ path: z.string(), device: z.string(), inode: z.string() }).optional(),
})

/** The right of one process alone to write the content, uploads and data folders. */
export interface OwnerLock {
  /**
   * Why this process may not write now; undefined where it may. `lock-lost` is final: another process has taken the folders
   * over. Any other refusal is the disk's, and ends with it: each call tries to take the lock, and so does a timer every 5 s.
   */
  refusal(): StorageError | undefined
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
 * live process has it. A lock left by a dead process is taken over: at once on the same machine, after 30 s without a
 * heartbeat from another one. On a disk that does not let the lock be made, the lock refuses until it can be taken.
 */
export function acquireOwnerLock(dataDir: string, onChange: OnRefusalChange = () => undefined): OwnerLock {
  const file = path.join(dataDir, 'owner.lock')
  const own = newIdentity()
  let isLost = false
  let told: { code: StorageError['code'] | undefined } | undefined

  /** Acquires the lock unless this process has it. Returns the live process that holds it instead. */
  function hold(): LockRecord | undefined {
    const found = readLock(file)
    if (found?.record?.token === own.token) return undefined
    if (!found) makeFolderSync(dataDir, 0o700)
    return takeLock(file, own)
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
    if (!told || told.code !== found?.code) {
      told = { code: found?.code }
      onChange(found)
    }
    return found
  }

  const holder = holderUnlessUnknown(hold)
  if (holder) {
    throw new Error(
      `Another process (${holder.pid} on ${holder.host}) is using ${dataDir}. Stop it first, or give this one a DATA_DIR of its own.`,
    )
  }
  const heartbeat = setInterval(() => {
    if (!refusal()) renewTime(file)
  }, HEARTBEAT_MS).unref()
  const lock: OwnerLock = {
    refusal,
    release() {
      clearInterval(heartbeat)
      process.off('exit', lock.release)
      locks.delete(lock)
      removeIfOwn(file, own.token)
    },
  }
  locks.add(lock)
  // However the process comes to its end, the next one finds no lock that it would have to judge.
  process.on('exit', lock.release)
  refusal()
  return lock
}

/** Undefined where there is none, and where the disk does not say: whether it may be written is asked again by `refusal`. */
function holderUnlessUnknown(hold: () => LockRecord | undefined) {
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
function takeLock(file: string, own: ProcessIdentity): LockRecord | undefined {
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

/** What identifies a running process in the locks it makes. */
type ProcessIdentity = Omit<LockRecord, 'folder'>

/** The identity of this process, with a token of its own. */
function newIdentity(): ProcessIdentity {
  return {
    token: randomBytes(16).toString('hex'),
    pid: process.pid,
    host: os.hostname(),
    processStart: readProcess(process.pid)?.start ?? null,
  }
}

/** The folder of a lock file as a record names it. Throws the system's error. */
function folderOf(lockFile: string): NonNullable<LockRecord['folder']> {
  const folder = realpathSync(path.dirname(lockFile))
  const { dev, ino } = statSync(folder, { bigint: true })
  return { path: folder, device: String(dev), inode: String(ino) }
}

/** A lock file as it was found. The record is undefined where the file is damaged: such a lock has no holder. */
interface FoundLock {
  text: string
  record: LockRecord | undefined
}

/** Undefined where there is no lock. Throws the system's error where one cannot be read: its holder is unknown then. */
function readLock(file: string): FoundLock | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
  return { text, record: parseRecord(text) }
}

function parseRecord(text: string) {
  try {
    return lockRecord.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/**
 * Whether the holder of a lock is alive. On this machine its process tells. On another one the lock's time has to be within
 * 30 s of now; a time further ahead was set by a wrong clock and counts as old. A lock that was copied from another folder
 * has no holder.
 */
function isHolderAlive(file: string, holder: LockRecord): boolean {
  const isHere = holder.host === os.hostname()
  const { inode, device } = folderOf(file)
  // Another machine has other paths and device numbers for the same folder.
  const isCopy = holder.folder && (holder.folder.inode !== inode || (isHere && holder.folder.device !== device))
  if (isCopy) return false
  if (!isHere) return Math.abs(Date.now() - statSync(file).mtimeMs) < STALE_MS
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    // EPERM: it lives, under another user.
    if (!hasCode(error, 'EPERM')) return false
  }
  const running = readProcess(holder.pid)
  return !running?.isDead && holder.processStart === (running?.start ?? null)
}

/** State and start time of a process: fields 3 and 22 of /proc/{pid}/stat (proc(5)). Undefined where there is no /proc. */
function readProcess(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is a name in parentheses that may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // Z: it has ended, but its parent has not asked for the exit code yet. X: it is being removed.
    return { isDead: /^[ZXx]$/.test(fields[0] ?? ''), start: fields[19] }
  } catch {
    return undefined
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
