import path from 'node:path'
import { sha256Of } from '#app/media/library/content-hash.server.ts'
import { statIfPresent } from '#app/storage/durable-file.server.ts'
import { hashIn } from './stored-name.ts'

export interface StoredPlace {
  /** Path below the uploads folder, with forward slashes. */
  file: string
  /** `same`: these bytes are there already. `damaged`: others are, which are not those its name tells. */
  found: 'nothing' | 'same' | 'damaged'
}

/**
 * Where bytes with this hash belong, below a folder of the uploads. Compares what is there as a whole: eight digits of a hash
 * tell files apart, but prove nothing. Where another intact file has the name, the bytes get one of their own. Rejects with
 * the system's error.
 */
export async function placeStoredFile({
  uploadsDir,
  folder,
  nameFor,
  sha256,
}: {
  uploadsDir: string
  folder: string
  nameFor: (sha256: string, copy: number) => string
  sha256: string
}): Promise<StoredPlace> {
  for (let copy = 1; ; copy += 1) {
    const file = path.posix.join(folder, nameFor(sha256, copy))
    const there = path.join(uploadsDir, file)
    if (!(await statIfPresent(there))?.isFile()) return { file, found: 'nothing' }
    const hash = await sha256Of(there)
    if (hash === sha256) return { file, found: 'same' }
    if (hashIn(file) !== hash.slice(0, 8)) return { file, found: 'damaged' }
  }
}
