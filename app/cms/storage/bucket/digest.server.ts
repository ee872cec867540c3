import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

interface Digest {
  md5: string
  sha256: string
  size: number
}

/** As hex digits. */
export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** As hex digits: the ETag that S3 gives an object that was put in one piece. */
export function md5(bytes: string | Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex')
}

/** Digests and size of a file, read once. Rejects with the system's error. */
export function digestFile(file: string): Promise<Digest> {
  return digestOf(createReadStream(file))
}

export async function digestOf(stream: AsyncIterable<Uint8Array>): Promise<Digest> {
  const sums = { md5: createHash('md5'), sha256: createHash('sha256') }
  let size = 0
  for await (const chunk of stream) {
    sums.md5.update(chunk)
    sums.sha256.update(chunk)
    size += chunk.byteLength
  }
  return { md5: sums.md5.digest('hex'), sha256: sums.sha256.digest('hex'), size }
}
