import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { namesIn, statIfPresent } from '#app/storage/durable-file.server.ts'
import type { ReportProblem } from '#app/media/library/media-library.types.ts'

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
