import { expect, test } from 'vitest'
import type { ContentOfEntry } from '#app/cms/define/define-collection.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { grades } from './grades.ts'

const site = await createTestSite()
const by = { author: 'asha', reason: 'Test' }
const section = grades.entry('pv-90-s')
type Stored = ContentOfEntry<typeof grades>
const shipped = site.content.read(section).value
const [strength, elongation] = shipped.values
if (!strength || !elongation) throw new Error('The grade has values')

const read = () => site.content.read(section).value
const change = (fields: Partial<Stored>) =>
  site.content.update(section, { ...by, change: (content) => ({ ...content, ...fields }) })
const refused = { issues: [{ path: 'whatChanged', message: expect.stringMatching(/^Values have changed/) as string }] }
const stronger = [{ ...strength, value: '16.0', condition: '23 °C' }, elongation]

test.each([
  ['a value', { value: '16' }],
  ['a method', { method: 'ISO 527' }],
  ['a condition', { condition: '23 °C' }],
  ['typical or specified', { basis: 'specified' as const }],
])('%s changes without a sentence: refused at its field, and nothing is published', async (_what, fields) => {
  await expect(change({ values: [{ ...strength, ...fields }, elongation] })).rejects.toMatchObject(refused)
  expect(read()).toEqual(shipped)
})

test('words, the order of the values, a sentence alone: no edition', async () => {
  await change({ use: 'Sheath', values: [elongation, strength], whatChanged: 'Nothing' })
  expect(read()).toMatchObject({ use: 'Sheath', edition: 1, editions: [], whatChanged: '' })
  await change({ use: shipped.use, values: shipped.values })
})

test('a sentence: the next edition with what differs, whatever is sent for editions', async () => {
  const forged = [{ number: 7, date: '2020-01-01', sentence: 'Forged', changes: [] }]
  await change({
    values: stronger,
    whatChanged: 'Measured anew',
    edition: 70,
    editionDate: '2020-01-01',
    editions: forged,
  })
  const first = read()
  expect(first.editions).toEqual([
    {
      ...{ number: 2, date: first.editionDate, sentence: 'Measured anew' },
      changes: [{ property: 'tensile-strength', from: '15.5 (IEC 60811-501)', to: '16.0 (IEC 60811-501, 23 °C)' }],
    },
  ])
  expect(first).toMatchObject({ edition: 2, whatChanged: '' })
  await change({ values: [elongation], whatChanged: 'Not tested any more', editions: [] })
  expect(read().editions).toEqual([
    ...first.editions,
    {
      ...{ number: 3, date: first.editionDate, sentence: 'Not tested any more' },
      changes: [{ property: 'tensile-strength', from: '16.0 (IEC 60811-501, 23 °C)', to: '' }],
    },
  ])
})

test('an undo, and an earlier version that is restored: a further edition that says so; the earlier ones stay', async () => {
  const [newest, older] = await site.content.history(section)
  const before = read().editions
  await site.content.restore(section, newest?.id ?? '', { author: 'asha' })
  expect(read()).toMatchObject({ values: stronger, edition: 4 })
  expect(read().editions.slice(0, 2)).toEqual(before)
  expect(read().editions[2]?.sentence).toBe('The values of an earlier edition apply again')
  await site.content.restore(section, older?.id ?? '', { author: 'asha' })
  expect(read()).toMatchObject({ values: shipped.values, edition: 5 })
  expect(read().editions.map(({ number }) => number)).toEqual([2, 3, 4, 5])
})

test('an earlier state that is sent as a change and not restored: needs its sentence', async () => {
  await expect(change({ values: stronger, edition: 1, editions: [] })).rejects.toMatchObject(refused)
})

test('a hidden grade: its values change without editions, as nobody has read them', async () => {
  await change({ visibility: 'hidden' })
  await change({ values: stronger })
  expect(read()).toMatchObject({ values: stronger, edition: 5 })
})

test('a new grade: its first edition, of the day of its publication', async () => {
  const made = grades.entry('pv-90-x')
  const forged = {
    ...shipped,
    edition: 9,
    editions: [{ number: 9, date: '2020-01-01', sentence: 'Forged', changes: [] }],
  }
  await site.content.update(made, { ...by, expectedVersion: '', change: () => forged, create: () => forged })
  const { edition, editionDate, editions } = site.content.read(made).value
  expect({ edition, editions }).toEqual({ edition: 1, editions: [] })
  expect(editionDate).toMatch(/^\d{4}-\d\d-\d\d$/)
})
