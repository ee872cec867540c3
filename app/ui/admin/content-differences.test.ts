import { expect, test } from 'vitest'
import { listDifferences } from './content-differences.ts'

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
    { name: 'products', label: 'Products › Order', mine: 'Two, One', theirs: 'One, Two' },
  ])
})

test('an entry that only one side has: one difference, none for the entries beside it', () => {
  const kept = { _id: '1', title: 'Kept' }
  const mine = { products: [{ title: 'Added here' }, kept] }
  const theirs = { products: [kept, { _id: '2', title: 'Added there' }] }
  expect(listDifferences(mine, theirs)).toEqual([
    { name: 'products[0]', label: 'Products › Added here', mine: 'Added here', theirs: undefined },
    { name: 'products', label: 'Products › Added there', mine: undefined, theirs: 'Added there' },
  ])
})

test('entries without ids: compared by their place', () => {
  expect(listDifferences({ items: ['a', 'x'] }, { items: ['a', 'b', 'c'] })).toEqual([
    { name: 'items[1]', label: 'Items › 2', mine: 'x', theirs: 'b' },
    { name: 'items', label: 'Items › 3', mine: undefined, theirs: 'c' },
  ])
})

test('a file that is chosen but not sent: counts by its name', () => {
  const upload = new File(['x'], 'new.png')
  expect(listDifferences({ 'image-upload': upload }, {})).toMatchObject([{ mine: 'new.png', theirs: '' }])
})
