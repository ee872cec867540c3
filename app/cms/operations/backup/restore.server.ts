import { createHash } from 'node:crypto'
import { existsSync, lstatSync } from 'node:fs'
import { readdir, readFile, rename, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { ReportProgress } from '#app/cms/platform/progress.ts'
import { makeFolder, removeDurably, syncFolder, writeDurably } from '#app/cms/storage/disk/durable-file.server.ts'
import { hasCode } from '#app/cms/storage/storage-error.ts'
import { jsonText } from '#app/cms/platform/json-text.ts'
import { acquireOwnerLock } from '#app/cms/storage/lock/owner-lock.server.ts'
import { type Manifest, type SiteFolders, isInBackup, isReplaced, JOURNAL, ROOTS, UNPACKED } from './archive-format.ts'
import { PREVIOUS } from '#app/cms/storage/folders/replaced-files.ts'
import { addErasures, readErasuresIn } from './erasures-beside.server.ts'
import { ArchiveError, readArchive } from './read-archive.server.ts'
import { unpackArchive } from './unpack-archive.server.ts'

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
    await takeErasures(archive, folders)
    const maxBytes = await freeBytes(folders)
    const checked = await readArchive(archive, { passphrase, maxBytes, report })
    await removeUnpacked(folders)
    try {
      const manifest = await unpackArchive(archive, folders, {
        passphrase,
        maxBytes,
        report,
        work: 'Unpacking the archive',
      })
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

/**
 * Adds the list of erasures that is beside the archive to that of the data folder: the next start carries it out. First,
 * because it only adds. Rejects if one of them is damaged.
 */
async function takeErasures(archive: string, folders: SiteFolders) {
  const beside = await readErasuresIn(path.dirname(path.resolve(archive)))
  if (beside !== undefined) await addErasures(folders.data, beside)
}

/** Restores the files that the last restore has replaced. A second call undoes the first. Rejects as `restore`. */
export async function undoRestore(folders: SiteFolders): Promise<void> {
  await withLock(folders, async () => {
    const scope = await readScope(path.join(folders.data, PREVIOUS))
    if (!scope) throw new Error('There is nothing to undo: no restore has replaced these folders.')
    await removeUnpacked(folders)
    await swap(folders, { step: 'undo', publicOnly: scope.publicOnly })
  })
}

/** An interrupted restore cannot be finished now. The message says why, and what an operator has to do. */
export class RestoreUnfinished extends Error {
  override name = 'RestoreUnfinished'
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(
      `A restore was interrupted and cannot be finished: ${reason}. Correct the cause and start the site again: it finishes the restore first. After that, “npm run restore -- --undo” brings back the files that the restore has replaced. Until then visitors are served with the files that are there, and nothing can be changed.`,
      { cause },
    )
  }
}

/**
 * Finishes a restore that a crash has interrupted; resolves with true if there was one. The holder of the lock calls it
 * at the start, before anything reads the folders. Files that somebody has put there meanwhile are moved to PREVIOUS. A
 * damaged journal is worked out from the folders. Rejects with RestoreUnfinished.
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
  try {
    const journal = await usableJournal(text, folders)
    if (journal) await swap(folders, journal)
    else await putBack(folders)
    return true
  } catch (error) {
    throw new RestoreUnfinished(error)
  }
}

/** The progress of an interrupted restore. Undefined if the unpacked files are gone before they were used. */
async function usableJournal(text: string, folders: SiteFolders): Promise<Journal | undefined> {
  const journal = jsonText(journalSchema).safeParse(text).data ?? (await workOutJournal(folders))
  const sources = journal?.step === 'undo' ? [UNPACKED, PREVIOUS] : [UNPACKED]
  const hasFiles = ROOTS.some((root) => sources.some((name) => existsSync(path.join(folders[root], name))))
  // To move the present files away would leave an empty site.
  return hasFiles || journal?.step === 'place' ? journal : undefined
}

/** The journal that fits the state of the folders. */
async function workOutJournal(folders: SiteFolders): Promise<Journal | undefined> {
  const has = (root: (typeof ROOTS)[number], name: string) => existsSync(path.join(folders[root], name))
  const replaced = await readScope(path.join(folders.data, PREVIOUS))
  if (replaced) {
    // `undo` renames the folders one by one, and `place` leaves PREVIOUS in all of them.
    const isUndo = ROOTS.some((root) => has(root, UNPACKED) && !has(root, PREVIOUS))
    return { step: isUndo ? 'undo' : 'place', ...replaced }
  }
  const broughtBack = await readScope(path.join(folders.data, UNPACKED))
  if (broughtBack) return { step: 'clear', ...broughtBack }
  if (!ROOTS.some((root) => has(root, UNPACKED))) return undefined
  const entries = await readdir(path.join(folders.data, UNPACKED)).catch(() => [])
  return { step: 'clear', publicOnly: entries.every((entry) => isInBackup(`data/${entry}`, { publicOnly: true })) }
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
  const previousOf = (root: (typeof ROOTS)[number]) => path.join(folders[root], PREVIOUS)
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
        // What a person has put there since an earlier try comes beside what was there before it.
        await moveEntries(folders[root], previousOf(root), (entry) => isReplaced(root, entry, journal))
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
    await movePresent(unpacked, folders[root], previousOf(root))
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
  const entries = await Promise.all(previous.map((folder) => namesIn(folder)))
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

/** An entry whose name is taken gets another one: a rename would replace a file, and fail for a folder. */
async function moveEntries(from: string, to: string, isMoved: (entry: string) => boolean) {
  await makeFolder(to, 0o700)
  for (const entry of await namesIn(from)) {
    if (isMoved(entry)) await rename(path.join(from, entry), freePath(to, entry))
  }
  await syncFolder(to)
  await syncFolder(path.dirname(to))
}

/** Moves the entries of `folder` into `previous` that have the name of an entry of `unpacked`. */
async function movePresent(unpacked: string, folder: string, previous: string) {
  const coming = new Set(await namesIn(unpacked))
  const inTheWay = (await namesIn(folder)).filter((entry) => entry !== SCOPE_FILE && coming.has(entry))
  if (inTheWay.length > 0) await moveEntries(folder, previous, (entry) => inTheWay.includes(entry))
}

/** Path of an entry in a folder: `home`, or `home.found-1` if there is one already. */
function freePath(folder: string, entry: string) {
  let file = path.join(folder, entry)
  for (let number = 1; isTaken(file); number += 1) file = path.join(folder, `${entry}.found-${number}`)
  return file
}

function isTaken(file: string) {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  })
}

async function renameIfPresent(from: string, to: string) {
  if (existsSync(from)) await rename(from, to)
}

/** In PREVIOUS of the data folder: records which part of a site was replaced. */
const SCOPE_FILE = 'restore-scope.json'

function scopeFile(folders: SiteFolders) {
  return path.join(folders.data, PREVIOUS, SCOPE_FILE)
}

/** Which part of a site the files in PREVIOUS belong to. Undefined if there is no such file, or it is damaged. */
async function readScope(previous: string) {
  const text = await readIfPresent(path.join(previous, SCOPE_FILE))
  return text === undefined ? undefined : jsonText(z.object({ publicOnly: z.boolean() })).safeParse(text).data
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
