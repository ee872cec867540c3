import { gzipSync } from 'node:zlib'
import fc from 'fast-check'

/** A request that no well-behaved client sends. */
export interface HostileRequest {
  method: string
  path: string
  headers: string[]
  body: Uint8Array
}

/** Requests at or near the API's addresses that are wrong in every known way. Some carry the header `authority`. */
export function hostileRequest(authority?: string): fc.Arbitrary<HostileRequest> {
  const credentials =
    authority === undefined ? fc.constantFrom(...FORGED) : fc.constantFrom(authority, authority, authority, ...FORGED)
  return fc
    .record({
      method: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom('POST', 'PUT', 'PUT', 'DELETE') },
        { weight: 2, arbitrary: fc.constantFrom(...METHODS) },
      ),
      path: hostilePath(),
      content: hostileBody(),
      credentials,
      extra: fc.subarray(ODD_HEADERS, { maxLength: 3 }),
    })
    .map(({ method, path, content, credentials, extra }) => ({
      method,
      path,
      headers: [content.type, credentials, ...extra].filter((line) => line !== ''),
      body: content.body,
    }))
}

/** True if the request has its own header for the length of its body, which is then wrong. */
export function announcesLength({ headers }: Pick<HostileRequest, 'headers'>): boolean {
  return headers.some((line) => /^(?:content-length|transfer-encoding):/i.test(line))
}

/** The bytes of a request over HTTP/1.1, with its Content-Length unless a header sets the length. */
export function toBytes({ method, path, headers, body }: HostileRequest, host: string): Uint8Array {
  const names = headers.some((line) => /^host:/i.test(line))
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...(names ? [] : [`Host: ${host}`]),
    'Connection: close',
    ...(announcesLength({ headers }) ? [] : [`Content-Length: ${body.byteLength}`]),
    ...headers,
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body])
}

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'CONNECT', 'PROPFIND', 'get', 'FOO']

const RESOURCES = [
  'powercables',
  'pipecoating',
  'products',
  'plain-pages',
  'plain-pages/terms-of-use',
  'news-articles',
  'news-articles/xlpe-closed-room',
  'events/open-day-2027',
  'jobs',
  'jobs/laboratory-technician',
  'reports',
  'gallery',
  'contact',
  'heroslides',
  'globalexpansion',
  'stats',
  'qualitycontrol',
  'clients',
  'newssection',
  'productrange',
  'global-presence',
  'documents',
  'documents/archival-policy',
  'drafts',
  'drafts/stats',
  'drafts/stats/publish',
  'releases',
  'releases/0123456789ab',
  'releases/0123456789ab/publish',
  'releases/0123456789ab/drafts/stats',
  'upload',
  'auth/login',
  'auth/logout',
  'docs',
  'openapi.json',
  'nothing',
  '__proto__',
  'constructor',
  'toString',
]

const ENDS = [
  '',
  '/',
  '//',
  '/stats',
  '/update',
  '/xlpe',
  '/..',
  '/../..',
  '/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '/%00',
  '/%',
  '/%zz',
  '/%ff',
  '/%u0041',
  '/%F0%9F%98%80',
  '/__proto__',
  '/constructor',
  '/a/b/c',
  '?',
  '?_data=routes%2Fapi%2Fupload',
  '?_routes=x',
  '?index',
  '.data',
  '.json',
  '/..;/',
  '/%5c..%5c',
  '\\..\\',
  `/${'x'.repeat(3000)}`,
  `?${'q=1&'.repeat(1000)}`,
  '#fragment',
  '/{id}',
  "/'%20OR%20'1'='1",
  '/null',
  '/-1',
  '/NaN',
]

function hostilePath() {
  return fc
    .tuple(
      fc.constantFrom('/api/', '/api/', '/api/', '/api/', '/API/', '//api/', '/api/./', '/api/../api/'),
      fc.constantFrom(...RESOURCES),
      fc.constantFrom('', '/stats', ...ENDS),
    )
    .map((parts) => parts.join(''))
}

