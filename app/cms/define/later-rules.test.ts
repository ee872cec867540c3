import { expect, test } from 'vitest'
import { z } from 'zod'
import { day, line, list, yearLine } from './fields.ts'
import { parseFormer } from './later-rules.ts'

const schema = z.strictObject({
  title: line('Title', 20),
  date: day('Date'),
  rows: list('Rows', z.strictObject({ year: yearLine('Year', 10) })).default([]),
})
const former = { title: ' Fair ', date: '0026-02-05', rows: [{ year: 'FY25' }, { year: '2024-25' }] }

test('content that breaks later rules alone: read, with its values as they are', () => {
  expect(schema.safeParse(former).success).toBe(false)
  expect(parseFormer(schema, former).data).toEqual({ ...former, title: 'Fair' })
  expect(former.date).toBe('0026-02-05')
})

test.each([
  ['a rule that has always been there', { ...former, title: '' }],
  ['no day', { ...former, date: '0026-02-31' }],
])('%s as well: refused, with all issues', (_case, content) => {
  expect(parseFormer(schema, content).error?.issues.length).toBeGreaterThan(1)
})
