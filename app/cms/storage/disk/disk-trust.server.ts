import { hasCode, StorageError, toStorageError } from '#app/cms/storage/storage-error.ts'
import type { HealthReports } from '#app/cms/platform/health.server.ts'

const RETRY_MS = 5_000

/**
 * Tracks whether the disk can be trusted. After a failed fsync the system may mark the lost data as clean, and then the
 * next fsync succeeds without having written it. So nothing is acknowledged until everything that the failure affected
 * was rewritten.
 */
export class DiskTrust {
  readonly #repairs = new Map<string, () => Promise<void>>()
  #running: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly health: HealthReports) {}

  /** Records a failure. `repair` rewrites what it affected, and rejects if that fails; the last one of a key counts. */
  lose(key: string, cause: unknown, repair: () => Promise<void>): void {
    this.#repairs.set(key, repair)
    this.health.report(
      {
        id: 'content-disk-fault',
        message:
          'The disk of the server reported a fault while a file was being saved. Nothing can be saved until the disk accepts writes again. The server tries every few seconds. Check the free space, and have the disk checked.',
      },
      cause,
    )
    this.#timer ??= setInterval(() => void this.recover().catch(() => undefined), RETRY_MS).unref()
  }

  /** Resolves when the disk can be trusted, at once or after the repairs. Rejects with StorageError if one fails. */
  async recover(): Promise<void> {
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

/** True if the disk failed rather than refused the write: then the written data may or may not be lost. */
export function isDiskFault(error: unknown): boolean {
  if (!(error instanceof StorageError)) return false
  const { code, cause } = error
  const isSync = cause instanceof Error && 'syscall' in cause && cause.syscall === 'fsync'
  return code === 'not-put-back' || isSync || hasCode(cause, 'EIO')
}