/** Invalid credentials. */
const FORGED = [
  '',
  'Authorization: Bearer ',
  `Authorization: Bearer ${'A'.repeat(43)}`,
  'Authorization: Bearer ../../account',
  'Authorization: Basic YWRtaW46YWRtaW4=',
  'Cookie: session=forged; __Host-session=forged',
  `Cookie: session=${'A'.repeat(43)}\r\nSec-Fetch-Site: same-origin`,
]

const ODD_HEADERS = [
  'Sec-Fetch-Site: cross-site',
  'Origin: https://attacker.example',
  'Origin: null',
  'Accept: text/html',
  'Accept: application/xml;q=0.1, nonsense',
  'If-Match: "0000000000000000"',
  'If-Match: *',
  'If-Match: W/"x", "',
  'If-None-Match: ' + '"x",'.repeat(500),
  'X-HTTP-Method-Override: DELETE',
  'X-Forwarded-For: 127.0.0.1, ::1, nonsense',
  'X-Forwarded-Host: attacker.example',
  'X-Original-URL: /admin',
  'Content-Encoding: gzip',
  'Content-Encoding: br, identity',
  'Expect: 100-continue',
  'Range: bytes=0-0,1-1,2-2',
  'Content-Length: 5',
  'Content-Length: 99999999999',
  'Content-Length: -1',
  'Content-Length: 4\r\nContent-Length: 5',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Host: attacker.example',
  'Host: a b',
  'Host: localhost\r\nHost: attacker.example',
  'Upgrade: websocket\r\nConnection: Upgrade',
  `X-Long: ${'x'.repeat(20_000)}`,
  'X-Bytes: \xff\xfe',
  'Bad Header',
  ': nameless',
  ...Array.from({ length: 3 }, (_, index) => `X-${index}: 1\r\n`.repeat(60).trim()),
]

interface HostileBody {
  /** A header line, or an empty text. */
  type: string
  body: Uint8Array
}

const JSON_TYPE = 'Content-Type: application/json'

function hostileBody(): fc.Arbitrary<HostileBody> {
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom(...JSON_TEXTS).map((text) => ({ type: JSON_TYPE, body: Buffer.from(text) })),
    },
    { weight: 3, arbitrary: fc.json({ maxDepth: 6 }).map((text) => ({ type: JSON_TYPE, body: Buffer.from(text) })) },
    {
      weight: 3,
      arbitrary: hostilePayload().map((value) => ({ type: JSON_TYPE, body: Buffer.from(JSON.stringify(value)) })),
    },
    { weight: 3, arbitrary: hostileForm() },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom(...CONTENT_TYPES), fc.uint8Array({ maxLength: 2000 }))
        .map(([type, body]) => ({ type, body })),
    },
    {
      weight: 1,
      arbitrary: fc.constant({
        type: `${JSON_TYPE}\r\nContent-Encoding: gzip`,
        body: gzipSync(Buffer.alloc(5_000_000)),
      }),
    },
  )
}

