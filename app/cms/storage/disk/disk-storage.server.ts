import { closeSync, readdirSync } from 'node:fs'
import { chmod, lstat, open, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { WatchMode } from '#app/cms/platform/env-variables.server.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import { measured } from '#app/cms/platform/operations.server.ts'
import { commitToDisk, type DiskPut } from './disk-commit.server.ts'
import { readFile, readFileSync, readOpenFile } from './disk-read.server.ts'
import { DiskTrust, isDiskFault } from './disk-trust.server.ts'
import {
  appendDurably,
  folderMode,
  makeFolder,
  probeFolder,
  removeDurably,
  removeFolderDurably,
  truncateDurably,
  writeAll,
} from './durable-file.server.ts'
import { FirstFolder } from '#app/cms/storage/folders/first-folder.server.ts'
import { hadFiles, isUntouched } from '#app/cms/storage/folders/known-files.server.ts'
import { hasCode, StorageError, toStorageError } from '#app/cms/storage/storage-error.ts'
import { isNoFileOfSite } from '#app/cms/storage/folders/folder-care.server.ts'
import { moveDurably } from './move-durably.server.ts'
import { acquireOwnerLock, type OnRefusalChange, type OwnerLock } from '#app/cms/storage/lock/owner-lock.server.ts'
import { LateWrites } from './late-writes.server.ts'
import { makeSnapshot } from './snapshot.server.ts'
import {
  PreconditionFailed,
  versionOf,
  type Committed,
  type CommitOptions,
  type FileStats,
  type ListedEntry,
  type Put,
  type Puts,
  type ReadOptions,
  type Snapshot,
  type Storage,
  type StoredFile,
  type WatchListener,
} from '#app/cms/storage/storage.ts'
import { isTemporaryName, temporaryPath } from './temporary-name.server.ts'
import { watchTree } from './watch-tree.server.ts'

const MAX_BYTES = 64_000_000

export interface DiskStorageOptions {
  contentDir: string
  uploadsDir: string
  /** Also holds the owner lock. */
  dataDir: string
  log: Logger
  health: HealthReports
  /** Called when `refusal` changes, and once with its first value. */
  onRefusalChange?: OnRefusalChange
  /** True for a process that only reads content and uploads. Then `dataDir` is a folder of its own. */
  isReader?: boolean
  /** How changes of files are noticed. Default: `auto`. */
  watch?: WatchMode
  /** True for a tool that may change files while a site is open on them: it takes no owner lock. */
  isBesideSite?: boolean
  /** True if content and uploads are copies of a bucket, which are made again when they are missing. */
  isMirror?: boolean
  /** The lock of the data folder, which this process has acquired. The storage releases it when it is closed. */
  lock?: OwnerLock
}

/**
 * Opens the folders of a site as its storage and acquires the owner lock. Synchronous. Throws if another live process
 * holds the lock. A disk that cannot be written is no error: writes are refused until it can.
 */
export function openDiskStorage(options: DiskStorageOptions): Storage {
  if (options.isBesideSite) {
    return new DiskStorage(options, { refusal: () => undefined, release: () => undefined })
  }
  const lock = options.lock ?? acquireOwnerLock(options.dataDir, options.onRefusalChange)
  if (!lock.isAdvisory() && !lock.refusal()) {
    options.log.warn(
      { dataDir: options.dataDir },
      'The data folder has no advisory lock. Install the program flock, or use a file system that supports such locks. Until then, another machine takes over 30 s after the last heartbeat of this process',
    )
  }
  return new DiskStorage(options, lock)
}

class DiskStorage implements Storage {
  readonly isSeenAtOnce = true
  readonly #folders: ReadonlyMap<string, string>
  /** The folders of content and uploads that are never made in a running process. The lock watches the data folder. */
  readonly #rootFolders = new Map<'content' | 'uploads', FirstFolder>()
  /** Those whose disk was not mounted at the start: the first folder is the one that will hold files. */
  readonly #awaited = new Set<'content' | 'uploads'>()
  readonly #disk: DiskTrust
  readonly #lateWrites = new LateWrites()
  readonly #watches = new Set<() => void>()
  #isClosed = false
  /** Number of changes in progress. */
  #changes = 0
  /** Called when the last one has ended. */
  #onIdle: (() => void) | undefined
  /** Set while a snapshot is being made. Resolves when changes may continue. */
  #snapshotMade: Promise<void> | undefined

  constructor(
    private readonly options: Omit<DiskStorageOptions, 'onRefusalChange' | 'lock'>,
    private readonly lock: { refusal: () => StorageError | undefined; release: () => void },
  ) {
    const { contentDir, uploadsDir, dataDir, health } = options
    this.#folders = new Map([
      ['content', contentDir],
      ['uploads', uploadsDir],
      ['data', dataDir],
    ])
    this.#disk = new DiskTrust(health)
    if (options.isBesideSite || options.isReader || options.isMirror) return
    for (const root of ['content', 'uploads'] as const) {
      const folder = new FirstFolder(this.pathOf(root))
      this.#rootFolders.set(root, folder)
      if (isUntouched(this.pathOf(root)) && hadFiles(dataDir, root)) this.#awaited.add(root)
      // A folder that cannot be examined now is recognised when it can.
      unlessFault(() => folder.look())
    }
  }

  pull(): Promise<void> {
    return Promise.resolve()
  }

  async whenSeen(): Promise<void> {
    // A change of a file is there for everybody at once.
  }

  async read(name: string, { maxBytes = MAX_BYTES }: ReadOptions = {}): Promise<StoredFile | undefined> {
    return readFile(this.pathOf(name), maxBytes)
  }

  readSync(name: string, { maxBytes = MAX_BYTES }: ReadOptions = {}): StoredFile | undefined {
    return readFileSync(this.pathOf(name), maxBytes)
  }

  async list(folder: string): Promise<ListedEntry[]> {
    const entries = await unlessMissing(readdir(this.pathOf(folder), { withFileTypes: true }))
    return (entries ?? [])
      .filter(({ name }) => !isTemporaryName(name))
      .map((entry): ListedEntry => ({ name: entry.name, kind: kindOf(entry) }))
      .sort((one, other) => (one.name < other.name ? -1 : 1))
  }

  async stat(name: string): Promise<FileStats | undefined> {
    const stats = await unlessMissing(lstat(this.pathOf(name)))
    return stats && { kind: kindOf(stats), size: stats.size, modified: stats.mtimeMs }
  }

  commit(puts: Puts, { moves = [], onLateWrite }: CommitOptions = {}): Promise<Committed> {
    const write = async (): Promise<Committed> => {
      const diskPuts = puts.map((put) => this.#toDiskPut(put))
      const diskMoves = moves.map(({ from, to }) => ({
        from: this.#writablePathOf(from),
        to: this.#writablePathOf(to),
      }))
      const names = [...puts.map(({ name }) => name), ...moves.flatMap(({ from, to }) => [from, to])]
      this.#assertMayWrite(names)
      await this.#disk.recover()
      const { version, replaced } = await commitToDisk({
        puts: diskPuts,
        moves: diskMoves,
        assertMayWrite: () => {
          this.#assertMayWrite(names)
        },
        onDiskFault: (file, error, repair) => {
          this.#disk.lose(file, error, repair)
        },
      })
      if (!replaced) return { version }
      if (!onLateWrite) {
        closeSync(replaced.descriptor)
        return { version }
      }
      const overwritten = readOverwritten(replaced)
      this.#lateWrites.watch(replaced.descriptor, overwritten ? versionOf(overwritten) : replaced.version, onLateWrite)
      return overwritten ? { version, overwritten } : { version }
    }
    return measured({ kind: 'commit', storage: 'disk' }, () => this.#change(write))
  }

  async append(name: string, bytes: string, length: number): Promise<void> {
    const file = this.#writablePathOf(name)
    await this.#change(async () => {
      this.#assertMayWrite([name])
      await this.#disk.recover()
      let isAdded: boolean
      try {
        isAdded = await appendDurably(file, Buffer.from(bytes), length, modeOf(name))
      } catch (error) {
        const failure = toStorageError(error)
        if (isDiskFault(failure)) this.#disk.lose(file, failure, () => truncateDurably(file, length))
        throw failure
      }
      if (!isAdded) throw new PreconditionFailed(name)
    })
  }

  async remove(names: string | readonly string[]): Promise<void> {
    const all = typeof names === 'string' ? [names] : names
    const folders = all.map((name) => path.dirname(this.#writablePathOf(name.replace(/\/$/, ''))))
    await this.#write(all, folders, async () => {
      for (const name of all) {
        if (!name.endsWith('/')) await removeDurably(this.pathOf(name))
        else if (name.split('/').length > 2) await removeFolderDurably(this.pathOf(name.slice(0, -1)))
        else throw new TypeError(`${name} must not be removed`)
      }
    })
  }

  async move(from: string, to: string): Promise<void> {
    const [file, target] = [this.#writablePathOf(from), this.#writablePathOf(to)]
    await this.#write([from, to], [path.dirname(file), path.dirname(target)], async () => {
      // Set the rights of the new place before the move, so that the file never has other rights there.
      const mode = modeOf(from) === modeOf(to) ? undefined : modeOf(to)
      if (mode !== undefined) await chmod(file, mode)
      try {
        await moveDurably(file, target, folderMode(modeOf(to)))
      } catch (error) {
        if (mode !== undefined) await chmod(file, modeOf(from)).catch(() => undefined)
        throw error
      }
    })
  }

  async receive<Result>(
    folder: string,
    source: AsyncIterable<Uint8Array>,
    use: (file: string) => Promise<Result>,
  ): Promise<Result> {
    const file = temporaryPath(path.join(this.#writablePathOf(folder), 'incoming'))
    const handle = await this.#write([folder], [path.dirname(file)], async () => {
      await makeFolder(path.dirname(file), folderMode(modeOf(`${folder}/`)))
      return open(file, 'wx', 0o600)
    })
    try {
      try {
        let position = 0
        for await (const chunk of source) {
          await writeAll(handle.fd, chunk, position).catch((error: unknown) => {
            throw toStorageError(error)
          })
          position += chunk.byteLength
        }
      } finally {
        await handle.close()
      }
      return await use(file)
    } finally {
      await rm(file, { force: true })
    }
  }

  watch(name: string, listener: WatchListener): () => void {
    const stop = watchTree(this.pathOf(name), {
      mode: this.options.watch,
      // The name of an upload identifies its content: new content is a new file.
      checksFiles: !name.startsWith('uploads'),
      onChange: (below) => {
        listener(below === '' ? name : `${name}/${below}`, { isWhole: false })
      },
      onError: (err) => {
        this.options.log.error(
          { err, folder: name },
          'The folder cannot be watched, so edits of its files by hand might not be noticed',
        )
      },
    })
    this.#watches.add(stop)
    return () => {
      this.#watches.delete(stop)
      stop()
    }
  }

  lag() {
    return 0
  }

  expectChange() {
    // Everybody sees the files themselves.
  }

  isComing() {
    return false
  }

  async snapshot(isIncluded: (name: string) => boolean): Promise<Snapshot> {
    while (this.#snapshotMade) await this.#snapshotMade
    let release: () => void = () => undefined
    this.#snapshotMade = new Promise((resolve) => {
      release = () => {
        this.#snapshotMade = undefined
        resolve()
      }
    })
    try {
      if (this.#changes > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve))
      this.#assertMayWrite()
      return await makeSnapshot(this.#folders, isIncluded)
    } catch (error) {
      throw toStorageError(error)
    } finally {
      release()
    }
  }

  pathOf(name: string): string {
    const [first = '', ...others] = name.split('/')
    const folder = this.#folders.get(first)
    if (
      folder === undefined ||
      others.some((part) => part === '' || part === '.' || part === '..' || part.includes('\0'))
    ) {
      throw new TypeError(`${JSON.stringify(name)} is not the name of a file`)
    }
    return path.join(folder, ...others)
  }

  refusal(name?: string): StorageError | undefined {
    if (name !== undefined && this.#isOnlyRead(name)) return new StorageError('reader')
    if (this.#isClosed) return new StorageError('lock-lost')
    return this.lock.refusal() ?? (name === undefined ? undefined : this.#refusalOfRoot(name))
  }

  /** Refuses a write into a folder of content or uploads whose disk is not mounted: the file would be hidden later. */
  #refusalOfRoot(name: string): StorageError | undefined {
    const root = name.startsWith('uploads/') ? 'uploads' : name.startsWith('content/') ? 'content' : undefined
    const folder = root && this.#rootFolders.get(root)
    if (!folder) return undefined
    try {
      if (this.#awaited.has(root)) {
        if (isUntouched(this.pathOf(root))) return new StorageError(`${root}-missing`)
        this.#awaited.delete(root)
        this.#rootFolders.set(root, new FirstFolder(this.pathOf(root)))
        return this.#refusalOfRoot(name)
      }
      const state = folder.look()
      if (state === 'first') return undefined
      const isReplaced = state === 'other' || state === 'moved'
      if (!isReplaced || readdirSync(this.pathOf(root)).every(isNoFileOfSite))
        return new StorageError(`${root}-missing`)
      // Restored from a copy, or mounted again.
      this.#rootFolders.set(root, new FirstFolder(this.pathOf(root)))
      return undefined
    } catch (error) {
      return toStorageError(error)
    }
  }

  #isOnlyRead(name: string) {
    return this.options.isReader === true && !name.startsWith('data/')
  }

  /** Like `pathOf`, for code that changes the file. Throws StorageError if this process only reads it. */
  #writablePathOf(name: string) {
    if (this.#isOnlyRead(name)) throw new StorageError('reader')
    return this.pathOf(name)
  }

  async close(): Promise<void> {
    for (const stop of this.#watches) stop()
    await this.#lateWrites.close()
    this.#isClosed = true
    this.#disk.stop()
    this.lock.release()
  }

  #toDiskPut({ name, preserveAs, maxBytes = MAX_BYTES, ...put }: Put): DiskPut {
    const file = this.#writablePathOf(name)
    return {
      ...put,
      file,
      preserveAs: preserveAs === undefined ? undefined : this.pathOf(`${path.posix.dirname(name)}/${preserveAs}`),
      maxBytes,
      mode: modeOf(name),
      keepsRights: !name.startsWith('data/'),
      // Content may be a link to a file that is stored elsewhere. There is no reason for such a link in `data`.
      keepsLink: name.startsWith('content/'),
    }
  }

  /** Runs a change of these names, in these folders of the disk, that is not a commit. */
  #write<Result>(names: readonly string[], folders: readonly string[], write: () => Promise<Result>): Promise<Result> {
    return this.#change(async () => {
      this.#assertMayWrite(names)
      await this.#disk.recover()
      try {
        return await write()
      } catch (error) {
        if (error instanceof TypeError) throw error
        const failure = toStorageError(error)
        if (isDiskFault(failure)) for (const folder of folders) this.#disk.lose(folder, failure, () => probe(folder))
        throw failure
      }
    })
  }

  /** Runs a change, but not while a snapshot is being made. */
  async #change<Result>(change: () => Promise<Result>): Promise<Result> {
    while (this.#snapshotMade) await this.#snapshotMade
    this.#changes += 1
    try {
      return await change()
    } finally {
      this.#changes -= 1
      if (this.#changes === 0) this.#onIdle?.()
    }
  }

  #assertMayWrite(names: readonly string[] = []) {
    const refusal = this.refusal() ?? names.map((name) => this.#refusalOfRoot(name)).find(Boolean)
    if (refusal) throw refusal
  }
}

/** A folder that was removed meanwhile is not probed: nothing acknowledged was lost with it. */
async function probe(folder: string) {
  if (await unlessMissing(lstat(folder))) await probeFolder(folder)
}

/** Files in `data` are for the server's user alone. */
function modeOf(name: string) {
  return name.startsWith('data/') ? 0o600 : 0o644
}

/** The content of a replaced file, if it has changed since its version was checked. */
function readOverwritten({ descriptor, version }: { descriptor: number; version: string }) {
  try {
    const bytes = readOpenFile(descriptor, MAX_BYTES)
    return version === '' || versionOf(bytes) === version ? undefined : bytes
  } catch {
    // The commit has succeeded, even if this file cannot be read.
    return undefined
  }
}

function kindOf(entry: { isFile(): boolean; isDirectory(): boolean }): ListedEntry['kind'] {
  if (entry.isFile()) return 'file'
  return entry.isDirectory() ? 'folder' : 'other'
}

function unlessFault(look: () => unknown) {
  try {
    look()
  } catch {
    // Reported by the check of the folders.
  }
}

async function unlessMissing<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}
