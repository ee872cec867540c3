import { expect, test } from 'vitest'
import { formatBytes, formatLimit } from './bytes.ts'

test.each([
  [0, '0 kB'],
  [1, '1 kB'],
  [206_400, '206 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [11_800_000, '11.8 MB'],
  [999_949_999, '999.9 MB'],
  [999_950_000, '1.0 GB'],
  [2_147_483_648, '2.1 GB'],
])('%i bytes: %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words)
})

test.each([
  [100, '100 bytes'],
  [16 * 1024, '16 kB'],
  [1024 * 1024, '1 MB'],
  [4_000_000, '4 MB'],
  [40 * 1024 * 1024, '40 MB'],
  [2_000_000_000, '2 GB'],
])('a limit of %i bytes: %s', (bytes, words) => {
  expect(formatLimit(bytes)).toBe(words)
})
