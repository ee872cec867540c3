import { randomBytes } from 'node:crypto'
import { sha256Of } from '#app/media/library/content-hash.server.ts'
import type { ReportProblem } from '#app/media/library/media-library.types.ts'
import type { Storage } from '#app/storage/storage.ts'

export interface FileTrash {
  /** Moves a file out of the uploads. Rejects with StorageError or the system's error; then it is in its place or in the list. */
  discard(file: string): Promise<TrashedFile>
  /**
   * Puts a file back in its place. `gone` if it is not in the trash any more, `taken` if another file has its name. Rejects with
   * StorageError or the system's error; then it is still in the list.
   */
  bringBack(id: string): Promise<'back' | 'gone' | 'taken'>
  /** The files in the trash, last deleted first. From memory. */
  list(): TrashedFile[]
}

/** A part of the uploads, as a rule on the same file system: a deletion is one rename. The dot keeps it from being served. */
const TRASH = 'uploads/.trash'

const DAY_MS = 24 * 60 * 60 * 1000

interface TrashLimits {
  days: number
  files: number
  bytes: number
}

/** Files above a limit are removed for good, the oldest first. */
export const TRASH_LIMITS: TrashLimits = { days: 30, files: 1_000, bytes: 2 * 1024 ** 3 }

/** How often files above a limit are removed (ms). */
const PRUNE_MS = DAY_MS / 24

/** When the trash is read again after a fault of the disk (ms). */
const RETRY_MS = 10_000

/**
 * Keeps deleted files for some time, as `.trash/{id}/{path}` below the uploads folder. The `id` begins with the time of the
 * deletion.
 */
export async function openFileTrash({
  storage,
  onProblem,
  limits = TRASH_LIMITS,
  now = Date.now,
  uptime = () => performance.now(),
}: {
  storage: Storage
  onProblem: ReportProblem
  limits?: TrashLimits
  now?: () => number
  /** Milliseconds of a monotonic clock. */
  uptime?: () => number
}): Promise<FileTrash> {
  const kept = new Map<string, TrashedFile>()
  const age = new TrashAge({ days: limits.days, now, uptime })

  /** Reads the trash, again and again if the disk cannot be read. */
  async function load(report: ReportProblem) {
    const { entries, isWhole } = await readTrash(storage, report)
    for (const entry of entries) {
      if (kept.has(entry.id)) continue
      kept.set(entry.id, entry)
      age.notice(entry, { isNew: false })
    }
    if (!isWhole) setTimeout(() => void load(() => undefined), RETRY_MS).unref()
  }

  const newestFirst = () => [...kept.values()].sort((a, b) => b.deleted - a.deleted || (a.id < b.id ? 1 : -1))
  const nameOf = ({ id, file }: TrashedFile) => `${TRASH}/${id}/${file}`

  async function forget({ id }: TrashedFile) {
    kept.delete(id)
    age.forget(id)
    try {
      await storage.remove(`${TRASH}/${id}/`)
    } catch (cause) {
      onProblem(`The deleted file ${id} could not be removed for good.`, cause)
    }
  }

  /** `latest` stays: after the clock was set back, it seems to be the oldest. */
  async function prune(latest?: TrashedFile) {
    let bytes = latest?.bytes ?? 0
    const others = newestFirst().filter((entry) => entry !== latest)
    for (const [index, entry] of others.entries()) {
      bytes += entry.bytes
      const place = index + (latest ? 1 : 0)
      if (age.isOver(entry) || place >= limits.files || bytes > limits.bytes) await forget(entry)
    }
  }

  async function putBack(id: string): Promise<'back' | 'gone' | 'taken'> {
    const entry = kept.get(id)
    if (!entry) return 'gone'
    const [trashed, target] = [nameOf(entry), `uploads/${entry.file}`]
    try {
      if (!(await storage.stat(target))) await storage.move(trashed, target)
      // The same file may have been uploaded again.
      else if ((await sha256Of(storage.pathOf(target))) !== (await sha256Of(storage.pathOf(trashed)))) return 'taken'
    } catch (error) {
      if (await storage.stat(trashed).catch(() => true)) throw error
      // Somebody has emptied the trash by hand, or the disk has moved the file without confirming it.
      await forget(entry)
      if (await storage.stat(target)) throw error
      return 'gone'
    }
    await forget(entry)
    return 'back'
  }

  /** A save that uses a file, and the deletion that finds it used, may both bring it back. */
  const comingBack = new Map<string, ReturnType<typeof putBack>>()

  /** Undefined if the disk does not say. */
  function isPresent(name: string) {
    return storage.stat(name).then(
      (stats) => stats !== undefined,
      () => undefined,
    )
  }

  /** Removes the empty folders that were made for a file. Best effort: the next start ignores them. */
  async function removeFolder(id: string) {
    await storage.remove(`${TRASH}/${id}/`).catch(() => undefined)
  }

  await load(onProblem)
  await prune()
  setInterval(() => void prune(), PRUNE_MS).unref()
  return {
    list: newestFirst,
    async discard(file) {
      const stats = await storage.stat(`uploads/${file}`)
      const deleted = now()
      const entry = { id: `${deleted}-${randomBytes(4).toString('hex')}`, file, bytes: stats?.size ?? 0, deleted }
      const keep = () => {
        kept.set(entry.id, entry)
        age.notice(entry, { isNew: true })
      }
      try {
        await storage.move(`uploads/${file}`, nameOf(entry))
      } catch (error) {
        const isMoved = await isPresent(nameOf(entry))
        // The disk has not put the file back either: the list says where it is.
        if (isMoved === true) keep()
        else if (isMoved === false && (await isPresent(`uploads/${file}`))) await removeFolder(entry.id)
        throw error
      }
      keep()
      await prune(entry)
      return entry
    },
    bringBack(id) {
      const underWay = comingBack.get(id) ?? putBack(id).finally(() => comingBack.delete(id))
      comingBack.set(id, underWay)
      return underWay
    },
  }
}

