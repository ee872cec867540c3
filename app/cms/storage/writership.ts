/**
 * Which process of the site writes: chosen by the lease in a bucket, or by the lock of a shared folder. Every process
 * reads until it is chosen.
 */
export interface Writership {
  /** Asks for the right to write, and goes on asking until `release`. Never called in a process that only reads. */
  request(): void
  /**
   * The number of the term in which this process is the writer, as far as it knows; undefined if it is not. A term ends
   * for good when another process has begun one, or with `release`. Only a later one has a higher number.
   */
  term(): number | undefined
  /**
   * True while no other process can be the writer. Measured with the monotonic clock, so it is false right after this
   * process was halted for too long. A term may go on afterwards: the right was not renewed in time, but no other
   * process has begun to write. Until then writes must wait.
   */
  isHeld(): boolean
  /** Calls `listener` when `term` or `isHeld` has changed. Returns the function that removes it. */
  subscribe(listener: () => void): () => void
  /**
   * Gives up the right to write, so that another process need not wait for it, and does not ask again until `request`.
   * `isHeld` is false at once. Never rejects.
   */
  release(): Promise<void>
}

/** Resolves with true as soon as the right to write is held; with false after `ms`, or when the term has ended. */
export function untilHeld(writership: Pick<Writership, 'term' | 'isHeld' | 'subscribe'>, ms: number): Promise<boolean> {
  const term = writership.term()
  const outcome = () => (writership.term() !== term || term === undefined ? false : writership.isHeld() || undefined)
  const now = outcome()
  if (now !== undefined) return Promise.resolve(now)
  return new Promise((resolve) => {
    const end = (isHeld: boolean) => {
      clearTimeout(timer)
      unsubscribe()
      resolve(isHeld)
    }
    const timer = setTimeout(() => {
      end(false)
    }, ms)
    const unsubscribe = writership.subscribe(() => {
      const found = outcome()
      if (found !== undefined) end(found)
    })
  })
}
