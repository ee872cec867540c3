import { expect, test } from 'vitest'
import { day } from './investors.ts'

test.each(['2025-02-31', '2025-13-01', '2025-8-6', '6 August 2025', '2025-08-06T00:00'])(
  'no day of the calendar (%s): refused',
  (value) => {
    expect(day('Date').safeParse(value).success).toBe(false)
  },
)

test('a day: taken as it is', () => {
  expect(day('Date').parse('2024-02-29')).toBe('2024-02-29')
})
