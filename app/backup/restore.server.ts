import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, statfs, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { ReportProgress } from '#app/platform/progress.ts'
import { makeFolder, removeDurably, syncFolder, writeDurably } from '#app/storage/durable-file.server.ts'
import { hasCode } from '#app/storage/storage-error.ts'
import { acquireOwnerLock } from '#app/storage/lock/owner-lock.server.ts'
import { type Manifest, type SiteFolders, isReplaced, JOURNAL, PREVIOUS, ROOTS, UNPACKED } from './archive-format.ts'
import { ArchiveError, readArchive, type ArchiveEntry } from './read-archive.server.ts'

/*
 * A restore unpacks into UNPACKED, then moves the present files into PREVIOUS and the new ones into their places. It
 * only uses renames inside each folder, because a folder may be a mount point. A journal in the data folder records the
 * progress, so that the next start, or the next restore, can finish what a crash has interrupted.
 */

const journalSchema = z.object({
  /** `undo`: PREVIOUS becomes UNPACKED. `clear`: present files are moved away. `place`: new files are moved in. */
  step: z.enum(['undo', 'clear', 'place']),
  publicOnly: z.boolean(),
})

type Journal = z.infer<typeof journalSchema>

/** How many files are synced at a time. */
const SYNC_CONCURRENCY = 8

/**
 * Replaces a site with the content of an archive. The archive is read and checked to its end before anything is
 * written. Rejects with ArchiveError, with an Error for an operator if the site runs, or with the system's error. Then
 * the site is as before, unless the step `place` had begun: the next start finishes that.
 */
export async function restore(
  archive: string,
  folders: SiteFolders,
  passphrase: () => Promise<string>,
  report?: ReportProgress,
): Promise<Manifest> {
  return withLock(folders, async () => {
    const maxBytes = await freeBytes(folders)
    const checked = await readArchive(archive, { passphrase, maxBytes, report })
    await removeUnpacked(folders)
    try {
      const manifest = await unpack(archive, folders, { passphrase, maxBytes, report, work: 'Unpacking the archive' })
      // The file may have been replaced between the two readings.
      if (sumOf(manifest) !== sumOf(checked)) throw new ArchiveError('The archive was changed while it was read.')
    } catch (error) {
      await removeUnpacked(folders)
      throw error
    }
    // First `data`, whose file describes the other folders.
    for (const root of ROOTS.toReversed())
      await rm(path.join(folders[root], PREVIOUS), { recursive: true, force: true })
    await swap(folders, { step: 'clear', publicOnly: checked.publicOnly })
    return checked
  })
}

/** Restores the files that the last restore has replaced. A second call undoes the first. Rejects as `restore`. */
export async function undoRestore(folders: SiteFolders): Promise<void> {
  await withLock(folders, async () => {
    const scope = await readPreviousScope(folders)
    if (!scope) throw new Error('There is nothing to undo: no restore has replaced these folders.')
    await removeUnpacked(folders)
    await swap(folders, { step: 'undo', publicOnly: scope.publicOnly })
  })
}

/**
 * Finishes a restore that a crash has interrupted; resolves with true if there was one. The holder of the lock calls it
 * at the start, before anything reads the folders. Rejects with the system's error.
 */
export async function finishRestore(folders: SiteFolders): Promise<boolean> {
  let text
  try {
    text = await readIfPresent(path.join(folders.data, JOURNAL))
    // Left by a restore that was interrupted before it changed anything.
    if (text === undefined) await removeUnpacked(folders)
  } catch {
    // Folders that cannot be read or written have a problem that others report.
  }
  if (text === undefined) return false
  const journal = journalSchema.parse(JSON.parse(text))
  await swap(folders, journal)
  return true
}

async function withLock<Result>(folders: SiteFolders, act: () => Promise<Result>): Promise<Result> {
  const lock = acquireOwnerLock(folders.data)
  try {
    const refusal = lock.refusal()
    if (refusal) throw refusal
    for (const root of ROOTS) await makeFolder(folders[root], root === 'data' ? 0o700 : 0o777)
    await finishRestore(folders)
    return await act()
  } finally {
    lock.release()
  }
}

/** Each step can be repeated from its beginning. */
async function swap(folders: SiteFolders, journal: Journal) {
  const { publicOnly } = journal
  const enter = async (step: Journal['step']) => {
    await writeDurably(path.join(folders.data, JOURNAL), JSON.stringify({ step, publicOnly }), { mode: 0o600 })
    return step
  }
  let { step } = journal
  await enter(step)
  if (step === 'undo') {
    for (const root of ROOTS)
      await renameIfPresent(path.join(folders[root], PREVIOUS), path.join(folders[root], UNPACKED))
    step = await enter('clear')
  }
  if (step === 'clear') {
    try {
      for (const root of ROOTS) {
        await moveEntries(folders[root], path.join(folders[root], PREVIOUS), (entry) =>
          isReplaced(root, entry, journal),
        )
      }
      await writeDurably(scopeFile(folders), JSON.stringify({ publicOnly }), { mode: 0o600 })
    } catch (error) {
      // For example, an entry that is a mount point cannot be renamed.
      await putBack(folders)
      throw error
    }
    await enter('place')
  }
  for (const root of ROOTS) {
    const unpacked = path.join(folders[root], UNPACKED)
    await moveEntries(unpacked, folders[root], (entry) => entry !== SCOPE_FILE)
    await rm(unpacked, { recursive: true, force: true })
    await syncFolder(folders[root])
  }
  await removeDurably(path.join(folders.data, JOURNAL))
  await removeEmptyPrevious(folders)
}

