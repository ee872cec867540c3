import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { notice, noticeYaml, openNotice, silentHealth, silentLog, temporaryContent } from '#test/temporary-content.ts'
import { openDiskStorage } from '#app/cms/storage/disk/disk-storage.server.ts'
import { versionOf } from '#app/cms/storage/storage.ts'
import type { ContentOf } from '#app/cms/define/define-section.ts'
import { ContentUnavailable, HistoryEntryNotFound, InvalidContent, VersionConflict } from './errors.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { folderOf } from '#app/cms/storage/lock/lock-record.server.ts'
import type { ContentStore } from './store.types.ts'

let folders: ReturnType<typeof temporaryContent>
let store: ContentStore

beforeEach(() => {
  folders = temporaryContent()
  store = folders.open()
})
afterEach(() => folders.dispose())

const by = { author: 'asha', reason: 'Title changed' }
const setTitle = (title: string) => ({ ...by, change: (content: ContentOf<typeof notice>) => ({ ...content, title }) })

function filesBelow(folder: string) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
}

test('invalid content: refused with every issue, nothing changed', async () => {
  const update = store.update(notice, { ...by, change: (content) => ({ ...content, title: '', visits: 1.5 }) })
  await expect(update).rejects.toThrow(InvalidContent)
  await expect(update).rejects.toMatchObject({
    issues: [
      { path: 'title', message: 'Enter title' },
      { path: 'visits', message: 'Visits must be a whole number from 0 to 1,000,000,000' },
    ],
  })
  expect(readFileSync(folders.file, 'utf8')).toBe(noticeYaml)
  expect(filesBelow(folders.contentDir)).toEqual(['home', 'home/notice.yaml'])
  expect(await store.history(notice)).toEqual([])
})

test('an edit from an older version: refused with what stands now', async () => {
  const { version } = store.read(notice)
  await store.update(notice, { ...setTitle('First'), expectedVersion: version })
  const late = store.update(notice, { ...setTitle('Second'), expectedVersion: version })
  await expect(late).rejects.toThrow(VersionConflict)
  await expect(late).rejects.toMatchObject({
    current: { value: { title: 'First' }, version: store.read(notice).version },
  })
  expect(store.read(notice).value.title).toBe('First')
})

test('a change that throws: rejects with what it threw, the next edit goes through', async () => {
  const failing = store.update(notice, {
    ...by,
    change: () => {
      throw new Error('given up')
    },
  })
  await expect(failing).rejects.toThrow('given up')
  await store.update(notice, setTitle('Afterwards'))
  expect(store.read(notice).value.title).toBe('Afterwards')
})

test('history cannot be written: the edit fails and the file stays as it was', async () => {
  const history = path.join(folders.dataDir, 'history')
  rmSync(history, { recursive: true, force: true })
  writeFileSync(history, 'a file where the folder was')
  await expect(store.update(notice, setTitle('Lost'))).rejects.toThrow('Nothing was saved')
  expect(readFileSync(folders.file, 'utf8')).toBe(noticeYaml)
  expect(readdirSync(path.dirname(folders.file))).toEqual(['notice.yaml'])
})

