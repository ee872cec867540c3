import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { moveDurably } from '#app/content/durable-file.server.ts'
import { namesIn, statIfPresent } from './if-present.server.ts'
import type { ReportProblem } from './media-library.types.ts'
import { carriesContentHash, isPlainName } from './stored-name.ts'

/** A deleted file that can still be brought back. */
export interface TrashedFile {
  id: string
  /** Path below the uploads folder that it had. */
  file: string
  bytes: number
  /** Milliseconds since 1970. */
  deleted: number
}

export interface FileTrash {
  /** Moves a file out of the uploads. Rejects with the system's error; then it is where it was. */
  discard(file: string): Promise<TrashedFile>
  /** Puts a file back where it was. `gone` where it is no longer kept, `taken` where another file has its name by now. */
  bringBack(id: string): Promise<'back' | 'gone' | 'taken'>
  /** What is kept, last deleted first. From memory. */
  list(): TrashedFile[]
}

interface TrashLimits {
  days: number
  files: number
  bytes: number
}

/** What is over a limit goes for good, oldest first. */
export const TRASH_LIMITS: TrashLimits = { days: 30, files: 1_000, bytes: 2 * 1024 ** 3 }

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Keeps deleted files for a while in `.trash/{id}/{path}` below the uploads folder: the same file system, so that deleting
 * and bringing back are each one rename; the dot keeps them from being served. The `id` tells the time.
 */
export async function openFileTrash({
  uploadsDir,
  onProblem,
  limits = TRASH_LIMITS,
  now = Date.now,
}: {
  uploadsDir: string
  onProblem: ReportProblem
  limits?: TrashLimits
  now?: () => number
}): Promise<FileTrash> {
  const trashDir = path.join(uploadsDir, '.trash')
  const kept = new Map((await readTrash(trashDir)).map((entry) => [entry.id, entry]))

  const newestFirst = () => [...kept.values()].sort((a, b) => b.deleted - a.deleted || (a.id < b.id ? 1 : -1))
  const isExpired = ({ deleted }: TrashedFile) => deleted < now() - limits.days * DAY_MS

  async function forget({ id }: TrashedFile) {
    kept.delete(id)
    try {
      await rm(path.join(trashDir, id), { recursive: true, force: true })
    } catch (cause) {
      onProblem(`The deleted file ${id} could not be removed for good.`, cause)
    }
  }

  async function prune() {
    let bytes = 0
    for (const [index, entry] of newestFirst().entries()) {
      bytes += entry.bytes
      if (isExpired(entry) || index >= limits.files || bytes > limits.bytes) await forget(entry)
    }
  }

  async function putBack(id: string): Promise<'back' | 'gone' | 'taken'> {
    const entry = kept.get(id)
    if (!entry || isExpired(entry)) return 'gone'
    const target = path.join(uploadsDir, entry.file)
    if (!(await statIfPresent(target))) await moveDurably(path.join(trashDir, id, entry.file), target)
    // Uploaded again meanwhile: under a name that carries the content it is the same file.
    else if (!carriesContentHash(entry.file)) return 'taken'
    await forget(entry)
    return 'back'
  }

  /** A save that names a file and the deletion that finds it named may both want it back. */
  const comingBack = new Map<string, ReturnType<typeof putBack>>()

  await prune()
  return {
    list: () => newestFirst().filter((entry) => !isExpired(entry)),
    async discard(file) {
      const stats = await statIfPresent(path.join(uploadsDir, file))
      const deleted = now()
      const entry = { id: `${deleted}-${randomBytes(4).toString('hex')}`, file, bytes: stats?.size ?? 0, deleted }
      await moveDurably(path.join(uploadsDir, file), path.join(trashDir, entry.id, file))
      kept.set(entry.id, entry)
      await prune()
      return entry
    },
    bringBack(id) {
      const underWay = comingBack.get(id) ?? putBack(id).finally(() => comingBack.delete(id))
      comingBack.set(id, underWay)
      return underWay
    },
  }
}

async function readTrash(trashDir: string): Promise<TrashedFile[]> {
  const entries = await Promise.all((await namesIn(trashDir)).map((id) => readEntry(trashDir, id)))
  return entries.flatMap((entry) => entry ?? [])
}

/** An entry is a folder with one file, at most one folder deep. Anything else was put there by hand and is left alone. */
async function readEntry(trashDir: string, id: string): Promise<TrashedFile | undefined> {
  const deleted = Number(/^(\d{13})-[0-9a-f]{8}$/.exec(id)?.[1])
  if (Number.isNaN(deleted)) return undefined
  let file = ''
  for (let depth = 0; depth < 2; depth += 1) {
    const [name] = await namesIn(path.join(trashDir, id, file))
    if (name === undefined || !isPlainName(name)) return undefined
    file = path.posix.join(file, name)
    const stats = await statIfPresent(path.join(trashDir, id, file))
    if (stats?.isFile()) return { id, file, bytes: stats.size, deleted }
  }
  return undefined
}
