import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { notice, noticeYaml, temporaryContent } from '#test/temporary-content.ts'

/** Content files whose lines end with CRLF, as editors of Windows write them, or as git checks them out there. */

const windowsYaml = `\uFEFF${noticeYaml.replaceAll('\n', '\r\n')}`

let folders: ReturnType<typeof temporaryContent>

beforeEach(() => {
  folders = temporaryContent()
  writeFileSync(folders.file, windowsYaml)
})
afterEach(() => folders.dispose())

test('a file of Windows: read at a first start, and kept like that when it is saved', async () => {
  const store = folders.open()
  expect(store.faults()).toEqual([])
  const change = (content: { title: string; visits: number; items: { _id: string; text: string }[] }) => ({
    ...content,
    title: 'Open',
  })
  await store.update(notice, { author: 'asha', reason: 'Title changed', change })
  expect(readFileSync(folders.file, 'utf8')).toBe(windowsYaml.replace('Works holiday', 'Open'))
  const entries = await store.history(notice)
  expect(entries).toMatchObject([{ reason: 'Title changed', summary: { fields: ['Title'] } }])
  expect((await store.past(notice, entries[0]?.id ?? '')).value).toMatchObject({ title: 'Works holiday' })
})

test('other line ends alone: no change of the content in the history', async () => {
  writeFileSync(folders.file, noticeYaml)
  const store = folders.open()
  const { value } = store.read(notice)
  await store.history(notice)
  await store.close()
  writeFileSync(folders.file, windowsYaml)
  const again = folders.open()
  const entries = await again.history(notice)
  expect(entries).toMatchObject([{ reason: 'File edited outside the admin', summary: { changes: 0 } }])
  expect(again.read(notice).value).toEqual(value)
})
