import { expect, test } from 'vitest'
import { bindDays } from './bind-days.ts'

test('days in a text: on one line, with and without their year; other numbers and words as they are', () => {
  expect(bindDays('Since 1 October 2026, before 6 Aug 2025 and on 31 March.')).toBe(
    'Since 1\u00a0October\u00a02026, before 6\u00a0Aug\u00a02025 and on 31\u00a0March.',
  )
  expect(bindDays('2026 March results, 12 Marches, 5 mm')).toBe('2026 March results, 12 Marches, 5 mm')
})