test('another process has taken the lock over: writes are refused, reads go on', async () => {
  const lock = path.join(folders.dataDir, 'owner.lock')
  writeFileSync(lock, readFileSync(lock, 'utf8').replace(/"token":"./, '"token":"x'))
  await expect(store.update(notice, setTitle('Split'))).rejects.toMatchObject({ code: 'lock-lost' })
  expect(store.read(notice).value.title).toBe('Works holiday')
})

test('an edit: on disk, in memory and announced before it is acknowledged', async () => {
  const seen: string[] = []
  store.subscribe((section) => seen.push(`${section}: ${store.read(notice).value.title}`))
  const updated = await store.update(notice, setTitle('New title'))
  expect(seen).toEqual(['notice: New title'])
  expect(store.read(notice)).toMatchObject({ value: { title: 'New title' }, version: updated.version })
  expect(readFileSync(folders.file, 'utf8')).toBe(noticeYaml.replace('Works holiday', 'New title'))
})

test('an edit that changes nothing: no write, no history, the same version', async () => {
  const { version } = store.read(notice)
  expect(await store.update(notice, setTitle('Works holiday'))).toMatchObject({ version, historyEntry: undefined })
  expect(await store.history(notice)).toEqual([])
})

test('what reads hand out cannot be changed', () => {
  expect(() => store.read(notice).value.items.push({ _id: 'x', text: 'x' })).toThrow(TypeError)
})

test('200 concurrent edits: none is lost, each predecessor is kept', async () => {
  await Promise.all(
    Array.from({ length: 200 }, () =>
      store.update(notice, { ...by, change: (content) => ({ ...content, visits: content.visits + 1 }) }),
    ),
  )
  expect(store.read(notice).value.visits).toBe(200)
  expect(readFileSync(folders.file, 'utf8')).toContain('visits: 200')
  const history = await store.history(notice)
  expect(history).toHaveLength(200)
  // Newest first: each entry was replaced by the version that the next newer one stores.
  history.slice(1).forEach((entry, index) => {
    expect(entry.replacedBy).toBe(history[index]?.version)
  })
})

test('history: who, when and why, newest first, also after a restart', async () => {
  await store.update(notice, setTitle('Second'))
  await store.update(notice, { ...setTitle('Third'), author: 'ravi' })
  await store.close()
  store = folders.open()
  expect(await store.history(notice)).toMatchObject([
    { section: 'notice', author: 'ravi', reason: 'Title changed', replacedBy: store.read(notice).version },
    { section: 'notice', author: 'asha', reason: 'Title changed' },
  ])
})

test('a damaged history entry: left out, the others and new edits stand', async () => {
  await store.update(notice, setTitle('Second'))
  await store.close()
  writeFileSync(path.join(folders.dataDir, 'history', 'notice', '20200101T000000000Z-000001.json'), '{"id":')
  store = folders.open()
  await store.update(notice, setTitle('Third'))
  expect(await store.history(notice)).toHaveLength(2)
})

test('restore: the earlier text byte for byte, itself an edit that can be undone', async () => {
  const { historyEntry } = await store.update(notice, setTitle('Mistake'))
  const restored = await store.restore(notice, historyEntry ?? '', { author: 'ravi' })
  expect(readFileSync(folders.file, 'utf8')).toBe(noticeYaml)
  expect(restored.value.title).toBe('Works holiday')
  await store.restore(notice, restored.historyEntry ?? '', { author: 'ravi' })
  expect(store.read(notice).value.title).toBe('Mistake')
})

test('restore of a version that no longer fits the schema: refused with every issue, nothing changed', async () => {
  const { historyEntry = '' } = await store.update(notice, setTitle('Second'))
  await store.close()
  const entry = path.join(folders.dataDir, 'history', 'notice', `${historyEntry}.json`)
  const kept = JSON.parse(readFileSync(entry, 'utf8')) as { text: string }
  const text = kept.text.replace('title: Works holiday', 'headline: Works holiday').replace('visits: 0', 'visits: few')
  writeFileSync(entry, JSON.stringify({ ...kept, text, version: versionOf(text) }))
  const before = readFileSync(folders.file, 'utf8')
  store = folders.open()

  await expect(store.restore(notice, historyEntry, { author: 'ravi' })).rejects.toMatchObject({
    name: 'InvalidContent',
    issues: [
      { path: 'title', message: 'Enter title' },
      { path: 'visits', message: 'Visits must be a whole number from 0 to 1,000,000,000' },
      { path: 'headline', message: 'There is no such field' },
    ],
  })
  expect(readFileSync(folders.file, 'utf8')).toBe(before)
  expect(await store.history(notice)).toHaveLength(1)
  // Its content can still be shown.
  expect(await store.past(notice, historyEntry)).toMatchObject({
    value: { headline: 'Works holiday', visits: 'few' },
    issues: [
      { path: 'title', line: 2 },
      { path: 'visits', line: 3 },
      { path: 'headline', line: 2 },
    ],
  })
})

test('an entry tells how much its edit changed and what it took away, also after a restart', async () => {
  await store.update(notice, {
    ...by,
    change: (content) => ({ ...content, title: 'New', items: content.items.slice(1) }),
  })
  const summary = {
    changes: 2,
    fields: ['Title', 'Items › First'],
    removed: [{ list: 'items', id: 'one', title: 'First' }],
  }
  expect(await store.history(notice)).toMatchObject([{ summary }])
  await store.close()
  store = folders.open()
  expect(await store.history(notice)).toMatchObject([{ summary }])
})

test('a past state: read from its entry; one that history does not hold is not found', async () => {
  const { version } = store.read(notice)
  const { historyEntry = '' } = await store.update(notice, setTitle('Second'))
  expect(await store.past(notice, historyEntry)).toEqual({
    version,
    value: expect.objectContaining({ title: 'Works holiday' }) as unknown,
    issues: [],
  })
  await expect(store.past(notice, '../../owner')).rejects.toThrow(HistoryEntryNotFound)
})

test.each(['20200101T000000000Z-000001', '../../owner', ''])(
  'restore of %j, which history does not hold: refused',
  async (entry) => {
    await expect(store.restore(notice, entry, { author: 'ravi' })).rejects.toThrow(HistoryEntryNotFound)
  },
)

test('a broken hand edit: reported with its place while the last good content serves, then mended', async () => {
  writeFileSync(folders.file, noticeYaml.replace('visits: 0', 'visits: many'))
  await vi.waitFor(() => {
    expect(store.faults()).toEqual([
      {
        section: 'notice',
        file: 'home/notice.yaml',
        line: 3,
        column: 9,
        message: 'visits: Visits must be a whole number from 0 to 1,000,000,000',
        servesLastGood: true,
        lastGoodSince: expect.any(String) as string,
      },
    ])
  })
  expect(store.read(notice).value.title).toBe('Works holiday')

  writeFileSync(folders.file, noticeYaml.replace('Works holiday', 'By hand'))
  await vi.waitFor(() => {
    expect(store.faults()).toEqual([])
  })
  expect(store.read(notice).value.title).toBe('By hand')
})

test('a misspelt key in a hand edit: reported where it stands', async () => {
  writeFileSync(folders.file, noticeYaml.replace('visits: 0', 'visits: 0\nvists: 1'))
  await vi.waitFor(() => {
    expect(store.faults()).toMatchObject([{ line: 4, message: expect.stringContaining('vists') }])
  })
})

test('a broken hand edit before a restart: the last good content serves on', async () => {
  await store.update(notice, setTitle('Good'))
  await store.close()
  writeFileSync(folders.file, 'title: [unfinished\n')
  store = folders.open()
  expect(store.read(notice).value.title).toBe('Good')
  expect(store.faults()).toMatchObject([{ file: 'home/notice.yaml', servesLastGood: true }])
})

test('a hand edit: taken in, its predecessor kept', async () => {
  renameSync(folders.file, `${folders.file}~`)
  writeFileSync(folders.file, noticeYaml.replace('Works holiday', 'By hand'))
  await vi.waitFor(() => {
    expect(store.read(notice).value.title).toBe('By hand')
  })
  const [entry] = await store.history(notice)
  expect(entry).toMatchObject({
    author: 'by hand',
    reason: 'File edited outside the admin',
    replacedBy: store.read(notice).version,
  })
  await store.restore(notice, entry?.id ?? '', { author: 'ravi' })
  expect(store.read(notice).value.title).toBe('Works holiday')
})

test('a hand edit while the process was down: its predecessor is kept', async () => {
  await store.close()
  writeFileSync(folders.file, noticeYaml.replace('Works holiday', 'Overnight'))
  store = folders.open()
  expect(store.read(notice).value.title).toBe('Overnight')
  await vi.waitFor(async () => {
    expect(await store.history(notice)).toMatchObject([{ author: 'by hand', summary: { changes: 1 } }])
  })
})

test.each([
  ['the folder of a file', 'home'],
  ['the content folder', '.'],
])('%s replaced by another, as a check-out does: read, and watched from then on', async (_case, name) => {
  const folder = path.join(path.dirname(path.dirname(folders.file)), name)
  renameSync(folder, `${folder}~`)
  await vi.waitFor(() => {
    expect(store.faults()).toMatchObject([{ file: 'home/notice.yaml', servesLastGood: true }])
  })
  for (const title of ['Checked out', 'By hand']) {
    mkdirSync(path.dirname(folders.file), { recursive: true })
    writeFileSync(folders.file, noticeYaml.replace('Works holiday', title))
    await vi.waitFor(() => {
      expect(store.read(notice).value.title).toBe(title)
    })
  }
  rmSync(`${folder}~`, { recursive: true })
})

test('hand edits one after the other: each state that was served is kept', async () => {
  for (const title of ['First by hand', 'Second by hand']) {
    writeFileSync(folders.file, noticeYaml.replace('Works holiday', title))
    await vi.waitFor(() => {
      expect(store.read(notice).value.title).toBe(title)
    })
  }
  const entries = await store.history(notice)
  const kept = await Promise.all(entries.map(({ id }) => store.past(notice, id)))
  expect(kept.map(({ value }) => value)).toMatchObject([{ title: 'First by hand' }, { title: 'Works holiday' }])
})

test('a hand edit whose predecessor cannot be kept: the site follows the file, the next edit is refused', async () => {
  const history = path.join(folders.dataDir, 'history')
  rmSync(history, { recursive: true, force: true })
  writeFileSync(history, 'a file where the folder was')
  writeFileSync(folders.file, noticeYaml.replace('Works holiday', 'By hand'))
  await vi.waitFor(() => {
    expect(store.read(notice).value.title).toBe('By hand')
  })
  await expect(store.update(notice, setTitle('Lost'))).rejects.toThrow(StorageError)
})

test('a save right after a hand edit that was not noticed yet: a conflict, not an overwrite', async () => {
  const { version } = store.read(notice)
  writeFileSync(folders.file, noticeYaml.replace('Works holiday', 'By hand'))
  await expect(store.update(notice, { ...setTitle('Mine'), expectedVersion: version })).rejects.toMatchObject({
    current: { value: { title: 'By hand' } },
  })
})

test('a save over a broken hand edit: goes through, and the broken text is kept in history', async () => {
  writeFileSync(folders.file, 'title: [unfinished\n')
  const { historyEntry } = await store.update(notice, setTitle('Saved'))
  expect(store.faults()).toEqual([])
  expect(await store.history(notice)).toMatchObject([
    { id: historyEntry, reason: 'Title changed' },
    { reason: 'Invalid file that was replaced' },
  ])
  const [, broken] = await store.history(notice)
  expect(await store.past(notice, broken?.id ?? '')).toMatchObject({ value: undefined, issues: [{ path: '' }] })
  const kept = readFileSync(path.join(folders.dataDir, 'history', 'notice', `${broken?.id}.json`), 'utf8')
  expect(JSON.parse(kept)).toMatchObject({ text: 'title: [unfinished\n' })
})

test('broken while the process was down: the fault says since when there is the version that serves', async () => {
  await store.history(notice)
  await store.close()
  const since = new Date('2026-01-02T03:04:05Z')
  utimesSync(path.join(folders.dataDir, 'last-good', 'notice.txt'), since, since)
  writeFileSync(folders.file, 'title: [unfinished\n')
  store = folders.open()
  expect(store.faults()).toMatchObject([{ servesLastGood: true, lastGoodSince: since.toISOString() }])
})

test('no file at all: reads throw, find answers nothing, the fault says so', async () => {
  await folders.dispose()
  folders = temporaryContent(null)
  store = folders.open()
  expect(() => store.read(notice)).toThrow(ContentUnavailable)
  expect(store.find(notice)).toBeUndefined()
  expect(store.faults()).toEqual([
    { section: notice.id, file: notice.file, message: 'The file is missing', servesLastGood: false },
  ])
  await expect(store.update(notice, setTitle('x'))).rejects.toThrow(ContentUnavailable)
})

test('an edit after close: refused', async () => {
  await store.close()
  await expect(store.update(notice, setTitle('Late'))).rejects.toThrow(StorageError)
})

test('a second store on the same folders: refused, naming the process', () => {
  expect(() => folders.open()).toThrow(`Another process (${process.pid} on `)
})

test('the lock of a process that is gone: taken over', async () => {
  await store.close()
  const lock = path.join(folders.dataDir, 'owner.lock')
  // The process id is ours, the start time is not: a restarted container leaves such a lock.
  writeFileSync(lock, JSON.stringify({ token: 'a', pid: process.pid, host: os.hostname(), processStart: '1' }))
  expect(() => folders.open()).not.toThrow()
})

test('a lock from another machine: respected while its heartbeat is fresh, taken over when it is old', async () => {
  await store.close()
  const lock = path.join(folders.dataDir, 'owner.lock')
  writeFileSync(
    lock,
    JSON.stringify({ token: 'a', pid: 1, host: 'other-machine', processStart: '1', folder: folderOf(lock) }),
  )
  expect(() => folders.open()).toThrow('Another process (1 on other-machine)')
  const old = new Date(Date.now() - 60_000)
  utimesSync(lock, old, old)
  expect(() => folders.open()).not.toThrow()
})

test('a damaged lock: belongs to nobody', async () => {
  await store.close()
  writeFileSync(path.join(folders.dataDir, 'owner.lock'), '')
  expect(() => folders.open()).not.toThrow()
})

test('the last change: of the file, and unknown where some read copies of the files', async () => {
  const before = Date.now()
  await store.update(notice, setTitle('Changed'))
  expect(store.lastChange(notice)?.getTime()).toBeGreaterThanOrEqual(before - 1000)
  await store.close()
  const { contentDir, dataDir, root } = folders
  const options = { contentDir, uploadsDir: path.join(root, 'uploads'), dataDir, log: silentLog, health: silentHealth }
  const storage = Object.defineProperty(openDiskStorage(options), 'isSeenAtOnce', { value: false })
  const copy = openNotice(storage)
  onTestFinished(async () => {
    await copy.close()
    await storage.close()
  })
  expect(copy.lastChange(notice)).toBeUndefined()
})
