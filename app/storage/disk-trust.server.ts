import { hasCode, StorageError, toStorageError } from './storage-error.ts'
import type { HealthReports } from '#app/platform/health.server.ts'

const RETRY_MS = 5_000

/**
 * Whether the disk can be believed. After a failed fsync the system may call what it lost clean, and the next fsync succeeds
 * without having written it. So nothing is acknowledged until everything the failure touched has been written anew.
 */
export class DiskTrust {
  readonly #repairs = new Map<string, () => Promise<void>>()
  #running: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly health: HealthReports) {}

  /** Notes a failure. `repair` writes anew what it touched and rejects as long as that fails; the last one of a key counts. */
  lose(key: string, cause: unknown, repair: () => Promise<void>): void {
    this.#repairs.set(key, repair)
    this.health.report(
      {
        id: 'content-disk-fault',
        message:
          'The disk of the server reported a fault while a file was being saved. Saves are refused until it takes writes again, which is tried every few seconds. Look for free space, and have the disk checked.',
      },
      cause,
    )
    this.#timer ??= setInterval(() => void this.regain().catch(() => undefined), RETRY_MS).unref()
  }

  /** Resolves where the disk can be believed, at once or after the repairs. Rejects with StorageError. */
  async regain(): Promise<void> {
    if (this.#repairs.size === 0) return
    this.#running ??= this.#repair().finally(() => (this.#running = undefined))
    try {
      await this.#running
    } catch (error) {
      throw toStorageError(error)
    }
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  async #repair() {
    for (const [key, repair] of this.#repairs) {
      await repair()
      this.#repairs.delete(key)
    }
    this.stop()
    this.health.clear('content-disk-fault')
  }
}

/** Whether the disk has failed, rather than refused: what was written may be lost, or may not be. */
export function isDiskFault(error: unknown): boolean {
  if (!(error instanceof StorageError)) return false
  const { code, cause } = error
  const isSync = cause instanceof Error && 'syscall' in cause && cause.syscall === 'fsync'
  return code === 'not-put-back' || isSync || hasCode(cause, 'EIO')
}
