import { afterEach, expect, test, vi } from 'vitest'
import type { ContentReader } from '#app/cms/define/content-reader.ts'
import { Listeners } from '#app/cms/platform/listeners.ts'
import type { SearchEntry } from './search-entry.ts'
import { openSiteSearch } from './updated-search.server.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A site whose things are typed by the test: title by id. */
function site(first: Record<string, string>, { entry = (title: string): Partial<SearchEntry> => ({ title }) } = {}) {
  let things = first
  let made = 0
  const listeners = new Listeners<[string]>()
  const content: ContentReader = { find: () => undefined, entryKeys: () => [], subscribe: listeners.subscribe }
  const search = openSiteSearch(content, {
    groups: [
      {
        id: 'things',
        label: 'Things',
        *things() {
          for (const [id, title] of Object.entries(things)) {
            yield {
              id,
              basis: [title],
              entry: () => {
                made += 1
                return { title, place: '', date: '', href: `/${id}`, texts: [], ...entry(title) }
              },
            }
          }
        },
      },
    ],
  })
  return {
    find: async (question: string) => {
      const { groups } = await search.find(question)
      return groups.flatMap(({ found }) => found.map(({ entry: { href } }) => href)).sort()
    },
    prepare: search.prepare,
    /** Without an announcement. */
    replace(next: Record<string, string>) {
      things = next
    },
    change(next: Record<string, string>) {
      things = next
      listeners.announce('things')
    },
    made: () => made,
  }
}

const many = (count: number, title = 'Compound') =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`t${at}`, `${title} ${at} of the long list`]))

test('changed, added, removed: found so by the next question, and only what has changed is read again', async () => {
  const { find, change, made } = site({ a: 'Sheath', b: 'Jacket', c: 'Filler' })
  expect(await find('sheath')).toEqual(['/a'])
  expect(made()).toBe(3)
  change({ a: 'Armour', b: 'Jacket', d: 'Sheath of steel' })
  expect(await find('sheath')).toEqual(['/d'])
  expect(await find('filler')).toEqual([])
  expect(await find('jacket')).toEqual(['/b'])
  expect(made()).toBe(5)
})

test('a change while the index is made: no answer mixes two versions', async () => {
  const { find, change } = site(many(400, 'Former'))
  const answers = Array.from({ length: 5 }, () => find('list'))
  await new Promise(setImmediate)
  change(many(400, 'Present'))
  const former = find('former')
  for (const found of await Promise.all(answers)) expect(found).toHaveLength(400)
  expect(await former).toEqual([])
  expect(await find('present')).toHaveLength(400)
})

test('an index that is made: in slices, between which other requests are served', async () => {
  // Each look at the clock is 4 ms after the one before, so a slice has three entries.
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 4))
  const { prepare, made } = site(many(300))
  let turns = 0
  let most = 0
  const work = { isDone: false }
  const others = (async () => {
    for (let before = 0; !work.isDone; before = made()) {
      await new Promise(setImmediate)
      turns += 1
      most = Math.max(most, made() - before)
    }
  })()
  await prepare()
  work.isDone = true
  await others
  expect(made()).toBe(300)
  expect(turns).toBeGreaterThan(90)
  expect(most).toBeLessThan(8)
})

test('2,000 entries that are replaced 5 times: nothing is thrown later, and all are found', async () => {
  const thrown = vi.fn()
  process.on('uncaughtException', thrown)
  try {
    const { find, change } = site(many(2_000))
    for (let round = 0; round < 5; round += 1) {
      change(many(2_000, `Round${round} compound`))
      expect(await find(`round${round}`)).toHaveLength(2_000)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  } finally {
    process.off('uncaughtException', thrown)
  }
  expect(thrown).not.toHaveBeenCalled()
})

test('an entry that cannot be read: the question fails, and the next one is answered', async () => {
  let isBroken = true
  const { find, prepare } = site(
    { a: 'Sheath', b: 'Jacket' },
    {
      entry: (title) => {
        if (isBroken && title === 'Jacket') throw new Error('unreadable')
        return { title }
      },
    },
  )
  await expect(find('sheath')).rejects.toThrow('unreadable')
  await expect(prepare()).resolves.toBeUndefined()
  isBroken = false
  expect(await find('sheath')).toEqual(['/a'])
  expect(await find('jacket')).toEqual(['/b'])
})

test('a new day: what is found is asked for again, although no content has changed', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T10:00:00Z') })
  const { find, replace } = site({ a: 'Sheath' })
  expect(await find('sheath')).toEqual(['/a'])
  replace({ a: 'Jacket' })
  expect(await find('sheath')).toEqual(['/a'])
  vi.setSystemTime(Date.parse('2026-11-21T10:00:00Z'))
  expect(await find('sheath')).toEqual([])
})
