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
  syncFolder,
  writeDurably,
  writeNewDurably,
  type FileRights,
} from './durable-file.server.ts'
import { hasCode, StorageError, toStorageError } from '#app/cms/storage/storage-error.ts'
import { syncFile } from './move-durably.server.ts'
import { FileUnreadable, PreconditionFailed, versionOf } from '#app/cms/storage/storage.ts'
import { temporaryPath } from './temporary-name.server.ts'

/** One file of a commit, with its place on the disk. */
export interface DiskPut {
  file: string
  /** Null: the file is removed. */
  bytes: string | Uint8Array | { file: string } | null
  ifVersion?: string | null
  /** Path under which an entry that cannot be read within `maxBytes` is preserved. */
  preserveAs?: string | undefined
  maxBytes: number
  /** Mode of a new file, and of one that does not keep the rights of the file that it replaces. */
  mode: number
  keepsRights: boolean
  /** True if a link is kept and the regular file that it leads to is replaced. */
  keepsLink: boolean
}

interface DiskCommit {
  puts: readonly DiskPut[]
  moves: readonly { from: string; to: string }[]
  /** Throws StorageError if this process may not write. */
  assertMayWrite: () => void
  /** Called after a disk fault. `repair` rewrites what the commit has touched. */
  onDiskFault: (file: string, error: unknown, repair: () => Promise<void>) => void
}

/** Result of a commit: the version of the last file, and the file that it replaced, still open. */
interface DiskCommitted {
  version: string
  replaced: (OpenFile & { version: string }) | undefined
}

/**
 * Replaces files; the rename of the last one is the commit point. All are first synced to disk under temporary names,
 * then renamed one after the other, then their folders are synced together. The condition of the last file is checked
 * in the same turn of the event loop as its rename, so that there is almost no time for a hand edit in between.
 *
 * Rejects with PreconditionFailed or StorageError. Then the files are as before, except with the code `not-put-back`:
 * then the last file holds the new content, and the files written before it remain.
 */
export async function commitToDisk(commit: DiskCommit): Promise<DiskCommitted> {
  const { puts, moves, assertMayWrite, onDiskFault } = commit
  assertMayWrite()
  const files = openReplacements(puts)
  const last = files.at(-1)
  if (!last) throw new TypeError('A commit needs a file')
  const moved: { from: string; to: string }[] = []
  try {
    // In parallel, so that a save waits for the disk once. All settle, so that no file is staged after a failure.
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
    for (const file of files) await file.finish()
    for (const file of files.slice(0, -1)) file.close()
    return { version: last.version, replaced: last.replaced }
  } catch (error) {
    const isAway = () => files.some(({ isPlaced }) => isPlaced) && isFolderAway(assertMayWrite)
    const failure = isAway() ? new StorageError('not-put-back', { cause: error }) : await rollBack(files, moved, error)
    // The replaced files are kept open until their content is on disk again.
    if (isDiskFault(failure)) {
      onDiskFault(last.target, failure, async () => {
        if (isAway()) throw new StorageError('not-put-back')
        await repair(files)
      })
    } else for (const file of files) file.close()
    throw failure
  }
}

/** True if a file that was renamed cannot be seen, because its folder or the disk of its folder is away. */
function isFolderAway(assertMayWrite: () => void) {
  try {
    assertMayWrite()
    return false
  } catch (error) {
    return error instanceof StorageError && /^(content|uploads|data)-missing$/.test(error.code)
  }
}

function openReplacements(puts: readonly DiskPut[]) {
  try {
    return puts.map((put) => new Replacement(put))
  } catch (error) {
    throw toStorageError(error)
  }
}

/** Undoes the steps that a commit has done, newest first. Returns the error with which the commit has to reject. */
async function rollBack(files: readonly Replacement[], moved: DiskCommit['moves'], cause: unknown): Promise<Error> {
  const failure = cause instanceof PreconditionFailed ? cause : toStorageError(cause)
  const [last, ...before] = files.toReversed()
  if (last && !(await last.putBack())) return new StorageError('not-put-back', { cause })
  for (const { from, to } of moved.toReversed()) await rename(to, from).catch(() => undefined)
  // A file that cannot be put back here has no effect, because the last file does not hold the new content.
  for (const file of before) await file.putBack()
  for (const file of files) await file.discard()
  return failure
}

/** Rewrites what a failed commit has touched, and probes each folder. Rejects if the disk still fails. */
async function repair(files: readonly Replacement[]) {
  for (const file of files.toReversed()) await file.repair()
  for (const folder of new Set(files.map(({ target }) => path.dirname(target)))) await probeFolder(folder)
  for (const file of files) file.close()
}

