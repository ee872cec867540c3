import { expect, test } from 'vitest'
import { properties } from '#app/site/collections/properties/properties.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { grades } from './grades.ts'

const site = await createTestSite()
const by = { author: 'asha', reason: 'Test' }
const grade = grades.entry('pv-90-s')
const shipped = site.content.read(grade).value
const [strength] = shipped.values
if (!strength) throw new Error('The grade has values')

const withValue = (fields: Partial<typeof strength>) => ({
  ...shipped,
  values: [{ ...strength, ...fields }],
  whatChanged: 'Test',
})

test.each([
  ['without a method', { method: '' }, 'values.0.method', /^Enter the method/],
  ['with a range without a method', { kind: 'range', to: '16', method: '' }, 'values.0.method', /^Enter the method/],
  ['of a property that there is not', { property: 'strngth' }, 'values.0.property', /no property “strngth”/],
  ['with more decimals than the property has', { value: '15.55' }, 'values.0.value', /at most 1 decimal, and 15.55/],
] as const)('a value %s: not published, and kept in a draft', async (_what, fields, path, message) => {
  const next = withValue(fields)
  await expect(site.content.update(grade, { ...by, change: () => next })).rejects.toMatchObject({
    issues: [{ path, message: expect.stringMatching(message) as string }],
  })
  expect(site.content.read(grade).value).toEqual(shipped)
  const { version } = site.content.read(grade)
  const draft = await site.drafts.save(grade, { content: next, author: 'asha', version })
  expect(draft?.content).toEqual(next)
  await site.drafts.discard(grade, { author: 'asha' })
})

test('words, a passed test, and the setting of a line: published without a method', async () => {
  const values = [
    { ...strength, kind: 'text' as const, value: 'high', method: '' },
    { ...strength, kind: 'pass' as const, value: '', method: '' },
    { ...strength, property: 'application-temperature', value: '160', method: '' },
  ]
  await site.content.update(grade, { ...by, change: () => ({ ...shipped, values, whatChanged: 'Test' }) })
  expect(site.content.read(grade).value.values).toEqual(values)
  await site.content.update(grade, { ...by, isUndo: true, change: () => shipped })
})

test.each([
  [{ kind: 'number', value: '15.5 MPa' }, 'value', /Value must be a number such as 15.5, without its unit/],
  [{ kind: 'number', value: '1,234' }, 'value', /Write 1234 or 1.234/],
  [{ kind: 'number', value: '' }, 'value', /Value must be a number/],
  [{ kind: 'number', value: '1', to: '2' }, 'to', /Only a range/],
  [{ kind: 'range', value: '16', to: '15.5' }, 'to', /must be higher/],
  [{ kind: 'range', value: '16', to: '' }, 'to', /Upper end must be a number/],
  [{ kind: 'text', value: '' }, 'value', /Enter value/],
])('%j: refused at its cell', (fields, field, message) => {
  const { error } = grades.schema.safeParse({ ...shipped, values: [{ ...strength, ...fields }] })
  expect(error?.issues).toMatchObject([
    { path: ['values', 0, field], message: expect.stringMatching(message) as string },
  ])
})

test('a number as other tables write it: kept with a point, and with its decimals', () => {
  const next = withValue({ kind: 'range', value: '15,50', to: '16,0' })
  expect(grades.schema.parse(next).values).toMatchObject([{ value: '15.50', to: '16.0' }])
})

test('the unit of a property: fixed once a grade has a value of it, and the message names the grades', async () => {
  const section = properties.entry('oxygen-index')
  const { value } = site.content.read(section)
  await expect(
    site.content.update(section, { ...by, change: () => ({ ...value, unit: '% by volume' }) }),
  ).rejects.toMatchObject({
    issues: [
      { path: 'unit', message: expect.stringMatching(/HF 30 B, HF 40 I, HF 55 UV and 2 more have values/) as string },
    ],
  })
  await site.content.update(section, { ...by, change: () => ({ ...value, title: 'Limiting oxygen index' }) })
  const unused = properties.entry('dielectric-strength')
  const { unit } = site.content.read(unused).value
  await site.content.update(unused, { ...by, change: (before) => ({ ...before, unit: 'V/µm' }) })
  expect([unit, site.content.read(unused).value.unit]).toEqual(['kV/mm', 'V/µm'])
})
