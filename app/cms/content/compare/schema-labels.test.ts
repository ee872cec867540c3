import { expect, test } from 'vitest'
import { labelOfPath, schemaLabels, summariseEdit } from './schema-labels.ts'
import { album } from '#test/example-site/album/album.ts'
import { articles } from '#test/example-site/articles/articles.ts'
import { bakery } from '#test/example-site/bakery/bakery.ts'
import { courses } from '#test/example-site/courses/courses.ts'
import { numbers } from '#test/example-site/home/numbers.ts'
import { story } from '#test/example-site/home/story.ts'
import { textPages } from '#test/example-site/text-pages/text-pages.ts'
import { notice } from '#test/temporary-content.ts'

test.each([
  ['', '', album],
  ['loavesADay', 'Loaves a day', numbers],
  ['pictures.2.image', 'Pictures › 3 › Image', album],
  ['pictures.years', 'Pictures › Picture of the years', numbers],
  ['gone.0.x', 'Gone › 1 › X', album],
  ['constructor', 'Constructor', album],
])('the place %j of an issue: %j', (path, words, { schema }) => {
  expect(labelOfPath(schemaLabels(schema), path)).toBe(words)
})

test('below a default and a refinement: the labels are found', () => {
  expect(labelOfPath(schemaLabels(bakery.schema), 'redirects.0.from')).toBe('Redirects › 1 › Old address')
  expect(labelOfPath(schemaLabels(story.schema), 'paragraphs.1')).toBe('Paragraphs › Paragraph')
})

test('fields that name files: distinguished', () => {
  const film = schemaLabels(articles.schema)?.field('films')?.entry()
  expect(film?.field('poster')).toMatchObject({ label: 'Poster', file: 'image' })
  expect(film?.field('video')).toMatchObject({ label: 'Video', file: 'file' })
  expect(film?.field('title')?.file).toBeUndefined()
})

test('a choice: the titles of its values, below a default as well', () => {
  expect(schemaLabels(courses.schema)?.field('level')?.titles).toMatchObject({ 'first-loaf': 'First loaf' })
  expect(schemaLabels(textPages.schema)?.field('menu')?.titles).toMatchObject({ footer: 'Footer' })
})

test('what is no schema: no guide', () => {
  expect(schemaLabels(undefined)).toBeUndefined()
})

const item = (id: number) => ({ _id: `i${id}`, title: `Item ${id}` })

test('entries removed from a list of the content, or of a record in it: named with their list', () => {
  const before = { items: [item(1), item(2)], disclaimer: { paragraphs: [item(3)] } }
  expect(summariseEdit(notice, before, { items: [item(2)], disclaimer: { paragraphs: [] } })).toEqual({
    changes: 2,
    fields: ['Items › Item 1', 'Disclaimer › Paragraphs › Item 3'],
    removed: [
      { list: 'items', id: 'i1', title: 'Item 1' },
      { list: 'disclaimer.paragraphs', id: 'i3', title: 'Item 3' },
    ],
    changed: [],
  })
})

test('entries without an _id, added ones and those of a list in an entry: changes, but not among the removed', () => {
  const before = { items: ['a', 'b'], groups: [{ _id: 'g', members: [item(1)] }] }
  const after = { items: ['a'], groups: [{ _id: 'g', members: [] }], added: [item(2)] }
  expect(summariseEdit(notice, before, after)).toMatchObject({ changes: 3, removed: [] })
})

test('a person and a document of a year removed: named by name, and by title and year', () => {
  const before = {
    directors: [{ _id: 'd', title: 'Independent Director', name: 'A. Person', image: 'a.jpg' }],
    results: [{ _id: 'r', year: '2024-25', title: 'Annual Report', fileUrl: '/uploads/reports/r.pdf' }],
  }
  expect(summariseEdit(notice, before, { directors: [], results: [] }).removed).toEqual([
    { list: 'directors', id: 'd', title: 'A. Person' },
    { list: 'results', id: 'r', title: 'Annual Report, 2024-25' },
  ])
})

test('a list emptied of more than a hundred entries: the first hundred', () => {
  const items = Array.from({ length: 500 }, (_, id) => item(id))
  const { changes, fields, removed } = summariseEdit(notice, { items }, { items: [] })
  expect(changes).toBe(500)
  expect(fields).toHaveLength(3)
  expect(removed).toHaveLength(100)
})

test('entries added, changed and moved: the added and the changed ones are named, each once', () => {
  const lists = (items: unknown[], paragraphs: unknown[]) => ({ items, disclaimer: { paragraphs } })
  const before = lists([item(1), item(2), { ...item(3), lines: ['a', 'b'] }], [item(4)])
  const after = lists(
    [{ ...item(3), title: 'New', lines: ['b'] }, item(1), item(2), item(5)],
    [{ ...item(4), title: 'New' }],
  )
  expect(summariseEdit(notice, before, after).changed).toEqual([
    { list: 'items', id: 'i3' },
    { list: 'items', id: 'i5' },
    { list: 'disclaimer.paragraphs', id: 'i4' },
  ])
})

test.each([
  [100, 100],
  [101, undefined],
])('%i entries added at once: %s of them named', (count, named) => {
  const items = Array.from({ length: count }, (_, id) => item(id))
  expect(summariseEdit(notice, { items: [] }, { items }).changed?.length).toBe(named)
})

test('the values of a few changed texts; a long one is cut to the words that changed', () => {
  const summary = (before: object, after: object) => {
    const { values, each } = summariseEdit(notice, before, after)
    return values ?? each
  }
  const long = 'Cable compounds come first: insulation, sheathing and filling'
  expect(summary({ title: '27' }, { title: '28' })).toEqual({ before: '27', after: '28' })
  expect(summary({ title: long }, { title: long.replace('sheathing', 'bedding') })).toEqual({
    before: '… sheathing …',
    after: '… bedding …',
  })
  expect(summary({ title: long }, { title: `${long} of cores` })).toEqual({
    before: '… filling',
    after: '… filling of cores',
  })
  expect(summary({ title: long }, { title: `All ${long}` })).toEqual({ before: 'Cable …', after: 'All Cable …' })
  expect(summary({ title: '27', note: '−4' }, { title: '28', note: '4' })).toEqual([
    { before: '27', after: '28' },
    { before: '−4', after: '4' },
  ])
  expect(summary({ title: '27', note: '' }, { title: '28', note: 'New' })).toBeUndefined()
})
