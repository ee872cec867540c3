import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stringify } from 'yaml'
import type { ContentOf } from '#app/cms/define/define-section.ts'
import { notice, temporaryContent } from '#test/temporary-content.ts'
import { publishedLongLists } from './long-lists.server.ts'
import { InvalidContent } from './store/errors.ts'
import type { ContentStore } from './store/store.types.ts'

type Notice = ContentOf<typeof notice>

let folders: ReturnType<typeof temporaryContent>
let store: ContentStore

beforeEach(() => {
  folders = temporaryContent(yamlOf(600))
  store = folders.open()
})
afterEach(() => folders.dispose())

test('a file with more than 500 entries at a start: all are read, and the list is named with what to do', () => {
  expect(store.read(notice).value.items).toHaveLength(600)
  expect(store.faults()).toEqual([])
  expect(publishedLongLists([notice], store)).toEqual([
    {
      section: notice,
      message: 'Items has 600 entries; the limit is 500. Remove 100 entries',
    },
  ])
  expect(readFileSync(folders.file, 'utf8')).toBe(yamlOf(600))
})

test('an edit that adds an entry: refused, nothing changed', async () => {
  const edit = change((content) => ({ ...content, items: [...content.items, { _id: 'new', text: 'New' }] }))
  await expect(edit).rejects.toThrow(InvalidContent)
  await expect(edit).rejects.toMatchObject({
    issues: [{ path: 'items', message: 'Items has 601 entries; the limit is 500. Remove 101 entries' }],
  })
  expect(readFileSync(folders.file, 'utf8')).toBe(yamlOf(600))
})

test('other edits: saved, and the list can be shortened step by step, and not become longer again', async () => {
  await change((content) => ({ ...content, title: 'New' }))
  await change((content) => ({ ...content, items: content.items.slice(0, 590) }))
  expect(store.read(notice).value).toMatchObject({ title: 'New', items: { length: 590 } })
  await expect(change((content) => ({ ...content, items: itemsOf(591) }))).rejects.toThrow(InvalidContent)
  await change((content) => ({ ...content, items: content.items.slice(0, 500) }))
  expect(publishedLongLists([notice], store)).toEqual([])
  await expect(change((content) => ({ ...content, items: itemsOf(501) }))).rejects.toThrow(InvalidContent)
})

test('an earlier version with more entries: can be restored', async () => {
  const { historyEntry = '' } = await change((content) => ({ ...content, items: content.items.slice(0, 3) }))
  await store.restore(notice, historyEntry, { author: 'asha' })
  expect(store.read(notice).value.items).toHaveLength(600)
})

test('a hand edit with more entries: used', async () => {
  writeFileSync(folders.file, yamlOf(700))
  await expect.poll(() => store.read(notice).value.items.length).toBe(700)
})

function change(make: (content: Notice) => Notice) {
  return store.update(notice, { author: 'asha', reason: 'Edited', change: make })
}

function yamlOf(count: number) {
  return stringify({ title: 'Many', visits: 0, items: itemsOf(count) })
}

function itemsOf(count: number) {
  return Array.from({ length: count }, (_, at) => ({ _id: `i${at}`, text: `Item ${at}` }))
}
