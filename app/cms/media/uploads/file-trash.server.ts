import { randomBytes } from 'node:crypto'
import { sha256Of } from '#app/cms/media/library/content-hash.server.ts'
import type { ReportProblem } from '#app/cms/media/library/media-library.types.ts'
import { ElapsedDays } from '#app/cms/storage/elapsed-days.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { TRASH_LIMITS, type TrashLimits } from './trash-limits.ts'

export interface FileTrash {
  /**
   * Moves a file to the trash. `deleted` is the time of the deletion (milliseconds since 1970), the same for files that
   * are deleted together. Rejects with StorageError or the system's error; then the file is in its folder or in the
   * list.
   */
  discard(file: string, deleted?: number): Promise<TrashedFile>
  /**
   * Moves a file back to its folder. `gone` if it is no longer in the trash, `taken` if another file has its name.
   * Rejects with StorageError or the system's error; then it is still in the list.
   */
  restore(id: string): Promise<'back' | 'gone' | 'taken'>
  /** The files in the trash, last deleted first. From memory. */
  list(): TrashedFile[]
  /** Permanently removes files that are too old or above the limits. Resolves with the removed files. Never rejects. */
  prune(): Promise<TrashedFile[]>
  /** Does not read the trash again. */
  close(): void
}

/** Delay before the trash is read again after a disk fault (ms). */
const RETRY_MS = 10_000

/**
 * Stores deleted files for some time, as `.trash/{id}/{path}` below their folder (by default the uploads). The `id`
 * begins with the time of the deletion.
 */
export async function openFileTrash({
  storage,
  folder = 'uploads',
  onProblem,
  limits = TRASH_LIMITS,
  now = Date.now,
  uptime = () => performance.now(),
}: {
  storage: Storage
  folder?: string
  onProblem: ReportProblem
  limits?: TrashLimits
  now?: () => number
  /** Milliseconds of a monotonic clock. */
  uptime?: () => number
}): Promise<FileTrash> {
  /** Usually on the files' file system, so that a deletion is one rename. Because of the dot it is not served. */
  const trashFolder = `${folder}/.trash`
  const kept = new Map<string, TrashedFile>()
  const age = new ElapsedDays({ now, uptime })

  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  /** Reads the trash; retries until the disk can be read. */
  async function load(report: ReportProblem) {
    const { entries, isWhole } = await readTrash(storage, trashFolder, report)
    for (const entry of entries) {
      if (kept.has(entry.id)) continue
      kept.set(entry.id, entry)
      age.notice(entry.id, entry.deleted, { isNew: false })
    }
    if (!isWhole && !isClosed) retry = setTimeout(() => void load(() => undefined), RETRY_MS).unref()
  }

  const newestFirst = () => [...kept.values()].sort((a, b) => b.deleted - a.deleted || (a.id < b.id ? 1 : -1))
  const nameOf = ({ id, file }: TrashedFile) => `${trashFolder}/${id}/${file}`

  async function forget({ id }: TrashedFile) {
    kept.delete(id)
    age.forget(id)
    try {
      await storage.remove(`${trashFolder}/${id}/`)
    } catch (cause) {
      onProblem(`The deleted file ${id} could not be permanently removed.`, cause)
    }
  }

  async function prune() {
    const removed: TrashedFile[] = []
    let bytes = 0
    for (const [index, entry] of newestFirst().entries()) {
      bytes += entry.bytes
      const isSurplus = index >= limits.files || bytes > limits.bytes
      if (!age.isOver(entry.id, isSurplus ? limits.leastDays : limits.days)) continue
      // A save may have brought it back meanwhile.
      if (!kept.has(entry.id) || comingBack.has(entry.id)) continue
      await forget(entry)
      removed.push(entry)
    }
    return removed
  }

  async function putBack(id: string): Promise<'back' | 'gone' | 'taken'> {
    const entry = kept.get(id)
    if (!entry) return 'gone'
    const [trashed, target] = [nameOf(entry), `${folder}/${entry.file}`]
    try {
      if (!(await storage.stat(target))) await storage.move(trashed, target)
      // The same file may have been uploaded again.
      else if ((await sha256Of(storage.pathOf(target))) !== (await sha256Of(storage.pathOf(trashed)))) return 'taken'
    } catch (error) {
      if (await storage.stat(trashed).catch(() => true)) throw error
      // The trash was emptied by hand, or the disk has moved the file without confirming it.
      await forget(entry)
      if (await storage.stat(target)) throw error
      return 'gone'
    }
    await forget(entry)
    return 'back'
  }

  /** A save that uses a file and the deletion that finds the file in use may both bring it back. */
  const comingBack = new Map<string, ReturnType<typeof putBack>>()

  /** Undefined if the disk reports an error. */
  function isPresent(name: string) {
    return storage.stat(name).then(
      (stats) => stats !== undefined,
      () => undefined,
    )
  }

  /** Removes the empty folders that were made for a file. Best effort: the next start ignores them. */
  async function removeFolder(id: string) {
    await storage.remove(`${trashFolder}/${id}/`).catch(() => undefined)
  }

  await load(onProblem)
  return {
    list: newestFirst,
    prune,
    close() {
      isClosed = true
      clearTimeout(retry)
    },
    async discard(file, deleted = now()) {
      const stats = await storage.stat(`${folder}/${file}`)
      const entry = { id: `${deleted}-${randomBytes(4).toString('hex')}`, file, bytes: stats?.size ?? 0, deleted }
      const keep = () => {
        kept.set(entry.id, entry)
        age.notice(entry.id, entry.deleted, { isNew: true })
      }
      try {
        await storage.move(`${folder}/${file}`, nameOf(entry))
      } catch (error) {
        const isMoved = await isPresent(nameOf(entry))
        // The disk did not move the file back either, so the list shows where it is.
        if (isMoved === true) keep()
        else if (isMoved === false && (await isPresent(`${folder}/${file}`))) await removeFolder(entry.id)
        throw error
      }
      keep()
      return entry
    },
    restore(id) {
      const underWay = comingBack.get(id) ?? putBack(id).finally(() => comingBack.delete(id))
      comingBack.set(id, underWay)
      return underWay
    },
  }
}

