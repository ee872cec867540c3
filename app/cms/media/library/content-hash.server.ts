import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { hashIn } from '#app/cms/media/uploads/stored-name.ts'

/** SHA-256 of a file's bytes, in hex. One chunk of it is in memory at a time. Rejects with the system's error. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file, { highWaterMark: 256 * 1024 }), hash)
  return hash.digest('hex')
}

/** The most files that are remembered; a site has a few hundred. */
const MAX_KNOWN = 20_000

const known = new Map<string, { state: string; isNamed: Promise<boolean> }>()

/**
 * Resolves with true if the digits at the end of a file's name are the hash of its bytes, so that the name always means
 * these bytes: a name that a person has chosen, such as `plan-20260501.pdf`, only looks like it. The bytes are read
 * once for each `size` and time `modified`. Resolves with false if they cannot be read, or if the file is damaged.
 */
export function isNamedByContent(
  file: string,
  { size, modified }: { size: number; modified: number },
): Promise<boolean> {
  const digits = hashIn(file)
  if (digits === undefined) return Promise.resolve(false)
  const state = `${size} ${modified}`
  const before = known.get(file)
  if (before?.state === state) return before.isNamed
  const isNamed = sha256Of(file).then(
    (sha256) => sha256.startsWith(digits),
    () => {
      // The file may be readable the next time.
      known.delete(file)
      return false
    },
  )
  known.delete(file)
  known.set(file, { state, isNamed })
  for (const oldest of known.keys()) {
    if (known.size <= MAX_KNOWN) break
    known.delete(oldest)
  }
  return isNamed
}
