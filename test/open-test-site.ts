import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import type { SiteDefinition } from '#app/cms/define/define-site.ts'
import { readEnv, type Env } from '#app/cms/platform/env.server.ts'
import { openSite, type Site } from '#app/cms/site.server.ts'
import { linkFolder } from './link-folder.ts'

/** A copy of the uploads of a site, and the index files that were made of it. */
export interface SharedUploads {
  folder: string
  indexes: string[]
}

export interface TestSiteOptions {
  /** Changes the folders before the site opens. */
  prepare?: (env: Env) => Promise<unknown>
  /** Environment variables. */
  settings?: Record<string, string>
}

/**
 * Opens a separate site for a test file, in temporary folders with copies of these files, as the site of this process. It
 * is closed after the last test. It logs nothing.
 */
export async function openTestSite(
  definition: SiteDefinition,
  { content, uploads }: { content: string; uploads: SharedUploads },
  { prepare, settings = {} }: TestSiteOptions = {},
): Promise<Site> {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-'))
  const folders = {
    CONTENT_DIR: path.join(folder, 'content'),
    UPLOADS_DIR: path.join(folder, 'uploads'),
    DATA_DIR: path.join(folder, 'data'),
  }
  cpSync(content, folders.CONTENT_DIR, { recursive: true })
  mkdirSync(folders.DATA_DIR, { mode: 0o700 })
  linkFolder(uploads.folder, folders.UPLOADS_DIR)
  for (const file of uploads.indexes) copyFileSync(file, path.join(folders.DATA_DIR, path.basename(file)))
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
