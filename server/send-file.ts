import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { FileAnswer } from './host-interface.ts'
import { mergeHeaders, type Header } from './whole-answer.ts'

/**
 * Sends a file no faster than the client takes it, so that a slow one holds a piece and not the file. Remix's own writer does
 * not wait. Resolves when all is sent or the client is gone.
 */
export async function sendFile(
  response: ServerResponse,
  answer: FileAnswer,
  headers: readonly Header[],
): Promise<void> {
  const { status, body } = answer
  const { socket } = response.req
  if (response.destroyed || socket.destroyed) {
    body?.destroy()
    return
  }
  response.writeHead(status, mergeHeaders(answer.headers, headers).flat())
  if (!body) {
    response.end()
    return
  }
  // An answer that waits behind an earlier one on the same connection is not told when that connection goes.
  const close = () => body.destroy()
  socket.once('close', close)
  try {
    await pipeline(body, response)
  } finally {
    socket.off('close', close)
  }
}
