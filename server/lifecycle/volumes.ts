import { constants } from 'node:fs'
import { copyFile, lstat, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'

const FOLDERS = { CONTENT_DIR: 'content', UPLOADS_DIR: 'uploads', DATA_DIR: 'data' } as const

/** Rejects with a message for people if a setting names something else than a folder. A missing folder is made later. */
export async function requireFolders(variables: Record<string, string | undefined>): Promise<void> {
  const named = Object.entries(FOLDERS).map(([name, usual]) => ({
    name,
    folder: path.resolve(variables[name] || usual),
  }))
  const wrong = await Promise.all(
    named.map(async ({ name, folder }) => {
      const found = await stat(folder).catch(() => undefined)
      return !found || found.isDirectory() ? [] : [`  ${name}: ${folder} is not a folder`]
    }),
  )
  if (wrong.flat().length > 0) throw new Error(`Some settings are not valid:\n${wrong.flat().join('\n')}`)
}

/** Result of `prepareFolders`. */
interface PreparedFolders {
  filled: string[]
  /** System errors while filling. The site starts all the same and reports what is wrong. */
  failures: unknown[]
}

/**
 * Fills empty content and uploads folders with those that ship in `root`, at the first start only. It runs before the
 * app is loaded, which expects the folders. If the data folder shows that the site has run before, an empty folder is a
 * disk that was not mounted, and the sample content must not replace it. The same is true of an empty folder beside one
 * that holds other files than those that ship, whose data folder may be missing too. The app reports invalid values,
 * because it reads the same variables. Never rejects.
 */
export async function prepareFolders(
  root: string,
  variables: Record<string, string | undefined>,
): Promise<PreparedFolders> {
  const prepared: PreparedFolders = { filled: [], failures: [] }
  // Only the process that writes fills the folders.
  if ((variables['ROLE'] || 'writer') !== 'writer') return prepared
  const folders = (['CONTENT_DIR', 'UPLOADS_DIR'] as const).map((name) => ({
    shipped: path.join(root, FOLDERS[name]),
    volume: path.resolve(variables[name] || FOLDERS[name]),
  }))
  let isFirstStart = !(await hasRun(path.resolve(variables['DATA_DIR'] || FOLDERS.DATA_DIR)))
  for (const { shipped, volume } of folders) isFirstStart &&= !(await holdsOtherFiles(volume, shipped))
  for (const { shipped, volume } of folders) {
    try {
      if (await fillEmptyVolume(shipped, volume, { mayBegin: isFirstStart })) prepared.filled.push(volume)
    } catch (error) {
      prepared.failures.push(error)
    }
  }
  return prepared
}

/** True if a data folder holds an account, a last good version, or an unfinished restore, or cannot be read. */
async function hasRun(dataDir: string) {
  const accounts = lstat(path.join(dataDir, 'accounts.json')).then(() => true)
  const lastGood = readdir(path.join(dataDir, 'last-good')).then((names) => names.length > 0)
  // The app finishes a restore that a crash has interrupted.
  const restore = lstat(path.join(dataDir, 'restore.json')).then(() => true)
  const found = await Promise.all(
    [accounts, lastGood, restore].map((look) => look.catch((error: unknown) => !isMissing(error))),
  )
  return found.includes(true)
}

/** True if a folder holds a file that does not ship, or other bytes. Hidden files do not count. */
async function holdsOtherFiles(folder: string, shipped: string): Promise<boolean> {
  if (path.resolve(shipped) === path.resolve(folder)) return false
  // A folder that cannot be read is reported when it is to be filled.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    if (entry.name.startsWith('.') || NOT_CONTENT.includes(entry.name)) continue
    const [own, other] = [path.join(folder, entry.name), path.join(shipped, entry.name)]
    if (entry.isDirectory() ? await holdsOtherFiles(own, other) : !(await hasSameBytes(own, other))) return true
  }
  return false
}

async function hasSameBytes(file: string, other: string) {
  const [bytes, others] = await Promise.all([file, other].map((name) => readFile(name).catch(() => undefined)))
  return bytes !== undefined && others !== undefined && bytes.equals(others)
}

/** Inside the folder being filled: a mounted volume can be neither renamed nor the target of a rename from outside. */
const STAGING = '.filling'

/** ext4 creates it at the root of a new volume. */
const NOT_CONTENT = ['lost+found']

/**
 * Copies the folder that ships with the program into a folder that is missing or empty, such as a new volume. Resolves
 * with true if it did. A folder that contains anything is not changed. With `mayBegin` false, only an interrupted copy
 * is completed.
 *
 * A crash leaves no half copy that looks like content: everything is first copied and synced into a staging folder,
 * whose entries are then moved. As long as that folder exists, the next start continues.
 */
export async function fillEmptyVolume(shipped: string, volume: string, { mayBegin = true } = {}): Promise<boolean> {
  if (path.resolve(shipped) === path.resolve(volume)) return false
  const present = (await namesIn(volume)).filter((name) => !NOT_CONTENT.includes(name))
  const isBegun = present.includes(STAGING)
  if (!isBegun && (present.length > 0 || !mayBegin)) return false
  await mkdir(volume, { recursive: true })

  const staging = path.join(volume, STAGING)
  await rm(staging, { recursive: true, force: true })
  await copyFolder(shipped, staging)
  await syncToDisk(volume)
  for (const name of await readdir(staging)) {
    if (!present.includes(name)) await rename(path.join(staging, name), path.join(volume, name))
  }
  await syncToDisk(volume)
  await rm(staging, { recursive: true })
  await syncToDisk(volume)
  return true
}

/** Empty for a missing folder. */
async function namesIn(folder: string) {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

async function copyFolder(from: string, to: string) {
  await mkdir(to)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name)
    const target = path.join(to, entry.name)
    if (entry.isDirectory()) {
      await copyFolder(source, target)
    } else {
      await copyFile(source, target, constants.COPYFILE_EXCL)
      await syncToDisk(target)
    }
  }
  await syncToDisk(to)
}

async function syncToDisk(fileOrFolder: string) {
  const handle = await open(fileOrFolder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function isMissing(error: unknown) {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
