import { expect, test } from 'vitest'
import type { RegisteredDocument } from './register.server.ts'
import { resultYears } from './results-centre.ts'

const TODAY = '2026-11-26'

function registered(kind: string, financialYear: string, period: string, slug = kind) {
  return {
    slug,
    kind,
    financialYear,
    period,
    title: slug,
    date: '2026-08-01',
    files: [],
  } as unknown as RegisteredDocument
}

function shown(...documents: RegisteredDocument[]) {
  return resultYears(documents, TODAY, () => undefined).map(({ financialYear, periods }) => [
    financialYear,
    periods.map((one) => one.period).join(' '),
  ])
}

test('nothing on results: no year', () => {
  expect(shown(registered('annual-report', '2024-25', 'year'), registered('drhp', '', 'year'))).toEqual([])
})

test('years: the newest first, each with the periods that have a document', () => {
  const [year, half] = [
    registered('financial-results', '2023-24', 'year'),
    registered('results-release', '2024-25', 'h1'),
  ]
  expect(shown(year, half)).toEqual([
    ['2024-25', 'h1'],
    ['2023-24', 'year'],
  ])
})

test('a quarter that is missing: shown, because another one of its year has a document', () => {
  expect(shown(registered('financial-results', '2024-25', 'q3'))).toEqual([['2024-25', 'q4 q3 q2 q1']])
})

test('a year whose own results are public: without an empty row for its last quarter, which they include', () => {
  const ofYear = registered('financial-results', '2024-25', 'year')
  expect(shown(ofYear, registered('financial-results', '2024-25', 'q1', 'q1'))).toEqual([['2024-25', 'year q3 q2 q1']])
  const ofQuarter = registered('call-recording', '2024-25', 'q4')
  expect(shown(ofYear, ofQuarter)).toEqual([['2024-25', 'year q4 q3 q2 q1']])
})

test('the current year: its quarters that are over, the last one first', () => {
  expect(shown(registered('financial-results', '2026-27', 'q1'))).toEqual([['2026-27', 'q2 q1']])
  expect(shown(registered('results-notice', '2026-27', 'q3'))).toEqual([['2026-27', 'q3 q2 q1']])
})

test('a cell: every document of its kind and period, and no other', () => {
  const documents = [
    registered('financial-results', '2025-26', 'q4', 'standalone'),
    registered('financial-results', '2025-26', 'q4', 'consolidated'),
    registered('call-recording', '2025-26', 'q4', 'recording'),
    registered('financial-results', '2025-26', 'year', 'of-the-year'),
  ]
  const [year] = resultYears(documents, TODAY, () => undefined)
  const cells = Object.entries(year?.periods[1]?.documents ?? {}).map(([kind, cell]) => [
    kind,
    cell.map(({ slug }) => slug),
  ])
  expect(cells.filter(([, slugs]) => slugs?.length !== 0)).toEqual([
    ['financial-results', ['standalone', 'consolidated']],
    ['call-recording', ['recording']],
  ])
})
