import { expect, test } from 'vitest'
import { changeOnYear } from './change-on-year.ts'
import { keyFigures, nextDate } from './key-figures.ts'

const content = {
  title: 'Key figures',
  years: ['2022-23', '2023-24'],
  figures: [{ _id: 'revenue', name: 'Revenue', unit: 'Rs crore', values: ['512.4', '604.9'] }],
  calendar: [],
}

test('a figure without a value for each year: refused, with both numbers', () => {
  const [figure] = content.figures
  const result = keyFigures.schema.safeParse({ ...content, figures: [{ ...figure, values: ['1'] }] })
  expect(result.error?.issues.map(({ message, path }) => [message, path.join('.')])).toEqual([
    ['Revenue has 1 values for 2 years', 'figures.0.values.1'],
  ])
})

test.each(['12,3', '1,23,45', '1,2345', ',123', '1,23,456,7', '1e5', 'n/a', '1.234', '--1'])(
  'the value %s: refused, since no bar can be drawn of it',
  (value) => {
    const [figure] = content.figures
    const result = keyFigures.schema.safeParse({ ...content, figures: [{ ...figure, values: ['1', value] }] })
    expect(result.error?.issues[0]?.message).toBe('Value must be a number such as 604.9 or 1,23,456.7')
  },
)

test.each(['604.9', '-12', '1,234', '1,23,456.7', '12,34,56,789.25', '123,456.7', '1234567890'])(
  'the value %s: taken as it is typed',
  (value) => {
    const [figure] = content.figures
    const { figures } = keyFigures.schema.parse({ ...content, figures: [{ ...figure, values: ['1', value] }] })
    expect(figures[0]?.values).toEqual(['1', value])
  },
)

test.each([
  [['512.4', '604.9'], 'Rs crore', '+18.1 %'],
  [['604.9', '512.4'], 'Rs crore', '−15.3 %'],
  [['500', '500'], 'Rs crore', '0.0 %'],
  [['1,00,000', '1,23,456.7'], 'Rs lakh', '+23.5 %'],
  [['12.6', '13.4'], '%', '+0.8 points'],
  [['-4', '6'], 'Rs crore', undefined],
  [['0', '6'], 'Rs crore', undefined],
  [['6'], 'Rs crore', undefined],
])('values %j in %s: the change on the year is %s', (values, unit, change) => {
  expect(changeOnYear({ values, unit })).toBe(change)
})

test('the next date: the first that is not over, whatever their order', () => {
  const calendar = ['2027-05-27', '2026-11-12', '2027-01-28'].map((date) => ({ _id: date, date, title: date }))
  expect(nextDate({ calendar }, '2026-11-26')?.date).toBe('2027-01-28')
  expect(nextDate({ calendar }, '2027-01-28')?.date).toBe('2027-01-28')
  expect(nextDate({ calendar }, '2027-05-28')).toBeUndefined()
})
