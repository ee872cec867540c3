import { existsSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { defineSection } from '#app/cms/define/define-section.ts'
import { defineSite } from '#app/cms/define/define-site.ts'
import * as fields from '#app/cms/define/fields.ts'
import { verifySite } from '#app/cms/operations/verify/verify-site.server.ts'
import { openDiskStorage } from '#app/cms/storage/disk/disk-storage.server.ts'
import { silentHealth, silentLog, temporaryContent } from '#test/temporary-content.ts'
import exampleDefinition from '#test/example-site/site.config.ts'
import type { ContentStore } from './store/store.types.ts'

const order = defineSection({
  id: 'order',
  label: 'Order',
  icon: 'news',
  editor: 'x.tsx',
  file: 'order.yaml',
  page: '/',
  schema: z.strictObject({ keys: fields.list('Keys', fields.slug('Key')).default([]) }),
  isOptional: true,
})
const by = { author: 'asha', reason: 'Test' }

let folders: ReturnType<typeof temporaryContent>
let store: ContentStore
beforeEach(() => {
  folders = temporaryContent()
  store = folders.open({ sections: [order] })
})
afterEach(() => folders.dispose())

const file = () => path.join(folders.contentDir, 'order.yaml')
const keys = () => store.find(order)?.value.keys
const save = (next: string[]) => store.update(order, { ...by, change: () => ({ keys: next }) })

async function restart(between?: () => void) {
  await store.close()
  between?.()
  store = folders.open({ sections: [order] })
}

test('a file that was never made: empty content and no fault, also after restarts', async () => {
  expect(keys()).toEqual([])
  await restart()
  await restart()
  expect(keys()).toEqual([])
  expect(store.faults()).toEqual([])
  expect(await store.history(order)).toEqual([])
  expect(existsSync(file())).toBe(false)
})

test('the first save makes the file, and its undo is the empty content again', async () => {
  const { historyEntry = '' } = await save(['b', 'a'])
  expect(existsSync(file())).toBe(true)
  await store.restore(order, historyEntry, by)
  expect(keys()).toEqual([])
  await restart()
  expect(keys()).toEqual([])
  expect(store.faults()).toEqual([])
})

test('a file that was made, and is missing later: a fault, and its last content is shown', async () => {
  await save(['b', 'a'])
  await restart(() => {
    unlinkSync(file())
  })
  expect(keys()).toEqual(['b', 'a'])
  expect(store.faults()).toMatchObject([{ section: 'order', servesLastGood: true }])
})

test('a file that is put there by hand: used, and in the history', async () => {
  writeFileSync(file(), 'keys: [c]\n')
  await expect.poll(keys).toEqual(['c'])
  await expect.poll(async () => (await store.history(order)).length).toBe(1)
})

test('the check of all files: names a missing file only if it was there', async () => {
  const definition = defineSite({
    ...exampleDefinition,
    groups: [{ label: 'All', items: [] }],
    derives: [],
    details: order,
  })
  const missing = async () => {
    const folder = (name: string) => path.join(folders.root, name)
    const [contentDir, uploadsDir, dataDir] = [folder('content'), folder('uploads'), folder('data')]
    const storage = openDiskStorage({ contentDir, uploadsDir, dataDir, log: silentLog, health: silentHealth })
    const { findings } = await verifySite({ storage, definition })
    await storage.close()
    return findings.map(({ what }) => what).filter((what) => what.includes('is missing. It is the file'))
  }
  await store.close()
  expect(await missing()).toEqual([])
  store = folders.open({ sections: [order] })
  await save(['a'])
  await store.close()
  rmSync(file())
  expect(await missing()).toEqual(['content/order.yaml is missing. It is the file of Order.'])
})
