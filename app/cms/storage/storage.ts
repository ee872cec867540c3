import { createHash } from 'node:crypto'
import type { StorageError } from './storage-error.ts'

/**
 * Named files with versions. A name is a path with forward slashes whose first part is `content`, `uploads` or `data`:
 * `content/home/stats.yaml`, `data/sessions/3f2a….json`. Only the server's user can read files below `data`. Any other
 * name throws a TypeError.
 *
 * The site reads and writes all of its stored data through this interface. Code that only reads (image decoding, ranges
 * of films) may use `pathOf`. `test/storage-contract.ts` defines what an implementation has to fulfil.
 */
export interface Storage {
  /**
   * The stored file; undefined if there is none. Rejects with FileUnreadable if the name belongs to something other
   * than a file, if the file is larger than `maxBytes`, or if it cannot be read.
   */
  read(name: string, options?: ReadOptions): Promise<StoredFile | undefined>
  /** Like `read`, but synchronous, from this machine's disk: for small files that a request must not wait for. */
  readSync(name: string, options?: ReadOptions): StoredFile | undefined
  /**
   * The entries of a folder, sorted by name; none if there is no such folder. Temporary files are left out. Sizes are
   * not included, because a history has tens of thousands of files.
   */
  list(folder: string): Promise<ListedEntry[]>
  /** The entry with this name, links not followed; undefined if there is none. Rejects with the system's error. */
  stat(name: string): Promise<FileStats | undefined>
  /**
   * Writes or removes one or more files. The last put is the commit point: the other files are in place before it, and the renames
   * of `moves` follow it. Everything is on disk when this resolves.
   *
   * Rejects with PreconditionFailed if a condition does not hold, otherwise with StorageError. Then nothing has
   * changed, except with the code `not-put-back`. After a disk fault no commit, removal or move is accepted until the
   * disk accepts writes again.
   */
  commit(puts: Puts, options?: CommitOptions): Promise<Committed>
  /**
   * Appends bytes to a file of this length; a length of 0 creates the file. The bytes are on disk when this resolves. A
   * crash may leave only the first part of them. Rejects with PreconditionFailed if the file has another length,
   * otherwise with StorageError: then any part of the bytes may be in the file. After a disk fault they are final only
   * once another write has succeeded.
   */
  append(name: string, bytes: string, length: number): Promise<void>
  /**
   * Removes files permanently; missing files are ignored. A name that ends with a slash means everything below that
   * folder. Rejects with StorageError.
   */
  remove(names: string | readonly string[]): Promise<void>
  /**
   * Moves a file, and replaces whatever has the new name. At every moment the file is whole under at least one of the
   * names. Rejects with StorageError, and then the file has its old name.
   */
  move(from: string, to: string): Promise<void>
  /**
   * Writes a stream into a temporary file on this machine and calls `use` with its path. Then removes the file, unless
   * `use` has committed it as `{ file }`. `use` may change its content. `folder` is the folder for which the file is
   * meant. Rejects with StorageError, or with what `source` or `use` threw.
   */
  receive<Result>(
    folder: string,
    source: AsyncIterable<Uint8Array>,
    use: (file: string) => Promise<Result>,
  ): Promise<Result>
  /**
   * Calls `listener` with the name of each file at or below `name` that may have changed, also by this process, once
   * the file has not changed for a moment. The name of a folder means that anything below it may have changed. Folders
   * whose names begin with a dot are left out. Returns the function that ends the watch.
   */
  watch(name: string, listener: WatchListener, options?: WatchOptions): () => void
  /**
   * True if everybody who reads the stored files sees a change as soon as it is committed. False if some of them read
   * copies: these have a change some moments later, and times of their own.
   */
  readonly isSeenAtOnce: boolean
  /**
   * Resolves when everybody who reads the stored files can have seen what was committed at `since`, a moment of the
   * monotonic clock. Default: now. Never rejects.
   */
  whenSeen(since?: number): Promise<void>
  /**
   * Gets the newest versions of files, in the order in which readers need them. Does nothing where everybody reads the
   * stored files themselves. Rejects with StorageError.
   */
  pull(names: readonly string[]): Promise<void>
  /** Seconds since this process last knew what the store has; 0 on a disk. */
  lag(): number
  /**
   * Something may change soon: staff are there, or a release is due. A storage that asks a store for the changes of
   * others asks it often for the next minutes.
   */
  expectChange(): void
  /** True while the store has a version of a large file that is not on this machine yet. */
  isComing(name: string): boolean
  /**
   * Makes a copy of the files as they are at one moment, for code that reads for a long time. `isIncluded` is called
   * for each file and folder. Commits, removals and moves that come meanwhile wait until the copy is complete. Rejects
   * with StorageError.
   */
  snapshot(isIncluded: (name: string) => boolean): Promise<Snapshot>
  /** The path of a file or folder on this machine, for code that only reads. */
  pathOf(name: string): string
  /**
   * Why this process cannot write now, or not the file with this name; undefined if it can. `lock-lost` is final.
   * `reader`: only another process writes that file.
   */
  refusal(name?: string): StorageError | undefined
  /** Ends the watches and gives up the right to write. */
  close(): Promise<void>
}

