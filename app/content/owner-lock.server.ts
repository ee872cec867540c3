import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'

/** Proof that this process, and no other, writes the content and data folders. */
export interface OwnerLock {
  /** False once another process has taken the folders over; then nothing may be written any more. */
  isHeld(): boolean
  release(): void
}

/** How often the holder shows that it lives, and how long another machine waits before it believes it dead (ms). */
const HEARTBEAT_MS = 5_000
const STALE_MS = 30_000

/**
 * Takes the lock of a data folder. Throws an Error that names the holder where another live process has it. A lock left
 * by a dead process is taken over: at once on the same machine, after 30 s without a heartbeat from another one (a
 * standby on a shared volume).
 */
export function acquireOwnerLock(dataDir: string): OwnerLock {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = path.join(dataDir, 'owner.lock')
  const own: LockRecord = {
    token: randomBytes(16).toString('hex'),
    pid: process.pid,
    host: os.hostname(),
    processStart: processStartTime(process.pid),
  }
  if (!createLock(file, own)) {
    const holder = readLock(file)
    if (holder && isAlive(file, holder)) {
      throw new Error(
        `Another process (${holder.pid} on ${holder.host}) is using ${dataDir}. Stop it first, or give this one a DATA_DIR of its own.`,
      )
    }
    // Only one of several that wait can rename it away; the others fail here or at the exclusive create.
    renameSync(file, `${file}.${own.token}`)
    rmSync(`${file}.${own.token}`)
    if (!createLock(file, own)) throw new Error(`Another process has just taken ${dataDir}. Stop it first.`)
  }

  const isHeld = () => readLock(file)?.token === own.token
  const heartbeat = setInterval(() => {
    if (isHeld()) utimesSync(file, new Date(), new Date())
  }, HEARTBEAT_MS)
  heartbeat.unref()
  return {
    isHeld,
    release() {
      clearInterval(heartbeat)
      if (isHeld()) rmSync(file, { force: true })
    },
  }
}

const lockRecord = z.object({
  token: z.string(),
  pid: z.number().int().positive(),
  host: z.string(),
  /** Clock ticks between boot and the start of the process; tells a process from a later one with the same id. */
  processStart: z.string().nullable(),
})
type LockRecord = z.infer<typeof lockRecord>

function createLock(file: string, record: LockRecord) {
  let handle: number
  try {
    handle = openSync(file, 'wx', 0o600)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
  try {
    writeSync(handle, JSON.stringify(record))
  } finally {
    closeSync(handle)
  }
  return true
}

/** The holder's record; undefined for a missing or damaged lock, which belongs to nobody. */
function readLock(file: string): LockRecord | undefined {
  try {
    return lockRecord.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

function isAlive(file: string, holder: LockRecord) {
  if (holder.host !== os.hostname()) return Date.now() - statSync(file).mtimeMs < STALE_MS
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    // EPERM: it lives, under another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  return holder.processStart === processStartTime(holder.pid)
}

/** Field 22 of /proc/{pid}/stat (proc(5)); null where there is no /proc. */
function processStartTime(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
