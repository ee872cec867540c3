import { rmSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { StorageError, toStorageError } from './storage-error.ts'
import { takeLock } from './lock-file.server.ts'
import { HEARTBEAT_MS, newIdentity, readLock, type LockRecord } from './lock-record.server.ts'
import { makeFolderSync } from './make-folder.server.ts'

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

  /** Takes the lock unless this process has it. Answers the live process that has it instead. */
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
