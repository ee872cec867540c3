import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { mergeHeaders, type Header } from '../cache/cached-response.ts'
import type { FileBody, FileResponse } from '#app/cms/host-interface.ts'
import { ChunkPool } from './chunk-pool.ts'

const chunks = new ChunkPool()

/**
 * Sends a file no faster than the client reads it, so that a slow download holds a chunk in memory and not the file:
 * Remix's own writer ignores backpressure. Resolves when all is sent or the connection is closed. Rejects if the file
 * cannot be read to its end.
 */
export async function sendFile(
  response: ServerResponse,
  { status, headers, body }: FileResponse,
  ownHeaders: readonly Header[],
): Promise<void> {
  try {
    if (response.destroyed || response.req.socket.destroyed) return
    response.writeHead(status, mergeHeaders(headers, ownHeaders).flat())
    if (body && !(await sendBody(response.req.socket, body, response))) return
    response.end()
  } finally {
    await body?.close()
  }
}

/**
 * Sends a body no faster than the client reads it, over a socket or a response on it. Resolves with true if all is
 * sent, with false if the connection was closed. Rejects if the body cannot be read. One chunk serves the whole file: it
 * is refilled after the system has sent it.
 */
export async function sendBody(socket: Socket, body: FileBody, out: Writable = socket): Promise<boolean> {
  const chunk = chunks.take(body.size)
  let isSent = false
  try {
    for (let bytes = await body.read(chunk); bytes > 0; bytes = await body.read(chunk)) {
      await write(socket, out, chunk.subarray(0, bytes))
      if (socket.destroyed) return false
    }
    isSent = true
    return true
  } finally {
    // After a connection was closed, the system may still read from the chunk.
    if (isSent) chunks.release(chunk)
    else chunks.discard(chunk)
  }
}

/** In bytes. A client gets the more time to read, the more is written at once: see `cutSlowReaders`. */
const PIECE_SIZE = 1024 * 1024

/** Like `sendBody`, for a large body that is in memory. */
export async function sendBytes(socket: Socket, bytes: Buffer, out: Writable = socket): Promise<boolean> {
  for (let start = 0; start < bytes.length; start += PIECE_SIZE) {
    await write(socket, out, bytes.subarray(start, start + PIECE_SIZE))
    if (socket.destroyed) return false
  }
  return true
}

/** Resolves when the bytes were passed to the system, or the connection is closed. */
function write(socket: Socket, out: Writable, bytes: Buffer) {
  return new Promise<void>((resolve) => {
    // The callback of write() is not called for a response that is queued behind an earlier one when the connection
    // closes.
    const settle = () => {
      socket.off('close', settle)
      resolve()
    }
    socket.once('close', settle)
    out.write(bytes, settle)
  })
}
