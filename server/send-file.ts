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
  if (response.destroyed) {
    answer.body?.destroy()
    return
  }
  response.writeHead(answer.status, mergeHeaders(answer.headers, headers).flat())
  if (answer.body) {
    await pipeline(answer.body, response)
  } else {
    response.end()
  }
}
