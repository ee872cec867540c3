import type { HealthReports } from '#app/cms/platform/health.server.ts'
import { Listeners } from '#app/cms/platform/listeners.ts'
import { hasCode } from '../storage-error.ts'
import type { Writership } from '../writership.ts'
import { acquireOwnerLock, findOwner, type OnRefusalChange, type OwnerLock } from './owner-lock.server.ts'

/** How often the lock is looked at (ms). */
const CHECK_MS = 1_000

const OBSTACLE = 'standby-cannot-take-over'

/** The right to write into a shared folder, which the lock of the folder gives to one process at a time. */
interface LockWritership extends Writership {
  /** The lock of the present term, for the storage, which releases it when it is closed. Undefined without a term. */
  lock(): OwnerLock | undefined
  /** Ends the term, so that the lock is free. It is acquired again at the next look. */
  endTerm(): void
  /** Ends the looks. */
  close(): void
}

/**
 * Looks at the lock of a data folder. `onRefusalChange` is that of the acquired lock.
 */
export function openLockWritership({
  dataDir,
  health,
  onRefusalChange,
}: {
  dataDir: string
  health: HealthReports
  onRefusalChange?: OnRefusalChange
}): LockWritership {
  const listeners = new Listeners()
  let lock: OwnerLock | undefined
  let terms = 0
  let isAsking = false

  function look() {
    const before = lock
    // Another process has the folders. The storage still needs the lock, which refuses every write.
    if (lock?.refusal()?.code === 'lock-lost') lock = undefined
    else if (!lock && isAsking) lock = acquire()
    if (lock === before) return
    if (lock) terms += 1
    listeners.announce()
  }

  /** Acquires the lock if it is free. A disk that is not mounted is not: it looks like a folder that was never used. */
  function acquire(): OwnerLock | undefined {
    try {
      const isFree = findOwner(dataDir) === undefined
      health.clear(OBSTACLE)
      if (!isFree) return undefined
    } catch (error) {
      const message = hasCode(error, 'ENOENT')
        ? `No process has ever written to ${dataDir}. Mount its disk, or start the site there once with ROLE=writer.`
        : `The site cannot find out whether another process writes to ${dataDir} (${String(error)}). Have the disk of this folder checked.`
      health.report({ id: OBSTACLE, message })
      return undefined
    }
    try {
      return acquireOwnerLock(dataDir, onRefusalChange)
    } catch {
      // Another process was faster.
      return undefined
    }
  }

  function endTerm() {
    const ended = lock
    lock = undefined
    ended?.release()
    if (ended) listeners.announce()
  }

  const timer = setInterval(look, CHECK_MS).unref()
  look()
  return {
    request() {
      isAsking = true
      look()
    },
    term: () => (lock ? terms : undefined),
    isHeld: () => lock !== undefined,
    subscribe: listeners.subscribe,
    release() {
      isAsking = false
      endTerm()
      return Promise.resolve()
    },
    lock: () => lock,
    endTerm,
    close() {
      clearInterval(timer)
      isAsking = false
      endTerm()
    },
  }
}
