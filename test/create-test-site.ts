import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, inject } from 'vitest'
import ownDefinition from '#app/site.config.ts'
import type { SiteDefinition } from '#app/cms/define/define-site.ts'
import { readEnv, type Env } from '#app/cms/platform/env.server.ts'
import { openSite, type Site } from '#app/cms/site.server.ts'
import { linkFolder } from './link-folder.ts'

/**
 * Opens a separate site for a test file, in temporary folders with the shipped content, as the site of this process. It
 * is closed after the last test. It logs nothing. `prepare` changes the folders before the site opens. `settings` are
 * environment variables. With `definition` and `contentFrom`, it is another site, without uploads.
 */
export async function createTestSite({
  prepare,
  settings = {},
  definition = ownDefinition,
  contentFrom,
}: {
  prepare?: (env: Env) => Promise<unknown>
  settings?: Record<string, string>
  definition?: SiteDefinition
  contentFrom?: string
} = {}): Promise<Site> {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-'))
  const folders = {
    CONTENT_DIR: path.join(folder, 'content'),
    UPLOADS_DIR: path.join(folder, 'uploads'),
    DATA_DIR: path.join(folder, 'data'),
  }
  cpSync(contentFrom ?? 'content', folders.CONTENT_DIR, { recursive: true })
  mkdirSync(folders.DATA_DIR, { mode: 0o700 })
  if (contentFrom === undefined) {
    linkFolder(inject('uploadsCopy'), folders.UPLOADS_DIR)
    for (const file of inject('uploadIndexes')) copyFileSync(file, path.join(folders.DATA_DIR, path.basename(file)))
  } else {
    mkdirSync(folders.UPLOADS_DIR)
  }
  const env = readEnv({
    ...folders,
    PUBLIC_ORIGIN: 'http://localhost:3000',
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    ...settings,
  })
  await prepare?.(env)
  const running = await openSite(definition, () => env)
  afterAll(async () => {
    await running.close()
    // The next test file of this process opens its own.
    globalThis.runningSite = undefined
    rmSync(folder, { recursive: true })
  })
  return running.current()
}
