import { closeSync, linkSync, lstatSync, realpathSync, renameSync, statSync, type Stats } from 'node:fs'
import { copyFile, rename, stat, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openFileSync, readFileSync, readOpenFile, type OpenFile } from './disk-read.server.ts'
import { isDiskFault } from './disk-trust.server.ts'
import {
  discardStaged,
  folderMode,
  makeFolder,
  probeFolder,
  stageDurably,
  syncFolder,
  writeDurably,
  type FileRights,
} from './durable-file.server.ts'
import { hasCode, StorageError, toStorageError } from './storage-error.ts'
import { syncFile } from './move-durably.server.ts'
import { FileUnreadable, PreconditionFailed, versionOf } from './storage.ts'
import { temporaryPath } from './temporary-name.server.ts'

/** One file of a commit, with its place on the disk. */
export interface DiskPut {
  file: string
  bytes: string | Uint8Array | { file: string }
  ifVersion?: string | null
  /** Path for what cannot be read within `maxBytes`. */
  aside?: string | undefined
  maxBytes: number
  /** Of a new file, and of one that replaces a file whose rights do not count. */
  mode: number
  keepsRights: boolean
  /** Whether a link stays, and the regular file that it leads to is replaced. */
  keepsLink: boolean
}

export interface DiskCommit {
  puts: readonly DiskPut[]
  moves: readonly { from: string; to: string }[]
  /** Throws StorageError if this process may not write. */
  assertMayWrite: () => void
  /** Told of a fault of the disk, with what writes anew whatever it has touched. */
  onDiskFault: (file: string, error: unknown, repair: () => Promise<void>) => void
}

/** Result of a commit: the version of the last file, and the file that it has replaced, still open. */
export interface DiskCommitted {
  version: string
  replaced: (OpenFile & { version: string }) | undefined
}

/**
 * Puts files in their places, the last of them as the one commit point: all are on disk under temporary names, then renamed
 * one after the other, then their folders are put on disk together. The condition of the last one is checked in the same turn
 * of the event loop as its rename, so that no hand edit gets in between.
 *
 * Rejects with PreconditionFailed or StorageError. Then the files are as they were, except for the code `not-put-back`: the
 * last file holds the new content, and what was written before it stays.
 */
export async function commitToDisk(commit: DiskCommit): Promise<DiskCommitted> {
  const { puts, moves, assertMayWrite, onDiskFault } = commit
  assertMayWrite()
  const files = openReplacements(puts)
  const last = files.at(-1)
  if (!last) throw new TypeError('A commit needs a file')
  const moved: { from: string; to: string }[] = []
  try {
    // Side by side, so that a save waits for the disk once. All settle, so that nothing is staged after a failure.
    const staged = await Promise.allSettled(files.map((file) => file.stage()))
    for (const result of staged) if (result.status === 'rejected') throw result.reason
    for (const file of files.slice(0, -1)) await file.place()
    assertMayWrite()
    last.placeSync()
    for (const move of moves) {
      await rename(move.from, move.to)
      moved.push(move)
    }
    const folders = new Set(
      [...files.map(({ target }) => target), ...moves.flatMap(({ from, to }) => [from, to])].map((file) =>
        path.dirname(file),
      ),
    )
    await Promise.all([...folders].map(syncFolder))
    for (const file of files.slice(0, -1)) file.close()
    return { version: last.version, replaced: last.replaced }
  } catch (error) {
    const failure = await rollBack(files, moved, error)
    // The files that were replaced stay open until what they hold is on disk again.
    if (isDiskFault(failure)) onDiskFault(last.target, failure, () => repair(files))
    else for (const file of files) file.close()
    throw failure
  }
}

function openReplacements(puts: readonly DiskPut[]) {
  try {
    return puts.map((put) => new Replacement(put))
  } catch (error) {
    throw toStorageError(error)
  }
}

/** Undoes a commit as far as it got, the newest step first. Returns what the commit is to reject with. */
async function rollBack(files: readonly Replacement[], moved: DiskCommit['moves'], cause: unknown): Promise<Error> {
  const failure = cause instanceof PreconditionFailed ? cause : toStorageError(cause)
  const [last, ...before] = files.toReversed()
  if (last && !(await last.putBack())) return new StorageError('not-put-back', { cause })
  for (const { from, to } of moved.toReversed()) await rename(to, from).catch(() => undefined)
  // What cannot be put back here counts for nothing: the last file was not replaced.
  for (const file of before) await file.putBack()
  for (const file of files) await file.discard()
  return failure
}

/** Writes anew what a failed commit has touched, and tries each folder. Rejects if the disk still fails. */
async function repair(files: readonly Replacement[]) {
  for (const file of files.toReversed()) await file.repair()
  for (const folder of new Set(files.map(({ target }) => path.dirname(target)))) await probeFolder(folder)
  for (const file of files) file.close()
}

/** A new file on its way into the place of another one. */
class Replacement {
  /** The file that is replaced. */
  readonly target: string
  version = ''
  replaced: (OpenFile & { version: string }) | undefined
  #temporary: string | undefined
  /** What the new file is, to tell it from a hand edit that has replaced it. */
  #own: Pick<Stats, 'ino' | 'size' | 'mtimeMs'> | undefined
  #isPlaced = false
  #isAside = false
  /** What was there before; read when it is needed. */
  #previous: Buffer | undefined

  constructor(private readonly put: DiskPut) {
    this.target = put.keepsLink && put.aside === undefined ? behindLink(put.file) : put.file
  }

