import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { recipe, recipeFile, recipes, temporaryCollection } from '#test/temporary-collection.ts'
import type { ContentStore } from './store/store.types.ts'
import { EntryRemoved, InvalidContent, VersionConflict } from './store/errors.ts'

let folders: ReturnType<typeof temporaryCollection>
let store: ContentStore
let edits: { kind: string; section: string }[]

beforeEach(async () => {
  folders = temporaryCollection()
  edits = []
  await open()
})
afterEach(() => folders.dispose())

async function open() {
  ;({ store } = await folders.open({ onEdit: ({ kind, section }) => edits.push({ kind, section }) }))
}

async function restart() {
  await folders.close()
  await open()
}

const bread = recipes.entry('bread')
const by = { author: 'asha', reason: 'Test' }

const create = (key: string, content = recipe(key)) =>
  store.update(recipes.entry(key), { ...by, expectedVersion: '', change: () => content, create: () => content })
const keys = () => store.entryKeys(recipes)
const titleOf = (key: string) => store.find(recipes.entry(key))?.value.title
const historyOf = async (key: string) => (await store.history(recipes.entry(key))).map(({ reason }) => reason)

describe('refusals', () => {
  test('an edit of an entry that does not exist: refused, and no file', async () => {
    const update = store.update(bread, { ...by, change: (content) => content })
    await expect(update).rejects.toMatchObject({ name: 'ContentUnavailable' })
    expect(existsSync(folders.fileOf('bread'))).toBe(false)
    expect(keys()).toEqual([])
  })

  test('an entry that another person has made meanwhile: a conflict', async () => {
    await create('bread', recipe('First'))
    await expect(create('bread', recipe('Second'))).rejects.toBeInstanceOf(VersionConflict)
    expect(titleOf('bread')).toBe('First')
  })

  test('an edit of an entry that was removed meanwhile: refused, it stays removed', async () => {
    const { version } = await create('bread')
    await store.remove(bread, by)
    const late = store.update(bread, { ...by, expectedVersion: version, change: (content) => content })
    await expect(late).rejects.toBeInstanceOf(EntryRemoved)
    await expect(store.remove(bread, { ...by, expectedVersion: version })).rejects.toBeInstanceOf(EntryRemoved)
    expect(keys()).toEqual([])
  })

  test('a removal from an older version: a conflict, the entry stays', async () => {
    const { version } = await create('bread', recipe('First'))
    await store.update(bread, { ...by, change: (content) => ({ ...content, title: 'Second' }) })
    await expect(store.remove(bread, { ...by, expectedVersion: version })).rejects.toBeInstanceOf(VersionConflict)
    expect(titleOf('bread')).toBe('Second')
  })

  test.each([
    ['the address of another entry', 'rolls'],
    ['the key of an entry without an address', 'cake'],
    ['an address of another page', 'all'],
  ])('%s: refused, with the field', async (_case, address) => {
    await create('rolls')
    await create('cake')
    const second = create('bread', recipe('Bread', { address }))
    await expect(second).rejects.toMatchObject({ issues: [{ path: 'address' }] })
    expect(keys()).toEqual(['cake', 'rolls'])
  })

  test('two entries with one address at the same moment: one of them is refused', async () => {
    const results = await Promise.allSettled(
      ['bread', 'rolls'].map((key) => create(key, recipe(key, { address: 'baked' }))),
    )
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(keys()).toHaveLength(1)
  })

  test('more entries than the collection may have: refused', async () => {
    for (const key of ['a', 'b', 'c', 'd', 'e']) await create(key)
    await expect(create('f')).rejects.toBeInstanceOf(InvalidContent)
    expect(keys()).toHaveLength(5)
  })

  test('a section is not removed', async () => {
    await expect(store.remove({ ...bread, entry: undefined as never }, by)).rejects.toBeInstanceOf(TypeError)
  })
})

test('an entry is made, edited, removed and restored: each is on disk, in the history, and announced', async () => {
  const announced: string[] = []
  store.subscribe((id) => {
    if (id.startsWith('recipes')) announced.push(id)
  })
  await create('bread', recipe('Bread'))
  expect(readFileSync(folders.fileOf('bread'), 'utf8')).toContain('title: Bread')
  expect(keys()).toEqual(['bread'])
  await store.update(bread, { ...by, change: (content) => ({ ...content, title: 'Rye bread' }) })
  await store.remove(bread, { author: 'asha', reason: 'Recipe removed' })
  expect(existsSync(folders.fileOf('bread'))).toBe(false)
  expect(store.find(bread)).toBeUndefined()
  expect(store.faults()).toEqual([])
  expect(keys()).toEqual([])
  const [removal] = await store.history(bread)
  const { version, historyEntry } = await store.restore(bread, removal?.id ?? '', { author: 'asha' })
  expect(store.find(bread)).toMatchObject({ value: { title: 'Rye bread' }, version })
  expect(await historyOf('bread')).toEqual(['Earlier version restored', 'Recipe removed', 'Test', 'Test'])
  expect(historyEntry).toBeDefined()
  expect(edits.filter(({ section }) => section === 'recipes--bread').map(({ kind }) => kind)).toEqual([
    'created',
    'saved',
    'removed',
    'restored',
  ])
  expect(announced).toEqual(Array(4).fill(['recipes--bread', 'recipes']).flat())
})

