import { existsSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Long, so that a busy machine does not fail a run. */
const STORED_MS = 60_000
const POLL_MS = 50

/**
 * Waits until a running site has stored what it has parsed at its start, and copies that to the data folder of the sites
 * that start later with the same content: parsing takes a quarter of their start.
 */
export async function copyParsedContents(dataDir: string, to: string): Promise<void> {
  const name = 'parsed-contents.txt'
  const file = path.join(dataDir, name)
  const deadline = performance.now() + STORED_MS
  while (!existsSync(file)) {
    if (performance.now() > deadline) throw new Error(`${file} is not stored`)
    await wait(POLL_MS)
  }
  await copyFile(file, path.join(to, name))
}
