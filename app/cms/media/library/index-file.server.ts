import type { z } from 'zod'
import { jsonText } from '#app/cms/platform/json-text.ts'
import type { FileStats, Storage } from '#app/cms/storage/storage.ts'

/** The folder that an index describes. */
export interface IndexedFolder {
  /** `uploads` or a folder below `data`, as a name in the storage. */
  folder: string
  /** The folder in words, for the log. */
  words: string
  /** Cache of what was read, so that the next start reads only changed files. It may be deleted at any time. */
  indexFile: string | undefined
  /** True if people copy files there by hand and its disk may be missing for a while. */
  isByHand: boolean
}

/** The uploads folder, with its index in a file of `data`. */
export function uploadsFolder(indexFile: string): IndexedFolder {
  return { folder: 'uploads', words: 'the uploads folder', indexFile, isByHand: true }
}

/** True if a file still has the size and time of its entry. A restore rounds times to microseconds. */
export function isSameState(
  entry: { bytes: number; modified: number },
  { size, modified }: Pick<FileStats, 'size' | 'modified'>,
): boolean {
  return entry.bytes === size && Math.abs(entry.modified - modified) < 1
}

/**
 * The content of an index file; undefined if it is missing, damaged or of another layout. An index only saves time:
 * missing entries are read from the files themselves.
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