  /** Puts the new file on disk under a temporary name. */
  async stage(): Promise<void> {
    const { bytes, mode } = this.put
    if (typeof bytes === 'string' || bytes instanceof Uint8Array) {
      this.version = versionOf(bytes)
      const staged = await stageDurably(this.target, bytes, { mode, like: this.#rights() })
      this.#temporary = staged.temporary
    } else {
      await syncFile(bytes.file, mode)
      await makeFolder(path.dirname(this.target), folderMode(mode))
      this.#temporary = temporaryPath(this.target)
      await moveBeside(bytes.file, this.#temporary)
    }
    this.#own = await stat(this.#temporary)
  }

  async place(): Promise<void> {
    this.#check()
    await rename(this.#staged(), this.target)
    this.#isPlaced = true
  }

  placeSync(): void {
    this.#check()
    renameSync(this.#staged(), this.target)
    this.#isPlaced = true
  }

  /** Puts back what the file held before. False if it still holds the new content. */
  async putBack(): Promise<boolean> {
    // Replaced or changed by another program meanwhile: that stays.
    if (!this.#isPlaced || !this.#isOwn()) return true
    try {
      this.#previous ??= this.replaced && readOpenFile(this.replaced.descriptor, Infinity)
      if (this.#previous !== undefined) await this.#write(this.#previous)
      else {
        await unlink(this.target)
        if (this.#isAside && this.put.aside !== undefined) renameSync(this.put.aside, this.target)
      }
      return true
    } catch {
      return false
    }
  }

  async repair(): Promise<void> {
    if (!(await this.putBack())) throw new StorageError('not-put-back')
    if (!this.#previous) return
    const held = openFileSync(this.target)
    if (!held) return
    try {
      if (!readOpenFile(held.descriptor, Infinity).equals(this.#previous)) return
    } finally {
      closeSync(held.descriptor)
    }
    await writeDurably(this.target, this.#previous, { like: this.#rights() })
  }

  async discard(): Promise<void> {
    if (this.#temporary !== undefined) await discardStaged(this.#temporary).catch(() => undefined)
  }

  close(): void {
    if (this.replaced) closeSync(this.replaced.descriptor)
    this.replaced = undefined
  }

  /** Throws PreconditionFailed if the file is not in the state that the commit depends on. Leaves it open. */
  #check() {
    const { file, ifVersion, aside, maxBytes } = this.put
    if (aside !== undefined) {
      if (isReadable(file, maxBytes)) throw new PreconditionFailed(file)
      setAside(file, aside)
      this.#isAside = true
      return
    }
    try {
      const opened = openFileSync(file)
      // Closed by `close` from here on.
      this.replaced = opened && { ...opened, version: '' }
      if (ifVersion === undefined) return
      if (this.replaced) this.replaced.version = versionOf(readOpenFile(this.replaced.descriptor, maxBytes))
    } catch (error) {
      if (!(error instanceof FileUnreadable)) throw error
      if (ifVersion === undefined) return
      throw new PreconditionFailed(file)
    }
    if (this.replaced?.version !== (ifVersion ?? undefined)) throw new PreconditionFailed(file)
  }

  #staged() {
    if (this.#temporary === undefined) throw new TypeError('Not staged')
    return this.#temporary
  }

  #rights(): FileRights | undefined {
    if (!this.put.keepsRights || this.put.aside !== undefined) return undefined
    const stats = statSync(this.target, { throwIfNoEntry: false })
    return stats?.isFile() ? stats : undefined
  }

  #isOwn() {
    const now = lstatSync(this.target, { throwIfNoEntry: false })
    const own = this.#own
    return now !== undefined && own?.ino === now.ino && own.size === now.size && own.mtimeMs === now.mtimeMs
  }

  /** On disk if that can be. A disk that refuses to sync still shows the running system what was renamed. */
  async #write(bytes: Buffer) {
    const like = this.replaced?.stats ?? this.#rights()
    await writeDurably(this.target, bytes, { like }).catch(() => writeUnsynced(this.target, bytes, like))
  }
}

async function writeUnsynced(file: string, bytes: Uint8Array, like: FileRights | undefined) {
  const temporary = temporaryPath(file)
  try {
    await writeFile(temporary, bytes, { flag: 'wx', mode: (like?.mode ?? 0o644) & 0o7777 })
    renameSync(temporary, file)
  } catch (error) {
    await discardStaged(temporary).catch(() => undefined)
    throw error
  }
}

/** A file that has been streamed into another folder, or on to another file system, beside its place. */
async function moveBeside(file: string, temporary: string) {
  try {
    await rename(file, temporary)
  } catch (error) {
    if (!hasCode(error, 'EXDEV')) throw error
    await copyFile(file, temporary)
    const { mode } = await stat(file)
    await syncFile(temporary, mode & 0o777)
  }
}

/** Never what is not a regular file: a link to a device would replace the device. */
function behindLink(file: string) {
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  const isToFile = isLink && (statSync(file, { throwIfNoEntry: false })?.isFile() ?? false)
  return isToFile ? realpathSync(file) : file
}

function isReadable(file: string, maxBytes: number) {
  try {
    readFileSync(file, maxBytes)
    return true
  } catch {
    return false
  }
}

/**
 * Gives whatever lies at `file`, which may be a folder, a pipe or a link, another name, so that nothing is lost when a file
 * takes its place. A regular file stays where it is until then.
 */
function setAside(file: string, aside: string): void {
  try {
    if (lstatSync(file).isFile()) {
      linkSync(file, aside)
      return
    }
  } catch {
    // Some systems refuse a second name for another user's file (proc(5), fs.protected_hardlinks).
  }
  renameSync(file, aside)
}
