import { expect, test } from 'vitest'
import { z } from 'zod'
import { digits, line, list, text } from '#app/cms/define/fields.ts'
import { openFactComparison } from './differing-texts.ts'
import { factSchema } from './fact-collection.ts'

const FACTS = [
  { title: 'Founded', value: '1991', words: 'founded, incorporated' },
  { title: 'Answer', value: 'one working day', words: 'answer, reply' },
  { title: 'Smallest order', value: '500 kg', words: 'smallest order, lots from' },
  { title: 'Oven', value: '60,000 MT a year', words: 'capacity' },
  { title: 'People', value: '180 employees', words: 'team' },
  { title: 'Address', value: 'Mill Lane', words: '' },
].map((fact) => factSchema.parse(fact))

const schema = z.strictObject({
  lead: text('Lead', 500),
  capacity: digits('Capacity', 'tonnes').default('60000'),
  rows: list('Rows', z.strictObject({ name: line('Name', 60), value: line('Value', 60) })).default([]),
})
const compare = openFactComparison(FACTS)
const differencesOf = (content: object) =>
  compare(schema, schema.parse({ lead: 'A text.', ...content })).map(({ name, fact }) => `${name}: ${fact.title}`)

const RULES: { rule: string; differs: object[]; near: object[] }[] = [
  {
    rule: 'a figure of the same unit beside a word of the fact',
    differs: [
      { lead: 'We reply within two working days.' },
      { lead: 'The smallest order is one tonne.' },
      { lead: 'Lots from 1,000 kg' },
      { lead: 'Our team has 25 employees.' },
    ],
    near: [
      { lead: 'We reply within one working day. From stock within three working days.' },
      { lead: 'The smallest order is 0.5 t, of which samples have 25 kg.' },
      { lead: 'Lots from 500 to 20,000 kg. Send 2 kg of it.' },
      { lead: 'The team of 180 employees has 25 engineers' },
    ],
  },
  {
    rule: 'a quantity in a time',
    differs: [{ lead: 'The capacity is 45,000 MT per year.' }],
    near: [
      { lead: 'A capacity of 60,000 tonnes per annum' },
      { lead: 'With this capacity, a standing order begins at 5 MT a month.' },
      { lead: 'The capacity for one lot is 20 MT.' },
    ],
  },
  {
    rule: 'a year of the calendar',
    differs: [{ lead: 'Incorporated in 1989, in Goa since 2002.' }],
    near: [
      { lead: 'Founded in 1991, in Goa since 2002.' },
      { lead: 'Founded by two engineers, it moved to Goa in 2002.' },
      { lead: 'Founded with 2,000 kg of resin; accounts of 2024-25.' },
    ],
  },
  {
    rule: 'a sentence that names a year is compared with years alone',
    differs: [{ lead: 'The capacity is 20,000 MT a year.' }],
    near: [
      { lead: 'In 2002, the capacity was 20,000 MT a year.' },
      { lead: 'From 2028 the smallest order is 250 kg.' },
      { lead: 'In 1998 our team had 12 employees.' },
    ],
  },
  {
    rule: 'a value beside its name',
    differs: [{ rows: [{ name: 'Smallest order', value: '1 MT' }] }, { rows: [{ name: 'Founded', value: '1989' }] }],
    near: [
      { rows: [{ name: 'Smallest order', value: '500 kg' }] },
      { rows: [{ name: 'Mixed truck', value: '10 MT' }] },
      { rows: [{ name: 'Founded', value: '1991' }] },
    ],
  },
  {
    rule: 'a number in a field of its own',
    differs: [{ capacity: '45000' }],
    near: [
      { capacity: '60000' },
      { rows: [{ name: 'Capacity in use', value: '87' }] },
      { rows: [{ name: 'Founders', value: '1989' }] },
    ],
  },
]

test.each(RULES)('$rule: another figure is found, near misses are not', ({ differs, near }) => {
  expect(differs.map((content) => differencesOf(content).length)).toEqual(differs.map(() => 1))
  expect(near.map(differencesOf)).toEqual(near.map(() => []))
})

test('the finding names the field and the part of the text that differs', () => {
  const found = compare(schema, schema.parse({ lead: 'Write to us (we answer within 3 business days).' }))
  expect(found).toMatchObject([
    { name: 'lead', text: 'we answer within 3 business days', fact: { value: 'one working day' } },
  ])
})

test.each([
  ['words without a figure', { value: 'Mill Lane', words: 'address' }, 'value'],
  ['too many words', { value: '25 kg', words: 'a, b, c, d, e, f, g, h, i' }, 'words'],
])('%s: refused at its field', (_, fact, field) => {
  const parsed = factSchema.safeParse({ title: 'Fact', ...fact })
  expect(parsed.error?.issues.map(({ path }) => path)).toEqual([[field]])
})
