import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { inject, vi } from 'vitest'

/** Long, so that a busy machine does not fail a test. */
const MADE_MS = 180_000

/**
 * A folder that the test files of a run share. The first caller in any process makes it, the others wait for it. After a
 * failure, the next caller tries again. Resolves with the folder.
 */
export async function onceARun(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = path.join(inject('runFolder'), name)
  // Stays, so that there is one first caller.
  const begun = `${folder}-begun`
  const isFirst = await mkdir(begun).then(
    () => true,
    () => false,
  )
  if (!isFirst) {
    await vi.waitUntil(() => existsSync(folder) || !existsSync(begun), { timeout: MADE_MS })
    return existsSync(folder) ? folder : onceARun(name, make)
  }
  const unfinished = `${folder}-unfinished`
  try {
    await make(unfinished)
    await rename(unfinished, folder)
    return folder
  } catch (error) {
    for (const made of [unfinished, begun]) await rm(made, { recursive: true, force: true })
    throw error
  }
}
