import { randomBytes } from 'node:crypto'
import { readdir, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { sha256Of } from '#app/media/library/content-hash.server.ts'
import type { ReportProblem } from '#app/media/library/media-library.types.ts'
import { namesIn, statIfPresent } from '#app/storage/durable-file.server.ts'
import { moveDurably } from '#app/storage/move-durably.server.ts'
import { assertMayWrite } from '#app/storage/owner-lock.server.ts'

export interface FileTrash {
  /** Moves a file out of the uploads. Rejects with the system's error; then it is where it was, or in the list. */
  discard(file: string): Promise<TrashedFile>
  /**
   * Puts a file back where it was. `gone` where it is no longer kept, `taken` where another file has its name by now. Rejects
   * with the system's error; then it is still in the list.
   */
  bringBack(id: string): Promise<'back' | 'gone' | 'taken'>
  /** What is kept, last deleted first. From memory. */
  list(): TrashedFile[]
}

const DAY_MS = 24 * 60 * 60 * 1000

interface TrashLimits {
  days: number
  files: number
  bytes: number
}

/** What is over a limit goes for good, oldest first. */
export const TRASH_LIMITS: TrashLimits = { days: 30, files: 1_000, bytes: 2 * 1024 ** 3 }

/** How often what is over a limit is looked for (ms). */
const PRUNE_MS = DAY_MS / 24

/** After a disk did not let the trash be read (ms). */
const RETRY_MS = 10_000

/**
 * Keeps deleted files for a while in `.trash/{id}/{path}` below the uploads folder: as a rule the same file system, so that
 * deleting and bringing back are each one rename; the dot keeps them from being served. The `id` tells the time.
 */
export async function openFileTrash({
  uploadsDir,
  onProblem,
  limits = TRASH_LIMITS,
  now = Date.now,
  uptime = () => performance.now(),
}: {
  uploadsDir: string
  onProblem: ReportProblem
  limits?: TrashLimits
  now?: () => number
  /** Milliseconds of a clock that nobody sets. */
  uptime?: () => number
}): Promise<FileTrash> {
  const trashDir = path.join(uploadsDir, '.trash')
  const kept = new Map<string, TrashedFile>()
  const age = new TrashAge({ days: limits.days, now, uptime })

  /** Reads what is kept; where the disk does not let it, again until it does. */
  async function load(report: ReportProblem) {
    const { entries, isWhole } = await readTrash(trashDir, report)
    for (const entry of entries) {
      if (kept.has(entry.id)) continue
      kept.set(entry.id, entry)
      age.notice(entry, { isNew: false })
    }
    if (!isWhole) setTimeout(() => void load(() => undefined), RETRY_MS).unref()
  }

  const newestFirst = () => [...kept.values()].sort((a, b) => b.deleted - a.deleted || (a.id < b.id ? 1 : -1))
  const placeOf = ({ id, file }: TrashedFile) => path.join(trashDir, id, file)

  async function forget({ id }: TrashedFile) {
    kept.delete(id)
    age.forget(id)
    try {
      assertMayWrite()
      await rm(path.join(trashDir, id), { recursive: true, force: true })
    } catch (cause) {
      onProblem(`The deleted file ${id} could not be removed for good.`, cause)
    }
  }

  /** `latest` stays: with a clock that was set back it looks like the oldest. */
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
    const target = path.join(uploadsDir, entry.file)
    try {
      if (!(await statIfPresent(target))) await moveDurably(placeOf(entry), target)
      // The same file may have been uploaded again meanwhile.
      else if ((await sha256Of(target)) !== (await sha256Of(placeOf(entry)))) return 'taken'
    } catch (error) {
      if (await statIfPresent(placeOf(entry)).catch(() => true)) throw error
      // Somebody has emptied the trash by hand, or the disk let the file go but did not confirm it.
      await forget(entry)
      if (await statIfPresent(target)) throw error
      return 'gone'
    }
    await forget(entry)
    return 'back'
  }

  /** A save that names a file and the deletion that finds it named may both want it back. */
  const comingBack = new Map<string, ReturnType<typeof putBack>>()

  await load(onProblem)
  await prune()
  setInterval(() => void prune(), PRUNE_MS).unref()
  return {
    list: newestFirst,
    async discard(file) {
      const stats = await statIfPresent(path.join(uploadsDir, file))
      const deleted = now()
      const entry = { id: `${deleted}-${randomBytes(4).toString('hex')}`, file, bytes: stats?.size ?? 0, deleted }
      const keep = () => {
        kept.set(entry.id, entry)
        age.notice(entry, { isNew: true })
      }
      try {
        await moveDurably(path.join(uploadsDir, file), placeOf(entry))
      } catch (error) {
        // A disk that refuses to put it back either: the list says where it is.
        if (await statIfPresent(placeOf(entry)).catch(() => undefined)) keep()
        else await removeEmptyFolders(path.join(trashDir, entry.id), path.dirname(file))
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

/** Removes the folders that were made for a file which did not come. Best effort: one with a file in it stays. */
async function removeEmptyFolders(top: string, below: string) {
  try {
    for (let folder = path.join(top, below); folder.startsWith(top); folder = path.dirname(folder)) await rmdir(folder)
  } catch {
    // Left for the next start, which passes over it.
  }
}

/** A deletion said to be earlier than this was made by a clock that had not been set yet. */
const EARLIEST = Date.parse('2024-01-01')

/**
 * Tells which deleted files have been kept for their days. The clock of the machine may have been wrong when a file was
 * deleted, and may be wrong now, and nothing brings back what was removed for good. So its word is not enough:
 * - a file that was deleted while this process runs, or at an impossible time, is kept for all its days of this process,
 * - any other for a day of it, in which a clock that jumped is likely to be set right.
 *
 * A site that is started more often than that keeps them longer, within the other limits of the trash.
 */
export class TrashAge {
  readonly #needed = new Map<string, number>()
  readonly #options: { days: number; now: () => number; uptime: () => number }

  constructor(options: { days: number; now: () => number; uptime: () => number }) {
    this.#options = options
  }

  /** Begins to count the time of a file: `isNew` where it was deleted just now. */
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
  /** Path below the uploads folder that it had. */
  file: string
  bytes: number
  /** Milliseconds since 1970. */
  deleted: number
}

/** The entries of a trash folder, in no order, and whether all could be read; the first fault is reported. Never rejects. */
export async function readTrash(
  trashDir: string,
  onProblem: ReportProblem,
): Promise<{ entries: TrashedFile[]; isWhole: boolean }> {
  const entries: TrashedFile[] = []
  let isWhole = true
  const fail = (cause: unknown) => {
    if (isWhole) onProblem('Deleted files in the uploads folder cannot be read.', cause)
    isWhole = false
  }
  for (const id of (await namesIn(trashDir).catch(fail)) ?? []) {
    const entry = await readEntry(trashDir, id).catch(fail)
    if (entry) entries.push(entry)
  }
  return { entries, isWhole }
}

/** An entry is a folder with one file in it, however deep. Anything else was put there by hand and is left alone. */
async function readEntry(trashDir: string, id: string): Promise<TrashedFile | undefined> {
  const deleted = Number(/^(\d{1,15})-[0-9a-f]{8}$/.exec(id)?.[1])
  const folder = path.join(trashDir, id)
  if (Number.isNaN(deleted) || !(await statIfPresent(folder))?.isDirectory()) return undefined
  const below = await readdir(folder, { recursive: true, withFileTypes: true })
  const [only, ...others] = below.filter((entry) => !entry.isDirectory())
  if (!only?.isFile() || others.length > 0) return undefined
  const place = path.join(only.parentPath, only.name)
  const stats = await statIfPresent(place)
  const file = path.relative(folder, place).replaceAll(path.sep, '/')
  return stats && { id, file, bytes: stats.size, deleted }
}
