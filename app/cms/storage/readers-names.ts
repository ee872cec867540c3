/**
 * Whether a process that only reads sees what the data folder of the process that writes has under this name: what is
 * being published is shown before it is in its place, and every process checks the signed addresses of files.
 * Everything else there is for staff alone.
 */
export function isForReaders(name: string): boolean {
  return FOLDERS.some((folder) => name === folder || name.startsWith(`${folder}/`))
}

const FOLDERS = ['data/publishing', 'data/staged', 'data/releases', 'data/file-address-secret']
