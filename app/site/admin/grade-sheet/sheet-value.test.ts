import { expect, test } from 'vitest'
import { cellOfValue, readCell, saysTheSame, type CellRules, type CellValue } from './sheet-value.ts'

const MPA: CellRules = { unit: 'MPa', needsUnit: false, words: 'none' }
const typical = (fields: Partial<CellValue>): CellValue => ({
  kind: 'number',
  value: '',
  to: '',
  basis: 'typical',
  ...fields,
})

test.each<[string, Partial<CellValue>]>([
  ['15.5', { value: '15.5' }],
  ['15,5', { value: '15.5' }],
  ['15.50', { value: '15.50' }],
  ['15.5 MPa', { value: '15.5' }],
  ['15.5MPa', { value: '15.5' }],
  ['−40', { value: '-40' }],
  ['1E+14', { value: '1e14' }],
  ['15.5–16', { kind: 'range', value: '15.5', to: '16' }],
  ['15,5 - 16,0 MPa', { kind: 'range', value: '15.5', to: '16.0' }],
  ['15.5 MPa to 16 MPa', { kind: 'range', value: '15.5', to: '16' }],
  ['−40–−20', { kind: 'range', value: '-40', to: '-20' }],
  ['-40…-20', { kind: 'range', value: '-40', to: '-20' }],
  ['≥ 12.5', { kind: 'at-least', value: '12.5' }],
  ['>=12,5 MPa', { kind: 'at-least', value: '12.5' }],
  ['min. 12.5', { kind: 'at-least', value: '12.5' }],
  ['≤ 3', { kind: 'at-most', value: '3' }],
  ['max 3', { kind: 'at-most', value: '3' }],
  ['≥ 12.5 (specified)', { kind: 'at-least', value: '12.5', basis: 'specified' }],
  ['Passed', { kind: 'pass' }],
])('%j: understood, nothing rounded, and read back as it is written', (cell, value) => {
  const read = readCell(cell, MPA)
  expect(read).toEqual(typical(value))
  expect(readCell(cellOfValue(read as CellValue), MPA)).toEqual(read)
})

test.each([
  ['16–15.5', /reversed. Write 15.5–16$/],
  ['16–16', /Both ends/],
  ['1,234', /Write 1234 or 1.234/],
  ['≥ 1,234', /Write 1234 or 1.234/],
  ['15.5 N/mm²', /The unit is MPa, and the cell has “N\/mm²”/],
  ['15.5 mpa', /The unit is MPa, and the cell has “mpa”/],
  ['15–16 kPa', /The unit is MPa, and the cell has “kPa”/],
  ['> 12', /Write ≥ 12$/],
  ['<0.5', /Write ≤ 0.5$/],
  ['15 ± 1', /such as 14–16/],
  ['about 15', /“about 15” is not a number in MPa/],
  ['n.a.', /is not a number/],
  ['#DIV/0!', /could not compute/],
  ['≥', /is not a number/],
  ['15.5/16', /The unit is MPa|is not a number/],
])('%j: named with the reason', (cell, problem) => {
  expect(readCell(cell, MPA)).toEqual({ problem: expect.stringMatching(problem) as string })
})

test.each([
  ['g/cm³', '0.934 g/cm3', '0.934'],
  ['g/10 min', '1.80 g/10 min', '1.80'],
  ['0.1 mm', '88 0.1 mm', '88'],
  ['Ω·cm', '1e14 Ω cm', '1e14'],
  ['%', '75%', '75'],
  ['µS/mm', '2.5 μS/mm', '2.5'],
])('%s: as people write it', (unit, cell, value) => {
  expect(readCell(cell, { ...MPA, unit })).toMatchObject({ value })
})

test('a heading without the unit: each cell has to have it', () => {
  const rules = { ...MPA, needsUnit: true }
  expect(readCell('15.5 MPa', rules)).toMatchObject({ value: '15.5' })
  expect(readCell('15–16 MPa', rules)).toMatchObject({ value: '15', to: '16' })
  for (const cell of ['15.5', '≥ 15.5', '15–16'])
    expect(readCell(cell, rules)).toEqual({ problem: expect.stringContaining('Write the unit') as string })
})

test('words: only where a property has some', () => {
  expect(readCell('2.0 × 5.2', { ...MPA, words: 'all' })).toMatchObject({ kind: 'text', value: '2.0 × 5.2' })
  expect(readCell('high', { ...MPA, words: 'without-digits' })).toMatchObject({ kind: 'text', value: 'high' })
  expect(readCell('15.5 kPa', { ...MPA, words: 'without-digits' })).toHaveProperty('problem')
})

test.each([
  ['0.4', '0.40', true],
  ['15', '15.0', true],
  ['0.40', '0.4', false],
  ['0.41', '0.40', false],
])('%j where %j is known: the same is %j', (cell, known, isSame) => {
  expect(saysTheSame(typical({ value: cell }), typical({ value: known }))).toBe(isSame)
})
