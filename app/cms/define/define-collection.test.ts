import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineCollection, isEntryKey, keyOfFile, keyOfId } from './define-collection.ts'
import { defineSection } from './define-section.ts'
import { defineSite } from './define-site.ts'
import * as fields from './fields.ts'
import exampleDefinition from '#test/example-site/site.config.ts'

const schema = z.strictObject({ title: fields.line('Title'), day: fields.day('Day') })

const declaration = {
  id: 'articles',
  label: 'Articles',
  names: { noun: 'article', title: ({ title }: z.output<typeof schema>) => title },
  icon: 'news',
  form: { module: 'articles/articles-editor.tsx' },
  files: 'articles/*.yaml',
  schema,
  pages: { below: '/articles' },
} as const

const articles = defineCollection({
  ...declaration,
  order: { by: ({ day }) => day, newestFirst: true },
})

test.each([
  ['a file outside a folder', { files: '*.yaml' }],
  ['another kind of file', { files: 'articles/*.json' }],
  ['a folder above', { files: '../articles/*.yaml' }],
  ['a reserved field', { schema: schema.extend({ address: fields.line('Address') }) }],
])('a declaration with %s: refused', (_case, wrong) => {
  expect(() => defineCollection({ ...declaration, ...wrong })).toThrow('articles')
})

test.each(['', 'A', 'ä', 'a--b', '-a', 'a/b', '..', 'a.b', 'x'.repeat(81)])('not a key: %j', (key) => {
  expect(isEntryKey(key)).toBe(false)
  expect(() => articles.entry(key)).toThrow(TypeError)
  expect(keyOfFile(articles, `articles/${key}.yaml`)).toBeUndefined()
  expect(keyOfId(articles, `articles--${key}`)).toBeUndefined()
})

test('an entry is a section: its id, file and page follow from its key', () => {
  expect(articles.entry('works-holiday')).toMatchObject({
    id: 'articles--works-holiday',
    label: 'article “works-holiday”',
    file: 'articles/works-holiday.yaml',
    page: '/articles/works-holiday',
    entry: { collection: 'articles', key: 'works-holiday' },
  })
  expect(keyOfFile(articles, 'articles/works-holiday.yaml')).toBe('works-holiday')
  expect(keyOfId(articles, 'articles--works-holiday')).toBe('works-holiday')
})

test('an entry with content: it has its title, and its own address', () => {
  const content = articles.schema.parse({ title: 'Works holiday', day: '2026-08-06', address: 'holiday' })
  expect(content.visibility).toBe('listed')
  expect(articles.entry('works-holiday', content)).toMatchObject({ label: 'Works holiday', page: '/articles/holiday' })
})

test('the order: the newest first, and what cannot be read last', () => {
  const entry = (key: string, day: string) => ({ key, value: articles.schema.parse({ title: key, day }) })
  const entries = [entry('a', '2026-01-01'), { key: 'x', value: undefined }, entry('b', '2026-03-01')]
  expect(entries.sort((one, other) => articles.compare(one, other)).map(({ key }) => key)).toEqual(['b', 'a', 'x'])
})

const section = (id: string, file: string) =>
  defineSection({ id, label: id, icon: 'news', editor: 'x.tsx', file, page: '/', schema })

test.each([
  ['the id of a section', [articles, section('articles', 'other.yaml')]],
  ['a file of its folder for a section', [articles, section('other', 'articles/other.yaml')]],
  ['the folder of another one', [articles, defineCollection({ ...declaration, id: 'others' })]],
  [
    'a prefix of ids that another one has',
    [articles, defineCollection({ ...declaration, id: 'x', files: 'x/*.yaml', idPrefix: 'articles--x-' })],
  ],
])('a site with a collection and %s: refused', (_case, items) => {
  expect(() => defineSite({ ...exampleDefinition, groups: [{ label: 'All', items }] })).toThrow()
})

test('a section and an entry with the same id: the id is the section, and the key cannot be used', () => {
  const products = defineCollection({ ...declaration, idPrefix: 'product-' })
  const range = section('product-range', 'range.yaml')
  const site = defineSite({ ...exampleDefinition, groups: [{ label: 'All', items: [products, range] }] })
  expect(site.findSection('product-range')).toBe(range)
  expect(site.findSection('product-other')?.entry).toEqual({ collection: 'articles', key: 'other' })
  expect(site.findSection('other')).toBeUndefined()
})
