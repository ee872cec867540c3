import { Readable } from 'node:stream'
import { createReadableStreamFromReadable, type AppLoadContext } from '@remix-run/node'

interface DownloadOptions {
  /** A name of ASCII letters without quotes. */
  fileName: string
  type: string
  context: Pick<AppLoadContext, 'client'>
}

/**
 * A response that the browser saves as a file and no cache stores. The chunks are read no faster than the client takes them, since
 * Remix writes a stream without waiting: a slow line would collect all of it in memory. They are read no further once the client is
 * gone.
 */
export function downloadResponse(
  chunks: Iterable<string> | AsyncIterable<Uint8Array | string>,
  { fileName, type, context: { client } }: DownloadOptions,
): Response {
  const body = Readable.from(client ? atPaceOf(client, chunks) : chunks, { objectMode: false })
  return new Response(createReadableStreamFromReadable(body), {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
    },
  })
}

async function* atPaceOf<Chunk>(
  { gone, drained }: NonNullable<AppLoadContext['client']>,
  chunks: Iterable<Chunk> | AsyncIterable<Chunk>,
): AsyncGenerator<Chunk> {
  for await (const chunk of chunks) {
    await drained()
    if (gone.aborted) return
    yield chunk
  }
}
