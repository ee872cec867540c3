import { lstatSync } from 'node:fs'
import path from 'node:path'
import { hasCode } from '#app/cms/storage/storage-error.ts'

/** A user and a group of this machine, by number. */
export interface Owner {
  uid: number
  gid: number
}

/** The user that a site runs as, and the file or folder that says so. */
export interface SiteOwner extends Owner {
  by: string
}

/** The superuser, who may open the files of all others. */
export const ROOT_UID = 0

/**
 * The user that the site runs as, by its data folder: the owner of the folder, or of the account file in a folder of
 * root, as a volume of Kubernetes is. A folder that does not exist gets the owner of the folder that it will be in.
 * Undefined if there are no users (Windows) or nothing can be read.
 */
export function ownerOfSite(dataDir: string): SiteOwner | undefined {
  if (process.getuid === undefined) return undefined
  const folder = nearestFolder(dataDir)
  const owner = ownerOf(folder)
  if (owner?.uid !== ROOT_UID) return owner && { ...owner, by: folder }
  const file = path.join(dataDir, 'accounts.json')
  const ofFile = ownerOf(file)
  return ofFile ? { ...ofFile, by: file } : { ...owner, by: folder }
}

/** The folder, or the nearest one above it that exists. */
function nearestFolder(folder: string): string {
  const above = path.dirname(folder)
  return isMissing(folder) && above !== folder ? nearestFolder(above) : folder
}

function isMissing(folder: string) {
  try {
    lstatSync(folder)
    return false
  } catch (error) {
    return hasCode(error, 'ENOENT')
  }
}

function ownerOf(fileOrFolder: string): Owner | undefined {
  try {
    const { uid, gid } = lstatSync(fileOrFolder)
    return { uid, gid }
  } catch {
    return undefined
  }
}
