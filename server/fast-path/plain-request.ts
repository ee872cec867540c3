import type { IncomingHttpHeaders } from 'node:http'

export interface HeadLimits {
  /** Longest request head, in bytes. */
  headerBytes: number
  headerCount: number
}

/** A GET or HEAD without a body. It has the fields of Node's `IncomingMessage` that such a request needs. */
export interface PlainRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
  /** Always empty: no field is repeated, so `headers` holds all of them. */
  rawHeaders: string[]
  /** False if the connection has to be closed after the response. */
  isKeptAlive: boolean
  /** All header fields as they were sent, with the empty line. */
  fields: string
}

const REQUEST_LINE = String.raw`(?:GET|HEAD) \/[\x21-\x7e]* HTTP\/1\.[01]\r\n`

/** Request line, header fields and empty line: the part of RFC 9112 (2 to 5) that README.md describes. */
const PLAIN_HEAD = new RegExp(String.raw`^${REQUEST_LINE}(?:[A-Za-z\d-]+:[\t\x20-\x7e]*\r\n)+\r\n$`)
const PLAIN_LINE = new RegExp(`^${REQUEST_LINE}$`)

/**
 * Fields that announce a body, a wait or another protocol. Node gives Proxy-Connection the meaning of Connection,
 * against RFC 9112 (C.2.2).
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

/** ` HTTP/1.1` and CRLF. */
const VERSION_LENGTH = 11
const NO_RAW_HEADERS: string[] = []

/**
 * Parses a chunk that is exactly one plain request. Returns undefined for everything else: the HTTP server has to parse
 * it.
 *
 * `previous` is the last request of the same connection. A browser that fetches one image after the other sends the
 * same header fields each time, which are then not parsed again.
 */
export function readPlainRequest(
  chunk: Buffer,
  { headerBytes, headerCount }: HeadLimits,
  previous?: PlainRequest,
): PlainRequest | undefined {
  if (chunk.length > headerBytes) return undefined
  const text = chunk.toString('latin1')
  const lineEnd = text.indexOf('\r\n') + 2
  const fields = text.slice(lineEnd)
  const isSame = fields === previous?.fields
  if (!(isSame ? PLAIN_LINE.test(text.slice(0, lineEnd)) : PLAIN_HEAD.test(text))) return undefined
  const headers = isSame ? previous.headers : parseFields(fields, headerCount)
  if (headers === undefined) return undefined
  const isKeptAlive = persistenceOf(text[lineEnd - 3] ?? '', headers.connection)
  if (isKeptAlive === undefined) return undefined
  const methodEnd = text.indexOf(' ')
  return {
    method: text.slice(0, methodEnd),
    url: text.slice(methodEnd + 1, lineEnd - VERSION_LENGTH),
    headers,
    rawHeaders: NO_RAW_HEADERS,
    isKeptAlive,
    fields,
  }
}

/** Undefined if a field is repeated or unusual, or if there are more than `maxCount` fields. */
function parseFields(fields: string, maxCount: number): IncomingHttpHeaders | undefined {
  const headers: IncomingHttpHeaders = {}
  let count = 0
  for (let start = 0; start < fields.length - 2;) {
    const colon = fields.indexOf(':', start)
    const end = fields.indexOf('\r\n', colon)
    const name = fields.slice(start, colon).toLowerCase()
    if (name in headers || (count += 1) > maxCount) return undefined
    headers[name] = fields.slice(colon + 1, end).trim()
    start = end + 2
  }
  return UNUSUAL_FIELDS.some((name) => name in headers) ? undefined : headers
}

/**
 * True if the connection persists (RFC 9112, 9.3), given the minor version. Undefined for other connection options, and
 * for HTTP/1.0 with keep-alive: the HTTP server decides which of these responses keep the connection.
 */
function persistenceOf(minorVersion: string, connection: string | undefined): boolean | undefined {
  const option = connection?.toLowerCase()
  if (option === 'close') return false
  if (minorVersion === '0') return option === undefined ? false : undefined
  return option === undefined || option === 'keep-alive' ? true : undefined
}
