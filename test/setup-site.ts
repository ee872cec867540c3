import { cpSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, inject } from 'vitest'

/**
 * Gives each test file a site of its own: temporary folders that hold what ships. Runs before the test file is loaded,
 * since the app reads its settings and opens its folders when it is imported.
 */
const site = mkdtempSync(path.join(tmpdir(), 'site-'))
const folders = {
  CONTENT_DIR: path.join(site, 'content'),
  UPLOADS_DIR: path.join(site, 'uploads'),
  DATA_DIR: path.join(site, 'data'),
}
cpSync('content', folders.CONTENT_DIR, { recursive: true })
linkFolder(inject('uploadsCopy'), folders.UPLOADS_DIR)
mkdirSync(folders.DATA_DIR, { mode: 0o700 })
Object.assign(process.env, { ...folders, PUBLIC_ORIGIN: 'http://localhost:3000', NODE_ENV: 'test' })

afterAll(async () => {
  for (const instance of await openInstances()) await instance.close()
  rmSync(site, { recursive: true })
})

function linkFolder(from: string, to: string) {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name)
    const target = path.join(to, entry.name)
    if (entry.isDirectory()) linkFolder(source, target)
    else linkSync(source, target)
  }
}

/** What app/platform/singleton.server.ts keeps on the global object and still holds files open. */
async function openInstances() {
  const kept: Record<symbol, unknown> = globalThis
  const keys = Object.getOwnPropertySymbols(kept).filter((key) => key.description?.startsWith('polymer-website.'))
  // Some are opened asynchronously and kept as the promise of it.
  return (await Promise.all(keys.map((key) => kept[key]))).filter(isCloseable)
}

function isCloseable(value: unknown): value is { close: () => Promise<void> } {
  return typeof value === 'object' && value !== null && 'close' in value && typeof value.close === 'function'
}
