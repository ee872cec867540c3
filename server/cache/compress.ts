import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** The body in a coding that made it smaller. */
export interface Compressed {
  br?: Buffer
  gzip?: Buffer
}

/** True for the media types that shrink: text of all kinds. Images, films, PDFs and fonts are compressed by themselves. */
export function isCompressible(type: string): boolean {
  return /^(?:text\/|application\/(?:javascript|json|xml)|[^;]+\+(?:xml|json)(?:;|$))/i.test(type)
}

/** Both codings within a few milliseconds, for a visitor who waits; off the main thread. Takes those that are `ready`. */
export async function compressQuickly(body: Buffer, ready: Compressed = {}): Promise<Compressed> {
  const [br, gzipped] = await Promise.all([
    ready.br ?? brotli(body, QUICK),
    ready.gzip ?? gzipAsync(body, { level: 6 }),
  ])
  return { ...(br.length < body.length && { br }), ...(gzipped.length < body.length && { gzip: gzipped }) }
}

/** Brotli as small as `quality` (up to 11) makes it, for one that nobody waits for; off the main thread. */
export async function compressHard(body: Buffer, quality: number): Promise<Buffer> {
  return brotli(body, quality)
}

/** Home page of 73 kB: 13.9 kB in 3 ms; 9 takes 12 ms for 13.1 kB, 11 takes 170 ms for 11.9 kB. */
const QUICK = 5

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

function brotli(body: Buffer, quality: number) {
  return brotliAsync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      // A window no larger than the body: the usual one of 4 MB costs memory and finds nothing more.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(body.length + 1)))),
    },
  })
}