/**
 * With `isWhole`, the storage has written the file itself, so no program is still writing it. Then the storage waits for
 * the promise that the listener returns, before it makes changes that depend on this one.
 */
export type WatchListener = (name: string, change: { isWhole: boolean }) => unknown

export interface WatchOptions {
  /**
   * The file is about to change, and every millisecond until its change is known counts: a storage that asks a store for
   * changes asks for this file often, whatever else it does.
   */
  isAwaited?: boolean
}

export type Puts = readonly [...before: Put[], last: Put]

export interface Put {
  name: string
  /** The content, or a file that `receive` has written. Null: the file is removed, which may not exist. */
  bytes: string | Uint8Array | { file: string } | null
  /** The version that the file must have; null: the file must not exist. If left out, any existing file is replaced. */
  ifVersion?: string | null
  /**
   * Only for an entry that cannot be read, or not within `maxBytes`: it is preserved under this name in the same
   * folder. If it is readable by now, the condition does not hold.
   */
  preserveAs?: string | undefined
  /** Limit for the file that is replaced. Default: 64 MB. */
  maxBytes?: number
}

export interface CommitOptions {
  /** Renames right after the last put. They make a record that was written before the change count together with it. */
  moves?: readonly { from: string; to: string }[]
  /**
   * Called with what another program writes into the replaced file of the last put after the replacement, such as an
   * editor that had the file open. Must not reject.
   */
  onLateWrite?: (bytes: Uint8Array) => Promise<void>
}

export interface Committed {
  /** Version of the last put; of a removal, that of the empty text. */
  version: string
  /** What another program wrote into the replaced file between the check of its version and its replacement. */
  overwritten?: Uint8Array
}

export interface ReadOptions {
  /** Default: 64 MB. */
  maxBytes?: number
}

export interface StoredFile {
  bytes: Buffer
  version: string
  /** Milliseconds since 1970, fractions included. */
  modified: number
}

export interface ListedEntry {
  /** Without the folder. */
  name: string
  kind: EntryKind
}

export interface FileStats {
  kind: EntryKind
  size: number
  /** Milliseconds since 1970, fractions included. */
  modified: number
}

export interface Snapshot {
  /**
   * Name of the folder that holds the copy: `content/{folder}/…`, `uploads/{folder}/…` and `data/{folder}/…`. It is a
   * temporary name, so the next start removes the folder after a crash.
   */
  folder: string
  /** Names of the entries that are not in the copy: neither a file nor a folder, or with a name that is not UTF-8. */
  leftOut: string[]
  remove(): Promise<void>
}

/** `other`: a link, a pipe, a device. */
type EntryKind = 'file' | 'folder' | 'other'

/** A file is not in the state that a commit depends on. Nothing was changed. */
export class PreconditionFailed extends Error {
  override name = 'PreconditionFailed'
  readonly code = 'precondition-failed'
  constructor(readonly file: string) {
    super(`${file} has changed`)
  }
}

/** The entry with this name cannot be read as a file. The message says why, in words for staff. */
export class FileUnreadable extends Error {
  override name = 'FileUnreadable'
  /** True if the cause may be temporary: too many open files, a disk fault. */
  readonly isTransient: boolean

  constructor(message: string, { isTransient = false, ...options }: ErrorOptions & { isTransient?: boolean } = {}) {
    super(message, options)
    this.isTransient = isTransient
  }
}

/** The version of a file: the first 16 hex digits of the SHA-256 of its bytes. */
export function versionOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16)
}
