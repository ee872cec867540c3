import { describe, expect, test } from 'vitest'
import { listDifferences, type SchemaLabels } from './content-differences.ts'

test.each<[string, unknown, unknown]>([
  ['empty text and a missing field', { title: '' }, {}],
  ['a number and its digits', { years: '35' }, { years: 35 }],
  ['line breaks of a browser and of a file', { title: 'a\r\nb' }, { title: 'a\nb' }],
  ['a list that is empty and one that is missing', { items: [] }, {}],
  ['the ids of records', { _id: 'a', title: 'x' }, { _id: 'b', title: 'x' }],
])('%s: no difference', (_, mine, theirs) => {
  expect(listDifferences(mine, theirs)).toEqual([])
})

test('texts that differ: both, under the name of the field and in words', () => {
  expect(listDifferences({ buttonText: 'a', icons: { years: '1.svg' } }, { buttonText: 'b', icons: {} })).toEqual([
    { name: 'buttonText', label: 'Button text', mine: 'a', theirs: 'b' },
    { name: 'icons.years', label: 'Icons › Years', mine: '1.svg', theirs: '' },
  ])
})

test('entries with ids in another order: compared by id, the order is a difference of its own', () => {
  const one = { _id: '1', title: 'One' }
  const two = { _id: '2', title: 'Two' }
  expect(listDifferences({ products: [two, { ...one, slug: 'one' }] }, { products: [one, two] })).toEqual([
    { name: 'products[1].slug', label: 'Products › One › Slug', mine: 'one', theirs: '' },
    { name: 'products', label: 'Products › Order', kind: 'order', mine: '1. Two', theirs: '2. Two' },
  ])
})

test('an entry that only one side has: one difference, none for the entries beside it', () => {
  const kept = { _id: '1', title: 'Kept' }
  const mine = { products: [{ title: 'Added here' }, kept] }
  const theirs = { products: [kept, { _id: '2', title: 'Added there' }] }
  expect(listDifferences(mine, theirs)).toEqual([
    { name: 'products[0]', label: 'Products › Added here', mine: 'Added here', theirs: undefined, kind: 'entry' },
    {
      name: 'products',
      label: 'Products › Added there',
      mine: undefined,
      theirs: 'Added there',
      kind: 'entry',
      entryId: '2',
    },
  ])
})

test('a list of texts: told by their place', () => {
  expect(listDifferences({ items: ['a', 'x'] }, { items: ['a', 'b', 'c'] })).toEqual([
    { name: 'items[1]', label: 'Items › 2', mine: 'x', theirs: 'b' },
    { name: 'items', label: 'Items › 3', mine: undefined, theirs: 'c', kind: 'entry' },
  ])
})

test('a file that is chosen but not sent: counts by its name', () => {
  const upload = new File(['x'], 'new.png')
  expect(listDifferences({ 'image-upload': upload }, {})).toMatchObject([{ mine: 'new.png', theirs: '' }])
})

test('true, false and the boxes of a form: told as yes and no', () => {
  expect(listDifferences({ figures: 'on', hidden: undefined }, { figures: true, hidden: false })).toEqual([])
  expect(listDifferences({}, { figures: true })).toMatchObject([{ mine: 'No', theirs: 'Yes' }])
})

describe('entries without ids', () => {
  const grade = (name: string, use: string) => ({ grade: name, use })

  test('one put in at the top: the only difference', () => {
    const before = { grades: [grade('A 1', 'Jackets'), grade('A 2', 'Cores')] }
    const after = { grades: [grade('A 0', 'Tapes'), ...before.grades] }
    expect(listDifferences(before, after)).toMatchObject([{ label: 'Grades › A 0', mine: undefined, theirs: 'A 0' }])
  })

  test('moved and edited at once: recognised by what it is called', () => {
    const before = { grades: [grade('A 1', 'Jackets'), grade('A 2', 'Cores'), grade('A 3', 'Tapes')] }
    const after = { grades: [grade('A 3', 'Tapes, sheaths'), grade('A 1', 'Jackets'), grade('A 2', 'Cores')] }
    expect(listDifferences(before, after)).toMatchObject([
      { name: 'grades[2].use', label: 'Grades › A 3 › Use', mine: 'Tapes', theirs: 'Tapes, sheaths' },
      { label: 'Grades › Order', mine: '3. A 3', theirs: '1. A 3' },
    ])
  })

  test('renamed: the same one where it stands in the same gap', () => {
    const before = { grades: [grade('A 1', 'Jackets'), grade('A 2', 'Cores')] }
    const after = { grades: [grade('A 1', 'Jackets'), grade('B 2', 'Cores')] }
    expect(listDifferences(before, after)).toMatchObject([{ name: 'grades[1].grade', mine: 'A 2', theirs: 'B 2' }])
  })

  test('called the same: the first is the first, the second the second', () => {
    const before = { grades: [grade('A', '1'), grade('A', '2')] }
    expect(listDifferences(before, { grades: [grade('A', '1'), grade('A', '3')] })).toMatchObject([
      { name: 'grades[1].use', mine: '2', theirs: '3' },
    ])
  })
})

