import type { z } from 'zod'
import { jsonText } from '#app/storage/json-text.ts'
import type { Storage } from '#app/storage/storage.ts'

/** The folder whose files an index knows. */
export interface IndexedFolder {
  /** `uploads` or a folder below `data`, as names in the storage begin. */
  folder: string
  /** In words, for the log. */
  words: string
  /** What was read of the files, so that the next start reads changed files only. It may be deleted at any time. */
  indexFile: string | undefined
  /** People put files there by hand, and its disk may be missing for a while. */
  isByHand: boolean
}

/** The uploads folder, with its index in a file of `data`. */
export function uploadsFolder(indexFile: string): IndexedFolder {
  return { folder: 'uploads', words: 'the uploads folder', indexFile, isByHand: true }
}

/**
 * What an index file holds; undefined if it is missing, damaged or of another layout. An index only saves time: what it does not
 * say is read from the files themselves.
 */
export async function readIndexFile<Schema extends z.ZodType>(
  storage: Storage,
  name: string,
  schema: Schema,
): Promise<z.infer<Schema> | undefined> {
  try {
    const stored = await storage.read(name)
    return stored && jsonText(schema).parse(stored.bytes.toString())
  } catch {
    return undefined
  }
}

/** Replaces an index file. Rejects with StorageError. */
export async function writeIndexFile(storage: Storage, name: string, index: object): Promise<void> {
  await storage.commit([{ name, bytes: JSON.stringify(index) }])
}
