import type { FileBody } from '#app/cms/host-interface.ts'

/** A body of zeros instead of a file's, which records how it was used. */
export interface TestFileBody extends FileBody {
  /** Bytes that were read so far. */
  taken: () => number
  isClosed: () => boolean
}

/** Reading fails at the byte `endsAt`, as on a damaged disk. */
export function testFileBody(size: number, { endsAt = size }: { endsAt?: number } = {}): TestFileBody {
  let taken = 0
  let isClosed = false
  return {
    size,
    read(piece) {
      if (taken === endsAt && endsAt < size) return Promise.reject(new Error('disk'))
      const bytes = Math.min(piece.length, endsAt - taken)
      piece.fill(0, 0, bytes)
      taken += bytes
      return Promise.resolve(bytes)
    },
    close() {
      isClosed = true
      return Promise.resolve()
    },
    taken: () => taken,
    isClosed: () => isClosed,
  }
}
