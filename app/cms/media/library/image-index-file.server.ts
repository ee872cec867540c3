import { z } from 'zod'
import type { Storage } from '#app/cms/storage/storage.ts'
import { readIndexFile, writeIndexFile } from './index-file.server.ts'
import type { IndexedImage, ReportProblem } from './media-library.types.ts'

/** Delay between a change and the write of the index file: one write for many changes (ms). */
const WRITE_DELAY_MS = 2_000

const indexSchema = z.object({
  /** Another layout needs another number. */
  version: z.literal(1),
  /** name: [width, height, bytes, modified] */
  images: z.record(z.string(), z.tuple([z.number(), z.number(), z.number(), z.number()])),
})

/** The images whose sizes an index file contains, by name. Empty if there is none, or it cannot be used. */
export async function readImageIndex(storage: Storage, name: string): Promise<Map<string, IndexedImage>> {
  const index = await readIndexFile(storage, name, indexSchema)
  return new Map(
    Object.entries(index?.images ?? {}).map(([file, [width, height, bytes, modified]]) => [
      file,
      { file, width, height, bytes, modified },
    ]),
  )
}

interface ImageIndexWriter {
  /** Writes the sizes that `images` has after a delay. */
  writeSoon: () => void
  /** Writes them now if they have to be written. Resolves when they are written, or the problem is reported. */
  written: () => Promise<void>
}

/** Writes the index file of `images`; no file without a `name`. */
export function imageIndexWriter(
  images: ReadonlyMap<string, IndexedImage>,
  { storage, name, onProblem }: { storage: Storage; name: string | undefined; onProblem: ReportProblem },
): ImageIndexWriter {
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  function write() {
    clearTimeout(timer)
    timer = undefined
    if (name === undefined) return
    const entries = [...images.values()]
      .filter(({ hasAssumedSize }) => !hasAssumedSize)
      .map(({ file, width, height, bytes, modified }) => [file, [width, height, bytes, modified]])
    const index = { version: 1, images: Object.fromEntries(entries) as object }
    writing = writing
      .then(() => writeIndexFile(storage, name, index))
      .catch((cause: unknown) => {
        onProblem('The sizes of the images could not be saved, so the next start reads every image again.', cause)
      })
  }

  return {
    writeSoon() {
      if (name !== undefined) timer ??= setTimeout(write, WRITE_DELAY_MS).unref()
    },
    written() {
      if (timer) write()
      return writing
    },
  }
}
