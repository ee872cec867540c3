import { writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recipe, recipeFile, recipes, temporaryCollection } from '#test/temporary-collection.ts'
import { FileUnreadable } from '#app/cms/storage/storage.ts'
import { openDiskStorage } from '#app/cms/storage/disk/disk-storage.server.ts'
import { silentHealth, silentLog } from '#test/temporary-content.ts'

let site: ReturnType<typeof temporaryCollection>
beforeEach(() => {
  site = temporaryCollection()
})
afterEach(() => site.dispose())

const by = { author: 'asha', reason: 'Test' }
const KEYS = ['bread', 'cake', 'pie']
const isOfRecipe = (name: string) => name.startsWith('data/history/recipes--')

/** A storage that counts what is read of the histories of entries. */
function storageWithReads() {
  const { contentDir, dataDir, root } = site
  const storage = openDiskStorage({
    contentDir,
    dataDir,
    uploadsDir: `${root}/uploads`,
    log: silentLog,
    health: silentHealth,
  })
  const [list, read] = [vi.spyOn(storage, 'list'), vi.spyOn(storage, 'read')]
  const reads = () => [...list.mock.calls, ...read.mock.calls].map(([name]) => name).filter(isOfRecipe)
  return { storage, reads }
}

test('a start with entries that have no history: none is looked for, and the first edit is in it', async () => {
  for (const key of KEYS) writeFileSync(site.fileOf(key), recipeFile(key))
  const { storage, reads } = storageWithReads()
  const { store } = await site.open({ storage })
  await store.latestEdits([], 1)
  expect(reads()).toEqual([])
  const bread = recipes.entry('bread')
  await store.update(bread, { ...by, change: () => recipe('Rye bread') })
  expect(await store.history(bread)).toMatchObject([{ author: 'asha' }])
})

test('a start: of each history the list and the newest record are read, and nothing else', async () => {
  const first = await site.open()
  for (const title of ['One', 'Two', 'Three']) {
    for (const key of KEYS) {
      const value = recipe(`${title} ${key}`)
      await first.store.update(recipes.entry(key), { ...by, change: () => value, create: () => value })
    }
  }
  await site.close()
  const { storage, reads } = storageWithReads()
  const sizes = vi.spyOn(storage, 'stat')
  const { store } = await site.open({ storage })
  await store.latestEdits([], 1)
  expect(reads().sort()).toEqual(
    KEYS.flatMap((key) => [`data/history/recipes--${key}`, expect.stringContaining(`recipes--${key}/`) as string]),
  )
  expect(sizes.mock.calls.filter(([name]) => isOfRecipe(name))).toEqual([])
})

test('the newest edits of all entries: the last first, and no other record is read', async () => {
  const first = await site.open()
  for (const title of ['One', 'Two']) {
    for (const key of KEYS) {
      const value = recipe(`${title} ${key}`)
      await first.store.update(recipes.entry(key), { ...by, change: () => value, create: () => value })
    }
  }
  await site.close()
  const { storage, reads } = storageWithReads()
  const { store } = await site.open({ storage })
  const sections = KEYS.map((key) => recipes.entry(key))
  await store.latestEdits(sections, 1)
  const before = reads().length
  const latest = await store.latestEdits(sections, 4)
  expect(latest.map(({ section }) => section)).toEqual(
    ['pie', 'cake', 'bread', 'pie'].map((key) => recipes.entry(key).id),
  )
  expect(latest.map(({ replacedBy }) => replacedBy)).toContain(store.read(recipes.entry('bread')).version)
  expect(reads().length - before).toBe(4)
})

test('a fault of the disk while an entry is made: refused, and not taken for an entry that is there already', async () => {
  const { storage } = storageWithReads()
  const { store } = await site.open({ storage })
  const bread = recipes.entry('bread')
  const make = () =>
    store.update(bread, {
      ...by,
      change: () => expect.fail('There is no such entry'),
      create: () => {
        expect(store.entryKeys(recipes)).toEqual([])
        return recipe('Bread')
      },
    })
  const readSync = storage.readSync.bind(storage)
  const failing = vi.spyOn(storage, 'readSync').mockImplementation((name, options) => {
    if (name !== `content/${bread.file}`) return readSync(name, options)
    throw new FileUnreadable('The disk has a fault', { isTransient: true })
  })
  await expect(make()).rejects.toMatchObject({ code: 'file-unreadable' })
  expect([store.entryKeys(recipes), store.faults()]).toEqual([[], []])
  failing.mockRestore()
  await make()
  expect(store.entryKeys(recipes)).toEqual(['bread'])
})
