import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { today } from './site-time.ts'
import { watchDays } from './watch-days.server.ts'

// Midnight in Sri Lanka is at 18:30 UTC.
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2027-01-15T18:00:00Z') })
})

afterEach(() => {
  vi.useRealTimers()
})

function watch() {
  const days: string[] = []
  const stop = watchDays(() => days.push(today()))
  onTestFinished(stop)
  return { days, stop }
}

test('the day begins at midnight in the time zone of the site, to the millisecond', () => {
  const { days } = watch()
  vi.advanceTimersByTime(30 * 60_000 - 1)
  expect(days).toEqual([])
  vi.advanceTimersByTime(1)
  expect(days).toEqual(['2027-01-16'])
  vi.advanceTimersByTime(24 * 60 * 60_000)
  expect(days).toEqual(['2027-01-16', '2027-01-17'])
})

test('a machine that slept over midnight: the new day is noticed within ten seconds', () => {
  const { days } = watch()
  vi.setSystemTime('2027-01-18T09:00:00Z')
  vi.advanceTimersByTime(10_000)
  expect(days).toEqual(['2027-01-18'])
})

test('a clock that is set back: the earlier day is announced too', () => {
  const { days } = watch()
  vi.setSystemTime('2027-01-14T09:00:00Z')
  vi.advanceTimersByTime(10_000)
  expect(days).toEqual(['2027-01-14'])
})

test('stopped: announces nothing', () => {
  const { days, stop } = watch()
  stop()
  vi.advanceTimersByTime(48 * 60 * 60_000)
  expect(days).toEqual([])
})
