import { expect, test } from 'vitest'
import { z } from 'zod'
import { count, digits, line, list, optionalLine, optionalText, readWith, text } from '#app/cms/define/fields.ts'
import { openFactComparison } from './differing-texts.ts'
import { factSchema } from './fact-collection.ts'

const FACTS = [
  { title: 'Founded', value: '1991', words: 'founded, incorporated, years of experience' },
  { title: 'Answer', value: 'one working day', words: 'answer, reply' },
  { title: 'Smallest order', value: '500 kg', words: 'smallest order, lots from' },
  { title: 'Oven', value: '60,000 MT a year', words: 'capacity' },
  { title: 'People', value: '180 employees', words: 'team' },
  { title: 'Address', value: 'Mill Lane', words: '' },
  { title: 'Shelf life', value: 'five years', words: 'kept for' },
  { title: 'Customers', value: '250+ clients', words: 'worldwide' },
  { title: 'Working temperature', value: '90 °C', words: 'in service' },
].map((fact) => factSchema.parse(fact))

const values = readWith(list('Values', line('Value', 20)), 'unit')
const schema = z.strictObject({
  lead: text('Lead', 500),
  body: optionalText('Body', 100_000),
  capacity: digits('Capacity', 'tonnes a year').default('60000'),
  experience: count('Years of experience').default(35),
  clients: count('Clients worldwide').default(250),
  figure: readWith(optionalLine('Figure', 20), 'caption'),
  caption: optionalLine('Caption', 80),
  rows: list('Rows', z.strictObject({ name: line('Name', 60), value: line('Value', 60) })).default([]),
  milestones: list('Milestones', z.strictObject({ title: line('Title', 60), year: count('Year') })).default([]),
  tables: list('Tables', z.strictObject({ name: line('Name', 60), unit: line('Unit', 20), values })).default([]),
})
const compare = openFactComparison(FACTS, 2026)
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
    differs: [
      { capacity: '45000' },
      { experience: 30 },
      { experience: 99 },
      { clients: 300 },
      { rows: [{ name: 'Clients worldwide', value: '300+' }] },
      { milestones: [{ title: 'Incorporated', year: 1989 }] },
      { rows: [{ name: 'Capacity', value: '45,000' }] },
    ],
    near: [
      { capacity: '60000', experience: 35, clients: 250 },
      { rows: [{ name: 'Capacity in use', value: '87' }] },
      { rows: [{ name: 'Founders', value: '1989' }] },
      { milestones: [{ title: 'Incorporated', year: 1991 }] },
      { milestones: [{ title: 'A second plant', year: 2002 }] },
    ],
  },
  {
    rule: 'a number with its unit or its words in another field',
    differs: [
      { figure: '300', caption: 'Customers worldwide' },
      { figure: '80 °C', caption: 'In service' },
      { figure: 'None', caption: 'In service at 80 °C' },
      { tables: [{ name: 'Capacity', unit: 'MT a year', values: ['30000', '45000'] }] },
    ],
    near: [
      { figure: '250', caption: 'Customers worldwide' },
      { figure: '300', caption: 'Countries worldwide' },
      { tables: [{ name: 'Capacity', unit: 'MT a year', values: ['30000', '60000'] }] },
      { tables: [{ name: 'Capacity', unit: '%', values: ['81', '86'] }] },
    ],
  },
  {
    rule: 'a number in words, in groups, or of thousands',
    differs: [
      { lead: 'A capacity of 45 KTPA' },
      { lead: 'A capacity of 0.5 lakh tonnes per year' },
      { lead: 'We have two hundred and forty clients worldwide.' },
    ],
    near: [
      ...['60,000', '60 000', '60.000', '60k', '0.6 lakh', 'sixty thousand'].map((number) => ({
        lead: `A capacity of ${number} MT a year`,
      })),
      { lead: 'A capacity of 60,000 MTPA, or 60 KTPA' },
      { lead: 'Two hundred and fifty clients worldwide' },
    ],
  },
  {
    rule: 'a bound is compared as a bound',
    differs: [
      { lead: 'More than 300 clients worldwide' },
      { lead: '300+ customers worldwide' },
      { lead: 'We reply within no more than two working days' },
      { lead: 'About 50,000 MT a year of capacity' },
    ],
    near: [
      { lead: 'More than 200 clients worldwide' },
      { lead: '200+ customers worldwide' },
      { lead: 'A capacity of nearly 61,000 MT a year' },
    ],
  },
  {
    rule: 'a time in years, and the age that a year gives',
    differs: [
      { lead: 'Samples are kept for three years.' },
      { lead: '33 years of experience' },
      { lead: '36 years of experience' },
      { lead: 'Founded thirty years ago' },
    ],
    near: [
      { lead: 'Samples are kept for five years, in the store since 2002' },
      { lead: 'Samples are kept for sixty months' },
      { lead: '35 years of experience' },
      { lead: '34 years of experience, 35 in June' },
      { lead: 'Over 30 years of experience' },
      { lead: 'Three to five years of experience with extruders' },
    ],
  },
  {
    rule: 'an order, a date and a range of years are no figure',
    differs: [],
    near: [
      { lead: 'The answer comes on the 2nd working day' },
      { lead: 'Founded 12/06/1990' },
      { lead: 'Founded by its owners, listed 2024-25' },
      { lead: 'We answer on the next working day' },
    ],
  },
]

test.each(RULES)('$rule: another figure is found, near misses are not', ({ differs, near }) => {
  expect(differs.map((content) => differencesOf(content).length)).toEqual(differs.map(() => 1))
  expect(near.map(differencesOf)).toEqual(near.map(() => []))
})

test.each(['one-', 'one to ', '1,000,', '1 000 ', '1.000.', '9', '1 kg '])(
  'a long text of “%s”: compared in a time that grows with its length',
  (part) => {
    const body = `Capacity ${part.repeat(90_000 / part.length)} and a capacity of 45,000 MT a year`
    expect(differencesOf({ body })).toEqual(['body: Oven'])
  },
)

test('the finding names the field and the part of the text that differs', () => {
  const found = compare(schema, schema.parse({ lead: 'Write to us (we answer within 3 business days).' }))
  expect(found).toMatchObject([
    { name: 'lead', text: 'we answer within 3 business days', fact: { value: 'one working day' } },
  ])
})

test.each([
  ['words without a figure', { value: 'Mill Lane', words: 'address' }, 'value'],
  ['a range', { value: '25 to 50 kg', words: 'sample' }, 'value'],
  ['too many words', { value: '25 kg', words: 'a, b, c, d, e, f, g, h, i' }, 'words'],
])('%s: refused at its field', (_, fact, field) => {
  const parsed = factSchema.safeParse({ title: 'Fact', ...fact })
  expect(parsed.error?.issues.map(({ path }) => path)).toEqual([[field]])
})
