import { closeSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hooks, removeHooks } from '#test/fault-fs.ts'
import { notice, noticeYaml, temporaryContent } from '#test/temporary-content.ts'
import type { ContentOf } from '#app/cms/define/define-section.ts'
import type { ContentStore } from './store/store.types.ts'

/** A hand edit and a save at the same moment: both are in the file or in the history, however the file was edited. */

let folders: ReturnType<typeof temporaryContent>
let store: ContentStore

beforeEach(async () => {
  folders = temporaryContent()
  store = folders.open()
  // This resolves when the work after the start is done.
  await store.history(notice)
})
afterEach(async () => {
  removeHooks()
  await folders.dispose()
})

const byHand = noticeYaml.replace('visits: 0', 'visits: 7')
const half = byHand.slice(0, byHand.indexOf('items'))
const otherHalf = byHand.slice(half.length).replace('First', 'Other')

const save = (expectedVersion?: string) =>
  store.update(notice, {
    author: 'asha',
    reason: 'Title changed',
    ...(expectedVersion !== undefined && { expectedVersion }),
    change: (content: ContentOf<typeof notice>) => ({ ...content, title: 'Saved' }),
  })

async function kept() {
  const entries = await store.history(notice)
  return Promise.all(entries.map(async ({ id, author }) => ({ author, value: (await store.past(notice, id)).value })))
}

/** Runs `edit` while the save writes its new file to disk. */
function whileSaving(edit: () => void) {
  hooks.fsync = () => {
    delete hooks.fsync
    edit()
  }
}

const byRename = () => {
  writeFileSync(`${folders.file}~`, byHand)
  renameSync(`${folders.file}~`, folders.file)
}
const inPlace = () => {
  writeFileSync(folders.file, byHand)
}

test.each([
  ['by rename', byRename],
  ['in place', inPlace],
])('edited %s while a save is being written: the save is made over it', async (_way, edit) => {
  whileSaving(edit)
  await save()
  expect(store.read(notice).value).toMatchObject({ title: 'Saved', visits: 7 })
  expect(await kept()).toMatchObject([
    { author: 'asha', value: { title: 'Works holiday', visits: 7 } },
    { author: 'by hand', value: { visits: 0 } },
  ])
})

test('edited while a save from an earlier version is being written: a conflict', async () => {
  whileSaving(byRename)
  await expect(save(store.read(notice).version)).rejects.toMatchObject({ current: { value: { visits: 7 } } })
  expect(readFileSync(folders.file, 'utf8')).toBe(byHand)
})

test('emptied, a save, then written: the save waits for it', async () => {
  const editor = openSync(folders.file, 'w')
  const saving = save()
  await setImmediate()
  writeSync(editor, byHand)
  closeSync(editor)
  await saving
  expect(store.read(notice).value).toMatchObject({ title: 'Saved', visits: 7 })
})

test.each([
  ['after it was read', () => openSync(folders.file, 'r+')],
  ['after it was emptied', () => openSync(folders.file, 'w')],
])('half written, a save, then the other half, %s: what was written at last is kept', async (_case, open) => {
  const editor = open()
  writeSync(editor, half)
  await save()
  writeSync(editor, otherHalf)
  closeSync(editor)
  await vi.waitFor(async () => {
    expect(await kept()).toContainEqual({
      author: 'by hand',
      value: expect.objectContaining({
        visits: 7,
        items: expect.arrayContaining([{ _id: 'one', text: 'Other' }]) as unknown,
      }) as unknown,
    })
  })
  expect(store.read(notice).value.title).toBe('Saved')
  expect(readFileSync(folders.file, 'utf8')).toContain('Saved')
})

test('written in place at the very moment of the rename: kept before the save is acknowledged', async () => {
  hooks.renameSync = (_from, to) => {
    if (to === folders.file) writeFileSync(to, byHand)
  }
  await save()
  expect(await kept()).toMatchObject([
    { author: 'by hand', value: { visits: 7 } },
    { author: 'asha', value: { visits: 0 } },
  ])
})

test('a process that stops right after a save: what an editor has written by then is kept', async () => {
  const editor = openSync(folders.file, 'r+')
  await save()
  writeSync(editor, byHand, 0)
  closeSync(editor)
  await store.close()
  store = folders.open()
  expect(await kept()).toContainEqual({ author: 'by hand', value: expect.objectContaining({ visits: 7 }) as unknown })
})

test('a file that changes with every look: the save is refused in words', async () => {
  let edits = 0
  hooks.fsync = () => {
    edits += 1
    writeFileSync(folders.file, noticeYaml.replace('visits: 0', `visits: ${edits}`))
  }
  await expect(save()).rejects.toMatchObject({ code: 'file-changing', status: 503 })
  delete hooks.fsync
  await save()
  expect(store.read(notice).value.title).toBe('Saved')
})
