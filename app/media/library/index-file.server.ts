import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { writeDurably } from '#app/storage/durable-file.server.ts'
import type { IndexedImage } from './media-library.types.ts'

/** Another layout needs another number, so that an older file is read anew instead of wrongly. */
const indexFileSchema = z.object({
  version: z.literal(1),
  /** name: [width, height, bytes, modified] */
  images: z.record(z.string(), z.tuple([z.number(), z.number(), z.number(), z.number()])),
})

/** The images kept in an index file, by name; none where it is missing, damaged or of another version. */
export async function readIndexFile(indexFile: string): Promise<[file: string, image: IndexedImage][]> {
  const parsed = indexFileSchema.safeParse(await readIndexJson(indexFile))
  if (!parsed.success) return []
  return Object.entries(parsed.data.images).map(([file, [width, height, bytes, modified]]) => [
    file,
    { file, width, height, bytes, modified },
  ])
}

/** Replaces the index file. Rejects with the system's error. */
export async function writeIndexFile(indexFile: string, images: Iterable<IndexedImage>): Promise<void> {
  const entries = Array.from(images, (image): [string, number[]] => [
    image.file,
    [image.width, image.height, image.bytes, image.modified],
  ])
  await writeDurably(indexFile, JSON.stringify({ version: 1, images: Object.fromEntries(entries) }), { mode: 0o600 })
}

/** The content of an index file; undefined if it cannot be read: an index only saves time and is made again. */
export async function readIndexJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}
