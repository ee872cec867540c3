import { expect, test } from 'vitest'
import { withMoves, withoutMoves } from './page-moves.server.ts'

const NONE = new Map<string, string>()
const list = (entries: Record<string, string>) =>
  Object.entries(entries).map(([from, to]) => ({ _id: from.slice(1), from, to }))
const asEntries = (redirects: readonly { from: string; to: string }[]) =>
  Object.fromEntries(redirects.map(({ from, to }) => [from, to]))

test('more redirects than the limit: the oldest are dropped', () => {
  const current = Array.from({ length: 500 }, (_, index) => ({ _id: `r${index}`, from: `/old-${index}`, to: '/x' }))
  const next = withMoves(current, { moved: new Map([['/a', '/b']]), removed: NONE })
  expect(next).toHaveLength(500)
  expect(next[0]).toMatchObject({ from: '/a', to: '/b' })
  expect(next.at(-1)?.from).toBe('/old-498')
})

test('a page that is removed in favour of one that is moved or removed with it: leads to its end', () => {
  const next = withMoves([], {
    moved: new Map([['/b', '/c']]),
    removed: new Map([
      ['/a', '/b'],
      ['/d', '/e'],
      ['/e', ''],
    ]),
  })
  expect(asEntries(next)).toEqual({ '/b': '/c', '/a': '/c', '/d': '', '/e': '' })
})

test('two removed pages, each in favour of the other: both are gone', () => {
  const removed = new Map([
    ['/a', '/b'],
    ['/b', '/a'],
  ])
  expect(asEntries(withMoves([], { moved: NONE, removed }))).toEqual({ '/a': '', '/b': '' })
})

test('a page that visitors are sent to: does not redirect itself', () => {
  const next = withMoves(list({ '/b': '/c' }), { moved: NONE, removed: new Map([['/a', '/b']]) })
  expect(asEntries(next)).toEqual({ '/a': '/b' })
})

test('a removal and its undo: every earlier redirect is as it was', () => {
  const current = list({ '/x': '/a', '/y': '/a', '/z': '' })
  for (const to of ['', '/other']) {
    const removed = withMoves(current, { moved: NONE, removed: new Map([['/a', to]]) })
    expect(asEntries(removed)).toEqual({ '/a': to, '/x': '/a', '/y': '/a', '/z': '' })
    expect(withoutMoves(removed, { moved: NONE }, new Set(['/a']))).toEqual(current)
  }
})

test('a page that is moved again and again, and back: nothing leads to itself', () => {
  const move = (now: ReturnType<typeof list>, from: string, to: string) =>
    withMoves(now, { moved: new Map([[from, to]]), removed: NONE })
  const there = move(move(list({ '/x': '/a' }), '/a', '/b'), '/b', '/c')
  expect(asEntries(there)).toEqual({ '/b': '/c', '/a': '/c', '/x': '/c' })
  expect(asEntries(move(there, '/c', '/a'))).toEqual({ '/c': '/a', '/b': '/a', '/x': '/a' })
})
