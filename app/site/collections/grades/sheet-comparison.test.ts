import { expect, test } from 'vitest'
import type { GradeValue } from './grade-schema.ts'
import { compareSheet, comparisonInWords } from './sheet-comparison.ts'

const value = (typed: string, more: Partial<GradeValue> = {}): GradeValue => ({
  ...{ property: 'p', kind: 'number', value: typed, to: '', basis: 'typical', method: '', condition: '' },
  ...more,
})

function lacks(values: GradeValue[], ...texts: string[]) {
  const compared = compareSheet(values, { pages: 1, isTagged: false, hasText: true, texts, textPages: 1 })
  return compared.kind === 'compared' ? compared.lacks.map(({ text }) => text) : undefined
}

test.each([
  ['15.5', 'Tensile strength 15.5 MPa'],
  ['15.5', 'Zugfestigkeit 15,5 MPa'],
  ['0.30', 'Index 0.3'],
  ['2400000', 'Volume 2,400,000'],
  ['2400', 'Volume 2 400 cP'],
  ['1234.5', '1.234,5 mm'],
  ['-40', 'Brittleness \u221240 °C'],
  ['40', '25\u201340'],
  ['1e14', 'Resistivity 1 × 10¹⁴ Ω·cm'],
  ['2.5e14', 'Resistivity 2.5 x 10 14'],
  ['1e-15', '1 × 10⁻¹⁵'],
  ['1e14', '1.0E+14'],
])('%s is in “%s”', (number, text) => {
  expect(lacks([value(number)], text)).toEqual([])
})

test.each([
  ['15.5', 'Tensile strength 15.6 MPa'],
  ['2', 'ST2 of IS 5831'],
  ['-40', 'Brittleness 40 °C'],
  ['5', '15.5'],
  ['1e14', '1 × 10¹⁵'],
  ['2e14', '3 × 10¹⁴'],
])('%s is not in “%s”', (number, text) => {
  expect(lacks([value(number)], text)).toHaveLength(1)
})

test('both ends of a range; no number of a text or of a test that was passed', () => {
  expect(lacks([value('90', { kind: 'range', to: '95' })], '90 to 94')).toEqual(['90–95'])
  expect(lacks([value('Passed 7', { kind: 'text' }), value('', { kind: 'pass' })], 'x')).toEqual([])
})

test.each([
  [undefined, /missing/],
  [{ problem: 'damaged' as const }, /cannot be read/],
  [{ pages: 1, isTagged: false, hasText: false, texts: [] }, /no text/],
  [{ pages: 1, isTagged: false, hasText: true, texts: [] }, /not kept/],
])('%o cannot be compared', (pdf, because) => {
  expect(comparisonInWords(compareSheet([value('1')], pdf), String).text).toMatch(because)
})

test.each([
  [{ pages: 3, textPages: 3 }, /^The PDF has each number of the values\.$/],
  [{ pages: 12, textPages: 2 }, /of its 12 pages, only its first 2 pages were compared/],
  [{ pages: 3, textPages: 1 }, /only its first page was compared/],
  [{ pages: 1, textPages: 0 }, /only the beginning was compared/],
])('%j: how much of it was compared is said', (read, words) => {
  const compared = compareSheet([value('1')], { isTagged: false, hasText: true, texts: ['1'], ...read })
  expect(comparisonInWords(compared, String).text).toMatch(words)
})
