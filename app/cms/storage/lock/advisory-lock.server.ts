import { spawnSync } from 'node:child_process'
import { closeSync, fstatSync, openSync, statSync } from 'node:fs'
import { hasCode } from '../storage-error.ts'

/** Timeout (ms): a network file system whose server is down does not respond at all. */
const TIMEOUT_MS = 5_000

/**
 * `acquired`: this process has the lock. `busy`: another process has it. `unavailable`: there are no such locks here,
 * because the `flock` program is missing or the file system does not support them.
 */
export type AdvisoryLockState = 'acquired' | 'busy' | 'unavailable'

/**
 * An exclusive advisory lock on a file (flock(2)). The system releases it when the process ends, in whatever way, and
 * keeps it while the process is only stopped.
 *
 * Node has no such call. The `flock` program of util-linux or busybox locks a descriptor that it inherits. The lock
 * belongs to the open file, so this process still holds it after the program has ended. Node opens files with
 * O_CLOEXEC, so no other child inherits the descriptor.
 */
export class AdvisoryLock {
  #descriptor: number | undefined

  constructor(
    private readonly file: string,
    private readonly options: { mustExist?: boolean } = {},
  ) {}

  get isHeld() {
    return this.#descriptor !== undefined
  }

  /** Acquires the lock. Creates a missing file, unless `mustExist` is set. Throws the system's error. */
  acquire(): AdvisoryLockState {
    if (this.#descriptor !== undefined && leadsTo(this.file, this.#descriptor)) return 'acquired'
    this.release()
    if (!this.options.mustExist) closeSync(openSync(this.file, 'a', 0o600))
    // Open for reading, so that the disk can be made read-only meanwhile. NFS needs write access for exclusive locks.
    const state = this.#acquireOn(openSync(this.file, 'r'))
    return state === 'unavailable' ? this.#acquireOn(openSync(this.file, 'r+')) : state
  }

  #acquireOn(descriptor: number): AdvisoryLockState {
    let state: AdvisoryLockState | undefined
    try {
      state = lockDescriptor(descriptor)
      return state
    } finally {
      if (state === 'acquired') this.#descriptor = descriptor
      else closeSync(descriptor)
    }
  }

  /** Releases the lock. Does nothing if it is not held. */
  release(): void {
    if (this.#descriptor === undefined) return
    closeSync(this.#descriptor)
    this.#descriptor = undefined
  }
}

function lockDescriptor(descriptor: number): AdvisoryLockState {
  const { status, stderr, error } = spawnSync('flock', ['-x', '-n', '3'], {
    // The child inherits the descriptor as number 3.
    stdio: ['ignore', 'ignore', 'pipe', descriptor],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  })
  if (error) {
    if (hasCode(error, 'ENOENT', 'EACCES')) return 'unavailable'
    throw error
  }
  if (status === 0) return 'acquired'
  // Both programs exit with 1 and print nothing if another process has the lock. In other cases they print the reason.
  return status === 1 && stderr.length === 0 ? 'busy' : 'unavailable'
}

/** False if the file was removed or replaced: other processes then lock another file, and are not kept out. */
function leadsTo(file: string, descriptor: number) {
  const held = fstatSync(descriptor, { bigint: true })
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found?.dev === held.dev && found.ino === held.ino
}
