import fc from 'fast-check'

/** What a client sends over one connection. */
export interface ByteStream {
  /** Latin-1: one character a byte. */
  bytes: string
  /** Ends of the chunks in which it is sent. */
  cuts: number[]
  /** True if the client ends its side of the connection after the last byte. */
  isHalfClosed: boolean
}

/** Addresses of the test host that are cached: pages, static files, an upload, and an unknown one. */
export const PAGES = ['/', '/products', '/large', '/exact.json']
export const CACHED = [
  ...PAGES,
  '/assets/app-1a2b3c.js',
  '/assets/lib-4d5e6f.js',
  '/favicon.svg',
  '/uploads/report.pdf',
  '/unknown/page',
]

const TARGETS = [
  ...CACHED,
  '/uploads/film.mp4',
  '/uploads/film.mp4?x',
  '/uploads/report.pdf?x',
  '/uploads/none.pdf',
  '/products?page=2',
  '/assets/lib-4d5e6f.js?x',
  '/app',
  '/app?a=1&b=%20',
  '/healthz',
  '/api/none',
]
const ODD_TARGETS = [
  '*',
  'products',
  'http://localhost/products',
  'http://evil.example/products',
  '//products',
  '/%70roducts',
  '/%zz',
  '/a b',
  '/ä',
  '/products#part',
  '/?_data=x',
  '/products\t',
  `/${'x'.repeat(3_000)}`,
  '',
]

const weighted = <T>(common: readonly T[], odd: readonly T[], weight = 6) =>
  fc.oneof({ weight, arbitrary: fc.constantFrom(...common) }, { weight: 1, arbitrary: fc.constantFrom(...odd) })

const method = weighted(
  ['GET', 'GET', 'GET', 'HEAD'],
  ['get', 'TRACE', 'OPTIONS', 'PUT', 'DELETE', 'BREW', 'G ET', 'GET\0', 'PROPFIND', ''],
  9,
)
const version = weighted(
  ['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0'],
  ['HTTP/1.2', 'HTTP/2.0', 'HTTP/0.9', 'http/1.1', 'HTTP/1.1 ', 'HTTP/11', ''],
  12,
)

