import { expect, test } from 'vitest'
import { withValueAt } from './conflict.tsx'

const content = { title: 'Old', products: [{ title: 'A', tags: ['x', 'y'] }, { title: 'B' }], image: undefined }

test.each<[string, object]>([
  ['title', { ...content, title: 'New' }],
  ['image', { ...content, image: 'New' }],
  ['section.note', { ...content, section: { note: 'New' } }],
  ['products[1].title', { ...content, products: [content.products[0], { title: 'New' }] }],
  ['products[1].image', { ...content, products: [content.products[0], { title: 'B', image: 'New' }] }],
  ['products[0].tags[1]', { ...content, products: [{ title: 'A', tags: ['x', 'New'] }, content.products[1]] }],
])('%s: only that changes, in a copy', (name, expected) => {
  const before = structuredClone(content)
  expect(withValueAt(content, name, 'New')).toEqual(expected)
  expect(content).toEqual(before)
})

test('a form without anything in it yet', () => {
  expect(withValueAt(undefined, 'title', 'New')).toEqual({ title: 'New' })
})