/** Removes PREVIOUS if the replaced folders were empty: then there is nothing to bring back. */
async function removeEmptyPrevious(folders: SiteFolders) {
  const previous = ROOTS.toReversed().map((root) => path.join(folders[root], PREVIOUS))
  const entries = await Promise.all(previous.map((folder) => readdir(folder)))
  if (entries.flat().some((entry) => entry !== SCOPE_FILE)) return
  for (const folder of previous) await rm(folder, { recursive: true, force: true })
}

/** Undoes the step `clear`. The next call removes unpacked files; files to bring back return to PREVIOUS. */
async function putBack(folders: SiteFolders) {
  for (const root of ROOTS) {
    const previous = path.join(folders[root], PREVIOUS)
    await moveEntries(previous, folders[root], (entry) => entry !== SCOPE_FILE)
    await rm(previous, { recursive: true, force: true })
  }
  const isUndo = existsSync(path.join(folders.data, UNPACKED, SCOPE_FILE))
  for (const root of isUndo ? ROOTS : []) {
    await renameIfPresent(path.join(folders[root], UNPACKED), path.join(folders[root], PREVIOUS))
  }
  await removeDurably(path.join(folders.data, JOURNAL))
}

async function moveEntries(from: string, to: string, isMoved: (entry: string) => boolean) {
  await makeFolder(to, 0o700)
  const entries = await readdir(from).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  })
  for (const entry of entries) if (isMoved(entry)) await rename(path.join(from, entry), path.join(to, entry))
  await syncFolder(to)
  await syncFolder(path.dirname(to))
}

async function renameIfPresent(from: string, to: string) {
  if (existsSync(from)) await rename(from, to)
}

/** In PREVIOUS of the data folder: records which part of a site was replaced. */
const SCOPE_FILE = 'restore-scope.json'

function scopeFile(folders: SiteFolders) {
  return path.join(folders.data, PREVIOUS, SCOPE_FILE)
}

async function readPreviousScope(folders: SiteFolders) {
  const text = await readIfPresent(scopeFile(folders))
  return text === undefined ? undefined : z.object({ publicOnly: z.boolean() }).parse(JSON.parse(text))
}

async function readIfPresent(file: string) {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

async function removeUnpacked(folders: SiteFolders) {
  for (const root of ROOTS) await rm(path.join(folders[root], UNPACKED), { recursive: true, force: true })
}

/** Writes the files of an archive into UNPACKED, and syncs them. */
async function unpack(
  archive: string,
  folders: SiteFolders,
  options: Parameters<typeof readArchive>[1],
): Promise<Manifest> {
  const made = new Set<string>()
  const fileOf = (name: string) => {
    const root = ROOTS.find((candidate) => name.startsWith(`${candidate}/`))
    if (!root) throw new TypeError(name)
    return path.join(folders[root], UNPACKED, name.slice(root.length + 1))
  }
  for (const root of ROOTS) {
    const folder = path.join(folders[root], UNPACKED)
    await mkdir(folder, { mode: 0o700 })
    made.add(folder)
  }
  const makeParents = async (name: string, file: string) => {
    const folder = path.dirname(file)
    if (made.has(folder)) return
    await makeParents(name, folder)
    await mkdir(folder, { mode: name.startsWith('data/') ? 0o700 : 0o755 })
    made.add(folder)
  }
  const manifest = await readArchive(archive, options, async (entry) => {
    const file = fileOf(entry.name)
    await makeParents(entry.name, file)
    await writeEntry(file, entry)
  })
  const rest = manifest.files.values()
  await Promise.all(
    Array.from({ length: SYNC_CONCURRENCY }, async () => {
      for (const { name, modified } of rest) {
        const file = fileOf(name)
        await utimes(file, modified / 1000, modified / 1000)
        await syncFile(file)
      }
    }),
  )
  for (const folder of made) await syncFolder(folder)
  return manifest
}

async function writeEntry(file: string, { name, mode, bytes }: ArchiveEntry) {
  const handle = await open(file, 'wx', 0o600)
  try {
    await writeFile(handle, bytes)
    if (!name.startsWith('data/')) await handle.chmod(0o600 | (mode & 0o666))
  } finally {
    await handle.close()
  }
}

async function syncFile(file: string) {
  const handle = await open(file, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Free bytes of the disk that has the least. */
async function freeBytes(folders: SiteFolders) {
  const free = await Promise.all(
    ROOTS.map(async (root) => {
      const { bavail, bsize } = await statfs(folders[root])
      return bavail * bsize
    }),
  )
  // Network file systems that do not count free space report 0.
  return Math.min(...free.map((bytes) => bytes || Infinity))
}

function sumOf({ files, created }: Manifest) {
  return createHash('sha256')
    .update(JSON.stringify([created, files]))
    .digest('hex')
}
