import type { z } from 'zod'
import { jsonText } from '#app/storage/json-text.ts'
import type { Storage } from '#app/storage/storage.ts'

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
