import { expect, test } from 'vitest'
import { ifNoneMatchCases } from '#test/if-none-match-cases.ts'
import { acceptedCodings, matchesIfNoneMatch } from './cached-response.ts'

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
