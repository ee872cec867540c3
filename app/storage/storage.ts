import { createHash } from 'node:crypto'
import type { StorageError } from './storage-error.ts'

/**
 * Named files with versions. A name is a path with forward slashes whose first part is `content`, `uploads` or `data`:
 * `content/home/stats.yaml`, `data/sessions/3f2a….json`. Files below `data` are readable by the server's user alone. A name
 * that is not of this form throws a TypeError.
 *
 * Everything that the site keeps goes through this interface. What only reads (image decoding, ranges of films) may use
 * `pathOf`. `test/storage-contract.ts` says what an implementation has to fulfil.
 */
export interface Storage {
  /**
   * The file as the storage has it; undefined if there is none. Rejects with FileUnreadable if there is something else under
   * the name, it is larger than `maxBytes`, or it cannot be read.
   */
  read(name: string, options?: ReadOptions): Promise<StoredFile | undefined>
  /** As `read`, at once, from this machine's disk: for small files that a request must not wait for. */
  readSync(name: string, options?: ReadOptions): StoredFile | undefined
  /**
   * What a folder holds, sorted by name; nothing if there is no such folder. Temporary files are left out. Tells no sizes:
   * a history has tens of thousands of files.
   */
  list(folder: string): Promise<ListedEntry[]>
  /** The kind of file with this name, links not followed; undefined if there is none. Rejects with the system's error. */
  stat(name: string): Promise<FileStats | undefined>
  /**
   * Writes one or more files. The last one is the moment of the change: the others are in their places before it, and the
   * renames of `moves` follow it. Everything is on disk when this resolves.
   *
   * Rejects with PreconditionFailed if a condition does not hold, else with StorageError. Then everything is as it was, except
   * for the code `not-put-back`. After a fault of the disk no commit, removal or move is accepted until the disk takes writes
   * again.
   */
  commit(puts: Puts, options?: CommitOptions): Promise<Committed>
  /**
   * Adds bytes at the end of a file that has this length; 0 makes it. They are on disk when this resolves. A crash may leave the
   * first part of them. Rejects with PreconditionFailed if the file has another length, else with StorageError.
   */
  append(name: string, bytes: string, length: number): Promise<void>
  /**
   * Removes files for good; a missing one is fine. A name with a slash at its end means everything below that folder.
   * Rejects with StorageError.
   */
  remove(names: string | readonly string[]): Promise<void>
  /**
   * Moves a file, in the place of whatever has the new name. At every moment it is whole under at least one of the names.
   * Rejects with StorageError, and then it has its old name.
   */
  move(from: string, to: string): Promise<void>
  /**
   * Writes a stream into a temporary file of this machine, calls `use` with its path, and removes what `use` has not
   * committed as `{ file }`. `use` may change what the file holds. `folder` is where it will belong. Rejects with StorageError,
   * or with what `source` or `use` threw.
   */
  receive<Result>(
    folder: string,
    source: AsyncIterable<Uint8Array>,
    use: (file: string) => Promise<Result>,
  ): Promise<Result>
  /**
   * Calls `listener` with the name of each file at or below `name` that may have changed, by this process as well, once it has
   * rested for a moment. The name of a folder says that anything below it may have changed. Folders whose names begin with a
   * dot are left out. Returns the function that ends it.
   */
  watch(name: string, listener: (name: string) => void): () => void
  /**
   * Resolves when everything is here that other nodes of the site have acknowledged before this call: at once where there are
   * none, and after ten seconds in any case. With false if that could not be asked for twenty seconds: who may do what is not
   * known here any more. Never rejects.
   */
  refresh(): Promise<boolean>
  /**
   * Calls `listener` with the names of files that other nodes have changed, once they are here, and waits for it before `refresh`
   * resolves: what is kept in memory of them has to be read again. It must not reject. Never called where there are no other
   * nodes. Returns the function that ends it.
   */
  followOthers(listener: (names: readonly string[]) => Promise<void>): () => void
  /** True if other nodes may change files. */
  readonly hasOthers: boolean
  /** Seconds since it was last known what other nodes have changed. 0 where there are none. */
  lag(): number
  /** True if this node is to do what is done once for the whole site, such as mails. Another one takes over when it ends. */
  isLeader(): boolean
  /**
   * Makes a copy of the files as they are at one moment, for what reads for a long time. `isIncluded` is asked for each file and
   * folder. Commits, removals and moves that come meanwhile wait until it is made. Rejects with StorageError.
   */
  snapshot(isIncluded: (name: string) => boolean): Promise<Snapshot>
  /** Where a file or folder lies on this machine, for what only reads. */
  pathOf(name: string): string
  /**
   * Why nothing can be written now, or not the file with this name; undefined if it can. `lock-lost` is final, and so is `reader`:
   * this process only reads that file.
   */
  refusal(name?: string): StorageError | undefined
  /** Ends the watches and gives up the right to write. */
  close(): Promise<void>
}

export type Puts = readonly [...before: Put[], last: Put]

export interface Put {
  name: string
  /** The content, or a file that `receive` has written. */
  bytes: string | Uint8Array | { file: string }
  /** The version that the file must have; null: it must not exist. Left out: whatever is there is replaced. */
  ifVersion?: string | null
  /**
   * Only if there is something that cannot be read, or not within `maxBytes`: it stays, under this name in the same folder. If
   * it can be read by now, the condition does not hold.
   */
  aside?: string | undefined
  /** Of the file that is replaced. 64 MB unless told. */
  maxBytes?: number
}

export interface CommitOptions {
  /** Renames right after the last put: how a record that was written before the change comes to count with it. */
  moves?: readonly { from: string; to: string }[]
  /**
   * Called with what another program writes into the replaced file of the last put after it was replaced: an editor that had
   * it open. Must not reject.
   */
  onLateWrite?: (bytes: Uint8Array) => Promise<void>
}

export interface Committed {
  /** Of the last put. */
  version: string
  /** What another program has written into the replaced file between the check of its version and its replacement. */
  overwritten?: Uint8Array
}

export interface ReadOptions {
  /** 64 MB unless told. */
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
   * Name of the folder that holds the copy: `content/{folder}/…`, `uploads/{folder}/…` and `data/{folder}/…`. It is a temporary
   * name: the next start removes what a crash leaves.
   */
  folder: string
  /** Names of what is not in the copy, since it is neither a file nor a folder. */
  leftOut: string[]
  /** Removes the copy. */
  remove(): Promise<void>
}

/** `other`: a link, a pipe, a device. */
type EntryKind = 'file' | 'folder' | 'other'

/** A file is not in the state that a commit depends on. Nothing was changed. */
export class PreconditionFailed extends Error {
  override name = 'PreconditionFailed'
  constructor(readonly file: string) {
    super(`${file} has changed`)
  }
}

/** What has a name cannot be read as a file. The message says why, in words for staff. */
export class FileUnreadable extends Error {
  override name = 'FileUnreadable'
  /** True if it may be over in a moment: too many open files, a fault of the disk. */
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