test('the last of 500 entries moved to the top: one move, not 500', () => {
  const items = Array.from({ length: 500 }, (_, at) => ({ _id: `i${at}`, title: `Item ${at}` }))
  expect(listDifferences({ items }, { items: [...items.slice(-1), ...items.slice(0, -1)] })).toMatchObject([
    { label: 'Items › Order', mine: '500. Item 499', theirs: '1. Item 499' },
  ])
})

test('a list turned round: the first moves, and how many more', () => {
  const items = Array.from({ length: 40 }, (_, at) => ({ _id: `i${at}`, title: `Item ${at}` }))
  const [order] = listDifferences({ items }, { items: items.toReversed() })
  expect(order?.mine?.split('\n')).toHaveLength(13)
  expect(order?.mine).toMatch(/\nand 27 more$/)
})

test('with a guide: a choice by its title, also that of a new entry, and a value without a title as it is', () => {
  const plain = { label: undefined, file: undefined, field: () => undefined, entry: () => undefined }
  const kind: SchemaLabels = { ...plain, titles: { 'full-time': 'Full time' } }
  const record: SchemaLabels = { ...plain, field: () => kind }
  const fieldLabels: SchemaLabels = {
    ...plain,
    field: (key) => (key === 'kind' ? kind : { ...plain, entry: () => record }),
  }
  expect(listDifferences({}, { kind: 'full-time' }, { fieldLabels })).toMatchObject([{ mine: '', theirs: 'Full time' }])
  expect(listDifferences({ kind: 'full-time' }, { kind: 'toString' }, { fieldLabels })).toMatchObject([
    { mine: 'Full time', theirs: 'toString' },
  ])
  const added = { jobs: [{ _id: 'a', kind: 'full-time' }] }
  expect(listDifferences({ jobs: [] }, added, { fieldLabels, withEntryFields: true })).toMatchObject([
    { fields: [{ theirs: 'Full time' }] },
  ])
})

test('with a guide: its labels, and which fields name files', () => {
  const image: SchemaLabels = { label: 'Portrait', file: 'image', field: () => undefined, entry: () => undefined }
  const plain = { label: undefined, file: undefined, entry: () => undefined }
  const entry: SchemaLabels = { ...plain, field: (key) => (key === 'image' ? image : undefined) }
  const list: SchemaLabels = { ...plain, label: 'Leadership team', field: () => undefined, entry: () => entry }
  const fieldLabels: SchemaLabels = { ...plain, field: (key) => (key === 'leaders' ? list : undefined) }
  const leader = { _id: 'a', name: 'Asha', image: 'old.jpg' }
  expect(
    listDifferences({ leaders: [leader] }, { leaders: [{ ...leader, image: 'new.jpg' }] }, { fieldLabels }),
  ).toMatchObject([{ label: 'Leadership team › Asha › Portrait', kind: 'image', mine: 'old.jpg', theirs: 'new.jpg' }])
  expect(listDifferences({ leaders: [leader] }, { leaders: [] }, { fieldLabels, withEntryFields: true })).toMatchObject(
    [
      {
        label: 'Leadership team › Asha',
        entryId: 'a',
        fields: [
          { label: 'Name', theirs: 'Asha' },
          { label: 'Portrait', theirs: 'old.jpg', kind: 'image' },
        ],
      },
    ],
  )
})
