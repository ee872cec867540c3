import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/** Kept inside the folder being filled: a mounted volume can be neither renamed nor reached by a rename from outside. */
const STAGING = '.filling'

/** Made by the file system itself at the root of a fresh ext4 volume. */
const NOT_CONTENT = ['lost+found']

/**
 * Copies the folder that ships with the program into another one that is missing or empty, as a fresh volume is. Resolves
 * with whether it did. One that holds anything is left alone. With `mayBegin` false, only a copy that was cut off is made
 * whole.
 *
 * A crash in between leaves no half copy that would pass for content: everything is first copied and synced into a
 * staging folder, entries move out of it whole, and as long as it exists the next start carries on.
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

/** None where there is no such folder. */
async function namesIn(folder: string) {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
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
