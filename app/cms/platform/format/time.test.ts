import { expect, test } from 'vitest'
import { formatTime } from './time.ts'

const now = new Date('2026-11-20T06:30:00Z')

test.each([
  ['2026-11-20T06:12:00Z', 'Today, 11:42'],
  // 23:59 and 00:00 in India.
  ['2026-11-19T18:29:59Z', '19 Nov, 23:59'],
  ['2026-11-19T18:30:00Z', 'Today, 00:00'],
  ['2025-10-02T03:50:00Z', '2 Oct 2025, 09:20'],
])('the time %s: %s', (iso, words) => {
  expect(formatTime(iso, now)).toBe(words)
})
