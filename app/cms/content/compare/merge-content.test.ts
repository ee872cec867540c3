import { expect, test } from 'vitest'
import { z } from 'zod'
import { id, line, list, uniqueBy } from '#app/cms/define/fields.ts'
import { mergeContent } from './merge-content.ts'

const schema = z.strictObject({
  title: line('Title'),
  figures: list('Figures', z.strictObject({ name: line('Name') }), { max: 3 }),
  products: list('Products', z.strictObject({ _id: id(), slug: line('Address') })).check(uniqueBy('slug', 'Address')),
})
const content = (title: string, figures: string[], slugs: string[] = []) => ({
  title,
  figures: figures.map((name) => ({ name })),
  products: slugs.map((slug) => ({ _id: `id-${slug}`, slug })),
})

test('a list that becomes longer than its schema allows: mine, as a collision, and the merge that was refused', () => {
  const base = { value: content('A', ['1', '2']) }
  const [mine, theirs] = [content('A', ['1', '2', 'm']), content('T', ['t', '1', '2'])]
  expect(mergeContent(schema, { base, mine, theirs })).toEqual({
    value: content('T', ['1', '2', 'm']),
    collisions: [
      {
        name: 'figures',
        kind: 'value',
        mine: mine.figures,
        theirs: theirs.figures,
        limit: 'Figures can hold at most 3 entries',
      },
    ],
    refused: {
      value: content('T', ['t', '1', '2', 'm']),
      issues: [{ path: 'figures', message: 'Figures can hold at most 3 entries' }],
    },
  })
})

test('two additions that make a list longer than 500 entries: a collision of that list', () => {
  const slugs = Array.from({ length: 499 }, (_, at) => `p${at}`)
  const base = { value: content('A', [], slugs) }
  const mine = content('A', [], [...slugs, 'mine'])
  const theirs = content('T', [], [...slugs, 'theirs'])
  const limit = 'Products has 501 entries; the limit is 500. Remove 1 entry'
  expect(mergeContent(schema, { base, mine, theirs })).toMatchObject({
    value: { title: 'T', products: mine.products },
    collisions: [{ name: 'products', limit }],
    refused: { issues: [{ path: 'products', message: limit }] },
  })
})

test('both add an entry with the same address: a collision of that list', () => {
  const base = { value: content('A', [], ['x']) }
  const mine = content('A', [], ['x', 'new'])
  const theirs = { ...mine, products: [...base.value.products, { _id: 'other', slug: 'new' }] }
  const merged = mergeContent(schema, { base, mine: { ...mine, title: 'M' }, theirs })
  // Equal but for their _id: the same addition, which is kept once.
  expect(merged).toEqual({ value: { ...theirs, title: 'M' }, collisions: [] })
})

test('the base is unknown: every difference is a collision, and no entry is left out', () => {
  const [mine, theirs] = [content('M', ['1', 'm'], ['x']), content('T', ['1', 't'], ['x', 'y'])]
  const merged = mergeContent(schema, { base: undefined, mine, theirs })
  expect(merged.value).toEqual(content('M', ['1', 't', 'm'], ['x', 'y']))
  expect(merged.collisions.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    'title value',
    'figures[1] removed',
    'figures[2] removed',
    'products[1] removed',
  ])
})
