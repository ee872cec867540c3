import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { ifNoneMatchCases } from '#test/if-none-match-cases.ts'
import { acceptedCodings, CachedResponse, matchesIfNoneMatch } from './cached-response.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br gzip identity'],
  ['gzip', 'gzip identity'],
  ['x-gzip', 'gzip identity'],
  ['GZIP;Q=1', 'gzip identity'],
  ['br;q=0.5, gzip', 'gzip br identity'],
  ['br;q=0.5, gzip;q=0.5', 'br gzip identity'],
  ['identity, br;q=0.9', 'identity br'],
  ['br;q=0, gzip;q=0', 'identity'],
  ['*', 'br gzip identity'],
  ['br;q=0, *', 'gzip identity'],
  ['*;q=0', ''],
  ['identity;q=0', ''],
  ['identity;q=0, gzip', 'gzip'],
  ['br;q=x, gzip', 'gzip identity'],
  ['deflate, zstd', 'identity'],
])('Accept-Encoding %j: %j', (header, codings) => {
  expect(acceptedCodings(header).join(' ')).toBe(codings)
})

test('more values than are remembered: still read rightly', () => {
  for (let n = 0; n < 300; n += 1) expect(acceptedCodings(`x-${n}, gzip`)).toEqual(['gzip', 'identity'])
})

test.each(ifNoneMatchCases)(
  'If-None-Match $header says that the copy is current: $isCurrent',
  ({ header, isCurrent }) => {
    expect(matchesIfNoneMatch(header, '"abc"')).toBe(isCurrent)
    expect(matchesIfNoneMatch(header, 'W/"abc"')).toBe(isCurrent)
  },
)

test('a request under another name of the site: the head names it, made once for requests in a row', async () => {
  const policy = ['Content-Security-Policy', 'report-uri https://site.example/csp'] as const
  const response = new CachedResponse({ headers: [policy], body: Buffer.from('page') }, 'https://site.example')
  const request = { method: 'GET', url: '/', headers: {}, rawHeaders: [] }
  const under = (origin: string) => response.variantFor(request, origin)
  const other = await under('http://localhost:3000')
  expect(other.head).toContain('report-uri http://localhost:3000/csp')
  expect(other.fields).toContain('report-uri http://localhost:3000/csp')
  // The fast path keeps the bytes of a response that it gets again.
  expect(await under('http://localhost:3000')).toBe(other)
  expect((await under('https://site.example')).head).toContain('report-uri https://site.example/csp')
  expect((await under('http://127.0.0.1:3000')).head).toContain('report-uri http://127.0.0.1:3000/csp')
  const revalidation = { ...request, headers: { 'if-none-match': response.etag } }
  const notModified = await response.variantFor(revalidation, 'http://localhost:3000')
  expect(notModified).toMatchObject({ status: 304 })
  expect(notModified.head).toContain('report-uri http://localhost:3000/csp')
})

const origin = 'https://site.example'
const text = 'A sentence that compresses well. '.repeat(500)

/** A cached page, and what a client with this Accept-Encoding header gets. */
function cachedPage({ compressed }: { compressed?: Buffer } = {}) {
  const headers = [['Content-Type', 'text/html; charset=utf-8']] as const
  const response = new CachedResponse({ headers, body: Buffer.from(text), ...(compressed && { compressed }) }, origin)
  const variant = (accepted?: string) => {
    const requestHeaders = accepted === undefined ? {} : { 'accept-encoding': accepted }
    return response.variantFor({ method: 'GET', url: '/', headers: requestHeaders, rawHeaders: [] }, origin)
  }
  return { response, variant }
}

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body }

test.each(['compressed by the first request', 'compressed better', 'compressed by the build'])(
  'a page that is %s: each client gets the whole text in its coding',
  async (how) => {
    const { response, variant } = cachedPage(
      how === 'compressed by the build' ? { compressed: brotliCompressSync(text) } : {},
    )
    if (how === 'compressed better') await response.improve(9)
    for (const coding of ['br', 'gzip', 'identity'] as const) {
      const { body, head } = await variant(coding === 'identity' ? undefined : coding)
      const length = body?.length ?? 0
      expect(DECODERS[coding](body ?? Buffer.alloc(0)).toString()).toBe(text)
      expect(head).toContain(`Content-Length: ${length}\r\n`)
      expect(head.includes(`Content-Encoding: ${coding}\r\n`)).toBe(coding !== 'identity')
      expect(length < text.length).toBe(coding !== 'identity')
    }
    expect(await variant('identity;q=0, zstd')).toMatchObject({ status: 406 })
  },
)

test('many clients want a coding that does not exist yet: it is made once, and is at hand for those that follow', async () => {
  const { variant } = cachedPage()
  const [first, second] = await Promise.all([variant('gzip'), variant('gzip')])
  expect(first).toBe(second)
  expect(variant('gzip')).toBe(first)
})

test('compressed better: smaller, also if nobody has requested it before', async () => {
  const { response, variant } = cachedPage()
  const other = cachedPage()
  const quick = await variant('br')
  await response.improve(11)
  await other.response.improve(11)
  const better = await variant('br')
  expect(better.body?.length).toBeLessThan(quick.body?.length ?? 0)
  expect((await other.variant('br')).body).toEqual(better.body)
})
