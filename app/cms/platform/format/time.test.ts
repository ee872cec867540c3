import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { formatReleaseTime, parseTimeField } from '#app/cms/publishing/releases/release-time.ts'
import { setSiteProfile } from '#app/cms/platform/site-profile.ts'
import { PROFILE } from '#test/example-site/profile.ts'
import { formatTime } from './time.ts'
import { momentOfSite, startOfDay } from '#app/cms/platform/site-time.ts'

const now = new Date('2026-11-20T06:30:00Z')

test.each([
  ['2026-11-20T06:12:00Z', 'Today, 11:42'],
  // 23:59 and 00:00 in Sri Lanka.
  ['2026-11-19T18:29:59Z', '19 Nov, 23:59'],
  ['2026-11-19T18:30:00Z', 'Today, 00:00'],
  ['2025-10-02T03:50:00Z', '2 Oct 2025, 09:20'],
])('the time %s: %s', (iso, words) => {
  expect(formatTime(iso, now)).toBe(words)
})

test.each([
  ['2026-11-23', '16:05', '2026-11-23T16:05:00+05:30'],
  // Until 1906 the clocks of Colombo were 5 hours, 19 minutes and 32 seconds ahead.
  ['1905-12-31', '09:00', '1905-12-31T09:00:00+05:20'],
  ['0026-02-05', '10:00', '0026-02-05T10:00:00+05:19'],
])('the moment %s %s', (day, clock, moment) => {
  expect(momentOfSite(day, clock)).toBe(moment)
})

test.each([
  ['2026-02-05', '1:00'],
  ['20226-02-05', '10:00'],
  ['', '10:00'],
])('no day and time of day (%s %s): an error, and no text that is no time', (day, clock) => {
  expect(() => momentOfSite(day, clock)).toThrow(RangeError)
})

test.each(['0026-02-05T10:00', '9999-12-31T23:59', '2101-01-01 00:00'])(
  'the time %s in a field: none, because nobody means that year',
  (typed) => {
    expect(parseTimeField(typed)).toBeUndefined()
  },
)

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
    expect(formatReleaseTime('2026-07-01T10:00:00Z')).toBe('1 Jul 2026, 12:00 in Italy (10:00 UTC)')
  })
})