/** A deletion before this time was dated by a clock that had not been set. */
const EARLIEST = Date.parse('2024-01-01')

/**
 * Tells which files have been in the trash for their days. The clock of the machine may have been wrong when a file was deleted,
 * or may be wrong now, and what is removed for good cannot be brought back. So the running time of this process counts as well:
 * - a file that was deleted while it runs, or at an impossible time, stays for all its days of running time,
 * - any other file stays for one day of running time, in which a wrong clock is likely to be corrected.
 *
 * A site that is restarted more often keeps the files longer, within the other limits of the trash.
 */
export class TrashAge {
  readonly #needed = new Map<string, number>()
  readonly #options: { days: number; now: () => number; uptime: () => number }

  constructor(options: { days: number; now: () => number; uptime: () => number }) {
    this.#options = options
  }

  /** Begins to count the running time for a file; `isNew` if it was deleted just now. */
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

/** A deleted file that can still be brought back. */
export interface TrashedFile {
  id: string
  /** The path below the uploads folder that it had. */
  file: string
  bytes: number
  /** Milliseconds since 1970. */
  deleted: number
}

/** The files in the trash, in no order, and whether all could be read. Reports the first fault. Never rejects. */
async function readTrash(
  storage: Storage,
  onProblem: ReportProblem,
): Promise<{ entries: TrashedFile[]; isWhole: boolean }> {
  const entries: TrashedFile[] = []
  let isWhole = true
  const fail = (cause: unknown) => {
    if (isWhole) onProblem('Deleted files in the uploads folder cannot be read.', cause)
    isWhole = false
  }
  for (const { name, kind } of (await storage.list(TRASH).catch(fail)) ?? []) {
    const entry = kind === 'folder' && (await readEntry(storage, name).catch(fail))
    if (entry) entries.push(entry)
  }
  return { entries, isWhole }
}

/** An entry is a folder with one file in it, however deep. Everything else was put there by hand and is ignored. */
async function readEntry(storage: Storage, id: string): Promise<TrashedFile | undefined> {
  const deleted = Number(/^(\d{1,15})-[0-9a-f]{8}$/.exec(id)?.[1])
  if (Number.isNaN(deleted)) return undefined
  const folder = `${TRASH}/${id}`
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
