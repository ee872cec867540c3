import { describe, expect, test } from 'vitest'
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

describe('a table', () => {
  const tableSchema = z.strictObject({
    columns: list('Columns', z.strictObject({ name: line('Name') })),
    rows: list(
      'Rows',
      z.strictObject({
        row: line('Row'),
        cells: list('Cells', line('Cell')).meta({ columns: { of: 'columns', emptyCell: '–' } }),
      }),
    ),
  })
  const table = (columns: string, ...rows: string[]) => ({
    columns: columns.split(' ').map((name) => ({ name })),
    rows: rows.map((row) => {
      const [name = '', ...cells] = row.split(' ')
      return { row: name, cells }
    }),
  })
  const base = table('Density Strength', 'A 1 2', 'B 3 4')
  const merge = (mine: unknown, theirs: unknown) => mergeContent(tableSchema, { base: { value: base }, mine, theirs })

  test.each([
    [
      'a new column, a changed cell',
      table('Density Colour Strength', 'A 1 red 2', 'B 3 blue 4'),
      table('Density Strength', 'A 1 2', 'B 3 5'),
      table('Density Colour Strength', 'A 1 red 2', 'B 3 blue 5'),
    ],
    [
      'a moved column, a changed cell',
      table('Strength Density', 'A 2 1', 'B 4 3'),
      table('Density Strength', 'A 9 2', 'B 3 4'),
      table('Strength Density', 'A 2 9', 'B 4 3'),
    ],
    [
      'a removed column, a moved row',
      table('Strength', 'A 2', 'B 4'),
      table('Density Strength', 'B 3 4', 'A 1 2'),
      table('Strength', 'B 4', 'A 2'),
    ],
    [
      'a renamed column, a removed row',
      table('Mass Strength', 'A 1 2', 'B 3 4'),
      table('Density Strength', 'B 3 4'),
      table('Mass Strength', 'B 3 4'),
    ],
    [
      'each a new row',
      table('Density Strength', 'A 1 2', 'B 3 4', 'M 5 6'),
      table('Density Strength', 'T 7 8', 'A 1 2', 'B 3 4'),
      table('Density Strength', 'T 7 8', 'A 1 2', 'B 3 4', 'M 5 6'),
    ],
    [
      'each a new column',
      table('Density Strength M', 'A 1 2 m', 'B 3 4 m'),
      table('T Density Strength', 'A t 1 2', 'B t 3 4'),
      table('T Density Strength M', 'A t 1 2 m', 'B t 3 4 m'),
    ],
  ])('%s: both, each cell in its row and its column', (_, mine, theirs, merged) => {
    expect(merge(mine, theirs)).toEqual({ value: merged, collisions: [] })
    expect(merge(theirs, mine).collisions).toEqual([])
  })

  test('equal cells and moved columns: the columns of each row follow', () => {
    const same = table('Density Strength', 'A – –')
    const merged = mergeContent(tableSchema, {
      base: { value: same },
      mine: table('Density Strength', 'A – 5'),
      theirs: table('Strength Density', 'A – –'),
    })
    expect(merged).toEqual({ value: table('Strength Density', 'A 5 –'), collisions: [] })
  })

  test('both change a cell: a collision in its place', () => {
    const [mine, theirs] = [table('Density Strength', 'A 1 m', 'B 3 4'), table('Density Strength', 'A 1 t', 'B 3 4')]
    expect(merge(mine, theirs)).toEqual({
      value: mine,
      collisions: [{ name: 'rows[0].cells[1]', kind: 'value', mine: 'm', theirs: 't' }],
    })
  })

  test('one removes the column in which the other changes a cell: the column stays, as a collision', () => {
    const [mine, theirs] = [table('Strength', 'A 2', 'B 4'), table('Density Strength', 'A 9 2', 'B 3 4')]
    expect(merge(mine, theirs)).toEqual({
      value: theirs,
      collisions: [{ name: 'columns[0]', kind: 'removed', mine: undefined, theirs: { name: 'Density' } }],
    })
  })

  test('one adds a row, the other a column: their cell is missing', () => {
    const mine = table('Density Strength', 'A 1 2', 'B 3 4', 'M 5 6')
    const theirs = table('Density Strength T', 'A 1 2 t', 'B 3 4 t')
    expect(merge(mine, theirs)).toEqual({
      value: table('Density Strength T', 'A 1 2 t', 'B 3 4 t', 'M 5 6 –'),
      collisions: [{ name: 'rows[2].cells[2]', kind: 'missing' }],
    })
  })
})
