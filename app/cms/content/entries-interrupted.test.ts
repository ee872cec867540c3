import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hooks, removeHooks, systemError } from '#test/fault-fs.ts'
import { recipe, recipes, temporaryCollection } from '#test/temporary-collection.ts'
import type { ContentStore } from './store/store.types.ts'

let folders: ReturnType<typeof temporaryCollection>
let store: ContentStore

beforeEach(async () => {
  folders = temporaryCollection()
  ;({ store } = await folders.open())
  for (const key of ['bread', 'rolls']) await create(key, recipe(key))
})
afterEach(async () => {
  removeHooks()
  vi.useRealTimers()
  await folders.dispose()
})

const by = { author: 'asha', reason: 'Test' }
const [bread, rolls, cake] = ['bread', 'rolls', 'cake'].map((key) => recipes.entry(key)) as [
  ReturnType<typeof recipes.entry>,
  ReturnType<typeof recipes.entry>,
  ReturnType<typeof recipes.entry>,
]

const create = (key: string, content: ReturnType<typeof recipe>) =>
  store.update(recipes.entry(key), { ...by, change: () => content, create: () => content })

const changes = {
  'an entry is made': () => create('cake', recipe('cake')),
  'an entry is edited': () => store.update(bread, { ...by, change: (content) => ({ ...content, title: 'Rye' }) }),
  'an entry is removed': () => store.remove(rolls, by),
  'one is edited, one made and one removed together': () =>
    store.publish(
      [
        { section: bread, change: () => recipe('Rye') },
        { section: cake, change: () => recipe('cake') },
        { section: rolls, change: () => undefined },
      ],
      { ...by, id: 'release-1' },
    ),
}

const titlesIn = (of: ContentStore) =>
  of.entryKeys(recipes).map((key) => `${key}: ${of.find(recipes.entry(key))?.value.title}`)

/** The names of temporary files and of prepared records. */
function leftOver(root: string) {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(tmp|pending)$/.test(name))
}

describe.each(Object.entries(changes))('%s', (_name, change) => {
  test('and the process is killed before any change of the disk: all or nothing, at every start after it', async () => {
    const before = titlesIn(store)
    const copies: string[] = []
    const kill = () => {
      const copy = path.join(folders.root, `kill-${copies.length}`)
      for (const name of ['content', 'data']) {
        cpSync(path.join(folders.root, name), path.join(copy, name), {
          recursive: true,
          filter: (file) => !file.endsWith('owner.lock'),
        })
      }
      copies.push(copy)
    }
    Object.assign(hooks, { fsync: kill, renameSync: kill, change: kill } satisfies typeof hooks)
    await change()
    removeHooks()
    // A kill after the change was acknowledged.
    kill()
    const after = titlesIn(store)
    expect(after).not.toEqual(before)
    await folders.close()

    const seen: string[][] = []
    for (const copy of copies) {
      for (const root of ['content', 'data']) rmSync(path.join(folders.root, root), { recursive: true })
      for (const root of ['content', 'data'])
        cpSync(path.join(copy, root), path.join(folders.root, root), { recursive: true })
      ;({ store } = await folders.open())
      const first = titlesIn(store)
      seen.push(first)
      for (const section of [bread, rolls, cake]) await store.history(section)
      expect(titlesIn(store)).toEqual(first)
      expect(store.faults()).toEqual([])
      // Temporary files are removed by the care for the folders.
      expect(leftOver(folders.dataDir).filter((name) => name.endsWith('.pending'))).toEqual([])
      await folders.close()
      ;({ store } = await folders.open())
      expect(titlesIn(store)).toEqual(first)
      await folders.close()
    }
    expect(seen.length).toBeGreaterThan(4)
    expect(seen.at(-1)).toEqual(after)
    const firstAfter = seen.findIndex((titles) => titles.join() === after.join())
    expect(seen.slice(0, firstAfter)).toEqual(Array(firstAfter).fill(before))
    expect(seen.slice(firstAfter)).toEqual(Array(seen.length - firstAfter).fill(after))
  })

  test.each([1, 2, 3, 4, 5, 6])(
    'and every fsync from the %ith on fails: refused or public as a whole, and right once the disk works',
    async (nth) => {
      const before = titlesIn(store)
      let calls = 0
      hooks.fsync = () => {
        calls += 1
        if (calls >= nth) throw systemError('EIO', 'fsync')
      }
      vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
      const isPublic = await change().then(
        () => true,
        () => false,
      )
      const now = titlesIn(store)
      expect(now.join() === before.join()).toBe(!isPublic)
      removeHooks()
      vi.useRealTimers()
      // The next change is accepted once everything before it is on disk.
      await vi.waitFor(() => create('soup', recipe('soup')))
      await folders.close()
      expect(leftOver(folders.root)).toEqual([])
      ;({ store } = await folders.open())
      expect(titlesIn(store)).toEqual([...now, 'soup: soup'].sort())
      expect(store.faults()).toEqual([])
    },
  )
})

test('a removal that the disk refuses: the entry is there, in the file, for readers and at the next start', async () => {
  hooks.renameSync = () => {
    throw systemError('EROFS', 'rename')
  }
  await expect(store.remove(rolls, by)).rejects.toMatchObject({ name: 'StorageError' })
  expect(store.find(rolls)?.value.title).toBe('rolls')
  expect(existsSync(folders.fileOf('rolls'))).toBe(true)
  removeHooks()
  await folders.close()
  ;({ store } = await folders.open())
  expect(titlesIn(store)).toEqual(['bread: bread', 'rolls: rolls'])
  expect(await store.history(rolls)).toHaveLength(1)
})