test('the creation of an entry is undone: it is removed, also after a restart', async () => {
  const { historyEntry = '' } = await create('bread')
  await store.restore(bread, historyEntry, { author: 'asha' })
  expect(keys()).toEqual([])
  await restart()
  expect(keys()).toEqual([])
  expect(store.faults()).toEqual([])
  expect(edits.filter(({ section }) => section === 'recipes--bread').map(({ kind }) => kind)).toEqual([
    'created',
    'removed',
  ])
})

test('what is removed stays removed after a restart, even if its copy is still there', async () => {
  await create('bread')
  await vi.waitFor(() => {
    expect(existsSync(lastGoodOf('bread'))).toBe(true)
  })
  const copy = readFileSync(lastGoodOf('bread'))
  await store.remove(bread, by)
  await folders.close()
  expect(existsSync(lastGoodOf('bread'))).toBe(false)
  writeFileSync(lastGoodOf('bread'), copy)
  await open()
  expect(store.find(bread)).toBeUndefined()
  expect(keys()).toEqual([])
  await store.history(bread)
  expect(store.faults()).toEqual([])
})

test('an entry with the key of a removed one: made anew, with both in the history', async () => {
  await create('bread', recipe('First'))
  await store.remove(bread, by)
  await restart()
  await create('bread', recipe('Second'))
  expect(titleOf('bread')).toBe('Second')
  expect(await store.history(bread)).toHaveLength(3)
  await restart()
  expect(titleOf('bread')).toBe('Second')
  expect(await store.history(bread)).toHaveLength(3)
})

