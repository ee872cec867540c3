import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from '#app/storage/durable-file.server.ts'
import { assertMayWrite } from '#app/storage/owner-lock.server.ts'
import { temporaryPath } from '#app/storage/temporary-name.server.ts'

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
  assertMayWrite()
  await makeFolder(folder)
  const file = temporaryPath(path.join(folder, 'upload'))
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
