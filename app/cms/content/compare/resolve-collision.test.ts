import { expect, test } from 'vitest'
import type { Collision, Merged } from './merge-edits.ts'
import { choicesAt, resolveCollision, resolveEach } from './resolve-collision.ts'

const options = { newId: () => 'new', isValid: () => true }
const value = (name: string, mine: unknown, theirs: unknown): Collision => ({ name, kind: 'value', mine, theirs })

/** Three entries, of which the first has two collisions, and each of the others one. */
const merged: Merged = {
  value: {
    entries: [
      { _id: 'a', title: 'mine a', text: 'my text' },
      { _id: 'b', title: 'mine b' },
      { _id: 'c', title: 'mine c' },
    ],
  },
  collisions: [
    value('entries[0].title', 'mine a', 'their a'),
    value('entries[0].text', 'my text', 'their text'),
    value('entries[1].title', 'mine b', 'their b'),
    { name: 'entries[2]', kind: 'removed', mine: { _id: 'c', title: 'mine c' } },
  ],
}

test('both: mine, after it theirs with everything of that entry, and the other collisions under their new names', () => {
  const both = resolveCollision(merged, 0, 'both', options)
  expect(both.value).toEqual({
    entries: [
      { _id: 'a', title: 'mine a', text: 'my text' },
      { _id: 'new', title: 'their a', text: 'their text' },
      { _id: 'b', title: 'mine b' },
      { _id: 'c', title: 'mine c' },
    ],
  })
  expect(both.collisions.map(({ name }) => name)).toEqual(['entries[2].title', 'entries[3]'])
})

test('an entry that one side has removed is still to be decided after both were kept in it', () => {
  const inRemoved: Merged = {
    ...merged,
    collisions: [value('entries[2].title', 'mine c', 'their c'), ...merged.collisions.slice(3)],
  }
  expect(resolveCollision(inRemoved, 0, 'both', options).collisions).toMatchObject([
    { kind: 'removed', name: 'entries[2]' },
  ])
})

test('both where the list has no room: not offered', () => {
  const full = { ...options, isValid: () => false }
  const offered = (limits: typeof options) => merged.collisions.map((one) => choicesAt(merged, one, limits).join())
  expect(offered(full)).toEqual(Array.from(merged.collisions, () => 'mine,theirs'))
  expect(offered(options)).toEqual([...Array.from({ length: 3 }, () => 'mine,theirs,both'), 'mine,theirs'])
})

test('theirs, mine, removed: each as it was chosen, and what was not chosen stays', () => {
  const resolved = resolveEach(merged, ['theirs', undefined, 'mine', 'theirs'], options)
  expect(resolved.value).toEqual({
    entries: [
      { _id: 'a', title: 'their a', text: 'my text' },
      { _id: 'b', title: 'mine b' },
    ],
  })
  expect(resolved.collisions.map(({ name }) => name)).toEqual(['entries[0].text'])
})
