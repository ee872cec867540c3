import { constants } from 'node:fs'
import { copyFile, link, lstat, mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { hasCode } from '#app/cms/storage/storage-error.ts'
import type { Snapshot } from '#app/cms/storage/storage.ts'
import { isTemporaryName, snapshotName } from './temporary-name.server.ts'

/** How many files are linked at a time. */
const CONCURRENCY = 8

interface Found {
  name: string
  file: string
  target: string
}

/**
 * Makes hard links to all files of some folders, inside each folder, because each may be a volume of its own. A link
 * keeps the old content, because files are replaced by a rename. Those that are written in place are copied: content, by
 * a person's editor, and the audit log, to which lines are appended. The caller makes sure that the site changes no file
 * meanwhile.
 *
 * `roots` maps names to folders. Rejects with the system's error, and then removes the copy.
 */
export async function makeSnapshot(
  roots: ReadonlyMap<string, string>,
  isIncluded: (name: string) => boolean,
): Promise<Snapshot> {
  const folder = snapshotName()
  const leftOut: string[] = []
  const remove = async () => {
    for (const root of roots.values()) await rm(path.join(root, folder), { recursive: true, force: true })
  }

  /** Finds the files below a folder, and makes the folders of the copy. */
  async function find(name: string, source: string, target: string): Promise<Found[]> {
    await mkdir(target, { mode: 0o700 })
    const files: Found[] = []
    for (const entry of await readdir(source, { withFileTypes: true })) {
      const below = { name: `${name}/${entry.name}`, file: path.join(source, entry.name) }
      if (isTemporaryName(entry.name) || !isIncluded(below.name)) continue
      const belowTarget = path.join(target, entry.name)
      // The name is not UTF-8, so the file cannot be opened by it.
      if (entry.name.includes('\uFFFD')) leftOut.push(below.name)
      else if (entry.isDirectory()) files.push(...(await find(below.name, below.file, belowTarget)))
      else if (entry.isFile() || (name.startsWith('content') && (await isLinkToFile(below.file)))) {
        files.push({ ...below, target: belowTarget })
      } else leftOut.push(below.name)
    }
    return files
  }

  try {
    const files: Found[] = []
    for (const [name, root] of roots) files.push(...(await find(name, root, path.join(root, folder))))
    const rest = files.values()
    // All workers take from the same iterator.
    await Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        for (const { name, file, target } of rest) {
          await unlessRemoved(isWrittenInPlace(name) ? copy(file, target) : linkOrCopy(file, target))
        }
      }),
    )
  } catch (error) {
    await remove().catch(() => undefined)
    throw error
  }
  return { folder, leftOut, remove }
}

function isWrittenInPlace(name: string) {
  return name.startsWith('content/') || name.startsWith('data/audit/')
}

async function isLinkToFile(file: string) {
  if (!(await lstat(file)).isSymbolicLink()) return false
  return (await unlessRemoved(stat(file)))?.isFile() ?? false
}

async function linkOrCopy(file: string, target: string) {
  try {
    await link(file, target)
  } catch (error) {
    // A file system without links, a file of another user, or too many links.
    if (!hasCode(error, 'EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK')) throw error
    await copy(file, target)
  }
}

async function copy(file: string, target: string) {
  const { atime, mtime } = await stat(file)
  await copyFile(file, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  await utimes(target, atime, mtime)
}

/** Undefined if a person or the end of a session removed the file meanwhile: then it is not part of the copy. */
async function unlessRemoved<Value>(doing: Promise<Value>): Promise<Value | undefined> {
  try {
    return await doing
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}
