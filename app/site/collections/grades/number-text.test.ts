import { expect, test } from 'vitest'
import { decimalsOf, readNumber, shownNumber } from './number-text.ts'

test.each([
  ['15.5', '15.5', '15.5'],
  ['0.30', '0.30', '0.30'],
  ['15,5', '15.5', '15.5'],
  ['0,934', '0.934', '0.934'],
  ['2400', '2400', '2,400'],
  ['2,400,000', '2400000', '2,400,000'],
  ['1,234.5', '1234.5', '1,234.5'],
  [' 1 234 ', '1234', '1,234'],
  ['−40', '-40', '−40'],
  ['+5', '5', '5'],
  ['1e14', '1e14', '1 × 10¹⁴'],
  ['1E+14', '1e14', '1 × 10¹⁴'],
  ['2.5 × 10^-3', '2.5e-3', '2.5 × 10⁻³'],
  ['10^14', '1e14', '1 × 10¹⁴'],
  ['3·10¹⁵', '3e15', '3 × 10¹⁵'],
])('%j: kept as %j, shown as %j', (typed, kept, shown) => {
  expect(readNumber(typed)).toBe(kept)
  expect(readNumber(kept)).toBe(kept)
  expect(shownNumber(kept)).toBe(shown)
})

test.each([
  '',
  '15.5 MPa',
  '1,234',
  '12-15',
  '≥ 12',
  'x',
  '1.2.3',
  '1,2,3',
  '--1',
  '1'.repeat(13),
  'NaN',
  'Infinity',
  '1e9999',
])('%j: no number, or one that can be read in two ways', (typed) => {
  expect(readNumber(typed)).toBeUndefined()
})

test('decimals: those that were typed', () => {
  expect(['0.30', '12', '2.50e-3'].map(decimalsOf)).toEqual([2, 0, 2])
})
