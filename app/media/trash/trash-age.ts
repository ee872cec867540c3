import type { TrashedFile } from './trash-folder.server.ts'

export const DAY_MS = 24 * 60 * 60 * 1000

/** A deletion said to be earlier than this was made by a clock that had not been set yet. */
const EARLIEST = Date.parse('2024-01-01')

/**
 * Tells which deleted files have been kept for their days. The clock of the machine may have been wrong when a file was
 * deleted, and may be wrong now, and nothing brings back what was removed for good. So its word is not enough:
 * - a file that was deleted while this process runs, or at an impossible time, is kept for all its days of this process,
 * - any other for a day of it, in which a clock that jumped is likely to be set right.
 *
 * A site that is started more often than that keeps them longer, within the other limits of the trash.
 */
export class TrashAge {
  readonly #needed = new Map<string, number>()
  readonly #options: { days: number; now: () => number; uptime: () => number }

  constructor(options: { days: number; now: () => number; uptime: () => number }) {
    this.#options = options
  }

  /** Begins to count the time of a file: `isNew` where it was deleted just now. */
  notice({ id, deleted }: TrashedFile, { isNew }: { isNew: boolean }): void {
    const { days, uptime } = this.#options
    const leastDays = isNew || deleted < EARLIEST ? days : Math.min(1, days)
    this.#needed.set(id, uptime() + leastDays * DAY_MS)
  }

  forget(id: string): void {
    this.#needed.delete(id)
  }

  isOver({ id, deleted }: TrashedFile): boolean {
    const { days, now, uptime } = this.#options
    return deleted < now() - days * DAY_MS && uptime() > (this.#needed.get(id) ?? Infinity)
  }
}
