const DAY_MS = 24 * 60 * 60 * 1000
const MOST_KNOWN = 10_000

/**
 * Files that were uploaded within the last day, by this process: a form that is not saved yet may name them. The time of the file
 * does not say so if the same bytes had been uploaded before.
 */
export class RecentUploads {
  /** Time of the last upload by file, the oldest first. */
  readonly #times = new Map<string, number>()

  note(file: string): void {
    this.#times.delete(file)
    this.#times.set(file, Date.now())
    for (const oldest of this.#times.keys()) {
      if (this.#times.size <= MOST_KNOWN) break
      this.#times.delete(oldest)
    }
  }

  /** True if a file was uploaded less than a day ago. `modified` is its own time (milliseconds since 1970). */
  isRecent(file: string, modified: number): boolean {
    return Math.max(modified, this.#times.get(file) ?? 0) > Date.now() - DAY_MS
  }
}