describe('files that people and other programs change', () => {
  test('a file that is added: an entry, with its creation in the history, also after a restart', async () => {
    writeFileSync(folders.fileOf('bread'), recipeFile('Bread'))
    await vi.waitFor(() => {
      expect(titleOf('bread')).toBe('Bread')
    })
    await vi.waitFor(async () => {
      expect(await historyOf('bread')).toEqual(['File added by hand'])
    })
    await restart()
    expect(keys()).toEqual(['bread'])
    expect(await historyOf('bread')).toEqual(['File added by hand'])
  })

  test('a folder of files that appears: all of them', async () => {
    rmSync(path.join(folders.contentDir, 'recipes'), { recursive: true })
    const elsewhere = path.join(folders.root, 'elsewhere')
    mkdirSync(elsewhere)
    for (const key of ['bread', 'rolls']) writeFileSync(path.join(elsewhere, `${key}.md`), recipeFile(key))
    renameSync(elsewhere, path.join(folders.contentDir, 'recipes'))
    await vi.waitFor(() => {
      expect(keys()).toEqual(['bread', 'rolls'])
    })
  })

  test('files that are no entries because of their names: reported until they are renamed', async () => {
    const problems = new Map<string, string>()
    const health = {
      report: ({ id, message }: { id: string; message: string }) => void problems.set(id, message),
      clear: (id: string) => void problems.delete(id),
    }
    for (const name of ['My Bread.md', 'ROLLS.MD', 'README.md', '.hidden.md', 'notes.txt', 'cake.yaml'])
      writeFileSync(path.join(folders.contentDir, 'recipes', name), recipeFile('Bread'))
    await folders.close()
    ;({ store } = await folders.open({ health }))
    await vi.waitFor(() => {
      expect([...problems]).toEqual([
        ['names-of-recipes', expect.stringContaining('content/recipes/My Bread.md and 2 more files there')],
      ])
    })
    for (const name of ['ROLLS.MD', 'cake.yaml']) rmSync(path.join(folders.contentDir, 'recipes', name))
    renameSync(path.join(folders.contentDir, 'recipes', 'My Bread.md'), folders.fileOf('my-bread'))
    await vi.waitFor(() => {
      expect([...problems]).toEqual([])
      expect(keys()).toEqual(['my-bread'])
    })
  })

  test('a file that is not valid: a fault, and no entry for visitors, until it is mended', async () => {
    writeFileSync(folders.fileOf('bread'), '---\ntitle: Bread\n---\n')
    await vi.waitFor(() => {
      expect(store.faults()).toMatchObject([{ section: 'recipes--bread', servesLastGood: false }])
    })
    expect(store.find(bread)).toBeUndefined()
    expect(keys()).toEqual(['bread'])
    writeFileSync(folders.fileOf('bread'), recipeFile('Bread'))
    await vi.waitFor(() => {
      expect(titleOf('bread')).toBe('Bread')
    })
    expect(store.faults()).toEqual([])
  })

  test.each(['Bread.md', 'bread.yaml', '.bread.md', 'bread--rye.md'])('%s: no entry', async (name) => {
    writeFileSync(path.join(folders.contentDir, 'recipes', name), recipeFile('Bread'))
    writeFileSync(folders.fileOf('rolls'), recipeFile('Rolls'))
    await vi.waitFor(() => {
      expect(titleOf('rolls')).toBe('Rolls')
    })
    expect(keys()).toEqual(['rolls'])
  })

  test('a file that is removed by hand: a fault, the last content is shown, also after a restart', async () => {
    await create('bread', recipe('Bread'))
    await vi.waitFor(() => {
      expect(existsSync(lastGoodOf('bread'))).toBe(true)
    })
    rmSync(folders.fileOf('bread'))
    await vi.waitFor(() => {
      expect(store.faults()).toMatchObject([{ section: 'recipes--bread', servesLastGood: true }])
    })
    await restart()
    expect(titleOf('bread')).toBe('Bread')
    expect(keys()).toEqual(['bread'])
    // Without the copy, it is in the history.
    await folders.close()
    rmSync(lastGoodOf('bread'))
    await open()
    await store.history(bread)
    expect(titleOf('bread')).toBe('Bread')
    await store.writeLastGood(bread, { author: 'asha' })
    expect(store.faults()).toEqual([])
    expect(readFileSync(folders.fileOf('bread'), 'utf8')).toContain('Bread')
  })

  test('a file that is removed by hand, and then the entry by a person: it is gone, and can be restored', async () => {
    await create('bread', recipe('Bread'))
    rmSync(folders.fileOf('bread'))
    await vi.waitFor(() => {
      expect(store.faults()).toHaveLength(1)
    })
    await store.remove(bread, by)
    expect(store.faults()).toEqual([])
    expect(keys()).toEqual([])
    await restart()
    expect(keys()).toEqual([])
    const [removal] = await store.history(bread)
    await store.restore(bread, removal?.id ?? '', { author: 'asha' })
    expect(titleOf('bread')).toBe('Bread')
  })

  test('a file that is renamed by hand: a new entry, and a fault for the old name', async () => {
    await create('bread', recipe('Bread'))
    renameSync(folders.fileOf('bread'), folders.fileOf('rye-bread'))
    await vi.waitFor(() => {
      expect(keys()).toEqual(['bread', 'rye-bread'])
      expect(store.faults()).toMatchObject([{ section: 'recipes--bread' }])
    })
    expect(titleOf('rye-bread')).toBe('Bread')
  })

  test('a file that is put back after a removal: an entry again', async () => {
    await create('bread', recipe('Bread'))
    const file = readFileSync(folders.fileOf('bread'))
    await store.remove(bread, by)
    writeFileSync(folders.fileOf('bread'), file)
    await vi.waitFor(() => {
      expect(titleOf('bread')).toBe('Bread')
    })
    await vi.waitFor(async () => {
      expect(await store.history(bread)).toHaveLength(3)
    })
    await restart()
    expect(titleOf('bread')).toBe('Bread')
    expect(await store.history(bread)).toHaveLength(3)
  })

  test('files that another branch has instead: new entries are shown, and missing ones are faults', async () => {
    for (const key of ['bread', 'rolls']) await create(key, recipe(key))
    await folders.close()
    rmSync(folders.fileOf('bread'))
    writeFileSync(folders.fileOf('rolls'), recipeFile('Other rolls'))
    writeFileSync(folders.fileOf('cake'), recipeFile('Cake'))
    await open()
    expect(keys()).toEqual(['bread', 'cake', 'rolls'])
    expect(['bread', 'cake', 'rolls'].map(titleOf)).toEqual(['bread', 'Cake', 'Other rolls'])
    await store.history(recipes.entry('rolls'))
    expect(store.faults()).toMatchObject([{ section: 'recipes--bread' }])
    expect(await historyOf('rolls')).toEqual(['File edited outside the admin', 'Test'])
  })

  test('a hand edit at the moment of a removal: the removal is refused, or the edit is in the history', async () => {
    const { version } = await create('bread', recipe('Bread'))
    writeFileSync(folders.fileOf('bread'), recipeFile('By hand'))
    await expect(store.remove(bread, { ...by, expectedVersion: version })).rejects.toBeInstanceOf(VersionConflict)
    expect(titleOf('bread')).toBe('By hand')
    writeFileSync(folders.fileOf('bread'), recipeFile('By hand again'))
    await store.remove(bread, by)
    const texts = await Promise.all((await store.history(bread)).map(({ id }) => store.pastTexts(bread, id)))
    expect(texts.flat().join()).toContain('By hand again')
    expect(readdirSync(path.join(folders.contentDir, 'recipes'))).toEqual([])
  })
})

function lastGoodOf(key: string) {
  return path.join(folders.dataDir, 'last-good', `recipes--${key}.txt`)
}