/** A deleted file that can still be brought back. */
export interface TrashedFile {
  id: string
  /** Its former path below the folder. */
  file: string
  bytes: number
  /** Milliseconds since 1970. */
  deleted: number
}

/** The files in the trash, in no order, and whether all could be read. Reports the first fault. Never rejects. */
async function readTrash(
  storage: Storage,
  trashFolder: string,
  onProblem: ReportProblem,
): Promise<{ entries: TrashedFile[]; isWhole: boolean }> {
  const entries: TrashedFile[] = []
  let isWhole = true
  const fail = (cause: unknown) => {
    if (isWhole) onProblem(`Deleted files in ${trashFolder} cannot be read.`, cause)
    isWhole = false
  }
  for (const { name, kind } of (await storage.list(trashFolder).catch(fail)) ?? []) {
    const entry = kind === 'folder' && (await readEntry(storage, trashFolder, name).catch(fail))
    if (entry) entries.push(entry)
  }
  return { entries, isWhole }
}

/** An entry is a folder with one file in it, however deep. Everything else was added by hand and is ignored. */
async function readEntry(storage: Storage, trashFolder: string, id: string): Promise<TrashedFile | undefined> {
  const deleted = Number(/^(\d{1,15})-[0-9a-f]{8}$/.exec(id)?.[1])
  if (Number.isNaN(deleted)) return undefined
  const folder = `${trashFolder}/${id}`
  const [only, ...others] = await namesBelow(storage, folder)
  const stats = only === undefined || others.length > 0 ? undefined : await storage.stat(only)
  if (only === undefined || stats?.kind !== 'file') return undefined
  return { id, file: only.slice(folder.length + 1), bytes: stats.size, deleted }
}

/** Everything below a folder except folders. */
async function namesBelow(storage: Storage, folder: string): Promise<string[]> {
  const names: string[] = []
  for (const { name, kind } of await storage.list(folder)) {
    if (kind === 'folder') names.push(...(await namesBelow(storage, `${folder}/${name}`)))
    else names.push(`${folder}/${name}`)
  }
  return names
}
