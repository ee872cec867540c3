import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { formatReleaseTime, parseTimeField } from '#app/cms/content/publish/releases/release-time.ts'
import { setSiteProfile } from '#app/cms/platform/site-profile.ts'
import { PROFILE } from '#app/site/profile.ts'
import { formatTime } from './time.ts'
import { startOfDay } from '#app/cms/platform/site-time.ts'

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

describe('a site in Italy, which has summer time', () => {
  beforeEach(() => {
    setSiteProfile({ ...PROFILE, timeZone: { id: 'Europe/Rome', place: 'Italy' } })
  })
  afterEach(() => {
    setSiteProfile(PROFILE)
  })

  test.each([
    ['2026-07-01', 0, '2026-06-30T22:00:00.000Z'],
    ['2026-12-01', 0, '2026-11-30T23:00:00.000Z'],
    // The clocks change in the night of 29 March.
    ['2026-03-29', 0, '2026-03-28T23:00:00.000Z'],
    ['2026-03-29', 1, '2026-03-29T22:00:00.000Z'],
  ])('the start of %s and %i days', (day, daysLater, start) => {
    expect(startOfDay(day, daysLater)).toBe(start)
  })

  test.each([
    ['2026-07-01T12:00', '2026-07-01T10:00:00Z'],
    ['2026-12-01T12:00:30', '2026-12-01T11:00:30Z'],
    ['2026-03-29T01:59', '2026-03-29T00:59:00Z'],
    ['2026-03-29T03:00', '2026-03-29T01:00:00Z'],
    // The change leaves out this hour.
    ['2026-03-29T02:30', undefined],
    ['2026-02-31T02:30', undefined],
  ])('the time %s in a field', (typed, time) => {
    expect(parseTimeField(typed)).toBe(time)
  })

  test('texts name the place', () => {
    expect(formatReleaseTime('2026-07-01T10:00:00Z')).toBe('1 Jul 2026, 12:00:00 in Italy (10:00:00 UTC)')
  })
})
