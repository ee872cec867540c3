import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { fillEmptyVolume } from './fill-empty-volumes.ts'

/**
 * Makes the folders the app keeps its files in, before it is loaded and looks for them: fills empty volumes from what
 * ships in `root` and makes the data folder, for this user alone since it holds the account and sessions. Resolves with
 * the folders it filled. Which values are valid is the app's to say: it reads the same variables and names what is wrong.
 */
export async function prepareFolders(root: string, variables: Record<string, string | undefined>): Promise<string[]> {
  const filled: string[] = []
  for (const [name, shipped] of [
    ['CONTENT_DIR', 'content'],
    ['UPLOADS_DIR', 'uploads'],
  ] as const) {
    const volume = path.resolve(variables[name] || shipped)
    if (await fillEmptyVolume(path.join(root, shipped), volume)) filled.push(volume)
  }
  await mkdir(path.resolve(variables['DATA_DIR'] || 'data'), { recursive: true, mode: 0o700 })
  return filled
}
