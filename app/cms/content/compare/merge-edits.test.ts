import { expect, test } from 'vitest'
import { mergeEdits, type Collision } from './merge-edits.ts'

const entry = (id: string, title = id) => ({ _id: id, title, image: 'a.jpg' })
const value = (name: string, mine: unknown, theirs: unknown): Collision => ({ name, kind: 'value', mine, theirs })
const list = (...entries: (string | ReturnType<typeof entry>)[]) => ({
  entries: entries.map((one) => (typeof one === 'string' ? entry(one) : one)),
})

test.each<[string, unknown, unknown, unknown, unknown, Collision[]]>([
  ['nobody changed anything', { a: 'x' }, { a: 'x' }, { a: 'x' }, { a: 'x' }, []],
  ['only they changed a field', { a: 'x', b: 1 }, { a: 'x', b: 1 }, { a: 'y', b: 1 }, { a: 'y', b: 1 }, []],
  ['each changed another field', { a: 'x', b: 1 }, { a: 'mine', b: 1 }, { a: 'x', b: 2 }, { a: 'mine', b: 2 }, []],
  ['both changed a field alike', { a: 'x' }, { a: 'y' }, { a: 'y' }, { a: 'y' }, []],
  [
    'both changed a field',
    { a: 'x', b: 1 },
    { a: 'm', b: 1 },
    { a: 't', b: 2 },
    { a: 'm', b: 2 },
    [value('a', 'm', 't')],
  ],
  ['an emptied field of theirs', { a: 'x', b: 'x' }, { a: 'x', b: 'y' }, { b: 'x' }, { a: undefined, b: 'y' }, []],
  ['a nested field', { p: { a: 1 } }, { p: { a: 2 } }, { p: { a: 3 } }, { p: { a: 2 } }, [value('p.a', 2, 3)]],
  ['texts in their places', { l: ['a', 'b'] }, { l: ['m', 'b'] }, { l: ['a', 't'] }, { l: ['m', 't'] }, []],
  [
    'a text that both changed',
    { l: ['a', 'b'] },
    { l: ['m', 'b'] },
    { l: ['t', 'b'] },
    { l: ['m', 'b'] },
    [value('l[0]', 'm', 't')],
  ],
  [
    'a text that I removed and they changed',
    { l: ['a', 'b'] },
    { l: ['a'] },
    { l: ['a', 'c'] },
    { l: ['a', 'c'] },
    [{ name: 'l[1]', kind: 'removed', mine: undefined, theirs: 'c' }],
  ],
  [
    'each changed another entry',
    list('a', 'b'),
    list(entry('a', 'M'), 'b'),
    list('a', entry('b', 'T')),
    list(entry('a', 'M'), entry('b', 'T')),
    [],
  ],
  ['each added an entry', list('a'), list('a', 'm'), list('t', 'a'), list('t', 'a', 'm'), []],
  ['both added at the end', list('a'), list('a', 'm'), list('a', 't'), list('a', 't', 'm'), []],
  ['both began a list', list(), list('m'), list('t'), list('t', 'm'), []],
  ['they removed what I left alone', list('a', 'b'), list('a', 'b', 'm'), list('b'), list('b', 'm'), []],
  ['I removed what they left alone', list('a', 'b'), list('b'), list('a', 'b', 't'), list('b', 't'), []],
  [
    'they removed what I changed',
    list('a', 'b'),
    list('a', entry('b', 'M')),
    list('a'),
    list('a', entry('b', 'M')),
    [{ name: 'entries[1]', kind: 'removed', mine: entry('b', 'M'), theirs: undefined }],
  ],
  [
    'I removed what they changed',
    list('a', 'b'),
    list('a'),
    list('a', entry('b', 'T')),
    list('a', entry('b', 'T')),
    [{ name: 'entries[1]', kind: 'removed', mine: undefined, theirs: entry('b', 'T') }],
  ],
  [
    'I moved what they changed',
    list('a', 'b', 'c'),
    list('c', 'a', 'b'),
    list('a', 'b', entry('c', 'T')),
    list(entry('c', 'T'), 'a', 'b'),
    [],
  ],
  ['they moved, I added', list('a', 'b'), list('a', 'm', 'b'), list('b', 'a'), list('b', 'a', 'm'), []],
  [
    'entries that share an _id',
    list('a', 'a'),
    list('a', entry('a', 'M')),
    list('a', 'a', 't'),
    list('a', entry('a', 'M'), 't'),
    [],
  ],
  ['both moved alike', list('a', 'b', 'c'), list('c', 'a', 'b'), list('c', 'a', 'b'), list('c', 'a', 'b'), []],
  ['each moved another entry', list('a', 'b', 'c'), list('c', 'a', 'b'), list('b', 'a', 'c'), list('c', 'b', 'a'), []],
  [
    'both moved one entry',
    list('a', 'b', 'c', 'd'),
    list('d', 'a', 'b', 'c'),
    list('a', 'd', 'b', 'c'),
    list('d', 'a', 'b', 'c'),
    [{ name: 'entries', kind: 'order', order: [1, 0, 2, 3], moved: [0] }],
  ],
  [
    'both changed one entry, and it moved',
    list('a', 'b'),
    list('b', entry('a', 'M')),
    list(entry('a', 'T'), 'b'),
    list('b', entry('a', 'M')),
    [value('entries[1].title', 'M', 'T')],
  ],
])('%s', (_, base, mine, theirs, merged, collisions) => {
  expect(mergeEdits(base, mine, theirs)).toEqual({ value: merged, collisions })
})

test('nothing there any more, or not yet', () => {
  expect(mergeEdits(undefined, entry('a'), undefined)).toEqual({ value: entry('a'), collisions: [] })
  expect(mergeEdits(entry('a'), entry('a', 'M'), undefined)).toEqual({
    value: entry('a', 'M'),
    collisions: [value('', entry('a', 'M'), undefined)],
  })
})

test('lists of 20,000 entries: merged, before a time that grows with the square of them would end the test', () => {
  const ids = Array.from({ length: 20_000 }, (_, at) => `e${at}`)
  const base = list(...ids)
  const mine = list(...ids.with(5, 'm'))
  const theirs = list(...ids.toReversed())
  const { value, collisions } = mergeEdits(base, mine, theirs)
  expect(collisions).toEqual([])
  expect(value).toMatchObject({ entries: { length: 20_000 } })
})
