import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readFileSync, writeFileSync } from 'node:fs'
import { formerPages, recipe, recipes, temporaryCollection } from '#test/temporary-collection.ts'
import type { ContentStore } from '#app/cms/content/store/store.types.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'

let folders: ReturnType<typeof temporaryCollection>
let store: ContentStore
let storage: Storage

beforeEach(async () => {
  folders = temporaryCollection()
  ;({ store, storage } = await folders.open())
  await create('bread')
})
afterEach(() => folders.dispose())

const bread = recipes.entry('bread')
const by = { author: 'asha', reason: 'Test' }

const create = (key: string, content = recipe(key)) =>
  store.update(recipes.entry(key), { ...by, expectedVersion: '', change: () => content, create: () => content })
const rename = (address: string) => store.update(bread, { ...by, change: (content) => ({ ...content, address }) })
const redirects = () => store.read(formerPages).value.redirects.map(({ from, to }) => [from, to])

async function undoNewest(key = 'bread') {
  const section = recipes.entry(key)
  const [newest] = await store.history(section)
  await store.restore(section, newest?.id ?? '', { author: 'asha' })
}

test('a save that changes no address: nothing is written to the redirects', async () => {
  await store.update(bread, { ...by, change: () => recipe('Loaf', { visibility: 'hidden' }) })
  expect(await store.history(formerPages)).toEqual([])
})

test('a new address: the former one leads there from the same moment on, and its undo takes that back', async () => {
  const seen: [string, number][] = []
  const stop = store.subscribe((id) => seen.push([id, redirects().length]))
  await rename('loaf')
  stop()
  expect(seen.every(([, count]) => count === 1)).toBe(true)
  expect(redirects()).toEqual([['/recipes/bread', '/recipes/loaf']])
  await undoNewest()
  expect(redirects()).toEqual([])
})

test.each([
  ['to nowhere', {}, ''],
  ['to another page', { visitorsGoTo: '/recipes/cake' }, '/recipes/cake'],
])('a removal, with visitors sent %s: so the redirects say, until it is undone', async (_case, options, to) => {
  await store.remove(bread, { ...by, ...options })
  expect(redirects()).toEqual([['/recipes/bread', to]])
  await undoNewest()
  expect(redirects()).toEqual([])
  expect(store.find(bread)?.value.title).toBe('bread')
})

test('several removals in one publication: each with its own redirect, at one moment', async () => {
  await create('cake')
  const remove = (key: string, visitorsGoTo?: string) => ({
    section: recipes.entry(key),
    change: () => undefined,
    visitorsGoTo,
  })
  await store.publish([remove('bread', '/about'), remove('cake')], { ...by, id: 'test' })
  expect(redirects()).toEqual([
    ['/recipes/bread', '/about'],
    ['/recipes/cake', ''],
  ])
  expect(store.entryKeys(recipes)).toEqual([])
})

test('a publication that is still being written delays no other one of its collection, unless redirects follow from both', async () => {
  for (const key of ['cake', 'tart']) await create(key)
  let goOn: () => void = () => undefined
  const wait = new Promise<void>((resolve) => (goOn = resolve))
  const remove = storage.remove.bind(storage)
  vi.spyOn(storage, 'remove').mockImplementation((names) => wait.then(() => remove(names)))
  const titled = (key: string, title: string, address = '') =>
    store.publish([{ section: recipes.entry(key), change: () => recipe(title, { address }) }], { ...by, id: key })
  const titles = () => ['bread', 'cake', 'tart'].map((key) => store.find(recipes.entry(key))?.value.title)
  const publications = [titled('bread', 'Loaf', 'loaf'), titled('cake', 'Gateau'), titled('tart', 'Pie', 'pie')]
  await vi.waitFor(() => {
    expect(titles()).toEqual(['Loaf', 'Gateau', 'tart'])
  })
  goOn()
  await Promise.all(publications)
  expect(titles()).toEqual(['Loaf', 'Gateau', 'Pie'])
  expect(redirects()).toEqual([
    ['/recipes/tart', '/recipes/pie'],
    ['/recipes/bread', '/recipes/loaf'],
  ])
})

test('the creation of an entry that is undone: its address is an unknown one', async () => {
  await create('secret')
  await undoNewest('secret')
  expect(store.entryKeys(recipes)).toEqual(['bread'])
  expect(redirects()).toEqual([])
})

test('two entries that exchange their addresses: no redirect', async () => {
  await create('cake')
  const readdress = (key: string, address: string) => ({
    section: recipes.entry(key),
    change: () => recipe(key, { address }),
  })
  await store.publish([readdress('bread', 'cake'), readdress('cake', 'bread')], { ...by, id: 'test' })
  expect(redirects()).toEqual([])
})

test('a disk that refuses the redirect: the removal is refused, the page stays', async () => {
  vi.spyOn(storage, 'commit').mockRejectedValue(new StorageError('disk-full'))
  await expect(store.remove(bread, by)).rejects.toBeInstanceOf(StorageError)
  expect(store.find(bread)).toBeDefined()
  expect(redirects()).toEqual([])
})

test('an address that is changed by hand in the file: the former one leads to the new one soon', async () => {
  const file = folders.fileOf('bread')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/address: .*/, 'address: loaf'))
  await vi.waitFor(() => {
    expect(redirects()).toEqual([['/recipes/bread', '/recipes/loaf']])
  })
})
