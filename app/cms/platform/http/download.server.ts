import { Readable } from 'node:stream'
import { createReadableStreamFromReadable, type AppLoadContext } from '@remix-run/node'

interface DownloadOptions {
  /** A name of ASCII letters without quotes. */
  fileName: string
  type: string
  context: Pick<AppLoadContext, 'client'>
}

/**
 * A response that the browser saves as a file and no cache stores. Chunks are read only as fast as the client receives
 * them, because Remix writes a stream without backpressure: on a slow connection all of it would be buffered in memory.
 * Reading stops when the client disconnects.
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

/**
 * A CSV table for a spreadsheet program, as a `downloadResponse`. `columns` is its first row; the rows are generated
 * while they are sent.
 */
export function csvDownload(
  columns: readonly string[],
  rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>,
  options: Omit<DownloadOptions, 'type'>,
): Response {
  return downloadResponse(csvChunks(columns, rows), { ...options, type: 'text/csv; charset=utf-8; header=present' })
}

/** The mark by which Excel recognises UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Characters in a chunk. */
const CSV_CHUNK = 16_000

async function* csvChunks(
  columns: readonly string[],
  rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvRow(columns)
  let chunk = ''
  for await (const row of rows) {
    chunk += csvRow(row)
    if (chunk.length < CSV_CHUNK) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

/**
 * A row of a CSV file (RFC 4180): every cell quoted, quotes doubled, closed by CRLF. A cell that a spreadsheet program
 * would interpret as a formula gets an apostrophe in front, which makes it text
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${neutralize(cell).replaceAll('"', '""')}"`).join(',')}\r\n`
}

/**
 * Some programs skip white space, control and invisible characters before the sign, or accept full-width = + - @. Those
 * that expect another separator than the comma take a quotation mark within the cell for the one around it.
 */
const FORMULA = /^[\s\p{C}"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u

/**
 * Programs that expect another separator than the comma begin a cell after a semicolon, a tab or a line break, whatever
 * the quotes say. The text after each of these must not be a formula either.
 */
function neutralize(cell: string) {
  const parts = cell.split(/([;\t\r\n])/).map((part) => (FORMULA.test(part) ? `'${part}` : part))
  const text = parts.join('')
  return /^[\t\r\n]/.test(text) ? `'${text}` : text
}
