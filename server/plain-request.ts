import type { IncomingHttpHeaders } from 'node:http'
import type { Limits } from './limits.ts'
import type { Read } from './memory-answers.ts'

/**
 * A GET or HEAD with nothing odd about it: a path as the target, header fields of visible characters on a line each, and the
 * empty line. A part of what RFC 9112 (2 to 5) allows, and of what Node's parser takes.
 */
const PLAIN_HEAD = /^(?:GET|HEAD) \/[\x21-\x7e]* HTTP\/1\.1\r\n(?:[A-Za-z\d-]+:[\t\x20-\x7e]*\r\n)+\r\n$/

/** With these fields a message goes on after its head, or the connection is to become something else. */
const UNUSUAL_FIELDS = ['content-length', 'transfer-encoding', 'trailer', 'expect', 'upgrade', 'http2-settings']

/**
 * Reads what a connection has sent as one whole request; undefined where it is not exactly one, where a field is repeated, or
 * where the request is in any way more than a plain read. Such a connection is for Node's own parser.
 */
export function readPlainRequest(
  chunk: Buffer,
  { headerBytes, headerCount }: Pick<Limits, 'headerBytes' | 'headerCount'>,
): Read | undefined {
  if (chunk.length > headerBytes) return undefined
  const text = chunk.toString('latin1')
  if (!PLAIN_HEAD.test(text)) return undefined
  const afterMethod = text.indexOf(' ')
  const afterTarget = text.indexOf(' ', afterMethod + 1)
  const headers: IncomingHttpHeaders = {}
  let count = 0
  for (let start = text.indexOf('\r\n') + 2; start < text.length - 2;) {
    const colon = text.indexOf(':', start)
    const end = text.indexOf('\r\n', colon)
    const name = text.slice(start, colon).toLowerCase()
    if (name in headers || (count += 1) > headerCount) return undefined
    headers[name] = text.slice(colon + 1, end).trim()
    start = end + 2
  }
  const isUnusual = UNUSUAL_FIELDS.some((name) => name in headers) || !isKeptAlive(headers.connection)
  if (isUnusual) return undefined
  return {
    method: text.slice(0, afterMethod),
    url: text.slice(afterMethod + 1, afterTarget),
    headers,
    // What they are looked at for, repeated fields, has been refused above.
    rawHeaders: [],
  }
}

function isKeptAlive(connection: string | undefined) {
  return connection === undefined || connection.toLowerCase() === 'keep-alive'
}
