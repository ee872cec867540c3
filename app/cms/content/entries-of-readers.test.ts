import { renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDiskStorage } from '#app/cms/storage/disk/disk-storage.server.ts'
import { silentHealth, silentLog } from '#test/temporary-content.ts'
import { recipeFile, recipes, temporaryCollection } from '#test/temporary-collection.ts'
import { stateByFolder, type FindState } from './history/removal-record.server.ts'

const bread = recipes.entry('bread')

/** The store of a process that only reads, with one entry. */
async function openReader(findState?: FindState) {
  const folders = temporaryCollection()
  onTestFinished(() => folders.dispose())
  writeFileSync(folders.fileOf('bread'), recipeFile('Bread'))
  const uploadsDir = path.join(folders.root, 'uploads')
  const storage = openDiskStorage({ ...folders, uploadsDir, isReader: true, log: silentLog, health: silentHealth })
  const watch = vi.spyOn(storage, 'watch')
  const { store } = await folders.open({ storage, findState: findState ?? stateByFolder(storage) })
  expect(store.find(bread)?.value.title).toBe('Bread')
  return { store, file: folders.fileOf('bread'), contentDir: folders.contentDir, watch }
}

test('a removal that is known after the file is missing: the entry is gone within seconds', async () => {
  let state: 'existing' | 'removed' = 'existing'
  const { store, file, watch } = await openReader(() => Promise.resolve(state))
  rmSync(file)
  await vi.waitUntil(() => store.faults().length === 1)
  expect(store.find(bread)?.value.title).toBe('Bread')
  // From here on nothing reports a change of a file.
  for (const { value: endWatch } of watch.mock.results) (endWatch as () => void)()
  state = 'removed'
  await vi.waitUntil(() => store.find(bread) === undefined)
  expect(store.faults()).toEqual([])
})

test('a reader that may not read the history: a missing file is a removal, and a missing folder is none', async () => {
  const { store, file, contentDir } = await openReader()
  renameSync(contentDir, `${contentDir}-away`)
  await vi.waitUntil(() => store.faults().some(({ section }) => section === bread.id))
  expect(store.find(bread)?.value.title).toBe('Bread')
  renameSync(`${contentDir}-away`, contentDir)
  await vi.waitUntil(() => store.faults().length === 0)
  rmSync(file)
  await vi.waitUntil(() => store.find(bread) === undefined)
  expect(store.faults()).toEqual([])
})
