import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notice, noticeYaml, temporaryContent } from '#test/temporary-content.ts'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { day, line } from '#app/cms/define/fields.ts'
import type { ContentStore } from './store/store.types.ts'

/** Whatever the folders contain when the process starts, each acknowledged text is in the file or in the history. */

let folders: ReturnType<typeof temporaryContent>
let store: ContentStore

beforeEach(() => {
  folders = temporaryContent()
  store = folders.open()
})
afterEach(async () => {
  vi.useRealTimers()
  await folders.dispose()
})

const save = (title: string) =>
  store.update(notice, {
    author: 'asha',
    reason: 'Title changed',
    change: (content: ContentOf<typeof notice>) => ({ ...content, title }),
  })

async function keptTitles() {
  const entries = await store.history(notice)
  const states = await Promise.all(entries.map(({ id }) => store.past(notice, id)))
  return states.map(({ value }) => (value as { title: string }).title)
}

const historyFolder = () => path.join(folders.dataDir, 'history', 'notice')
const lastGood = () => path.join(folders.dataDir, 'last-good', 'notice.txt')

test('the file of an earlier save put back while the process was down: the later save is kept', async () => {
  await save('First')
  const first = readFileSync(folders.file)
  await save('Second')
  await store.close()
  writeFileSync(folders.file, first)
  store = folders.open()
  expect(await keptTitles()).toEqual(['Second', 'First', 'Works holiday'])
  expect(store.read(notice).value.title).toBe('First')
  // And it is recorded only once.
  await store.close()
  store = folders.open()
  expect(await store.history(notice)).toHaveLength(3)
})

test.each([
  ['content/ first', ['content', 'data']],
  ['data/ first', ['data', 'content']],
])('a copy made while a save came between its two halves, %s: its start keeps the save', async (_order, order) => {
  await save('Before')
  await vi.waitFor(() => {
    expect(readFileSync(lastGood(), 'utf8')).toContain('Before')
  })
  const copy = path.join(folders.root, 'copy')
  const [first = '', second = ''] = order
  cpSync(path.join(folders.root, first), path.join(copy, first), { recursive: true })
  await save('Between')
  cpSync(path.join(folders.root, second), path.join(copy, second), { recursive: true })
  await store.close()
  rmSync(path.join(copy, 'data', 'owner.lock'))
  for (const name of order) {
    rmSync(path.join(folders.root, name), { recursive: true })
    renameSync(path.join(copy, name), path.join(folders.root, name))
  }
  store = folders.open()
  const titles = [store.read(notice).value.title, ...(await keptTitles())]
  expect(titles).toEqual(expect.arrayContaining(['Between', 'Before']))
})

test('a hand edit over a save, then a kill before anything else was written: the save is kept', async () => {
  await save('Before')
  await vi.waitFor(() => {
    expect(readFileSync(lastGood(), 'utf8')).toContain('Before')
  })
  await save('Saved')
  // The state that a kill leaves now: the copy of the last good version is written half a second after a save.
  const data = path.join(folders.root, 'data-at-kill')
  cpSync(folders.dataDir, data, { recursive: true })
  expect(readFileSync(path.join(data, 'last-good', 'notice.txt'), 'utf8')).not.toContain('Saved')
  await store.close()
  rmSync(folders.dataDir, { recursive: true })
  renameSync(data, folders.dataDir)
  rmSync(path.join(folders.dataDir, 'owner.lock'))
  writeFileSync(folders.file, noticeYaml.replace('Works holiday', 'By hand'))
  store = folders.open()
  expect(await keptTitles()).toEqual(['Saved', 'Before', 'Works holiday'])
  expect((await store.history(notice))[0]).toMatchObject({ author: 'by hand', replacedBy: store.read(notice).version })
})

test('a kill after the records were written, before the file was replaced: the edit leaves no entry', async () => {
  await save('Kept')
  await store.close()
  writePending({ version: store.read(notice).version, replacedBy: '0'.repeat(16) })
  writeFileSync(path.join(historyFolder(), '20990101T000000000Z-000002.pending'), '{"id":"half')
  store = folders.open()
  expect(await keptTitles()).toEqual(['Works holiday'])
  expect(readdirSync(historyFolder())).toHaveLength(1)
})

test('a kill after the file was replaced, before its record counted: the edit is in the history', async () => {
  await save('Replaced')
  await save('Kept')
  await store.close()
  const names = readdirSync(historyFolder()).sort()
  const newest = path.join(historyFolder(), names.at(-1) ?? '')
  renameSync(newest, newest.replace(/json$/, 'pending'))
  store = folders.open()
  expect(await keptTitles()).toEqual(['Replaced', 'Works holiday'])
})

test('the file is broken and the last good copy gone: what the newest edit wrote serves on', async () => {
  await save('Saved')
  await store.close()
  rmSync(lastGood())
  writeFileSync(folders.file, 'title: [unfinished\n')
  store = folders.open()
  await store.history(notice)
  expect(store.find(notice)?.value.title).toBe('Saved')
  expect(store.faults()).toMatchObject([{ servesLastGood: true }])
})

test('an edit made while the clock was ahead: stays older than the next, and nothing is taken back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime('2040-01-01T00:00:00Z')
  await save('Ahead')
  vi.useRealTimers()
  await store.close()
  store = folders.open()
  await save('Later')
  await store.close()
  store = folders.open()
  expect(await keptTitles()).toEqual(['Ahead', 'Works holiday'])
  const [newest] = await store.history(notice)
  expect(newest?.time.slice(0, 4)).toBe(String(new Date().getUTCFullYear()))
})

test('folders of a temporary name where content and copies lie: the process starts', async () => {
  await store.close()
  for (const folder of [path.dirname(folders.file), path.dirname(lastGood())]) {
    mkdirSync(path.join(folder, '.notice.yaml.0123456789ab.tmp', 'below'), { recursive: true })
  }
  store = folders.open()
  expect(store.read(notice).value.title).toBe('Works holiday')
})

function writePending(changed: { version: string; replacedBy: string }) {
  const [name = ''] = readdirSync(historyFolder())
  const record = JSON.parse(readFileSync(path.join(historyFolder(), name), 'utf8')) as object
  writeFileSync(
    path.join(historyFolder(), '20990101T000000000Z-000001.pending'),
    JSON.stringify({ ...record, ...changed, id: '20990101T000000000Z-000001' }),
  )
}

test('content of an earlier release that a later rule refuses: shown on, and a hand edit has to keep the rule', async () => {
  await store.close()
  const withDay = (date: ReturnType<typeof line>) => {
    const { id, label, icon, file, page, messages } = notice
    return defineSection({ id, label, icon, file, page, messages, schema: notice.schema.extend({ date }) })
  }
  const text = `${noticeYaml}date: '0026-02-05'\n`
  writeFileSync(folders.file, text)
  store = folders.open({ sections: [withDay(line('Date', 10))] })
  await vi.waitFor(() => {
    expect(readFileSync(lastGood(), 'utf8')).toContain('0026')
  })
  await store.close()

  const section = withDay(day('Date'))
  store = folders.open({ sections: [section] })
  expect(store.read(section).value).toMatchObject({ title: 'Works holiday', date: '0026-02-05' })
  expect(store.faults()).toEqual([])

  writeFileSync(folders.file, text.replace('Works holiday', 'Fair'))
  await vi.waitFor(() => {
    expect(store.faults()).toMatchObject([{ message: expect.stringContaining('four digits') as string, line: 10 }])
  })
  expect(store.read(section).value).toMatchObject({ title: 'Works holiday', date: '0026-02-05' })
})
