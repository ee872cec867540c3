import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, inject } from 'vitest'
import definition from '#app/site.config.ts'
import { readEnv, type Env } from '#app/cms/platform/env.server.ts'
import { openSite, type Site } from '#app/cms/site.server.ts'
import { linkFolder } from './link-folder.ts'

/**
 * Opens a separate site for a test file, in temporary folders with the shipped content, as the site of this process. It
 * is closed after the last test. `prepare` changes the folders before the site opens. `settings` are environment
 * variables.
 */
export async function createTestSite({
  prepare,
  settings = {},
}: {
  prepare?: (env: Env) => Promise<unknown>
  settings?: Record<string, string>
} = {}): Promise<Site> {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-'))
  const folders = {
    CONTENT_DIR: path.join(folder, 'content'),
    UPLOADS_DIR: path.join(folder, 'uploads'),
    DATA_DIR: path.join(folder, 'data'),
  }
  cpSync('content', folders.CONTENT_DIR, { recursive: true })
  linkFolder(inject('uploadsCopy'), folders.UPLOADS_DIR)
  mkdirSync(folders.DATA_DIR, { mode: 0o700 })
  for (const file of inject('uploadIndexes')) copyFileSync(file, path.join(folders.DATA_DIR, path.basename(file)))
  const env = readEnv({ ...folders, PUBLIC_ORIGIN: 'http://localhost:3000', NODE_ENV: 'test', ...settings })
  await prepare?.(env)
  const site = await openSite(definition, () => env)
  afterAll(async () => {
    await site.close()
    // The next test file of this process opens its own.
    globalThis.runningSite = undefined
    rmSync(folder, { recursive: true })
  })
  return site
}