const JSON_TEXTS = [
  '',
  '{',
  '[]',
  'null',
  '0',
  '"x"',
  'NaN',
  'Infinity',
  '{"title":1e999}',
  '{"title":-0}',
  `{"title":${'9'.repeat(400)}}`,
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"title":"\\ud800"}',
  '{"title":"\\u0000"}',
  '{"title":"a\\u0008b"}',
  '{"title":"x","title":"y"}',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`,
  `{"products":[${'1,'.repeat(50_000)}1]}`,
  `{${Array.from({ length: 5000 }, (_, key) => `"k${key}":1`).join()}}`,
  '{"products":"[{]"}',
  '{"newsItems":"[{\\"image\\":\\"\\",\\"imageFile\\":9}]"}',
  '{"icons":"{\\"__proto__\\":{}}"}',
  '{"listItems":"[1,2,3,4]"}',
  '{"image":"../../etc/passwd"}',
  '{"image":"a.svg\\u0000.png"}',
  '{"fileUrl":"file:///etc/passwd"}',
  '{"buttonLink":"javascript:alert(1)"}',
  '{"title":"<script>alert(1)</script>"}',
  '{"title":"{{7*7}}${7*7}"}',
  '{"_id":"../x","title":"x"}',
  '{"_id":"__proto__"}',
  '\ufeff{}',
  '{}\u0000',
  "{'a':1}",
  `{"title":"${'x'.repeat(900_000)}"}`,
  '!!js/function "function(){}"',
  '---\ntitle: x',
  '&a [*a]',
]

const CONTENT_TYPES = [
  '',
  'Content-Type: ',
  'Content-Type: text/plain',
  'Content-Type: application/xml',
  'Content-Type: application/json; charset=utf-16',
  'Content-Type: application/json; charset=nonsense',
  'Content-Type: application/x-www-form-urlencoded',
  'Content-Type: application/x-www-form-urlencoded; charset=nonsense',
  'Content-Type: multipart/form-data',
  'Content-Type: multipart/form-data; boundary=',
  `Content-Type: multipart/form-data; boundary=${'b'.repeat(300)}`,
  'Content-Type: multipart/mixed; boundary=x',
  'Content-Type: application/json, application/json',
  'Content-Type: */*',
]

/** Existing fields with invalid values. */
function hostilePayload() {
  const names = [
    '_id',
    'title',
    'subtitle',
    'image',
    'imageAlt',
    'products',
    'clients',
    'newsItems',
    'listItems',
    'icons',
    'descriptions',
    'yearsExperience',
    'capacity',
    'slug',
    'year',
    'fileUrl',
    'username',
    'password',
    'email',
  ]
  const values = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({ unit: 'binary', maxLength: 50 }),
    fc.constantFrom('', ' ', '../x', 'x'.repeat(10_000), -1, 1e308, null, true),
  )
  return fc.dictionary(fc.constantFrom(...names), values, { maxKeys: 8 })
}

function hostileForm(): fc.Arbitrary<HostileBody> {
  const name = fc.constantFrom(
    'file',
    'image',
    'newsImages',
    'title',
    'newsItems',
    '__proto__',
    '',
    'a"; filename="b',
    'x'.repeat(500),
  )
  const fileName = fc.constantFrom(
    undefined,
    '',
    'photo.png',
    '../../../tmp/evil.png',
    'C:\\evil.exe',
    'a\0b.png',
    '.htaccess',
    `${'n'.repeat(2000)}.jpg`,
    'x.svg',
    'y.pdf',
  )
  const value = fc.oneof(
    fc.constantFrom(
      '',
      '[{"image":"","text":"x"}]',
      '<html><script>alert(1)</script>',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      '%PDF-1.7\n%%EOF',
      '\x89PNG\r\n\x1a\n\0\0\0\rIHDR',
      'GIF89a\xff\xff\xff\xff',
      '[1',
      'x'.repeat(20_000),
    ),
    fc.string({ unit: 'binary', maxLength: 40 }),
  )
  const part = fc.record({ name, fileName, value })
  return fc
    .tuple(fc.array(part, { maxLength: 6 }), fc.constantFrom('--b--\r\n', '', '--b', '\r\n--b--'))
    .map(([parts, end]) => {
      const texts = parts.map(
        ({ name: field, fileName: file, value: content }) =>
          `--b\r\nContent-Disposition: form-data; name="${field}"${file === undefined ? '' : `; filename="${file}"`}\r\n\r\n${content}\r\n`,
      )
      return {
        type: 'Content-Type: multipart/form-data; boundary=b',
        body: Buffer.from(texts.join('') + end, 'latin1'),
      }
    })
}
