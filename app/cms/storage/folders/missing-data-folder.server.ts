import { existsSync } from 'node:fs'
import { lstat, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Env } from '#app/cms/platform/env.server.ts'
import { isNoFileOfSite } from '#app/cms/storage/folders/folder-care.server.ts'
import { findProgramFolder } from '#app/cms/platform/program-folder.server.ts'
import { hasCode } from '#app/cms/storage/storage-error.ts'

/** The id of the problem in `/readyz`. */
export const DATA_MISSING = 'data-missing'

/** How often it is checked whether the data folder is there (ms). */
const CHECK_MS = 1_000

/** The data folder of a site that has run before is missing at a start. The message is for the operator. */
export class DataFolderMissing extends Error {
  override name = 'DataFolderMissing'
}

type Folders = Pick<Env, 'nodeEnv' | 'store' | 'contentDir' | 'uploadsDir' | 'dataDir'>

/**
 * Throws DataFolderMissing if there are no accounts although the site has run before: then the disk of the data folder
 * is not mounted, or the file of the accounts is lost. A first account would give the site to anyone who reads the log, and
 * everything that is written would be hidden once the disk is mounted.
 *
 * Never throws in development, where the shipped content is edited before there is an account, and for a site in a
 * bucket, which fills the folder. `programFolder` holds the content and uploads that ship.
 */
export async function assertDataFolder(folders: Folders, programFolder = findProgramFolder()): Promise<void> {
  const { nodeEnv, store, dataDir } = folders
  if (nodeEnv !== 'production' || store || (await mayHoldAccounts(dataDir))) return
  const evidence = (await tracesOfUse(dataDir)) ?? (await evidenceBeside(folders, programFolder))
  if (evidence === undefined) return
  throw new DataFolderMissing(
    `The data folder (${dataDir}) holds no accounts, but ${evidence}. Perhaps its disk is not mounted. Visitors are served, but nothing is saved and nobody can log in. ` +
      'Mount the disk, or restore data/accounts.json from a backup. The site then continues without a restart. ' +
      'If the data folder is meant to be new, make its first account: npm run admin -- reset',
  )
}

/** Resolves once {@link assertDataFolder} finds nothing wrong, with true; with false once `signal` is aborted. */
export async function waitForDataFolder(folders: Folders, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    try {
      await assertDataFolder(folders)
      return true
    } catch (error) {
      if (!(error instanceof DataFolderMissing)) throw error
    }
    await delay(CHECK_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
  return false
}

/**
 * What a site that has run leaves in its data folder besides the accounts, in words; undefined if there is nothing. The
 * first account is made before any of it. Copies of content and indexes of files do not count, as they come before.
 */
export async function tracesOfUse(dataDir: string): Promise<string | undefined> {
  for (const [name, words] of [
    ['history', 'the history of a site'],
    ['audit', 'the audit log of a site'],
    ['inbox', 'messages of visitors'],
  ] as const) {
    const names = await namesIn(path.join(dataDir, name))
    if (names.some((entry) => !isNoFileOfSite(entry))) return `it holds ${words}`
  }
  return undefined
}

/** Also true for a folder that cannot be read, and during an interrupted restore: others report these. */
async function mayHoldAccounts(dataDir: string) {
  const looks = ['accounts.json', 'restore.json'].map((name) =>
    lstat(path.join(dataDir, name)).then(
      () => true,
      (error: unknown) => !hasCode(error, 'ENOENT'),
    ),
  )
  return (await Promise.all(looks)).includes(true)
}

/** Content and uploads as they ship are no evidence, and a folder of the program itself cannot be compared. */
async function evidenceBeside({ contentDir, uploadsDir }: Folders, programFolder: string) {
  const [content, uploads] = [path.join(programFolder, 'content'), path.join(programFolder, 'uploads')]
  for (const file of await filesBelow(contentDir)) {
    if (!(await isSame(path.join(contentDir, file), path.join(content, file)))) return `${contentDir} was edited`
  }
  for (const file of await filesBelow(uploadsDir)) {
    // The name of an upload stands for its content.
    if (!existsSync(path.join(uploads, file))) return `${uploadsDir} holds files of a site`
  }
  return undefined
}

/** The paths of the files below a folder, hidden ones left out; none if it does not exist or cannot be read. */
async function filesBelow(folder: string): Promise<string[]> {
  const files: string[] = []
  for (const name of await namesIn(folder)) {
    if (isNoFileOfSite(name)) continue
    const stats = await lstat(path.join(folder, name)).catch(() => undefined)
    if (stats?.isDirectory()) {
      files.push(...(await filesBelow(path.join(folder, name))).map((below) => path.join(name, below)))
    } else if (stats) files.push(name)
  }
  return files
}

async function isSame(file: string, shipped: string) {
  try {
    const [bytes, shippedBytes] = await Promise.all([readFile(file), readFile(shipped)])
    return bytes.equals(shippedBytes)
  } catch {
    return false
  }
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}