const token = fc.constantFrom('Accept', 'Cookie', 'X-Any', 'x-any', 'User-Agent', 'constructor', '__proto__', 'Via')
const validField = fc.oneof(
  fc.tuple(
    fc.constantFrom('Accept-Encoding', 'accept-encoding'),
    fc.constantFrom(
      'br',
      'gzip, br',
      'gzip;q=0.5, br;q=0',
      '*',
      'identity;q=0',
      '*;q=0',
      'zstd',
      '',
      'br;q=x',
      'x-gzip',
    ),
  ),
  fc.tuple(
    fc.constantFrom('If-None-Match', 'If-Match', 'If-Range'),
    fc.constantFrom('*', '"one"', 'W/"one"', '"exact"', 'W/"exact"', 'x, "exact"', '"exact', ''),
  ),
  fc.tuple(
    fc.constantFrom('If-Modified-Since', 'If-Unmodified-Since'),
    fc.constantFrom('Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 01 Jan 2100 00:00:00 GMT', 'yesterday'),
  ),
  fc.tuple(fc.constant('Range'), fc.constantFrom('bytes=0-9', 'bytes=-5', 'bytes=5-2', 'bytes=0-1,4-5', 'lines=1-2')),
  fc.tuple(
    fc.constantFrom('Connection', 'connection'),
    fc.constantFrom('keep-alive', 'Keep-Alive', 'close', 'Close', 'keep-alive, close', 'x', '', 'Upgrade', 'TE'),
  ),
  fc.tuple(fc.constant('Expect'), fc.constantFrom('100-continue', 'wonders')),
  fc.tuple(fc.constant('Upgrade'), fc.constantFrom('websocket', 'h2c')),
  fc.tuple(
    fc.constantFrom('Proxy-Connection', 'Trailer', 'HTTP2-Settings', 'TE', 'Keep-Alive'),
    fc.constantFrom('close', 'x'),
  ),
  fc.tuple(
    fc.constantFrom('X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'Forwarded'),
    fc.constantFrom('192.0.2.1', 'evil.example', 'https', 'localhost, x'),
  ),
  fc.tuple(token, fc.string({ unit: fc.constantFrom('a', ' ', '\t', ':', ',', '"', '\\', '~'), maxLength: 12 })),
)

/** Header field lines, most of them with CRLF. Odd ones violate RFC 9112 (5). */
const fieldLine = fc.oneof(
  { weight: 14, arbitrary: validField.map(([name, value]) => `${name}: ${value}\r\n`) },
  { weight: 1, arbitrary: validField.map(([name, value]) => `${name}:${value} \t\r\n`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'X-Bare: lf\n',
      'X-Folded: a\r\n b\r\n',
      ' starts: folded\r\n',
      'X-Space : a\r\n',
      ': nameless\r\n',
      'no colon\r\n',
      'X-Nul: a\0b\r\n',
      'X-Byte: \xe4\xff\r\n',
      'X-Cr: a\rb\r\n',
      'X-Del: \x7f\r\n',
      'X-\xe4: a\r\n',
      'X(y): a\r\n',
      'X_y: a\r\n',
      'Host: localhost\r\n',
      'Host: evil.example\r\n',
      'Content-Length: 0\r\n',
      'Content-Length: x\r\n',
      'Content-Length: -1\r\n',
      'Transfer-Encoding: gzip\r\n',
      `X-Long: ${'x'.repeat(5_000)}\r\n`,
      'X: y\r\n'.repeat(110),
      '\r\n',
    ),
  },
)

const host = weighted(
  ['Host: localhost\r\n', 'Host: localhost\r\n', 'host:localhost:80\r\n', 'Host: localhost:3000\r\n'],
  ['', 'Host: evil.example\r\n', 'Host: a b\r\n', 'Host:\r\n', 'Host: localhost\r\nHost: localhost\r\n'],
  12,
)

const read = fc
  .record({
    method,
    target: weighted(TARGETS, ODD_TARGETS),
    version,
    host,
    fields: fc.array(fieldLine, { maxLength: 4 }),
  })
  .map(({ method, target, version, host, fields }) => {
    const line = `${[method, target, version].join(' ')}\r\n`
    return `${line}${host}${fields.join('')}\r\n`
  })

const cachedRead = fc
  .tuple(
    fc.constantFrom('GET', 'HEAD'),
    fc.constantFrom(...CACHED),
    fc.constantFrom(
      '',
      'Accept-Encoding: br\r\n',
      'If-None-Match: "exact"\r\n',
      'X: 1\r\nX: 2\r\n',
      'Connection: close\r\n',
    ),
  )
  .map(([method, target, field]) => `${method} ${target} HTTP/1.1\r\nHost: localhost\r\n${field}\r\n`)

/** Requests with bodies, with valid or invalid framing. */
const write = fc
  .record({
    method: fc.constantFrom('POST', 'PUT', 'PATCH'),
    body: fc.constantFrom(
      'Content-Length: 5\r\n\r\nabcde',
      'Content-Length: 0\r\n\r\n',
      'Content-Length: +5\r\n\r\nabcde',
      'Content-Length: 5, 5\r\n\r\nabcde',
      'Content-Length: 5\r\nContent-Length: 5\r\n\r\nabcde',
      'Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef',
      'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
      'Transfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n0\r\nX-Trailer: a\r\n\r\n',
      'Transfer-Encoding: chunked\r\n\r\nx\r\nabc\r\n0\r\n\r\n',
      'Transfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n0\r\n\r\n',
      'Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n',
      'Transfer-Encoding: identity\r\n\r\n',
    ),
  })
  .map(({ method, body }) => `${method} /app HTTP/1.1\r\nHost: localhost\r\n${body}`)

const message = fc.oneof({ weight: 12, arbitrary: read }, { weight: 2, arbitrary: write })

/** Bytes between or after the requests. */
const noise = weighted(
  ['', '', '', ''],
  [
    '\r\n',
    '\n',
    '\0',
    'HELLO\r\n\r\n',
    ' ',
    '\r\n\r\n\r\n',
    '\x16\x03\x01\x02',
    'GET',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  ],
  9,
)

/** Ends every connection: empty lines complete an incomplete request, and the last request closes the connection. */
const LAST = 'GET /products HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
const end = fc.constantFrom(LAST, LAST, LAST.replace('1.1', '1.0'), `${'\r\n'.repeat(10)}${LAST}`)

function cutsOf(length: number): fc.Arbitrary<number[]> {
  const everywhere = length < 400 ? Array.from({ length: length - 1 }, (_, at) => at + 1) : []
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant<number[]>([]) },
    { weight: 4, arbitrary: fc.uniqueArray(fc.integer({ min: 1, max: Math.max(1, length - 1) }), { maxLength: 4 }) },
    { weight: 1, arbitrary: fc.constant<number[]>(everywhere) },
  )
}

/** As many requests as a connection may pipeline, with the last one. */
const MAX_REQUESTS = 4

/** The general case. The last request ends the connection. */
const closedByHost = fc
  .tuple(fc.array(fc.tuple(message, noise), { maxLength: MAX_REQUESTS }), end)
  .map(([messages, last]) => ({ bytes: messages.flat().join('') + last, isHalfClosed: false }))

/**
 * The client ends its side after the last byte, which may be in the middle of a request. Only cached responses are
 * requested: Node drops responses that are not ready when the client ends its side, so they would depend on timing.
 */
const halfClosed = fc
  .tuple(fc.array(cachedRead, { minLength: 1, maxLength: MAX_REQUESTS }), noise, fc.nat())
  .map(([requests, last, cut]) => {
    const bytes = requests.join('') + last
    return { bytes: cut % 3 === 0 ? bytes.slice(0, 1 + (cut % bytes.length)) : bytes, isHalfClosed: true }
  })

/** Streams after which the host closes the connection. */
export const byteStream: fc.Arbitrary<ByteStream> = fc
  .oneof({ weight: 5, arbitrary: closedByHost }, { weight: 1, arbitrary: halfClosed })
  .chain(({ bytes, isHalfClosed }) =>
    cutsOf(bytes.length).map((cuts) => ({ bytes, cuts: cuts.sort((a, b) => a - b), isHalfClosed })),
  )
