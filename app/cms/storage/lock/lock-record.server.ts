import { randomBytes } from 'node:crypto'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { hasCode } from '../storage-error.ts'

/** Age of a lock's time (ms) from which another machine counts its holder as dead. */
const STALE_MS = 30_000

/** What a lock file says about its holder. */
export type LockRecord = z.infer<typeof lockRecord>

const lockRecord = z.object({
  token: z.string(),
  pid: z.number().int().positive(),
  host: z.string(),
  /** Clock ticks between boot and the start of the process. Distinguishes it from a later process with the same id. */
  processStart: z.string().nullable(),
  /**
   * The folder in which the lock was made. A copy of the lock, such as in a backup, is in another folder. The path is
   * for people, because it may change.
   */
  folder: z.object({ path: z.string(), device: z.string(), inode: z.string() }),
  /** True if the holder also holds the advisory lock, which the system releases when its process ends. */
  isAdvisory: z.boolean().optional(),
})

/** What identifies a running process in the locks it makes. */
export type ProcessIdentity = Omit<LockRecord, 'folder' | 'isAdvisory'>

/** The identity of this process, with a new token. */
export function newIdentity(): ProcessIdentity {
  return {
    token: randomBytes(16).toString('hex'),
    pid: process.pid,
    host: os.hostname(),
    processStart: readProcess(process.pid)?.start ?? null,
  }
}

/** The folder of a lock file, as it is stored in a record. Throws the system's error. */
export function folderOf(lockFile: string): LockRecord['folder'] {
  const folder = realpathSync(path.dirname(lockFile))
  const { dev, ino } = statSync(folder, { bigint: true })
  return { path: folder, device: String(dev), inode: String(ino) }
}

/** A lock file as it was found. The record is undefined if the file is damaged: such a lock has no holder. */
interface FoundLock {
  text: string
  record: LockRecord | undefined
}

/** Undefined if there is no lock. Throws the system's error if the lock cannot be read: then its holder is unknown. */
export function readLock(file: string): FoundLock | undefined {
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
 * Whether the holder of a lock is alive. On this machine its process is checked. For another machine the lock's time
 * has to be within 30 s of now; a time further ahead was set by a wrong clock and counts as old. A lock that was copied
 * from another folder has no holder.
 */
export function isHolderAlive(file: string, holder: LockRecord): boolean {
  const isHere = isOnThisMachine(holder)
  const { inode, device } = folderOf(file)
  // Another machine has other paths and device numbers for the same folder.
  const isCopy = holder.folder.inode !== inode || (isHere && holder.folder.device !== device)
  if (isCopy) return false
  if (!isHere) return Math.abs(Date.now() - statSync(file).mtimeMs) < STALE_MS
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    // EPERM: the process exists, and belongs to another user.
    if (!hasCode(error, 'EPERM')) return false
  }
  const running = readProcess(holder.pid)
  return !running?.isDead && holder.processStart === (running?.start ?? null)
}

/** Whether the process of a record belongs to this machine, by its host name. */
export function isOnThisMachine({ host }: Pick<LockRecord, 'host'>): boolean {
  return host === os.hostname()
}

/** State and start time of a process: fields 3 and 22 of /proc/{pid}/stat (proc(5)). Undefined if it cannot be read. */
function readProcess(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is a name in parentheses that may contain any character.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // Z: the process has ended, but its parent has not read its exit code yet. X: the process is being removed.
    return { isDead: /^[ZXx]$/.test(fields[0] ?? ''), start: fields[19] }
  } catch {
    return undefined
  }
}
