import { randomBytes } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { namesIn, statIfPresent } from './if-present.server.ts'

const HOUR_MS = 60 * 60 * 1000

/**
 * Streams `source` into a new file of `folder`, hands its path to `use` and removes it in any case. Rejects with what
 * `onTooLarge` makes as soon as more than `maxBytes` have come, without reading on; else with what the source, the system
 * or `use` threw.
 */
export async function withIncomingFile<Result>(
  folder: string,
  source: AsyncIterable<Uint8Array>,
  { maxBytes, onTooLarge }: { maxBytes: number; onTooLarge: () => Error },
  use: (file: string) => Promise<Result>,
): Promise<Result> {
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, randomBytes(12).toString('hex'))
  try {
    const handle = await open(file, 'wx', 0o600)
    try {
      let size = 0
      for await (const chunk of source) {
        size += chunk.byteLength
        if (size > maxBytes) throw onTooLarge()
        await handle.writeFile(chunk)
      }
    } finally {
      await handle.close()
    }
    return await use(file)
  } finally {
    await rm(file, { force: true })
  }
}

/** Removes the files of `folder` that a killed process left: those `isLeftOver` that were not touched for an hour. */
export async function removeLeftOvers(folder: string, isLeftOver: (name: string) => boolean): Promise<void> {
  for (const name of (await namesIn(folder)).filter(isLeftOver)) {
    const file = path.join(folder, name)
    const stats = await statIfPresent(file)
    if (stats?.isFile() && stats.mtimeMs < Date.now() - HOUR_MS) await rm(file, { force: true })
  }
}
