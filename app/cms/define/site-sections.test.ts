import { expect, test } from 'vitest'
import { z } from 'zod'
import { contentOfEntries } from '#test/content-of-entries.ts'
import { defineCollection } from './define-collection.ts'
import { defineSection } from './define-section.ts'
import { defineSite } from './define-site.ts'
import * as fields from './fields.ts'
import { openSiteSections } from './site-sections.ts'
import exampleDefinition from '#test/example-site/site.config.ts'

const articles = defineCollection({
  id: 'articles',
  label: 'Articles',
  names: { noun: 'article', title: ({ title }) => title },
  icon: 'news',
  form: { module: 'x.tsx' },
  files: 'articles/*.yaml',
  schema: z.strictObject({ title: fields.line('Title') }),
  pages: { below: '/articles' },
})
const before = defineSection({
  id: 'before',
  label: 'Before',
  icon: 'news',
  editor: 'x.tsx',
  file: 'before.yaml',
  page: '/',
  schema: z.strictObject({}),
})
const definition = defineSite({
  ...exampleDefinition,
  derives: [],
  groups: [{ label: 'All', items: [before, articles] }],
})

/** Sections of a site with articles, by their keys. */
function openSections(contents: Record<string, { title: string; address?: string }>) {
  const { content, change } = contentOfEntries(articles, contents)
  return { sections: openSiteSections(definition, () => content), change }
}

test('ids that no section can have: not resolved', () => {
  const { sections } = openSections({})
  for (const id of [undefined, '', 'articles', 'articles--', 'articles--Ä', 'articles--a/b', 'other'])
    expect(sections.resolve(id)).toBeUndefined()
})

test('an entry that does not exist: resolved, with its key as its name, and not among all', () => {
  const { sections } = openSections({})
  expect(sections.resolve('articles--gone')).toMatchObject({ id: 'articles--gone', label: 'article “gone”' })
  expect(sections.all().map(({ id }) => id)).toEqual(['before', 'bakery'])
})

test('entries: at the place of their collection, in its order, and with their titles at any time', () => {
  const { sections, change } = openSections({ one: { title: 'Zinc' }, two: { title: 'Copper' } })
  const labels = () => sections.all().map(({ label }) => label)
  const one = sections.resolve('articles--one')
  expect(labels()).toEqual(['Before', 'Copper', 'Zinc', 'Bakery'])
  change('one', { title: 'Aluminium', address: 'light' })
  expect(labels()).toEqual(['Before', 'Aluminium', 'Copper', 'Bakery'])
  expect(one).toMatchObject({
    label: 'Aluminium',
    page: '/articles/light',
    messages: { updated: 'Aluminium updated successfully!' },
  })
  change('two', undefined)
  expect(labels()).toEqual(['Before', 'Aluminium', 'Bakery'])
  // As messages about the removal name it.
  expect(sections.resolve('articles--two')?.label).toBe('Copper')
})

test('an entry that is not published yet: named by the title of its draft', () => {
  const { content } = contentOfEntries(articles, { one: { title: 'Zinc' } })
  const drafts = new Map([['articles--new', { title: 'Copper', address: '', visibility: 'listed' }]])
  const sections = openSiteSections(
    definition,
    () => content,
    ({ id }) => drafts.get(id),
  )
  expect(['articles--new', 'articles--one', 'articles--none'].map((id) => sections.resolve(id)?.label)).toEqual([
    'Copper',
    'Zinc',
    'article “none”',
  ])
})

test('two sites in one process: neither knows the entries of the other', () => {
  const [first, second] = [openSections({ one: { title: 'Zinc' } }), openSections({ one: { title: 'Copper' } })]
  expect(first.sections.resolve('articles--one')?.label).toBe('Zinc')
  expect(second.sections.resolve('articles--one')?.label).toBe('Copper')
  first.change('one', undefined)
  expect(first.sections.entriesOf(articles)).toEqual([])
  expect(second.sections.entriesOf(articles)).toHaveLength(1)
})
