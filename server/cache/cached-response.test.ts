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

test('a request under another name of the site: the head names it, made once for requests in a row', () => {
  const policy = ['Content-Security-Policy', 'report-uri https://site.example/csp'] as const
  const response = new CachedResponse({ headers: [policy], body: Buffer.from('page') }, 'https://site.example')
  const request = { method: 'GET', url: '/', headers: {}, rawHeaders: [] }
  const under = (origin: string) => response.variantFor(request, origin)
  const other = under('http://localhost:3000')
  expect(other.head).toContain('report-uri http://localhost:3000/csp')
  expect(other.fields).toContain('report-uri http://localhost:3000/csp')
  // The fast path keeps the bytes of a response that it gets again.
  expect(under('http://localhost:3000')).toBe(other)
  expect(under('https://site.example').head).toContain('report-uri https://site.example/csp')
  expect(under('http://127.0.0.1:3000').head).toContain('report-uri http://127.0.0.1:3000/csp')
  const revalidation = { ...request, headers: { 'if-none-match': response.etag } }
  const notModified = response.variantFor(revalidation, 'http://localhost:3000')
  expect(notModified).toMatchObject({ status: 304 })
  expect(notModified.head).toContain('report-uri http://localhost:3000/csp')
})
