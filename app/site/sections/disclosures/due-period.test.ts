import { expect, test } from 'vitest'
import { lastDayOf } from '#app/site/collections/documents/financial-period.ts'
import { duePeriods, nextDuePeriod } from './due-period.ts'

const RESULTS = { renewal: 'quarter', daysAfter: 45, daysAfterYear: 60 } as const
const SHAREHOLDING = { renewal: 'quarter', daysAfter: 21, daysAfterYear: 0 } as const
const COMPLIANCE = { renewal: 'year', daysAfter: 60, daysAfterYear: 0 } as const

test.each([
  // 45 days after 30 September are 14 November: due on that day, late from the next one on.
  [RESULTS, '2026-11-14', 'q1 2026-27', 'q2 2026-27 by 2026-11-14'],
  [RESULTS, '2026-11-15', 'q2 2026-27', 'q3 2026-27 by 2027-02-14'],
  // 60 days after 31 March are 30 May.
  [RESULTS, '2027-05-30', 'q3 2026-27', 'q4 2026-27 by 2027-05-30'],
  [RESULTS, '2027-05-31', 'q4 2026-27', 'q1 2027-28 by 2027-08-14'],
  [SHAREHOLDING, '2027-04-21', 'q3 2026-27', 'q4 2026-27 by 2027-04-21'],
  [SHAREHOLDING, '2027-04-22', 'q4 2026-27', 'q1 2027-28 by 2027-07-21'],
  [COMPLIANCE, '2026-05-30', 'year 2024-25', 'year 2025-26 by 2026-05-30'],
  [COMPLIANCE, '2026-05-31', 'year 2025-26', 'year 2026-27 by 2027-05-30'],
])('%j on %s: %s was due last, and %s is next', (rule, day, last, next) => {
  const due = duePeriods(rule, day).at(-1)
  expect(`${due?.period} ${due?.financialYear}`).toBe(last)
  const following = nextDuePeriod(rule, day)
  expect(`${following?.period} ${following?.financialYear} by ${following?.dueOn}`).toBe(next)
})

test('a document that is due more than a year after its period: still found', () => {
  const due = duePeriods({ renewal: 'year', daysAfter: 400, daysAfterYear: 0 }, '2026-04-01')
  expect(due.at(-1)?.financialYear).toBe('2023-24')
})

test('a document that is not renewed is never due again', () => {
  const rule = { renewal: 'once', daysAfter: 45, daysAfterYear: 60 } as const
  expect([duePeriods(rule, '2026-11-15'), nextDuePeriod(rule, '2026-11-15')]).toEqual([[], undefined])
})

test('the last days of the parts of a year', () => {
  const days = (['q1', 'q2', 'h1', 'q3', 'q4', 'h2', 'year'] as const).map((period) => lastDayOf('2027-28', period))
  expect(days).toEqual([
    '2027-06-30',
    '2027-09-30',
    '2027-09-30',
    '2027-12-31',
    '2028-03-31',
    '2028-03-31',
    '2028-03-31',
  ])
})

test('all periods that were due: from a day on, and of the last five years at most', () => {
  const named = (since?: string) =>
    duePeriods(SHAREHOLDING, '2026-11-29', since).map(({ period, financialYear }) => `${period} ${financialYear}`)
  expect(named('2026-04-21')).toEqual(['q4 2025-26', 'q1 2026-27', 'q2 2026-27'])
  expect(named('2026-04-22')).toEqual(['q1 2026-27', 'q2 2026-27'])
  expect(named()).toHaveLength(20)
  // Due on 21 January 2022, of the quarter that ended in December 2021.
  expect(named()[0]).toBe('q3 2021-22')
})
