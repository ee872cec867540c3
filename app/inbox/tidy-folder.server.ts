import { readdir } from 'node:fs/promises'
import { isTemporaryName } from '#app/storage/temporary-name.server.ts'

/** File names of a folder that may not be there yet, without what a killed process left half-written. */
export async function tidyNamesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  return names.filter((name) => !isTemporaryName(name))
}

/** True for the system's error for a file or folder that is not there. */
export function isMissing(error: unknown) {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
