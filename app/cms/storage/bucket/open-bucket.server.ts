import type { Storage } from '../storage.ts'
import type { Writership } from '../writership.ts'
import { openS3Storage, type S3StorageOptions } from './s3-storage.server.ts'
import { TermStorage } from './term-storage.server.ts'

/** A bucket as the storage of a process, which outlives its sites. */
export interface Bucket {
  writership: Writership
  /** Looks at the lease, and asks for it with `mayWrite`. Resolves after the first try. Never rejects. */
  start(options: { mayWrite: boolean }): Promise<void>
  /** Everything that is stored, for questions of a site that only reads and to whom it does not show this. */
  storage: Storage
  /** The storage of a site that only reads. */
  forReader(): Storage
  /**
   * The storage of the site that writes in a term. Resolves when the changes of an earlier site have ended, and this node
   * has everything that is in the store. `onDoubt` is called when the outcome of a change is not known: from then on the
   * site cannot write. Rejects with StorageError if the store does not respond.
   */
  forWriter(term: number, onDoubt?: () => Promise<unknown>): Promise<Storage>
  /** By how many seconds the clock of this machine is ahead of the store's; undefined: not known yet. */
  clockOffset(): number | undefined
  /** Gives up the right to write. */
  close(): Promise<void>
}

/** Opens a bucket and fills the folders of this node, which are its mirror. Rejects as {@link openS3Storage}. */
export async function openBucket(options: S3StorageOptions): Promise<Bucket> {
  const storage = await openS3Storage(options)
  const { writership } = storage
  let writing: TermStorage | undefined
  return {
    writership,
    storage,
    start: (started) => storage.start(started),
    forReader: () => new TermStorage(storage, { isReader: true, mayWrite: () => false, isHeld: () => false }),
    async forWriter(term, onDoubt) {
      await writing?.whenIdle()
      await storage.catchUp()
      let isOver = false
      const mayWrite = () => {
        isOver ||= writership.term() !== term
        return !isOver
      }
      const limits = { isReader: false, mayWrite, isHeld: () => writership.isHeld(), onDoubt }
      writing = new TermStorage(storage, limits)
      return writing
    },
    clockOffset: () => storage.clockOffset(),
    close: () => storage.close(),
  }
}
