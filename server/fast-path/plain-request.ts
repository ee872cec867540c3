import type { IncomingHttpHeaders } from 'node:http'
import type { Limits } from '../limits.ts'
import type { CacheableRequest } from './cacheable-request.ts'

/**
 * A GET or HEAD with nothing odd about it: a path as the target, header fields of visible characters on a line each, and the
 * empty line. A part of what RFC 9112 (2 to 5) allows, and of what Node's parser takes.
 */
const PLAIN_HEAD = /^(?:GET|HEAD) \/[\x21-\x7e]* HTTP\/1\.1\r\n(?:[A-Za-z\d-]+:[\t\x20-\x7e]*\r\n)+\r\n$/

/** The first line of such a request. */
const PLAIN_LINE = /^(?:GET|HEAD) \/[\x21-\x7e]* HTTP\/1\.1\r\n$/

/**
 * With these fields a message goes on after its head, the connection is to become something else, or Node ends it after the
 * answer although the field has no meaning by RFC 9112 (C.2.2): what it does then holds for all.
 */
const UNUSUAL_FIELDS = [
  'proxy-connection',
  'content-length',
  'transfer-encoding',
  'trailer',
  'expect',
  'upgrade',
  'http2-settings',
]

/** A plain read, and its fields as they were sent. */
export interface PlainRequest extends CacheableRequest {
  fields: string
}

/**
 * Reads what a connection has sent as one whole request; undefined where it is not exactly one, where a field is repeated, or
 * where the request is in any way more than a plain read. Such a connection is for Node's own parser.
 *
 * `previous` is the last one of the same connection: a browser that fetches one picture after the other sends the same fields
 * each time, which are then not read again.
 */
export function readPlainRequest(
  chunk: Buffer,
  limits: Pick<Limits, 'headerBytes' | 'headerCount'>,
  previous?: PlainRequest,
): PlainRequest | undefined {
  if (chunk.length > limits.headerBytes) return undefined
  const text = chunk.toString('latin1')
  const lineEnd = text.indexOf('\r\n') + 2
  const fields = text.slice(lineEnd)
  const isSame = fields === previous?.fields
  if (!(isSame ? PLAIN_LINE.test(text.slice(0, lineEnd)) : PLAIN_HEAD.test(text))) return undefined
  const headers = isSame ? previous.headers : readFields(fields, limits.headerCount)
  if (headers === undefined) return undefined
  const afterMethod = text.indexOf(' ')
  return {
    method: text.slice(0, afterMethod),
    url: text.slice(afterMethod + 1, lineEnd - VERSION.length),
    headers,
    // What they are looked at for, repeated fields, has been refused.
    rawHeaders: NONE,
    fields,
  }
}

const VERSION = ' HTTP/1.1\r\n'
const NONE: string[] = []

function readFields(fields: string, most: number): IncomingHttpHeaders | undefined {
  const headers: IncomingHttpHeaders = {}
  let count = 0
  for (let start = 0; start < fields.length - 2;) {
    const colon = fields.indexOf(':', start)
    const end = fields.indexOf('\r\n', colon)
    const name = fields.slice(start, colon).toLowerCase()
    if (name in headers || (count += 1) > most) return undefined
    headers[name] = fields.slice(colon + 1, end).trim()
    start = end + 2
  }
  const isUnusual = UNUSUAL_FIELDS.some((name) => name in headers) || !isKeptAlive(headers.connection)
  return isUnusual ? undefined : headers
}

function isKeptAlive(connection: string | undefined) {
  return connection === undefined || connection.toLowerCase() === 'keep-alive'
}
