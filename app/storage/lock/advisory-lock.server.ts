import { spawnSync } from 'node:child_process'
import { closeSync, fstatSync, openSync, statSync } from 'node:fs'
import { hasCode } from '../storage-error.ts'

/** A network file system whose server is gone answers nothing at all (ms). */
const TIMEOUT_MS = 5_000

/**
 * `acquired`: this process has the lock. `busy`: another process has it. `unavailable`: there are no such locks here, because the
 * `flock` program is missing or the file system does not know them.
 */
export type AdvisoryLockState = 'acquired' | 'busy' | 'unavailable'

/**
 * An exclusive advisory lock of a file (flock(2)). The system ends it together with the process, however that ends, and keeps it
 * while the process is only stopped.
 *
 * Node has no such call. The `flock` program of util-linux or busybox takes the lock on a descriptor that it inherits: the lock
 * belongs to the open file, so this process still has it when the program has ended. Node opens files with O_CLOEXEC, so no other
 * child inherits it.
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

  /** Takes the lock unless this process has it. The file is made where it is missing, unless told. Throws the system's error. */
  acquire(): AdvisoryLockState {
    if (this.#descriptor !== undefined && leadsTo(this.file, this.#descriptor)) return 'acquired'
    this.release()
    if (!this.options.mustExist) closeSync(openSync(this.file, 'a', 0o600))
    // For reading, so that the disk can be made read-only meanwhile. NFS gives exclusive locks to writers alone.
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

  /** Gives the lock up. Does nothing without it. */
  release(): void {
    if (this.#descriptor === undefined) return
    closeSync(this.#descriptor)
    this.#descriptor = undefined
  }
}

function lockDescriptor(descriptor: number): AdvisoryLockState {
  const { status, stderr, error } = spawnSync('flock', ['-x', '-n', '3'], {
    // The descriptor is number 3 there.
    stdio: ['ignore', 'ignore', 'pipe', descriptor],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  })
  if (error) {
    if (hasCode(error, 'ENOENT', 'EACCES')) return 'unavailable'
    throw error
  }
  if (status === 0) return 'acquired'
  // Both programs end with 1 and say nothing if another process has the lock, and say why they cannot take it otherwise.
  return status === 1 && stderr.length === 0 ? 'busy' : 'unavailable'
}

/** False if the file was removed or replaced: a lock of what nobody finds any more keeps nobody out. */
function leadsTo(file: string, descriptor: number) {
  const held = fstatSync(descriptor, { bigint: true })
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found?.dev === held.dev && found.ino === held.ino
}