/** A new file that is about to replace another one, or the removal of a file. */
class Replacement {
  /** The file that is replaced. */
  readonly target: string
  version = ''
  replaced: (OpenFile & { version: string }) | undefined
  /** The new file until it has the name of the old one. After a removal, the old file. */
  #temporary: string | undefined
  /** Identity of the new file, to notice a hand edit that has replaced it. */
  #own: Pick<Stats, 'ino' | 'size' | 'mtimeMs'> | undefined
  /** True once the new file has the name of the old one, or the old file has lost it. */
  isPlaced = false
  #isPreserved = false
  /** True if a removal has moved the old file away. */
  #isMoved = false
  /** The old content; read when it is needed. */
  #previous: Buffer | undefined

  constructor(private readonly put: DiskPut) {
    this.target = put.keepsLink && put.preserveAs === undefined && put.bytes !== null ? behindLink(put.file) : put.file
  }

  /** Syncs the new file to disk under a temporary name. */
  async stage(): Promise<void> {
    const { bytes, mode } = this.put
    if (bytes === null) {
      this.version = versionOf('')
      this.#temporary = temporaryPath(this.target)
      await makeFolder(path.dirname(this.target), folderMode(mode))
      return
    }
    if (typeof bytes === 'string' || ArrayBuffer.isView(bytes)) {
      this.version = versionOf(bytes)
      const temporary = temporaryPath(this.target)
      await writeNewDurably(temporary, bytes, { mode, like: this.#rights() })
      this.#temporary = temporary
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
    const step = this.#step()
    if (step) await rename(step.from, step.to)
    this.isPlaced = true
  }

  placeSync(): void {
    this.#check()
    const step = this.#step()
    if (step) renameSync(step.from, step.to)
    this.isPlaced = true
  }

  /** Removes the old file of a removal that is on disk. Never rejects: the next start removes a temporary file. */
  async finish(): Promise<void> {
    if (this.put.bytes === null) await this.discard()
  }

  /** Restores the old content of the file. Resolves with false if the file still holds the new content. */
  async putBack(): Promise<boolean> {
    // If another program has replaced or changed the file meanwhile, its content is kept.
    if (!this.isPlaced || !this.#isOwn()) return true
    try {
      if (this.put.bytes === null) {
        if (this.#isMoved) renameSync(this.#staged(), this.target)
        else this.#restorePreserved()
        this.isPlaced = false
        return true
      }
      this.#previous ??= this.replaced && readOpenFile(this.replaced.descriptor, Infinity)
      if (this.#previous !== undefined) await this.#write(this.#previous)
      else {
        await unlink(this.target)
        this.#restorePreserved()
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

  /** Throws PreconditionFailed if the file is not in the state that the commit depends on. Otherwise leaves it open. */
  #check() {
    const { file, ifVersion, preserveAs, maxBytes } = this.put
    if (preserveAs !== undefined) {
      if (isReadable(file, maxBytes)) throw new PreconditionFailed(file)
      preserve(file, preserveAs)
      this.#isPreserved = true
      return
    }
    try {
      const opened = openFileSync(file)
      // From here on `close` closes it.
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

  /** The rename that puts the new file in place; undefined if there is nothing to remove. */
  #step() {
    if (this.put.bytes !== null) return { from: this.#staged(), to: this.target }
    this.#isMoved = lstatSync(this.target, { throwIfNoEntry: false }) !== undefined
    return this.#isMoved ? { from: this.target, to: this.#staged() } : undefined
  }

  #restorePreserved() {
    if (this.#isPreserved && this.put.preserveAs !== undefined) renameSync(this.put.preserveAs, this.target)
  }

  #staged() {
    if (this.#temporary === undefined) throw new TypeError('Not staged')
    return this.#temporary
  }

  #rights(): FileRights | undefined {
    if (!this.put.keepsRights || this.put.preserveAs !== undefined) return undefined
    const stats = statSync(this.target, { throwIfNoEntry: false })
    return stats?.isFile() ? stats : undefined
  }

  #isOwn() {
    const now = lstatSync(this.target, { throwIfNoEntry: false })
    if (this.put.bytes === null) return now === undefined
    const own = this.#own
    return now !== undefined && own?.ino === now.ino && own.size === now.size && own.mtimeMs === now.mtimeMs
  }

  /** Synced if possible. If the disk refuses to sync, the rename is still visible to the running system. */
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

/** Moves a received file next to its target. The file may be in another folder or on another file system. */
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

/** The target of a link, but only if it is a regular file: otherwise a link to a device would replace the device. */
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
 * Gives the entry at `file`, which may be a folder, a pipe or a link, another name, so that nothing is lost when a file
 * replaces it. A regular file also keeps its old name until then.
 */
function preserve(file: string, preserveAs: string): void {
  try {
    if (lstatSync(file).isFile()) {
      linkSync(file, preserveAs)
      return
    }
  } catch {
    // Some systems refuse a second name for another user's file (proc(5), fs.protected_hardlinks).
  }
  renameSync(file, preserveAs)
}
