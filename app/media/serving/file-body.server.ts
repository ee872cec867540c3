import type { FileHandle } from 'node:fs/promises'

/** The bytes of an answer, for one reader, who takes them piece by piece and closes it in the end. */
export interface FileBody {
  /** Bytes in all. */
  size: number
  /**
   * Puts what comes next into `piece`, from its start. Resolves with the number of bytes, 0 at the end. Rejects with the
   * system's error, or where the file has become shorter meanwhile. One call at a time.
   */
  read: (piece: Uint8Array) => Promise<number>
  /** Frees what it holds; not while a read is under way. */
  close: () => Promise<void>
}

/** The bytes of an open file from `start` to before `end`. Closes the file. */
export function bodyOfFile(handle: FileHandle, { start, end }: { start: number; end: number }): FileBody {
  let position = start
  return {
    size: end - start,
    async read(piece) {
      const length = Math.min(piece.length, end - position)
      if (length === 0) return 0
      const { bytesRead } = await handle.read(piece, 0, length, position)
      if (bytesRead === 0) throw new Error(`The file has ${position} bytes now; ${end} were announced`)
      position += bytesRead
      return bytesRead
    },
    close: () => handle.close(),
  }
}

/** The bytes of a short text. */
export function bodyOfText(text: string): FileBody {
  let left = Buffer.from(text)
  return {
    size: left.length,
    read(piece) {
      const length = Math.min(piece.length, left.length)
      piece.set(left.subarray(0, length))
      left = left.subarray(length)
      return Promise.resolve(length)
    },
    close: () => Promise.resolve(),
  }
}

/** In bytes. */
const STREAM_PIECE = 64 * 1024

/** A body in the form of a `Response`. */
export function streamOf(body: FileBody): ReadableStream<Uint8Array> {
  let reading = Promise.resolve(0)
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = new Uint8Array(STREAM_PIECE)
      reading = body.read(piece)
      const bytes = await reading.catch(async (error: unknown) => {
        await body.close()
        throw error
      })
      if (bytes > 0) {
        controller.enqueue(piece.subarray(0, bytes))
      } else {
        await body.close()
        controller.close()
      }
    },
    async cancel() {
      await reading.catch(() => undefined)
      await body.close()
    },
  })
}
