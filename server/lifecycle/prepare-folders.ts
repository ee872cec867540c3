import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import { fillEmptyVolume } from './fill-empty-volumes.ts'

/** What became of the content and uploads folders. */
export interface PreparedFolders {
  /** Those that were filled. */
  filled: string[]
  /** System errors that kept one from being filled. The site starts all the same and names what is wrong. */
  failures: unknown[]
}

/**
 * Fills empty content and uploads folders with what ships in `root`, before the app is loaded and looks for them: at the
 * first start only. Where the data folder shows that the site has run, an empty folder is a disk that was not mounted, and
 * the sample content must not take its place. Which values are valid is the app's to say: it reads the same variables and
 * names what is wrong. Never rejects.
 */
export async function prepareFolders(
  root: string,
  variables: Record<string, string | undefined>,
): Promise<PreparedFolders> {
  const prepared: PreparedFolders = { filled: [], failures: [] }
  const isFirstStart = !(await hasRun(path.resolve(variables['DATA_DIR'] || 'data')))
  for (const [name, shipped] of [
    ['CONTENT_DIR', 'content'],
    ['UPLOADS_DIR', 'uploads'],
  ] as const) {
    const volume = path.resolve(variables[name] || shipped)
    try {
      if (await fillEmptyVolume(path.join(root, shipped), volume, { mayBegin: isFirstStart }))
        prepared.filled.push(volume)
    } catch (error) {
      prepared.failures.push(error)
    }
  }
  return prepared
}

/** Whether a data folder holds an account or content that was good once. One that cannot be read may. */
async function hasRun(dataDir: string) {
  const account = lstat(path.join(dataDir, 'account.json')).then(() => true)
  const lastGood = readdir(path.join(dataDir, 'last-good')).then((names) => names.length > 0)
  const found = await Promise.all([account, lastGood].map((look) => look.catch((error: unknown) => !isMissing(error))))
  return found.includes(true)
}

function isMissing(error: unknown) {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
