import { expect, test } from 'vitest'
import { z } from 'zod'
import { id, line, list, uniqueBy } from './fields.ts'
import { longLists } from './list-length.ts'

const entry = z.strictObject({ _id: id(), title: line('Title'), notes: list('Notes', line('Note')).default([]) })
const schema = z.strictObject({
  items: list('Items', entry).check(uniqueBy('title', 'Title')),
  top: z.strictObject({ steps: list('Steps', line('Step'), { max: 3 }), links: list('Links', line('Link')) }),
})

const entries = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ _id: `e${at}`, title: `Entry ${at}`, notes: ['a'] }))
const content = (items: number, links = 0) => ({
  items: entries(items),
  top: { steps: ['a'], links: Array.from({ length: links }, (_, at) => `Link ${at}`) },
})

test('500 entries: as many as a list may have', () => {
  expect(longLists(schema, content(500, 500))).toEqual([])
})

test('more entries: each list is named with its label, its length, the limit and what to do', () => {
  expect(longLists(schema, content(501, 1_500))).toEqual([
    { path: 'items', message: 'Items has 501 entries; the limit is 500. Remove 1 entry' },
    { path: 'top.links', message: 'Links has 1,500 entries; the limit is 500. Remove 1,000 entries' },
  ])
})

test('a long list in an entry of another: named by its path', () => {
  const value = content(2)
  value.items[1]?.notes.push(...Array.from({ length: 500 }, () => 'b'))
  expect(longLists(schema, value)).toMatchObject([{ path: 'items.1.notes' }])
})

test('a list that was as long before: allowed, also if it became shorter; a longer one is not', () => {
  expect(longLists(schema, content(600), content(600))).toEqual([])
  expect(longLists(schema, content(599), undefined, content(600))).toEqual([])
  expect(longLists(schema, content(601), content(600))).toHaveLength(1)
  // Another list of the content was as long.
  expect(longLists(schema, content(600), content(0, 600))).toHaveLength(1)
})

test('the schema reads a longer list: it reads files, which are shown as they are', () => {
  expect(schema.safeParse(content(700)).success).toBe(true)
  // A list with a smaller limit of its own has always had it.
  expect(schema.safeParse({ ...content(1), top: { steps: ['a', 'b', 'c', 'd'], links: [] } }).success).toBe(false)
})

test('content of any other shape: has no long lists', () => {
  for (const value of [undefined, null, 'text', [], { items: 'none', top: [] }, { items: [null, 1] }])
    expect(longLists(schema, value)).toEqual([])
})
